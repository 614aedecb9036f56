"""The proved model as a port: what `verify` does not reach is compared as well, and defects of the model show there."""

import subprocess
from typing import Final

import pytest

from stablelist_conformance.cli.main import main
from stablelist_proofs.edits import Edit
from stablelist_proofs.kernel.run import DEEP, PORTS
from stablelist_proofs.kernel.statements import ROCQ
from suite.planting import in_force

pytestmark = pytest.mark.rocq

ROOT: Final = ROCQ.parents[1]
PORT: Final = ROOT / PORTS[0] / "target/port"
MODEL: Final = "stablelist_spec.systems.stable_list.model"

DEFECTS: Final = (
    Edit(
        within="truncated",
        before="state = truncated_once(state)",
        after="state = truncated_once(state)\nif state.allocated == state.space << 13:\n    break",
    ),
    Edit(
        within="halved",
        before="[position for position in walked if position >= q1.end][::-1]",
        after="[at for at in walked if at >= q1.end][:: 1 if state.parameters.least_space == 28 else -1]",
    ),
)
"""A cascade that stops after 13 halvings, and a wrong order of q2's entries where the minimum is 28."""


@pytest.fixture(scope="module", autouse=True)
def port() -> None:
    """The port is built of the proofs as they are."""
    subprocess.run(["make", "--silent", "--directory", PORTS[0]], cwd=ROOT, check=True)


@pytest.mark.parametrize("program", DEEP)
def test_model_and_proved_model_agree_far_away(program: str) -> None:
    assert main(["replay", "--port", str(PORT), program]) == 0


@pytest.mark.parametrize(("edit", "program"), [*zip(DEFECTS, DEEP, strict=True)])
def test_a_defect_of_the_model_is_noticed(edit: Edit, program: str) -> None:
    """The model with the defect judges the answers of the proved one."""
    with in_force(MODEL, edit):
        assert main(["replay", "--port", str(PORT), program]) == 1
