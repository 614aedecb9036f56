"""The example of 16,384 cells (thesis, 5.2)."""

from random import Random
from typing import Final

from stablelist_spec import Parameters
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import free_list, free_lists
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.deferred import MODEL as DEFERRED
from stablelist_spec.systems.deferred import Configuration, Repartition
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.model import truncated_once
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State
from suite.claims.ledger import claim
from suite.claims.small import lists, removals
from suite.claims.sums import walks
from suite.spec.programs import sparse

MOST: Final = 9
EXAMPLE: Final = 16_384
CASCADES: Final = 5050
"""The removals that truncate a list of up to nine cells."""
WALKS: Final = [4094, 2046, 1022, 510, 254, 126, 62, 30, 14, 6, 2, 0]
"""The visits of each step of the example, as the thesis has them."""


@claim("vacancies-bound-the-first")
def test_only_q1_is_walked() -> None:
    """8190 vacancies in q1 and q2, of which the first step visits 4094; a quarter of the space bounds those of q1."""
    state = sparse(4, EXAMPLE, {0, 1, EXAMPLE - 1})
    vacant = [partition.opened - partition.live for partition in state.partitions]
    assert (vacant[Q1] + vacant[Q2], vacant[Q1]) == (8190, WALKS[0])
    assert vacant[Q1] <= EXAMPLE // 4 < vacant[Q1] + vacant[Q2]


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


def dealt_out(minimum: int, space: int, by: Repartition) -> tuple[int, int, tuple[int, ...]]:
    """The example, dealt out once: the visits, the space, and how many links each list has."""
    chosen = Configuration(minimum=minimum, capacity=space, repartition=by)
    state = sparse(minimum, space, {0, 1, space - 1})._replace(parameters=chosen)
    last = Operation("remove", key=Key(space - 1, space - 1))
    after = DEFERRED.step(state, last).state
    assert broken(after) == []
    return after.cost.visits, after.space, tuple(map(len, free_lists(after)))


@claim("deferring-to-2")
def test_one_walk_visits_4094_entries_and_a_scan_of_4_cells_writes_2_links() -> None:
    """The lesser of both is the scan."""
    walked, scanned, lesser = (dealt_out(4, EXAMPLE, by) for by in Repartition)
    assert walked == (4094, 4, (0, 0, 2))
    assert scanned == lesser == (4, 4, (0, 0, 2))


@claim("deferring-halves-the-bound")
def test_each_way_stays_within_a_quarter() -> None:
    """Every removal from every list: the lists have the same entries, and a walk has the order of a StableList."""
    for state in lists(MOST):
        for position, step in removals(state):
            walked, scanned, lesser = (
                DEFERRED.step(
                    state._replace(parameters=Configuration(repartition=by)),
                    Operation("remove", key=Key(position, 0)),
                ).state
                for by in Repartition
            )
            assert free_lists(walked) == free_lists(step.state)
            for other in (scanned, lesser):
                assert [*map(sorted, free_lists(other))] == [*map(sorted, free_lists(walked))]
                assert other.cost.visits <= state.space // 4
            assert lesser.cost.visits == min(walked.cost.visits, scanned.cost.visits)
            assert walked.cost.visits <= min(state.space // 4, step.state.cost.visits)


@claim("deferring-halves-each-step")
def test_scans_are_halved_with_each_halving_and_walks_are_not() -> None:
    """With each minimum, the example halves once more or less often; a StableList visits more each time."""
    walked, scanned, written = set[int](), [], []
    for halvings in range(1, len(WALKS) + 1):
        minimum = EXAMPLE >> halvings
        assert sum(walks(minimum)) == sum(WALKS[:halvings])
        walked.add(dealt_out(minimum, EXAMPLE, Repartition.WALK)[0])
        cost, space, links = dealt_out(minimum, EXAMPLE, Repartition.SCAN)
        assert space == minimum
        scanned.append(cost)
        written.append(sum(links[: 2 if halvings == 1 else 3]))
    assert walked == {4094}
    assert scanned == [4096, *(4096 >> halvings for halvings in range(len(WALKS) - 1))]
    assert written == [4094, *WALKS[:-1]]


@claim("constant-class")
def test_worst_removal_takes_twice_as_long_in_twice_the_space() -> None:
    """Whether lists are dealt out after each halving or once; a scan is as long if it halves once."""
    worst = []
    for space in (1_024, 2_048, 4_096):
        state, removal = sparse(4, space, {0, 1, space - 1}), Key(space - 1, space - 1)
        stable = MODEL.step(state, Operation("remove", key=removal)).state.cost.visits
        scanned = dealt_out(space // 2, space, Repartition.SCAN)[0]
        worst.append((stable, dealt_out(4, space, Repartition.WALK)[0], scanned))
    assert worst == [(494, 254, 256), (1004, 510, 512), (2026, 1022, 1024)]


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
