"""Every invariant of a further system, and the contract, are seen to fail: `suite.spec.defects`."""

import pytest

from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from suite.spec.defects import EDITS, Defect
from suite.spec.programs import CONTRACT, Checked, ran


@pytest.mark.parametrize(
    "defect", [each for each in EDITS if each.system is not STABLE_LIST], ids=str
)
def test_edit_breaks_what_the_table_says(defect: Defect) -> None:
    """The program shows it, and shows nothing wrong without the edit."""
    ran(defect.system, defect.program, defect.parameters)
    with defect.in_force():
        came = Checked(defect.system, defect.parameters).run(defect.program)
    assert (CONTRACT if defect.breaks == "contract" else defect.breaks) in came.wrong


def test_every_invariant_is_seen_to_fail() -> None:
    broken = {defect.system.invariants.get(defect.breaks) for defect in EDITS}
    missing = {
        (name, invariant)
        for name, system in SYSTEMS.items()
        for invariant, holds in system.invariants.items()
        if holds not in broken
    }
    assert missing == set()
