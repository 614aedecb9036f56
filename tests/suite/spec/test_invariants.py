"""Every invariant is seen to fail, for its own reason, when the model is run and when it is explored."""

from __future__ import annotations

import pytest

from stablelist_spec.explore import explore
from stablelist_spec.history import History
from stablelist_spec.invariants import INVARIANTS, broken
from stablelist_spec.tracked_key import TrackedKey
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations, replay

IMPLIED = {"free_lists_are_disjoint"}
"""What cannot break alone: two lists that share a cell are not both in their own partition."""


def name(defect: Defect) -> str:
    """What a test of a defect is called."""
    return defect.plant.__name__


def first_broken(defect: Defect) -> tuple[int, list[str]]:
    """After how many operations of its program something is broken, and what."""
    history, performed = History(defect.parameters), 0
    program = list(operations(defect.program))
    found = broken(history.state, history.fresh())
    while performed < len(program) and not found:
        history.perform(program[performed])
        performed += 1
        found = broken(history.state, history.fresh())
    return performed, found


def test_every_invariant_has_a_defect_that_breaks_it_alone() -> None:
    """An invariant that nothing can break would say nothing; a new one has to be added to the table."""
    alone = {defect.breaks for defect in DEFECTS if not defect.also}
    assert alone == INVARIANTS.keys() - IMPLIED
    assert {defect.breaks for defect in DEFECTS} == INVARIANTS.keys()


@pytest.mark.parametrize("defect", DEFECTS, ids=name)
def test_program_shows_the_defect(defect: Defect, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its last operation, and for the reason in the table; without the defect nothing is broken."""
    count = len(list(operations(defect.program)))
    assert first_broken(defect) == (count, [])
    defect.plant(monkeypatch)
    assert first_broken(defect) == (
        count,
        sorted([defect.breaks, *defect.also], key=list(INVARIANTS).index),
    )


@pytest.mark.parametrize("defect", [d for d in DEFECTS if d.explored], ids=name)
def test_exploration_finds_the_defect(defect: Defect, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its witness is no longer than the program above, and breaks the invariant when it is replayed."""
    defect.plant(monkeypatch)
    found = explore(defect.parameters, TrackedKey(), limit=6000)
    assert defect.breaks in found.violations
    assert not found.complete
    way = found.violations[defect.breaks]
    assert len(way) <= len(list(operations(defect.program)))
    history = replay(defect.parameters, way).history
    assert defect.breaks in broken(history.state, history.fresh())
