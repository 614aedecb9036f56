"""Every invariant is seen to fail, for its own reason, when the model is run and when it is explored."""

from __future__ import annotations

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.parts.cells import Cost, Has, Not, free_lists
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS, broken
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State, untouched, with_partition
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

SPACED = run("add*16", Parameters(capacity=16)).history.state
"""16 cells, all live: q1 = [0, 4), q2 = [4, 8), h2 = [8, 16)."""
GAPPED = run("add*16 remove:4 remove:7 remove:8 remove:15", Parameters(capacity=16)).history.state
"""The same with vacancies at the ends of q2, and at those of h2."""


def with_fields(state: State, which: int, **fields: int | None) -> State:
    """A state in which some fields of a partition say something else."""
    changed = state.partitions[which]._replace(**fields)  # type: ignore[arg-type] # whichever
    return state._replace(partitions=with_partition(state, which, changed))


def holds(name: str, state: State, fresh: FreshKeys = FreshKeys()) -> bool:  # noqa: B008 - immutable
    return INVARIANTS[name](state, fresh)


@pytest.mark.parametrize("which", [Q1, Q2, H2])
@pytest.mark.parametrize("field", ["start", "size"])
@pytest.mark.parametrize("by", [-1, 1])
def test_partitions_have_their_places(which: int, field: str, by: int) -> None:
    was = getattr(SPACED.partitions[which], field)
    assert not holds(
        "partitions_tile_the_element_space", with_fields(SPACED, which, **{field: was + by})
    )


@pytest.mark.parametrize(
    ("minimum", "space", "allocated", "lawful"),
    [
        (8, 8, 8, True),
        (8, 16, 16, True),
        (8, 16, 32, True),
        (8, 4, 4, False),  # below the minimum
        (4, 8, 4, False),  # beyond the memory
        (4, 6, 6, False),  # no multiple of 4
        (4, 5, 5, False),
    ],
)
def test_spaces_are_lawful_or_not(minimum: int, space: int, allocated: int, lawful: bool) -> None:
    """The partitions tile the space in each case (R1)."""
    state = model.initial(Parameters(minimum=minimum))._replace(
        space=space, allocated=allocated, partitions=untouched(space)
    )
    assert holds("partitions_tile_the_element_space", state) is lawful


@pytest.mark.parametrize(
    ("space", "allocated", "doubled"),
    [(8, 8, True), (8, 16, True), (8, 64, True), (8, 24, False), (8, 12, False), (8, 9, False), (8, 0, False)],
)  # fmt: skip
def test_memory_is_doubled_or_not(space: int, allocated: int, doubled: bool) -> None:
    """Once, or more often, or not at all (R3)."""
    state = SPACED._replace(space=space, allocated=allocated)
    assert holds("allocated_memory_is_the_space_doubled", state) is doubled


@pytest.mark.parametrize(
    ("opened", "cells", "prefix"),
    [
        ((0, 0, 0), 0, True),
        ((1, 0, 0), 1, True),
        ((2, 0, 0), 2, True),
        ((2, 1, 0), 3, True),
        ((2, 2, 0), 4, True),
        ((2, 2, 4), 8, True),
        ((2, 1, 0), 2, False),  # a cell too few
        ((2, 1, 0), 4, False),  # a cell too many
        ((1, 1, 0), 2, False),  # q2 before the end of q1
        ((0, 1, 0), 1, False),
        ((2, 1, 1), 4, False),  # h2 before the end of q2
        ((2, 0, 1), 3, False),
        ((3, 0, 0), 3, False),  # more than there are
        ((2, 3, 0), 5, False),
        ((2, 2, 5), 9, False),
        ((2, 2, -1), 3, False),  # fewer than none
        ((2, -1, 0), 1, False),
    ],
)
def test_cells_are_opened_in_order_or_not(
    opened: tuple[int, int, int], cells: int, prefix: bool
) -> None:
    """Of 8 cells, q1 is opened to its end, then q2, then h2 (R2)."""
    q1, q2, h2 = (p._replace(opened=n) for p, n in zip(untouched(8), opened, strict=True))
    state = model.initial(Parameters(capacity=8))._replace(
        partitions=(q1, q2, h2), cells=(Has(0, 0),) * cells
    )
    assert holds("opened_cells_form_a_prefix", state) is prefix


@pytest.mark.parametrize("which", [Q1, Q2, H2])
@pytest.mark.parametrize("by", [-1, 1])
def test_counts_that_are_wrong_do_not_agree(which: int, by: int) -> None:
    """This holds for any partition; vacancies do not count."""
    assert holds("counts_agree", GAPPED)
    wrong = with_fields(GAPPED, which, live=GAPPED.partitions[which].live + by)
    assert not holds("counts_agree", wrong)


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
    """Before the first cell, past the last, or to a live one."""
    assert holds("free_lists_are_acyclic", GAPPED)
    assert not holds("free_lists_are_acyclic", with_fields(GAPPED, Q2, head=head))


def test_free_list_in_a_circle_does_not_end() -> None:
    """The entries before the cycle are still returned."""
    circle = GAPPED._replace(cells=(*GAPPED.cells[:4], Not(7), *GAPPED.cells[5:]))
    assert not holds("free_lists_are_acyclic", circle)
    assert holds("free_lists_are_complete", circle)


def test_vacancy_that_no_list_has_is_missed() -> None:
    """A vacancy in two lists is noticed as well."""
    assert holds("free_lists_are_complete", GAPPED)
    assert not holds("free_lists_are_complete", with_fields(GAPPED, Q2, head=4))
    assert holds("free_lists_are_disjoint", GAPPED)
    assert not holds("free_lists_are_disjoint", with_fields(GAPPED, H2, head=7))


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


def test_keys_resolve_until_they_are_retired() -> None:
    """A single exception among several keys is enough, and so are two elements with one id.

    (5.1)
    """
    live, stale = Key(5, 5), Key(4, 4)
    assert holds("live_key_resolves", GAPPED, FreshKeys(live=(live,)))
    assert not holds("live_key_resolves", GAPPED, FreshKeys(live=(live, stale)))
    assert holds("retired_key_never_resolves", GAPPED, FreshKeys(retired=(stale,)))
    assert not holds("retired_key_never_resolves", GAPPED, FreshKeys(retired=(stale, live)))
    assert holds("live_ids_are_distinct", GAPPED, FreshKeys(live=(live, stale)))
    assert not holds("live_ids_are_distinct", GAPPED, FreshKeys(live=(live, Key(4, 5))))


@pytest.mark.parametrize(("visits", "paid"), [(2, True), (3, True), (4, False)])
def test_visits_are_paid_for_or_not(visits: int, paid: bool) -> None:
    """Three removals pay for three of them (R5)."""
    state = GAPPED._replace(cost=Cost(visits=visits, removals=3))
    assert holds("visits_never_exceed_removals", state) is paid
