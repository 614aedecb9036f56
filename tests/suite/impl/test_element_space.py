"""The element space: which position comes next, when it grows, and what truncation gives back."""

from __future__ import annotations

import sys

import pytest

from stablelist import CapacityError, Key, StableList, Truncate
from suite.impl.elements import filled, positions


def removed(pool: StableList[int], keys: list[Key[int]], *which: int) -> None:
    """Remove the elements of these numbers, in this order."""
    for number in which:
        assert pool.remove(keys[number]) == number
        pool.check()


def test_add_prefers_the_first_partition_with_room() -> None:
    """The order of reuse that figure 5.1 of the thesis states for its sixteen cells (R2)."""
    pool = StableList[int](capacity=16)
    keys = filled(pool, 12)
    removed(pool, keys, 1, 3, 5, 4, 9, 10)
    assert [pool.add(-1).index for _ in range(7)] == [3, 1, 4, 5, 10, 9, 12]


def test_growth_doubles_and_moves_the_quarters() -> None:
    """A full list doubles; the new element is the first of the new h2 (R3)."""
    pool = StableList[int]()
    filled(pool, 5)
    assert str(pool.layout()) == (
        "space 8, allocated 8, opened 5, live 5, next_id 5\n"
        "q1 [0, 2): live 2, opened 2, free -\n"
        "q2 [2, 4): live 2, opened 2, free -\n"
        "h2 [4, 8): live 1, opened 1, free -"
    )
    assert pool.stats().moved == 4
    pool.check()


def test_emptied_h2_is_given_back() -> None:
    """Truncation cascades, splits q1's free list and reverses what goes to q2 (R4, R5)."""
    pool = StableList[int](minimum=8)
    keys = filled(pool, 17)
    removed(pool, keys, 7, 5, 1, 6, 3, 4)
    removed(pool, keys, *range(8, 17))
    layout = pool.layout()
    assert layout.space == 8
    assert [part.free for part in layout.partitions] == [(1,), (3,), (7, 5, 6, 4)]
    assert (pool.stats().visits, pool.stats().truncations) == (6 + 2, 2)
    assert positions(pool) == [0, 2]


def test_one_step_splits_the_free_list_of_q1() -> None:
    """Free list 3 2 0 of q1: 0 stays, 3 and 2 are pushed onto q2, whose order is reversed (R5)."""
    pool = StableList[int]()
    keys = filled(pool, 9)
    removed(pool, keys, 0, 2, 3, 8)
    layout = pool.layout()
    assert [part.free for part in layout.partitions] == [(0,), (2, 3), ()]
    stats = pool.stats()
    assert (stats.visits, stats.dropped, stats.truncations, stats.removals) == (3, 1, 1, 4)


def test_removal_outside_h2_does_not_truncate() -> None:
    """A list whose h2 was never used keeps its preallocated space (R4)."""
    pool = StableList[int](capacity=16)
    removed(pool, filled(pool, 3), 0, 1, 2)
    assert pool.layout().space == 16


@pytest.mark.parametrize(("capacity", "space"), [(1000, 500), (40, 20), (48, 12)])
def test_truncation_stops_at_the_last_multiple_of_four(capacity: int, space: int) -> None:
    """500 is not halved to 250, whatever the minimum (R1)."""
    pool = StableList[int](capacity=capacity)
    for key in filled(pool, capacity // 2 + 1):
        pool.remove(key)
    assert pool.layout().space == space
    pool.check()


def test_truncation_respects_the_minimum() -> None:
    """The element space never gets shorter than the rounded minimum (R1)."""
    pool = StableList[int](minimum=13)
    removed(pool, filled(pool, 100), *range(100))
    assert pool.layout().space == 16


@pytest.mark.parametrize(
    ("mode", "space", "allocated"),
    [(Truncate.NEVER, 64, 64), (Truncate.ITERATION, 4, 64), (Truncate.MEMORY, 4, 4)],
)
def test_modes_give_back_what_they_say(mode: Truncate, space: int, allocated: int) -> None:
    """Nothing, the space, or the memory as well (R6)."""
    pool = StableList[int](truncate=mode)
    removed(pool, filled(pool, 33), *range(33))
    layout = pool.layout()
    assert (layout.space, layout.allocated) == (space, allocated)


@pytest.mark.interpreted
def test_memory_is_really_given_back() -> None:
    """The lists behind a truncated list are as small as those of a new one (R6)."""
    pool = StableList[int](truncate=Truncate.MEMORY)
    removed(pool, filled(pool, 300), *range(299, 3, -1))
    space = pool._space
    fresh = sys.getsizeof([None] * 4)
    assert max(map(sys.getsizeof, (space.elements, space.keys, space.links))) <= fresh


def test_moves_are_counted_where_memory_is_reallocated() -> None:
    """Growing into kept memory moves nothing; in mode MEMORY each truncation step moves (R6)."""
    moved = {}
    for mode in Truncate:
        pool = StableList[int](truncate=mode)
        for _ in range(2):
            keys = filled(pool, 9)
            removed(pool, keys, *range(8, -1, -1))
        moved[mode] = pool.stats().moved
    # 4 + 8 to grow; in mode MEMORY 8 to truncate to 8 cells, and 4 to truncate to 4, and all again
    assert moved == {Truncate.NEVER: 12, Truncate.ITERATION: 12, Truncate.MEMORY: 48}


def test_example_of_the_thesis() -> None:
    """16,384 cells with elements at 0, 1 and 16,383: 8,166 visits, as section 5.2 counts.

    The element space ends with 4 cells, though, not with the 8 that the thesis says.
    """
    pool = StableList[int]()
    keys = filled(pool, 16_384)
    for key in keys[2:-1]:
        pool.remove(key)
    pool.remove(keys[-1])
    assert pool.stats().visits == 8_166
    assert pool.layout().space == 4
    pool.check()


def test_full_index_range_changes_nothing() -> None:
    """No growth, no id taken; room made by a removal is used again (R9)."""
    pool = StableList[int](index_bits=3)
    keys = filled(pool, 8)
    before = pool.layout(), pool.stats()
    with pytest.raises(CapacityError) as caught:
        pool.add(8)
    assert caught.value.args == ("add", 8, 3, None)
    assert (pool.layout(), pool.stats()) == before
    pool.remove(keys[5])
    assert pool.add(8) == Key(5, 8)
    pool.check()


def test_growth_may_overshoot_the_index_range() -> None:
    """12 cells double to 24 where 16 can be named: h2 takes four elements, not twelve (R9)."""
    pool = StableList[int](index_bits=4, capacity=12)
    keys = filled(pool, 16)
    assert pool.layout().space == 24
    with pytest.raises(CapacityError):
        pool.add(16)
    pool.remove(keys[13])
    assert pool.add(16).index == 13
    pool.check()


@pytest.mark.parametrize(
    ("mode", "space"), [(Truncate.NEVER, 16), (Truncate.ITERATION, 16), (Truncate.MEMORY, 8)]
)
def test_clear_keeps_the_space_unless_memory_is_truncated(mode: Truncate, space: int) -> None:
    """Every key is retired, every free list emptied; ids go on (R7)."""
    pool = StableList[int](minimum=8, truncate=mode)
    keys = filled(pool, 9)
    removed(pool, keys, 2, 7)
    pool.clear()
    layout = pool.layout()
    assert (layout.space, layout.opened, layout.live, layout.next_id) == (space, 0, 0, 9)
    assert [part.free for part in layout.partitions] == [(), (), ()]
    assert not any(key in pool for key in keys)
    assert pool.stats().dropped == 9
    assert pool.add(0) == Key(0, 9)
    pool.check()


@pytest.mark.interpreted
def test_exchange_hands_out_what_was_there() -> None:
    """So that it lives until the other is in its place (R15)."""
    pool = StableList[str]()
    pool.add("ant")
    assert pool._space.exchange(0, "bee") == "ant"
    assert pool._space.elements[0] == "bee"
