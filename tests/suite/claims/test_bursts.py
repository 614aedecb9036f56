"""Ephemeral elements: how long iteration stays after a burst (thesis, 2.5, 6.3 and 6.4), in cells.

The scenario is that of the thesis: one particle a step that lives for 1 to 50 steps, and a burst in step 100.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from stablelist import StableList
from suite.claims.ledger import claim

STEPS: Final = 255
LONGEST: Final = 50
SEEDS: Final = range(3)


@cache
def played(seed: int, burst: int = 10_000) -> tuple[tuple[int, int, int, int], ...]:
    """For each step: the elements, the opened cells, and the largest and the total number of visits of its removals."""
    random, pool = Random(seed), StableList[list[int]]()
    steps = []
    for step in range(1, STEPS + 1):
        for _ in range(1 + burst * (step == 100)):
            pool.add([random.randint(1, LONGEST)])
        expired = []
        for key, left in pool.items():
            left[0] -= 1
            expired += [key] if left[0] == 0 else []
        spikes = [0]
        for key in expired:
            before = pool.stats().visits
            pool.remove(key)
            spikes.append(pool.stats().visits - before)
        steps.append((len(pool), pool.layout().opened, max(spikes), sum(spikes)))
    return tuple(steps)


@claim("burst-is-gone")
def test_burst_is_gone_by_step_150() -> None:
    """More than 10,000 in step 100, and fewer than 51 from 149 on."""
    for seed in SEEDS:
        counts = [elements for elements, *_ in played(seed)]
        assert counts[99] > 9_500
        assert max(counts[148:]) <= LONGEST


@claim("near-original")
def test_cells_after_a_burst() -> None:
    """Some thousands at step 150, and some hundred at the end, where there were at most 64 before."""
    for seed in SEEDS:
        opened = [cells for _, cells, *_ in played(seed)]
        assert max(opened[50:99]) <= 64
        assert 2_048 <= opened[149] <= 8_192
        assert opened[254] < opened[199] < opened[149]


@claim("one-spike")
def test_truncation_comes_in_one_spike() -> None:
    """One removal pays for most of all visits."""
    for seed in SEEDS:
        spikes = [worst for *_, worst, _ in played(seed)]
        total = sum(visits for *_, visits in played(seed))
        assert max(spikes) > total / 2


@claim("vec-recovers")
def test_list_is_as_long_as_its_elements() -> None:
    """Whichever way a Vec removes, an iteration visits its elements alone."""
    random, particles, lengths = Random(0), list[int](), []
    for step in range(1, STEPS + 1):
        new = 1 + 10_000 * (step == 100)
        particles += [random.randint(1, LONGEST) for _ in range(new)]
        particles = [left - 1 for left in particles if left > 1]
        lengths.append(len(particles))
    assert max(lengths) > 9_500
    assert max(lengths[149:]) <= LONGEST


def expected_pairs(number: int, field: int, distance: int) -> Fraction:
    """The mean number of unordered pairs that collide, of so many at random places of a square field."""
    near = sum(min(field, at + distance) - max(0, at - distance + 1) for at in range(field))
    alike = Fraction(near, field * field)
    return alike * alike * number * (number - 1) / 2


@claim("hits-are-mutual")
def test_hits_are_mutual_while_nothing_moves() -> None:
    """This holds for random fields, and not if the distance differs between the two directions."""
    random = Random(0)
    for _ in range(20):
        places = [(random.randrange(12), random.randrange(12)) for _ in range(30)]
        assert hits(places, lambda a, b: abs(a - b) < 2) == (True, True)
    assert hits([(0, 0), (1, 1)], lambda a, b: 0 <= b - a < 2) == (True, False)


def hits(places: list[tuple[int, int]], near: Callable[[int, int], bool]) -> tuple[bool, bool]:
    """Whether any hit, and whether those that hit are those that were hit, by cross-iteration."""
    pool = StableList[tuple[int, int]]()
    pool.extend(places)
    has, been = set(), set()
    for key, (x, y), others in pool.pivots():
        for other, (x2, y2) in others.items():
            if near(x, x2) and near(y, y2):
                has.add(key)
                been.add(other)
    return bool(has), has == been


@claim("pairs-of-colliders")
def test_comparisons_of_a_step_are_as_claimed() -> None:
    """999,000, of which about nine collide, so most flags stay false."""
    assert 1_000 * 999 == 999_000
    assert 4 < expected_pairs(1_000, 1_000, 2) < 5


@claim("damage-twice")
def test_colliding_pair_is_met_twice() -> None:
    """Each loses the other's damage in its own turn and in the other's."""
    pool = StableList[dict[str, int]]()
    pool.extend([{"hp": 10, "damage": 1}, {"hp": 10, "damage": 1}])
    for _, one, others in pool.pivots():
        for other in others.values():
            one["hp"] -= other["damage"]
            other["hp"] -= one["damage"]
    assert [each["hp"] for each in pool.values()] == [8, 8]


@claim("moved-before-compared")
def test_collisions_of_things_that_move_in_the_same_loop_are_not_mutual() -> None:
    """Two on a line: the first moves beside the second, which then moves away before it looks."""
    pool = StableList[list[int]]()
    pool.extend([[0, 9], [10, 9]])  # place and velocity
    seen = []
    for key, one, others in pool.pivots():
        one[0] += one[1]
        seen += [
            (key.index, other.index)
            for other, (place, _) in others.items()
            if abs(one[0] - place) < 2
        ]
    assert seen == [(0, 1)]
