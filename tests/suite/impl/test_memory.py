"""Memory: how it is reserved and released, and the sizes that the list reports."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import (
    BorrowError,
    CapacityError,
    Key,
    StableAccess,
    StableInspection,
    StableList,
    Truncate,
    __compiled__,
)
from stablelist.element_space import ElementSpace
from stablelist.lending import Change, Loan
from stablelist.others import Others, _End
from stablelist.partition import Partition
from stablelist.pivots import Pivots
from stablelist.pool import Pool as FastPool
from stablelist.stamps import Stamps
from stablelist.views import ItemsView, KeysView, ValuesView
from suite.impl.elements import Pool, churned, filled, observed, positions

by_every_mode = pytest.mark.parametrize("mode", Truncate)


def taken(change: Callable[[], object]) -> int:
    """By how many bytes the memory in use grows when *change* is called."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        change()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


WORD = 8
"""The bytes of a Python list for each of its cells."""


# --- reserve ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("live", "additional", "capacity"),
    [(0, 0, 4), (0, 4, 4), (0, 5, 8), (3, 1, 4), (3, 2, 8), (4, 0, 4), (5, 59, 64), (5, 60, 128)],
)
def test_memory_is_what_the_list_would_grow_to(live: int, additional: int, capacity: int) -> None:
    """Memory is doubled until all elements fit; the element space stays (R3)."""
    reserved, grown = Pool(), Pool()
    filled(reserved, live)
    before = reserved.layout().space
    reserved.reserve(additional)
    filled(grown, live + additional)
    assert reserved.capacity == max(capacity, before) == grown.capacity
    assert reserved.layout().space == before
    reserved.check()


@by_every_mode
def test_reserved_list_moves_nothing_as_it_grows(mode: Truncate) -> None:
    """The opened cells move once when the memory is reserved, or not at all (R3)."""
    pool = Pool(truncate=mode)
    filled(pool, 3)
    pool.reserve(100)
    assert (pool.capacity, pool.stats().moved) == (128, 3)
    pool.reserve(100)
    filled(pool, 100)
    assert (pool.capacity, pool.stats().moved) == (128, 3)
    assert pool.layout().space == 128
    pool.check()


@by_every_mode
def test_what_is_reserved_changes_nothing_else(mode: Truncate) -> None:
    """Positions, ids and iteration costs are the same as without it (R2, R8, R12)."""
    reserved, plain = churned(truncate=mode), churned(truncate=mode)
    reserved.reserve(50)
    assert list(reserved.items()) == list(plain.items())
    assert [reserved.add(n) for n in range(40)] == [plain.add(n) for n in range(40)]
    assert reserved.layout() == plain.layout()
    assert reserved.stats().cells == plain.stats().cells


@pytest.mark.parametrize(
    ("mode", "kept"), [(Truncate.NEVER, 256), (Truncate.ITERATION, 256), (Truncate.MEMORY, 4)]
)
def test_reserve_lasts_until_memory_is_truncated(mode: Truncate, kept: int) -> None:
    """Only `Truncate.MEMORY` releases it, when it truncates and when it clears (R6, R7)."""
    pool = Pool(truncate=mode)
    keys = filled(pool, 5)
    pool.reserve(200)
    for key in reversed(keys):
        pool.remove(key)
    assert pool.capacity == kept
    pool.reserve(200)
    pool.clear()
    assert pool.capacity == kept
    pool.check()


def test_list_that_cannot_hold_so_many_refuses() -> None:
    """Memory that the index range cannot name is not reserved, and nothing changes (R9)."""
    pool = Pool(index_bits=4)
    filled(pool, 6)
    before = observed(pool)
    with pytest.raises(CapacityError) as caught:
        pool.reserve(11)
    assert caught.value.args == ("reserve", 16, 4, None)
    assert observed(pool) == before
    pool.reserve(10)
    assert pool.capacity == 16
    filled(pool, 10)
    pool.reserve(0)


def test_more_than_any_memory_holds_is_refused() -> None:
    """A number that is impossible is refused before the allocation; the list stays usable (R9)."""
    pool = Pool(index_bits=None)
    filled(pool, 3)
    before = observed(pool)
    with pytest.raises(CapacityError) as caught:
        pool.reserve(2**62)
    assert str(caught.value) == (
        "reserve refused: no memory is large enough for position 4611686018427387906; ask for less"
    )
    assert observed(pool) == before


def test_list_goes_on_when_memory_runs_out() -> None:
    """The error is Python's own; a smaller reserve succeeds, and the list is consistent."""
    pool = Pool(index_bits=None)
    keys = filled(pool, 3)
    before = observed(pool)
    with pytest.raises(MemoryError):
        pool.reserve(2**61)
    assert observed(pool) == before
    pool.check()
    pool.reserve(100)
    assert [pool.at(key) for key in keys] == [0, 1, 2]
    pool.check()


class Exhausted(list[Any]):
    """A list of cells whose allocation fails."""

    def extend(self, _: object) -> None:
        """Fail as the built-in list does."""
        raise MemoryError


@pytest.mark.interpreted
@pytest.mark.parametrize("which", ["links", "keys"])
@pytest.mark.parametrize("change", [lambda pool: pool.add(4), lambda pool: pool.reserve(1)])
def test_list_goes_on_when_memory_runs_out_half_way(
    change: Callable[[Pool], object], which: str
) -> None:
    """One of the three lists is already longer than the others, which has no effect."""
    pool = Pool()
    filled(pool, 4)
    before, cells = observed(pool), getattr(pool._space, which)
    setattr(pool._space, which, Exhausted(cells))
    with pytest.raises(MemoryError):
        change(pool)
    pool.check()
    assert observed(pool) == before
    setattr(pool._space, which, cells)
    change(pool)
    assert pool.capacity == 8
    pool.check()


@pytest.mark.parametrize("additional", [None, True, 1.0, "1"])
def test_what_is_no_number_is_not_reserved(additional: Any) -> None:
    """A bool is a mistake here as well."""
    with pytest.raises(TypeError) as caught:
        Pool().reserve(additional)
    assert str(caught.value) == (
        f"additional is {additional!r}; pass a number of elements, such as 0"
    )


def test_negative_number_is_not_reserved() -> None:
    """Memory is released by another method."""
    with pytest.raises(ValueError, match=r"^additional is -1; pass 0 or more$"):
        Pool().reserve(-1)


# --- shrink_to_fit ---------------------------------------------------------------------------


@by_every_mode
def test_shrinking_halves_whatever_the_mode(mode: Truncate) -> None:
    """This holds even if removals never truncate; positions and keys stay, and visits are not counted (R5)."""
    pool = Pool(truncate=mode)
    keys = filled(pool, 33)
    for key in keys[3:]:
        pool.remove(key)
    visits = pool.stats().visits
    pool.shrink_to_fit()
    layout = pool.layout()
    assert (layout.space, pool.capacity, positions(pool)) == (4, 4, [0, 1, 2])
    assert [pool.at(key) for key in keys[:3]] == [0, 1, 2]
    assert pool.stats().visits == visits
    pool.check()


def test_shrinking_costs_what_it_drops_and_moves() -> None:
    """The sixteen cells of an opened h2 are dropped, and the remaining cells are moved once."""
    pool = Pool(truncate=Truncate.NEVER)
    keys = filled(pool, 24)
    for key in keys[5:]:
        pool.remove(key)
    before = pool.stats()
    pool.shrink_to_fit()
    after = pool.stats()
    assert (after.dropped - before.dropped, after.truncations - before.truncations) == (16, 2)
    assert after.moved - before.moved == pool.layout().opened == 8
    assert after.visits == before.visits
    pool.check()


@pytest.mark.parametrize(
    ("minimum", "capacity", "live", "space"),
    [
        (4, 1000, 0, 500),
        (4, 48, 1, 12),
        (4, 40, 1, 20),
        (16, 64, 1, 16),
        (4, 64, 17, 32),
        (4, 64, 33, 64),
        (4, 0, 5, 8),
    ],
)
def test_shrinking_stops_where_it_must(minimum: int, capacity: int, live: int, space: int) -> None:
    """It stops at the minimum, at a multiple of four without a half, and at an h2 in use (R1)."""
    pool = Pool(minimum=minimum, capacity=capacity)
    filled(pool, live)
    pool.shrink_to_fit()
    assert (pool.layout().space, pool.capacity, len(pool)) == (space, space, live)
    pool.check()
    before = observed(pool)
    pool.shrink_to_fit()
    assert observed(pool) == before


@pytest.mark.parametrize("live", range(9))
def test_shrinking_a_list_opened_in_part(live: int) -> None:
    """The first quarter is split where its opened cells end; removals never lead to this case (R5)."""
    pool = Pool(capacity=64)
    keys = filled(pool, live)
    for key in keys[::2]:
        pool.remove(key)
    pool.shrink_to_fit()
    pool.check()
    assert [pool.at(key) for key in keys[1::2]] == list(range(live))[1::2]
    reused = [pool.add(9).index for _ in keys[::2]]
    assert sorted(reused) == list(range(live))[::2]
    assert pool.add(9).index == live


def test_shrinking_gives_back_what_was_reserved() -> None:
    """The element space need not change for this."""
    pool = Pool()
    filled(pool, 4)
    pool.reserve(100)
    moved = pool.stats().moved
    pool.shrink_to_fit()
    assert (pool.capacity, pool.stats().moved) == (4, moved + 4)
    pool.check()


@pytest.mark.parametrize("change", [lambda pool: pool.reserve(1), Pool.shrink_to_fit])
def test_lent_list_stays_where_it_is(change: Callable[[Pool], object]) -> None:
    """Memory must not be moved while an iterator is open (R14)."""
    pool = churned()
    before = pool.layout()
    for _ in pool:
        with pytest.raises(BorrowError):
            change(pool)
    assert pool.layout() == before


# --- bytes -----------------------------------------------------------------------------------

CELLS = 1 << 13
WORDS = 2 if __compiled__ else 3
"""The words of a cell: its element and, in the native build, its id or link; otherwise a key and a link."""

KINDS = [
    *(StableList, Key, ElementSpace, Partition, Stamps, FastPool, Loan, Change),
    *(StableInspection, StableAccess, Pivots, _End, Others, KeysView, ValuesView, ItemsView),
]


@by_every_mode
def test_reserved_memory_is_really_there(mode: Truncate) -> None:
    """`capacity` and `sys.getsizeof` count it: so many words for each cell."""
    pool = Pool(truncate=mode)
    said = sys.getsizeof(pool)
    grown = taken(lambda: pool.reserve(CELLS))
    assert pool.capacity == CELLS
    said = sys.getsizeof(pool) - said
    assert WORDS * WORD * (CELLS - 16) <= said <= grown + 64 < (WORDS + 1) * WORD * CELLS


@by_every_mode
def test_shrunk_memory_is_really_given_back(mode: Truncate) -> None:
    """The memory of a burst is released in every mode.

    (5.2)
    """
    pool = Pool(truncate=mode)
    small = sys.getsizeof(pool)

    def burst() -> None:
        pool.extend([0] * CELLS)
        pool.drain()
        pool.add(1)
        pool.shrink_to_fit()

    assert taken(burst) < WORD * CELLS // 16
    if mode is Truncate.MEMORY:
        assert sys.getsizeof(pool) <= small + 64


@pytest.mark.parametrize(
    ("mode", "kept"),
    [(Truncate.NEVER, CELLS), (Truncate.ITERATION, CELLS), (Truncate.MEMORY, 0)],
)
def test_truncation_gives_back_the_memory_that_it_says(mode: Truncate, kept: int) -> None:
    """This is tested with removals alone: all of it is released, or none (R6)."""
    pool = Pool(truncate=mode)

    def burst() -> None:
        for key in reversed(pool.extend([0] * CELLS)):
            pool.remove(key)

    # Interpreted, the link of a vacant cell is a number of Python's: four words more.
    assert WORDS * WORD * kept <= taken(burst) < 7 * WORD * kept + WORD * CELLS // 16


def test_size_is_the_sum_of_the_parts() -> None:
    """Every cell counts, and the additional slots of a subclass; elements do not count, as in a built-in list."""

    class Named(StableList[str]):
        """A subclass with an attribute."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    empty, full = StableList[str](), StableList[str]()
    full.extend(["x" * 10_000] * 64)
    grown = sys.getsizeof(full) - sys.getsizeof(empty)
    assert WORDS * WORD * 48 <= grown < (WORDS + 1) * WORD * 64
    assert sys.getsizeof(Named("pool")) >= sys.getsizeof(empty)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_nothing_that_a_list_is_made_of_has_a_dict(kind: type) -> None:
    """Each part has slots and no `__dict__`, to save memory."""
    assert "__dict__" not in dir(kind)


def test_capacity_is_read_only() -> None:
    """It is changed by `reserve` and `shrink_to_fit`."""
    pool = Pool(capacity=10)
    assert pool.capacity == 12
    with pytest.raises(AttributeError):
        pool.capacity = 16  # type: ignore[misc] # that is what is tested
    assert pool.add(1) == Key(0, 0)
