"""A deferred list compared with a StableList: the same layouts, and fewer visits."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Cell, Cost, Has, Partition, free_lists, linked
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.refinement import abstraction
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import DEFERRED, STABLE_LIST
from stablelist_spec.systems.deferred import MODEL, Configuration, Repartition
from stablelist_spec.systems.stable_list import MODEL as OF_STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.state import State, initial
from suite.spec.programs import Checked, ran, random_programs


def layout(state: State) -> State:
    """A state without its costs."""
    return state._replace(cost=Cost())


def visits_of_a_removal(state: State, key: Key) -> tuple[int, int]:
    """How much the removal of an element costs here and in a StableList; the layouts afterwards are the same."""
    operation = Operation("remove", key=key)
    mine, theirs = (model.step(state, operation) for model in (MODEL, OF_STABLE_LIST))
    assert layout(mine.state) == layout(theirs.state)
    assert mine.answer == theirs.answer
    before = state.cost.visits
    return mine.state.cost.visits - before, theirs.state.cost.visits - before


# --- The same layout as StableList's --------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", Truncate)
def test_every_step_has_the_layout_of_a_stable_list(mode: Truncate) -> None:
    parameters = Configuration(truncate=mode, id_bits=1, index_bits=3)
    found = [
        explore(parameters, TrackedKey(each, follow=False)) for each in (STABLE_LIST, DEFERRED)
    ]
    assert found[0].reached.keys() == found[1].reached.keys()
    assert [each.complete for each in found] == [True, True]
    for node in found[0].reached:
        for key in abstraction(node.state):
            visits_of_a_removal(node.state, key)


def arrangements(start: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every free list that a partition can have."""
    for count in range(size + 1):
        for vacant in combinations(range(start, start + size), count):
            yield from permutations(vacant)


def state_of(q1: tuple[int, ...], q2: tuple[int, ...], by: Repartition = Repartition.WALK) -> State:
    """A list of 16 cells with these free lists, and a single element in h2."""
    cells: tuple[Cell, ...] = tuple(Has(i, i) for i in range(9))
    cells = linked(linked(cells, list(q1)), list(q2))
    heads = [free[0] if free else None for free in (q1, q2)]
    partitions = (
        Partition(0, 4, 4 - len(q1), 4, heads[0]),
        Partition(4, 4, 4 - len(q2), 4, heads[1]),
        Partition(8, 8, 1, 1, None),
    )
    chosen = Configuration(capacity=16, repartition=by)
    return initial(chosen)._replace(next_id=9, cells=cells, partitions=partitions)


@pytest.mark.no_cover
def test_every_cascade_of_two_halvings_has_the_layout_of_a_stable_list() -> None:
    """From every pair of free lists of q1 and q2: its visits are q1's entries, once."""
    depths = set()
    for q1, q2 in product(arrangements(0, 4), arrangements(4, 4)):
        state = state_of(q1, q2)
        mine, theirs = visits_of_a_removal(state, Key(8, 8))
        assert mine == len(q1) <= theirs
        depths.add(theirs - mine)
    assert depths == {0, 1, 2}


@pytest.mark.no_cover
def test_random_programs_have_the_layout_of_a_stable_list() -> None:
    """The cascades have any length; the visits are fewer in the end."""
    visits = [0, 0]
    for program in random_programs(DEFERRED, 5, 12):
        walks = replace(program.parameters, repartition=Repartition.WALK)
        came, other = Checked(DEFERRED, walks), initial(walks)
        for operation in program.operations:
            if operation.name not in DEFERRED.shown:
                other = OF_STABLE_LIST.step(other, came.history.meant(operation)).state
                came.perform(operation)
                assert layout(came.state) == layout(other)
        assert came.wrong == []
        assert came.state.cost.visits <= other.cost.visits
        visits = [visits[0] + came.state.cost.visits, visits[1] + other.cost.visits]
    assert visits[0] < visits[1]


# --- Lists made anew ------------------------------------------------------------------------------


def removed(state: State) -> State:
    """The list after the removal of its last element."""
    return MODEL.step(state, Operation("remove", key=Key(8, 8))).state


@pytest.mark.no_cover
def test_every_cascade_of_two_halvings_lists_what_is_left() -> None:
    """A scan has the vacancies of a walk, in ascending order, and looks at all four cells; the lesser at fewer."""
    took = set()
    for q1, q2 in product(arrangements(0, 4), arrangements(4, 4)):
        walked, scanned, lesser = (removed(state_of(q1, q2, by)) for by in Repartition)
        handed_over = walked.partitions[2].head if walked.space == 8 else None
        for walk, scan, part in zip(
            free_lists(walked), free_lists(scanned), scanned.partitions, strict=True
        ):
            kept = handed_over is not None and part.start == 4
            assert scan == (walk if kept else tuple(sorted(walk)))
        assert broken(scanned) == []
        assert (walked.cost.visits, scanned.cost.visits) == (len(q1), 4)
        assert lesser.cost.visits == min(len(q1), 4)
        assert layout(lesser)[1:] == layout(walked)[1:]
        took.add(walked.space)
    assert took == {4, 8}


def test_a_scan_is_not_paid_by_removals() -> None:
    """One element comes and goes at the end of a full space: four cells are scanned each time, and none is vacant."""
    visits = [
        ran(DEFERRED, "extend:17 remove:16 add remove:17 add remove:18", repartition=by).state.cost
        for by in Repartition
    ]
    assert [(cost.visits, cost.removals) for cost in visits] == [(0, 3), (24, 3), (0, 3)]
