"""The example of 16,384 cells (thesis, 5.2)."""

from __future__ import annotations

from itertools import accumulate, pairwise
from random import Random
from typing import Final

from stablelist_spec import Parameters
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Not, free_list, free_lists, linked
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.deferred import MODEL as DEFERRED
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.model import truncated_once
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State
from suite.claims.ledger import claim
from suite.claims.small import lists, removals
from suite.spec.programs import sparse

MOST: Final = 9
EXAMPLE: Final = 16_384
CASCADES: Final = 5050
"""The removals that truncate a list of up to nine cells."""
WALKS: Final = [4094, 2046, 1022, 510, 254, 126, 62, 30, 14, 6, 2, 0]
"""The visits of each step of the example, as the thesis has them."""


def example(minimum: int, space: int = EXAMPLE) -> tuple[State, list[int]]:
    """The example of 5.2 after the removal of its last element, and the visits of each halving."""
    state = sparse(minimum, space, {0, 1, space - 1})
    visits = [0]
    before = state._replace(parameters=Parameters(minimum=minimum, truncate=Truncate.NEVER))
    emptied = MODEL.step(before, Operation("remove", key=Key(space - 1, space - 1))).state
    state = emptied._replace(parameters=state.parameters)
    while state.partitions[H2].live == 0 and state.parameters.may_halve(state.space):
        state = truncated_once(state)
        visits.append(state.cost.visits)
    return state, [after - before for before, after in pairwise(visits)]


def visits(minimum: int) -> int:
    """All visits of the example."""
    return sum(example(minimum)[1])


@claim("example-steps")
def test_visits_of_each_step() -> None:
    """Twelve of them, to the last."""
    assert example(4)[1] == WALKS


@claim("example-sum")
def test_sum_of_the_visits() -> None:
    """The sum is the same for both minima, because the last step visits nothing."""
    assert visits(4) == visits(8) == sum(WALKS) == 8166


@claim("example-length")
def test_space_of_the_example() -> None:
    """4, not 8: h2 of 8 cells is empty, and the minimum allows one more halving."""
    state, _ = example(4)
    assert (state.space, example(8)[0].space) == (4, 8)
    assert broken(state) == []


@claim("example-bound")
def test_example_stays_below_half_of_its_space() -> None:
    """8166 of 8192."""
    assert visits(4) <= EXAMPLE // 2


@claim("example-2046")
def test_minimum_of_2046_is_one_of_2048() -> None:
    """Three steps."""
    state, walks = example(2046)
    assert (state.space, walks, sum(walks)) == (2048, WALKS[:3], 7162)


@claim("example-12-percent")
def test_share_that_a_minimum_of_2046_saves() -> None:
    """12.3 per cent, rounded."""
    assert round(100 * (1 - visits(2046) / visits(4)), 1) == 12.3


@claim("example-4096")
def test_minimum_of_4096_allows_two_steps() -> None:
    """To 8192 and to 4096; one step, and 4094 visits, is what a minimum of 8192 leads to."""
    assert example(4096)[1] == [4094, 2046]
    assert example(8192)[1] == [4094]


@claim("fifty-percent-more")
def test_each_step_adds_half_of_what_the_one_before_did() -> None:
    """Half as many as in total only in the second step; then 17, 7, 3 per cent."""
    total = list(accumulate(WALKS))
    grown = [round(100 * (after / before - 1)) for before, after in pairwise(total)]
    assert grown[:5] == [50, 17, 7, 3, 2]


@claim("vacancies-bound-the-first")
def test_only_q1_is_walked() -> None:
    """8190 vacancies in q1 and q2, of which the first step visits 4094; a quarter of the space bounds those of q1."""
    state = sparse(4, EXAMPLE, {0, 1, EXAMPLE - 1})
    vacant = [partition.opened - partition.live for partition in state.partitions]
    assert (vacant[Q1] + vacant[Q2], vacant[Q1]) == (8190, WALKS[0])
    assert vacant[Q1] <= EXAMPLE // 4 < vacant[Q1] + vacant[Q2]


@claim("proportional-to-elements")
def test_three_elements_can_cost_thousands_of_visits() -> None:
    """So the number of cells bounds the cost of a removal, not the number of elements."""
    state = sparse(4, EXAMPLE, {0, 1, EXAMPLE - 1})
    assert (state.live, state.opened, visits(4)) == (3, 16_384, 8166)


@claim("own-entry-only")
def test_one_vacancy_is_visited_eleven_times() -> None:
    """At position 2, in every step but the last: removals pay for all visits, but not each for its own entry."""
    state = sparse(4, EXAMPLE, {0, 1, EXAMPLE - 1})
    seen = 0
    state = MODEL.step(
        state._replace(parameters=Parameters(truncate=Truncate.NEVER)),
        Operation("remove", key=Key(EXAMPLE - 1, EXAMPLE - 1)),
    ).state
    for _ in WALKS:
        seen += 2 in free_list(state.cells, state.partitions[Q1].head)
        state = truncated_once(state)
    assert seen == 11


# --- Dealing the lists out once ----------------------------------------------------------------------------

LAST: Final = Operation("remove", key=Key(EXAMPLE - 1, EXAMPLE - 1))
"""The removal of the example."""


def made_anew(before: State, after: State) -> tuple[State, int]:
    """A list after its truncation, with lists made anew from what remains of the old q1; and the links written.

    The old q2, which is h2 after one halving, keeps its list.
    """
    cells, partitions, written = after.cells, [], 0
    for partition in after.partitions:
        made = partition
        if partition.end <= before.partitions[Q1].end:
            opened = range(partition.start, partition.start + partition.opened)
            vacant = [position for position in opened if isinstance(cells[position], Not)]
            cells, written = linked(cells, vacant), written + len(vacant)
            made = partition._replace(head=vacant[0] if vacant else None)
        partitions.append(made)
    q1, q2, h2 = partitions
    return after._replace(cells=cells, partitions=(q1, q2, h2)), written


@claim("deferring-to-2")
def test_one_walk_visits_4094_entries_and_lists_made_anew_have_2_links() -> None:
    """Both lists are right; only that of the walk has the layout of a StableList."""
    state = sparse(4, EXAMPLE, {0, 1, EXAMPLE - 1})
    after = DEFERRED.step(state, LAST).state
    assert (after.cost.visits, after.space) == (4094, 4)
    assert free_lists(after) == free_lists(example(4)[0])
    anew, written = made_anew(state, after)
    assert (written, broken(anew)) == (2, [])


@claim("deferring-halves-the-bound")
def test_both_ways_stay_within_a_quarter() -> None:
    """Every removal from every list: the walk leads to the layout of a StableList, and new lists are as right."""
    for state in lists(MOST):
        for position, step in removals(state):
            after = DEFERRED.step(state, Operation("remove", key=Key(position, 0))).state
            assert after.cost.visits <= min(state.space // 4, step.state.cost.visits)
            assert free_lists(after) == free_lists(step.state)
            anew, written = made_anew(state, after)
            assert written <= state.space // 4 or after.space == state.space
            assert broken(anew) == broken(after)


@claim("deferring-halves-each-step")
def test_links_are_halved_with_each_halving_and_walks_are_not() -> None:
    """With each minimum, the example halves once more or less often; a StableList visits more each time."""
    walked, written = set[int](), []
    for halvings in range(1, len(WALKS) + 1):
        minimum = EXAMPLE >> halvings
        state = sparse(minimum, EXAMPLE, {0, 1, EXAMPLE - 1})
        after = DEFERRED.step(state, LAST).state
        assert (visits(minimum), after.space) == (sum(WALKS[:halvings]), minimum)
        walked.add(after.cost.visits)
        written.append(made_anew(state, after)[1])
    assert walked == {4094}
    assert written == [4094, *WALKS[:-1]]


@claim("constant-class")
def test_worst_removal_takes_twice_as_long_in_twice_the_space() -> None:
    """Whether lists are dealt out after each halving or once."""
    worst = []
    for space in (1_024, 2_048, 4_096):
        state, removal = sparse(4, space, {0, 1, space - 1}), Key(space - 1, space - 1)
        stable = MODEL.step(state, Operation("remove", key=removal)).state.cost.visits
        worst.append(
            (stable, DEFERRED.step(state, Operation("remove", key=removal)).state.cost.visits)
        )
    assert worst == [(494, 254), (1004, 510), (2026, 1022)]


# --- Bounds -------------------------------------------------------------------------------------------


@claim("visits-below-removals")
def test_vacancies_of_q1_and_q2_pay_for_a_removal() -> None:
    """Every removal from every list of up to nine cells; and of larger ones with some elements in q1, at random."""
    cascades, random = 0, Random(0)
    for state in lists(MOST):
        for _, step in removals(state):
            cascades += step.state.space < state.space
            assert step.state.cost.visits <= vacant_below_h2(state)
    for space in (64, 128, 256, 512, 1_024):
        for _ in range(40):
            live = {random.randrange(space // 4) for _ in range(random.randrange(1, 9))}
            state = sparse(4, space, live | {space - 1})
            after = MODEL.step(state, Operation("remove", key=Key(space - 1, space - 1))).state
            assert 0 < after.cost.visits <= vacant_below_h2(state)
    assert cascades == CASCADES


def vacant_below_h2(state: State) -> int:
    """The vacancies of q1 and q2."""
    return sum(partition.opened - partition.live for partition in state.partitions[:H2])


@claim("touches-all-cells")
def test_cells_that_are_cut_off_are_not_visited() -> None:
    """Visits reach half of the cells, but 16,380 are dropped."""
    state, walks = example(4)
    assert (sum(walks), state.cost.dropped) == (8166, 16_380)
