"""Every invariant is seen to fail, for its own reason, when the model is run and when it is explored."""

from __future__ import annotations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS, broken
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations, replay

IMPLIED = {"free_lists_are_disjoint"}
"""What cannot break alone: two lists that share a cell are not both in their own partition."""

FAR = {"one_step_at_most", "reserved_by_whole_spaces"}
"""Defects that lie within no scope small enough for a test."""


def first_broken(defect: Defect) -> tuple[int, list[str]]:
    """After how many operations of its program something is broken, and what."""
    history, performed = History(STABLE_LIST, defect.parameters), 0
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


@pytest.mark.parametrize("defect", DEFECTS, ids=str)
def test_program_shows_the_defect(defect: Defect) -> None:
    """Its last operation shows it, for the reason in the table; without the defect nothing is broken."""
    count = len(list(operations(defect.program)))
    assert first_broken(defect) == (count, [])
    with defect.in_force():
        assert first_broken(defect) == (
            count,
            sorted([defect.breaks, *defect.also], key=list(INVARIANTS).index),
        )


@pytest.mark.no_cover
@pytest.mark.parametrize("defect", [each for each in DEFECTS if each.name not in FAR], ids=str)
def test_exploration_finds_the_defect(defect: Defect) -> None:
    """Its witness is no longer than the program above, and breaks the invariant when it is replayed."""
    longest = len(list(operations(defect.program)))
    with defect.in_force():
        found = explore(defect.parameters, TrackedKey(STABLE_LIST), limit=6000, depth=longest)
        way = found.violations[defect.breaks]
        assert len(way) <= longest
        history = replay(defect.parameters, way).history
        assert defect.breaks in broken(history.state, history.fresh())
