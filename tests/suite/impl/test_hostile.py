"""Elements that raise, call back or want to die: the list never looks, and never holds on."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList, Truncate
from suite.impl.elements import Hostile, Mourner, TroubleError, raise_trouble


def test_list_never_looks_at_its_elements() -> None:
    """No comparison, hash, truth value or repr of an element is asked for."""
    pool = StableList[Hostile]()
    keys = [pool.add(Hostile()) for _ in range(9)]
    assert all(pool.at(key) is not None for key in keys)
    pool.traverse(lambda _, element, others: others.replace_pivot(element))
    pool.check()
    assert len(list(pool.values())) == len(pool) == 9
    repr(pool)
    for key in keys[:8]:
        assert pool.remove(key) is not None
    pool.clear()


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__bool__"])
def test_hostile_elements_are_hostile(method: str) -> None:
    """The test above would notice."""
    with pytest.raises(TroubleError):
        getattr(Hostile(), method)()


class HostileNumber(int):
    """An index that claims to be every index."""

    def __eq__(self, _: object) -> bool:
        return True

    __hash__ = int.__hash__


def test_hostile_number_in_a_key_is_not_found() -> None:
    """Only an int is compared, so that no `__eq__` but int's own is ever run (R10)."""
    pool = StableList[str]()
    pool.add("ant")
    assert HostileNumber(7) == 0
    assert Key[str](HostileNumber(0), 0) not in pool
    assert Key[str](0, HostileNumber(7)) not in pool


def removed(pool: StableList[Mourner], key: Key[Mourner]) -> None:
    """Remove the element, and do not hold it."""
    pool.remove(key)


def cleared(pool: StableList[Mourner], _: Key[Mourner]) -> None:
    """Remove all elements."""
    pool.clear()


@pytest.mark.parametrize("leave", [removed, cleared])
@pytest.mark.parametrize("mode", Truncate)
def test_reference_is_dropped_at_removal(
    leave: Callable[[StableList[Mourner], Key[Mourner]], None], mode: Truncate
) -> None:
    """No cell, used or not, keeps an element alive."""
    pool = StableList[Mourner](truncate=mode)
    key = pool.add(Mourner(list))
    element = weakref.ref(pool.at(key) or pytest.fail("not found"))
    leave(pool, key)
    assert element() is None


def test_dropped_cells_hold_no_reference() -> None:
    """What was in a truncated h2 is gone, though the memory stays (R6)."""
    pool = StableList[Mourner]()
    keys = [pool.add(Mourner(list)) for _ in range(9)]
    elements = [weakref.ref(element) for element in pool.values()]
    for key in reversed(keys):
        pool.remove(key)
    assert pool.layout().allocated == 16
    assert [element() for element in elements] == [None] * 9


@pytest.mark.parametrize(("leave", "lengths"), [(removed, [4]), (cleared, [0, 1, 2, 3, 4])])
def test_dying_element_finds_the_list_in_order(
    leave: Callable[[StableList[Mourner], Key[Mourner]], None], lengths: list[int]
) -> None:
    """Its `__del__` may check, read and change the list."""
    pool = StableList[Mourner]()
    witnessed: list[int] = []

    def last_words() -> None:
        pool.check()
        witnessed.append(len(pool))
        pool.add(Mourner(list))

    keys = [pool.add(Mourner(last_words)) for _ in range(5)]
    leave(pool, keys[4])
    assert witnessed == lengths
    for element in pool.values():
        element.last_words = list


def test_replaced_element_finds_the_list_lent() -> None:
    """It may read; a structural change is refused, as to anybody else (R14)."""
    pool = StableList[Mourner]()
    refusals: list[str] = []

    def last_words() -> None:
        pool.check()
        try:
            pool.clear()
        except BorrowError as error:
            refusals.append(error.operation)

    def act(_: Mourner, others: StableAccess[Mourner]) -> None:
        others.replace(doomed, Mourner(list))
        assert refusals == ["clear"]

    doomed = pool.add(Mourner(last_words))
    assert pool.apply(pool.add(Mourner(list)), act)


def test_list_forgets_a_callback_that_raised() -> None:
    """The exception passes through unchanged, and its traceback keeps nothing locked."""
    pool = StableList[int]()
    key = pool.add(1)
    with pytest.raises(TroubleError) as caught:
        pool.each(raise_trouble)
    assert caught.traceback
    assert pool.remove(key) == 1
