"""The cyclic garbage collector may run in the middle of a change, and a finaliser may then call the list.

The finalisers here belong to garbage that has nothing to do with the list.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from stablelist import BorrowError, Key, Truncate
from suite.impl.elements import Pool, churned, filled

REMEDY = (
    "guard the list by a lock if threads share it; in a finaliser or an id source,"
    " do not use the list"
)


class Garbage:
    """An object that only the cyclic collector finds, and that calls back when it is deleted."""

    def __init__(self, last_words: Callable[[], object]) -> None:
        self.last_words = last_words
        self.cycle = self

    def __del__(self) -> None:
        self.last_words()


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


class Collecting:
    """An id source that collects garbage, in the middle of a change."""

    def initial(self) -> int:
        """The first id."""
        return 0

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The next number."""
        gc.collect()
        return id + 1


CHANGES: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(1),
    "extend": lambda pool: pool.extend([1]),
    "insert_with": lambda pool: pool.insert_with(lambda _: 1),
    "remove": lambda pool: pool.remove(Key(0, 0)),
    "pop": lambda pool: pool.pop(Key(0, 0)),
    "clear": Pool.clear,
    "drain": Pool.drain,
    "retain": lambda pool: pool.retain(lambda *_: True),
    "reserve": lambda pool: pool.reserve(1),
    "shrink_to_fit": Pool.shrink_to_fit,
}

LENDINGS: dict[str, Callable[[Pool], object]] = {
    "keys": lambda pool: iter(pool.keys()),
    "values": lambda pool: iter(pool.values()),
    "items": lambda pool: iter(pool.items()),
    "iter": iter,
    "pivots": Pool.pivots,
    "each": lambda pool: pool.each(lambda *_: None),
    "each_mut": lambda pool: pool.each_mut(lambda *_: None),
    "at_mut": lambda pool: pool.at_mut(Key(0, 0), lambda _: None),
    "apply": lambda pool: pool.apply(Key(0, 0), lambda *_: None),
    "inspect": lambda pool: pool.inspect(Key(0, 0), lambda *_: None),
    "traverse": lambda pool: pool.traverse(lambda *_: None),
    "copy": Pool.copy,
    "layout": Pool.layout,
    "check": Pool.check,
}


@pytest.mark.parametrize("operation", [*CHANGES, *LENDINGS])
def test_finaliser_that_comes_upon_a_change_is_refused(operation: str) -> None:
    """It can neither change the list nor iterate over it, and the change is completed (R14)."""
    pool = Pool(ids=Collecting())
    filled(pool, 3)
    refused: list[str] = []

    def last_words() -> None:
        try:
            {**CHANGES, **LENDINGS}[operation](pool)
        except BorrowError as error:
            refused.append(str(error))

    Garbage(last_words)
    pool.add(3)
    named = operation if operation in CHANGES else "lending"
    assert refused == [f"{named} refused: another change is under way; {REMEDY}"]
    assert list(pool.values()) == [0, 1, 2, 3]
    pool.check()
    last_words()
    assert len(refused) == 1
    pool.check()


def test_finaliser_may_look_up_in_the_midst_of_a_change() -> None:
    """Looking up and replacing are not structural changes, and find the current elements (R14)."""
    pool = Pool(ids=Collecting())
    keys = filled(pool, 3)
    seen: list[object] = []

    def last_words() -> None:
        seen.append((pool.at(keys[0]), keys[1] in pool, pool.get(Key(3, 3)), len(pool)))
        pool.replace(keys[2], 20)

    Garbage(last_words)
    pool.add(3)
    assert seen == [(0, True, None, 3)]
    assert list(pool.values()) == [0, 1, 20, 3]


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
