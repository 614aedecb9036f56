"""Removal of many keys at once, and the key at an index."""

from __future__ import annotations

from typing import Any

import pytest

from stablelist import Key
from suite.impl.elements import Pool, TroubleError, breaking_off


@pytest.mark.parametrize("key", ["ant", 7, None, (0, 0)])
def test_what_is_no_key_is_refused_before_anything_is_removed(key: Any) -> None:
    """Whether or not elements are lent (R10)."""
    pool = Pool(range(3))
    keys = list(pool)
    with pytest.raises(TypeError, match="is not a Key"):
        pool.remove_many([keys[0], key])
    for _ in pool:
        with pytest.raises(TypeError, match="is not a Key"):
            pool.remove_many([keys[0], key])
    assert list(pool.values()) == [0, 1, 2]


def test_one_key_alone_is_refused() -> None:
    """The message is the same in both builds."""
    pool = Pool(range(3))
    one: Any = next(iter(list(pool)))
    with pytest.raises(
        TypeError, match="is one key; pass several of them in a list, or call remove"
    ):
        pool.remove_many(one)
    assert len(pool) == 3


def test_keys_that_break_off_remove_nothing() -> None:
    """The keys are read to the end before the first removal."""
    pool = Pool(range(3))
    with pytest.raises(TroubleError):
        pool.remove_many(breaking_off([*pool]))
    assert len(pool) == 3


@pytest.mark.parametrize("index", [-1, 1, 3, 4, 1000, 2**63, 2**64, -(10**30)])
def test_no_key_is_at_another_index(index: int) -> None:
    """The index may be vacant, untouched, beyond the cells, or negative (R10)."""
    pool = Pool(range(2))
    pool.remove(Key(1, 1))
    assert pool.key_at(index) is None


@pytest.mark.parametrize("index", ["0", None, 0.0, True, Key(0, 0)])
def test_what_is_no_index_is_refused(index: Any) -> None:
    with pytest.raises(TypeError, match=r"; pass the index of a key, such as 0$"):
        Pool().key_at(index)
