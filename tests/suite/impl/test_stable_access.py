"""The view of all elements except the pivot, with the list's own keys, until the callback returns."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableAccess, StableInspection, StableList
from suite.impl.elements import TroubleError, filled

View = StableAccess[int]


@pytest.fixture
def pool() -> StableList[int]:
    """A list with the elements 0, 2, 3 and 4 at the positions of the same numbers."""
    pool = StableList[int]()
    pool.remove(filled(pool, 5)[1])
    return pool


def seen(view: StableInspection[int]) -> list[int]:
    """The elements that `each` shows."""
    elements: list[int] = []
    view.each(lambda _, element: elements.append(element))
    return elements


def test_elements_are_replaced_through_the_view(pool: StableList[int]) -> None:
    """Pivot and others keep their keys; later callbacks see the new elements (R14)."""
    keys = list(pool)

    def act(_: Key[int], element: int, others: View) -> None:
        others.replace_pivot(element + 10)
        for key, other in others.items():
            assert others.replace(key, other + 100)

    pool.traverse(act)
    assert list(pool.items()) == [(key, key.index + 310) for key in keys]


READINGS: dict[str, Callable[[StableInspection[int]], object]] = {
    "at": lambda view: view.at(Key(0, 0)),
    "get": lambda view: view.get(Key(0, 0)),
    "get default": lambda view: view.get(Key(0, 0), 1),
    "[]": lambda view: view[Key(0, 0)],
    "contains": lambda view: view.contains(Key(0, 0)),
    "each": seen,
    "keys": lambda view: view.keys(),
    "values": lambda view: view.values(),
    "items": lambda view: view.items(),
    "iter": iter,
    "len": len,
    "in": lambda view: Key[int](0, 0) in view,
    "in, of no key": lambda view: None in view,
}

USES: dict[str, Callable[[View], object]] = {
    **READINGS,
    "replace": lambda view: view.replace(Key(0, 0), 1),
    "[]=": lambda view: view.__setitem__(Key(0, 0), 1),
    "at_mut": lambda view: view.at_mut(Key(0, 0), lambda _: 1),
    "each_mut": lambda view: view.each_mut(lambda *_: 1),
    "replace_pivot": lambda view: view.replace_pivot(1),
}


@pytest.mark.parametrize("use", USES)
def test_view_kept_too_long_raises(pool: StableList[int], use: str) -> None:
    """Each of its methods raises, of a view that only reads, too, and nothing changes (R13, R14)."""
    kept: list[Any] = []
    key = next(iter(list(pool)))
    pool.apply(key, lambda _, others: kept.append(others))
    pool.traverse(lambda _, __, others: kept.append(others))
    kept.extend(others for _, _, others in pool.pivots())
    assert len(kept) == 9
    if use in READINGS:
        pool.inspect(key, lambda _, others: kept.append(others))
    for view in kept:
        with pytest.raises(BorrowError, match="keep keys instead of the view"):
            USES[use](view)
    assert list(pool.values()) == [0, 2, 3, 4]


@pytest.mark.parametrize("lending", ["apply", "inspect"])
def test_view_ends_when_the_callback_raises(pool: StableList[int], lending: str) -> None:
    kept: list[StableInspection[int]] = []

    def act(_: int, others: StableInspection[int]) -> None:
        kept.append(others)
        raise TroubleError

    with pytest.raises(TroubleError):
        getattr(pool, lending)(next(iter(list(pool))), act)
    with pytest.raises(BorrowError):
        len(kept[0])
    pool.add(9)


@pytest.mark.parametrize("use", ["keys", "values", "items"])
def test_iterator_over_the_view_ends_with_it(pool: StableList[int], use: str) -> None:
    """It does not continue, whether not begun, half-way, or one step before its end; a finished one stays finished."""
    kept: list[Iterator[object]] = []

    def act(_: int, others: View) -> None:
        for steps in (0, 1, 2, 3, 9):
            kept.append(iter(getattr(others, use)()))
            assert len(list(islice(kept[-1], steps))) == min(steps, 3)

    pool.apply(next(iter(list(pool))), act)
    pool.clear()
    assert list(kept.pop()) == []
    for iterator in kept:
        with pytest.raises(BorrowError):
            next(iterator)
