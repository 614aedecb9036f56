"""The garbage collector, a finaliser or a thread runs at the worst moment, in the middle of a call."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableList, Truncate, ids
from stablelist.lending import CHANGING, Change
from suite.impl.moments import Garbage


@contextmanager
def collecting(*thresholds: int) -> Iterator[None]:
    """Set how often garbage is collected."""
    before = gc.get_threshold()
    gc.set_threshold(*thresholds)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.collect()


ITERATED: dict[str, Callable[[StableList[Any]], Iterator[Any]]] = {
    "keys": lambda pool: iter(pool.keys()),
    "items": lambda pool: iter(pool.items()),
    "pivots": lambda pool: pool.pivots(),
    "values": lambda pool: iter(pool.values()),
}


@pytest.mark.native
@pytest.mark.parametrize("how", ITERATED)
@pytest.mark.parametrize("threshold", [1, 2, 3, 5])
def test_collector_exhausts_the_iterator_that_makes_a_key(how: str, threshold: int) -> None:
    """Wide ids need memory of their own, so garbage may be collected here; then everything is removed."""
    for _ in range(5):
        pool = StableList[Any]([bytearray(99) for _ in range(20)], ids=ids.uuid4)
        keys, iterator = list(pool), ITERATED[how](pool)

        def last_words(pool: Any = pool, keys: Any = keys, iterator: Any = iterator) -> None:
            list(iterator)
            if pool._open == 0:
                for key in keys:
                    pool.remove(key)

        Garbage(last_words)
        with collecting(threshold, 1, 1):
            for _each in iterator:
                pass
        assert not pool
        pool.check()


@pytest.mark.parametrize("source", [ids.u32, ids.uuid4])
def test_collector_replaces_what_is_about_to_be_shown(source: ids.IdSource) -> None:
    """Replacing is allowed while elements are lent."""
    pool = StableList[Any]([bytearray(100 + n) for n in range(20)], ids=source)
    keys = list(pool)

    def last_words() -> None:
        for key in keys:
            pool.replace(key, bytearray(50))

    with collecting(1, 1, 1):
        for _, element, others in pool.pivots():
            Garbage(last_words)
            assert len(element) >= 50
            assert len(list(others.items())) == 19
    pool.check()


class Meddling(StableList[int]):
    """Another thread runs in the middle of `first`."""

    def _live_items(self) -> Any:
        items = super()._live_items()
        self.clear()
        return items


def test_first_is_lent_while_it_is_looked_for() -> None:
    """Otherwise the element could be removed before it is returned."""
    pool = Meddling(range(1000), truncate=Truncate.MEMORY)
    with pytest.raises(BorrowError, match="clear refused"):
        assert pool.first
    assert StableList(range(1000)).first == 0


class Curious(dict[str, Any]):
    """A state that iterates over the list that is loading it."""

    pool: StableList[int]
    iterator: Iterator[int]

    def get(self, *args: Any) -> Any:
        """Start an iteration."""
        self.iterator = iter(self.pool.values())
        next(self.iterator)
        return super().get(*args)


def test_state_that_iterates_over_its_list() -> None:
    """The list is lent at this moment, so it is not changed."""
    pool = StableList(range(1000), truncate=Truncate.MEMORY)
    state = Curious(StableList[int]()._state())
    state.pool = pool
    with pytest.raises(BorrowError, match="__setstate__ refused"):
        pool.__setstate__(state)
    assert list(state.iterator) == list(range(1, 1000))
    pool.check()


def test_change_that_is_never_entered_locks_nothing() -> None:
    """An interrupt may come after the change was created, and before its block."""
    pool = StableList[str]()
    change = Change(pool, "clear")
    pool.add("ant")
    with change:
        assert pool._open == CHANGING
    pool.add("bee")


def test_change_that_is_never_left_ends_when_it_is_dropped() -> None:
    """There may have been no memory to leave it."""
    pool = StableList[str]()
    change = Change(pool, "clear")
    change.__enter__()
    with pytest.raises(BorrowError):
        pool.add("ant")
    del change
    pool.add("ant")


class Never(list[int]):
    """Says that it does not differ from anything."""

    def __ne__(self, other: object) -> bool:
        return False


def test_list_asks_its_initial_elements_for_nothing_but_iteration() -> None:
    """The comparison of an array with `!=` returns an array."""
    assert list(StableList(Never([1, 2])).values()) == [1, 2]


def test_pair_is_looked_for_by_what_the_list_finds() -> None:
    """A subclass may find other elements."""

    class Finding(StableList[str]):
        """Every key is in it."""

        def __contains__(self, key: object) -> bool:
            return True

        def __getitem__(self, key: Key[str]) -> str:
            return "ant"

    assert (Key(9, 9), "ant") in Finding().items()


def test_finished_pivots_hold_no_reference() -> None:
    """The element that was shown last can be deleted."""
    died: list[int] = []
    pool = StableList([Garbage(lambda: died.append(1))])
    pool.first.cycle = None  # type: ignore[assignment] # no cycle
    pivots = pool.pivots()
    for _ in pivots:
        pass
    del _
    pool.clear()
    assert died == [1]
    assert next(pivots, None) is None


class Interfering:
    """Changes a list whenever garbage is collected, even within a change."""

    def __init__(self, pool: Any) -> None:
        self.pool, self.busy, self.active = pool, False, True

    def __call__(self) -> None:
        """Remove all elements, or add many."""
        if self.active and not self.busy:
            self.busy = True
            if changing := self.pool._open == CHANGING:
                self.pool._open = 0
            self.pool.clear() if len(self.pool) else self.pool.extend(range(300))
            if changing:
                self.pool._open = CHANGING
            self.busy = False
            Garbage(self)


READ: dict[str, Callable[[Any], Any]] = {
    "_cells": lambda pool: {len(part) for part in pool._cells()},
    "_picture": lambda pool: {
        opened - live == len(free) for _, _, live, opened, free in pool._picture()
    },
    "_clear": lambda pool: {type(pool._clear())},
    "_put_all": lambda pool: {type(pool._put_all([0] * 50))},
}


@pytest.mark.native
@pytest.mark.parametrize("what", READ)
@pytest.mark.parametrize("threshold", [1, 2, 3, 5, 9, 60])
def test_collector_changes_what_is_read(what: str, threshold: int) -> None:
    """No size from before an allocation is trusted, even if nobody prevents the change; the parts fit together."""
    pool: Any = StableList[int](range(100), ids=ids.uuid4, truncate=Truncate.MEMORY)
    interfering = Interfering(pool)
    # So many that nothing is made of the memory of an old one, which would not count.
    kept = [[tuple([number] * 2)] for number in range(3000)]
    gc.collect()
    Garbage(interfering)
    if what in ("_clear", "_put_all"):
        pool._open = CHANGING
    with collecting(threshold, 1, 1), suppress(RuntimeError):
        assert len(READ[what](pool)) == 1
    interfering.active = False
    assert len(kept) == 3000
    if pool._open == CHANGING:
        pool._open = 0
    pool.check()
