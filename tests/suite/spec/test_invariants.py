"""Every invariant is seen to fail, for its own reason, when the model is run and when it is explored."""

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS, broken
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State, with_partition
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations, replay, run

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


# --- Clause by clause -------------------------------------------------------------------------------

GAPPED = run("add*16 remove:4 remove:7 remove:8 remove:15", Parameters(capacity=16)).history.state
"""16 cells in q1 = [0, 4), q2 = [4, 8) and h2 = [8, 16), with vacancies at the ends of q2 and of h2."""


def with_fields(state: State, which: int, **fields: int | None) -> State:
    """A state in which some fields of a partition say something else."""
    changed = state.partitions[which]._replace(**fields)  # type: ignore[arg-type] # whichever
    return state._replace(partitions=with_partition(state, which, changed))


def holds(name: str, state: State) -> bool:
    return INVARIANTS[name](state, FreshKeys())


def test_vacancies_at_the_ends_are_in_their_partition() -> None:
    """The first and the last; the ones before and after are in others (R4)."""
    name = "free_lists_stay_in_their_partition"
    assert free_lists(GAPPED) == ((), (7, 4), (15, 8))
    assert holds(name, GAPPED)
    assert not holds(name, with_fields(GAPPED, Q2, head=8))
    assert not holds(name, with_fields(GAPPED, Q1, head=8))
    assert not holds(name, with_fields(GAPPED, H2, head=7))
    assert not holds(name, with_fields(GAPPED, Q1, head=4))


@pytest.mark.parametrize("head", [-1, 16, 17, 5])
def test_free_list_that_leads_nowhere_does_not_end(head: int) -> None:
    assert holds("free_lists_are_acyclic", GAPPED)
    assert not holds("free_lists_are_acyclic", with_fields(GAPPED, Q2, head=head))


@pytest.mark.parametrize(
    ("mode", "minimum", "live", "opened", "left"),
    [
        (Truncate.ITERATION, 4, 1, 1, True),
        (Truncate.ITERATION, 4, 0, 0, True),
        (Truncate.ITERATION, 4, 0, 1, False),
        (Truncate.MEMORY, 4, 0, 1, False),
        (Truncate.NEVER, 4, 0, 1, True),
        (Truncate.ITERATION, 16, 0, 1, True),
        (Truncate.ITERATION, 4, -1, 1, False),  # a count of nothing
        (Truncate.ITERATION, 4, 0, -1, False),  # nor is this one of nothing opened
    ],
)
def test_h2_may_be_empty_or_not(
    mode: Truncate, minimum: int, live: int, opened: int, left: bool
) -> None:
    """Opened and empty, it may be left only where nothing is truncated (R4)."""
    parameters = Parameters(minimum=minimum, capacity=16, truncate=mode)
    state = with_fields(model.initial(parameters), H2, live=live, opened=opened)
    assert holds("cascade_leaves_h2_live", state) is left
