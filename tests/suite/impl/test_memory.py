"""Memory: how it is reserved and released, and the sizes that the list reports."""

import gc
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import (
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
from suite.impl.elements import Pool, filled, observed

untraced = pytest.mark.no_cover  # what a tracer notes would be counted as memory

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


# --- bytes -----------------------------------------------------------------------------------

CELLS = 1 << 13
WORDS = 2 if __compiled__ else 3
"""The words of a cell: its element and, in the native build, its id or link; otherwise a key and a link."""

KINDS = [
    *(StableList, Key, ElementSpace, Partition, Stamps, FastPool, Loan, Change),
    *(StableInspection, StableAccess, Pivots, _End, Others, KeysView, ValuesView, ItemsView),
]


@untraced
@by_every_mode
def test_reserved_memory_is_really_there(mode: Truncate) -> None:
    """`capacity` and `sys.getsizeof` count it: so many words for each cell."""
    pool = Pool(truncate=mode)
    said = sys.getsizeof(pool)
    grown = taken(lambda: pool.reserve(CELLS))
    assert pool.capacity == CELLS
    said = sys.getsizeof(pool) - said
    assert WORDS * WORD * (CELLS - 16) <= said <= grown + 64 < (WORDS + 1) * WORD * CELLS


@untraced
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


@untraced
@pytest.mark.parametrize(
    ("mode", "kept"), [(Truncate.NEVER, CELLS), (Truncate.ITERATION, CELLS), (Truncate.MEMORY, 0)]
)
def test_truncation_gives_back_the_memory_that_it_says(mode: Truncate, kept: int) -> None:
    """This is tested with removals alone: all of it is released, or none (R6)."""
    pool = Pool(truncate=mode)

    def burst() -> None:
        for key in reversed(pool.extend([0] * CELLS)):
            pool.remove(key)

    # Interpreted, the link of a vacant cell is a number of Python's: four words more.
    assert WORDS * WORD * kept <= taken(burst) < 7 * WORD * kept + WORD * CELLS // 16


@pytest.mark.interpreted
def test_every_list_of_cells_is_given_back() -> None:
    """Behind a truncated list, they are as small as those of a new one (R6)."""
    pool = Pool(truncate=Truncate.MEMORY)
    for key in reversed(filled(pool, 300)[4:]):
        pool.remove(key)
    space = pool._space
    fresh = sys.getsizeof([None] * 4)
    assert max(map(sys.getsizeof, (space.elements, space.keys, space.links))) <= fresh


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
