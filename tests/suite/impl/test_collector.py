"""The cyclic garbage collector may run in the middle of a change, and a finaliser may then call the list.

The finalisers here belong to garbage that has nothing to do with the list.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from stablelist import BorrowError, Key, Truncate
from suite.impl.elements import Pool, churned, filled
from suite.impl.moments import CHANGES, Garbage


@contextmanager
def collecting(act: Callable[[], object], after: int) -> Iterator[None]:
    """Let the collector run at every second allocation, *after* a few, and call *act* each time."""
    thresholds, active = gc.get_threshold(), True

    def act_again() -> None:
        if active:
            act()
            Garbage(act_again)

    gc.collect()
    Garbage(act_again)
    gc.set_threshold(1, 1, 1)
    # So many that no list is made of the memory of an old one, which would not count.
    kept: list[list[object]] = [[] for _ in range(100 + after)]
    try:
        yield
    finally:
        active = False
        gc.set_threshold(*thresholds)
        del kept


at_every_allocation = pytest.mark.parametrize("after", range(4))

BURSTS: dict[str, Callable[[Pool], object]] = {
    **CHANGES,
    "remove": lambda pool: pool.remove(next(iter(list(pool)))),
    "pop": lambda pool: pool.pop(next(iter(list(pool)))),
    "grow": lambda pool: pool.extend(range(60)),
    "grow one by one": lambda pool: [pool.add(n) for n in range(60)],
    "truncate": lambda pool: [pool.remove(key) for key in list(pool)[::-1]],
    "copy": Pool.copy,
}


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("burst", BURSTS)
@at_every_allocation
def test_whatever_a_finaliser_does_the_list_is_in_order(
    burst: str, mode: Truncate, after: int
) -> None:
    """At any allocation, it looks up, replaces, and tries to change the structure (R14)."""
    pool = churned(truncate=mode)
    keys = list(pool)
    calls: list[str] = []
    holes: list[Key[int]] = []

    def last_words() -> None:
        coming = pool._next_id
        for key in [*keys, *(Key[int](position, coming) for position in range(16))]:
            if key in pool:
                holes.extend([key] if pool.at(key) is None else [])
                pool.replace(key, 77)
        try:
            pool.remove(pool.add(1000))
        except BorrowError:
            calls.append("refused")
        else:
            calls.append("let in")

    with collecting(last_words, after):
        BURSTS[burst](pool)
    pool.check()
    assert calls
    assert holes == []
    assert 1000 not in list(pool.values())


@pytest.mark.parametrize("burst", ["clear", "drain"])
@at_every_allocation
def test_finaliser_finds_no_key_of_what_is_being_taken_out(burst: str, after: int) -> None:
    """Otherwise an element that it replaces would stay in a vacant cell (R7)."""
    pool = Pool(truncate=Truncate.MEMORY)
    keys = filled(pool, 40)
    lost: list[Key[int]] = []

    def last_words() -> None:
        lost.extend(key for key in keys if key in pool and pool.at(key) is None)
        for key in keys:
            pool.replace(key, 77)

    with collecting(last_words, after):
        BURSTS[burst](pool)
    pool.check()
    assert lost == []


REMOVING: dict[str, Callable[[Pool, Key[int]], object]] = {
    "remove": lambda pool, key: pool.remove(key),
    "pop": lambda pool, key: pool.pop(key),
    "retain": lambda pool, key: pool.retain(lambda other, _: other != key),
    "clear": lambda pool, _: pool.clear(),
    "drain": lambda pool, _: pool.drain(),
}


# Compiled, later versions of Python run no collector within these operations.
@pytest.mark.interpreted
@pytest.mark.parametrize("removing", REMOVING)
def test_truncation_belongs_to_the_removal(removing: str) -> None:
    """No other change is accepted between the removal and its truncation (R4, R14)."""
    pool = Pool(truncate=Truncate.MEMORY)
    keys = filled(pool, 33)
    for key in keys[1:32]:
        pool.remove(key)
    refused: list[str] = []

    def last_words() -> None:
        try:
            pool.reserve(0)
        except BorrowError as error:
            refused.append(error.operation)

    with collecting(last_words, after=0):
        REMOVING[removing](pool, keys[32])
    assert "reserve" in refused
    assert pool.layout().space == 4
    pool.check()
