"""Columns: which cells are live, as buffers of numbers and of bools."""

import gc
import sys

import numpy
import pytest

from stablelist import BorrowError, StableList, Truncate, ids
from stablelist.lending import Change


@pytest.mark.parametrize("source", [ids.u32, ids.uuid4])
@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
@pytest.mark.parametrize("rest", [1, 2, 70])
def test_buffers_say_what_is_live(count: int, rest: int, source: ids.IdSource) -> None:
    """They are of the formats that arrays of integers and of bools have, and read-only."""
    pool = StableList(range(count), ids=source)
    pool.retain(lambda key, _: key.index % rest == 0)
    indices, mask = pool.indices(), pool.mask()
    assert list(indices) == [key.index for key in pool]
    assert list(mask) == [pool.key_at(index) is not None for index in range(pool.capacity)]
    for buffer, form, size in ((indices, "q", 8), (mask, "?", 1)):
        assert (buffer.format, buffer.itemsize, buffer.readonly, buffer.contiguous) == (
            form,
            size,
            True,
            True,
        )


@pytest.mark.parametrize("mode", Truncate)
def test_buffers_are_snapshots(mode: Truncate) -> None:
    """Whoever holds them does not keep the list from changing, and sees no change of it."""
    pool = StableList(range(100), truncate=mode)
    indices, mask = pool.indices(), pool.mask()
    pool.clear()
    pool.shrink_to_fit()
    pool.extend(range(1000))
    assert list(indices) == list(range(100))
    assert list(mask) == [True] * 100 + [False] * 28
    before = sys.getrefcount(pool)
    del indices, mask
    gc.collect()
    assert sys.getrefcount(pool) == before


def test_buffers_are_read_while_elements_are_lent_but_not_during_a_change() -> None:
    """They would show half of a change."""
    pool = StableList(range(3))
    assert [len(pool.indices()) + len(pool.mask()) for _ in pool] == [7] * 3
    with Change(pool, "a test"):
        for buffer in (pool.indices, pool.mask):
            with pytest.raises(BorrowError, match="lending refused: another change is under way"):
                buffer()
    assert pool.stats().cells == 3


def test_arrays_are_indexed_by_them() -> None:
    """NumPy takes them as they are, without a copy."""
    pool = StableList(range(5))
    pool.retain(lambda key, _: key.index % 2 == 0)
    column = numpy.arange(pool.capacity) * 10
    for buffer, kind in ((pool.indices(), "int64"), (pool.mask(), "bool")):
        taken = numpy.asarray(buffer)
        assert str(taken.dtype) == kind
        assert numpy.shares_memory(taken, numpy.frombuffer(buffer, kind))
        assert list(column[taken]) == [0, 20, 40]
