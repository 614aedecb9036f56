"""The view: all elements but the pivot, under the list's own keys, until the callback returns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from suite.impl.elements import TroubleError, filled

View = StableAccess[int]


@pytest.fixture
def pool() -> StableList[int]:
    """The elements 0, 2, 3 and 4 at positions of these numbers."""
    pool = StableList[int]()
    pool.remove(filled(pool, 5)[1])
    return pool


def seen(view: View) -> list[int]:
    """What `each` shows."""
    elements: list[int] = []
    view.each(lambda _, element: elements.append(element))
    return elements


def test_view_never_shows_the_pivot(pool: StableList[int]) -> None:
    """By no method, and for no pivot (R13)."""
    keys = list(pool)

    def act(key: Key[int], element: int, others: View) -> None:
        rest = [other for other in keys if other != key]
        assert key not in others
        assert others.at(key) is None
        assert not others.replace(key, 99)
        assert list(others.keys()) == list(others) == rest
        assert list(others.values()) == seen(others) == [other.index for other in rest]
        assert list(others.items()) == [(other, other.index) for other in rest]
        assert len(others) == 3
        assert element == key.index

    pool.traverse(act)
    for key in keys:
        assert pool.apply(key, lambda element, others, key=key: act(key, element, others))  # type: ignore[misc]


def test_view_knows_the_keys_of_the_list(pool: StableList[int]) -> None:
    """Others are found, stale and forged keys are not (R10, R13)."""
    pivot, other = list(pool)[:2]

    def act(_: int, others: View) -> None:
        assert (others.at(other), other in others) == (2, True)
        for key in (Key[int](1, 1), Key[int](-1, 0), Key[int](99, 0)):
            assert (others.at(key), key in others, others.replace(key, 9)) == (None, False, False)
        assert None not in others

    assert pool.apply(pivot, act)
    assert list(pool.values()) == [0, 2, 3, 4]


def test_elements_are_replaced_through_the_view(pool: StableList[int]) -> None:
    """The pivot and the others keep their keys; later callbacks see what earlier ones put (R14)."""
    keys = list(pool)

    def act(_: Key[int], element: int, others: View) -> None:
        others.replace_pivot(element + 10)
        for key, other in others.items():
            assert others.replace(key, other + 100)

    pool.traverse(act)
    assert list(pool.items()) == [(key, key.index + 310) for key in keys]


def test_exchange_through_the_view(pool: StableList[int]) -> None:
    """What two mutable borrows are good for (4.4)."""
    here, there = list(pool)[1:3]

    def act(element: int, others: View) -> None:
        other = others.at(there)
        assert other is not None
        others.replace(there, element)
        others.replace_pivot(other)

    pool.apply(here, act)
    assert (pool.at(here), pool.at(there)) == (3, 2)


USES: dict[str, Callable[[View], object]] = {
    "at": lambda view: view.at(Key(0, 0)),
    "replace": lambda view: view.replace(Key(0, 0), 1),
    "replace_pivot": lambda view: view.replace_pivot(1),
    "each": seen,
    "keys": lambda view: view.keys(),
    "values": lambda view: view.values(),
    "items": lambda view: view.items(),
    "iter": iter,
    "len": len,
    "in": lambda view: Key[int](0, 0) in view,
}


@pytest.mark.parametrize("use", USES)
def test_view_kept_too_long_raises(pool: StableList[int], use: str) -> None:
    """Each of its methods says so, and nothing changes (R14)."""
    kept: list[View] = []
    key = next(iter(list(pool)))
    pool.apply(key, lambda _, others: kept.append(others))
    pool.traverse(lambda _, __, others: kept.append(others))
    for view in kept:
        with pytest.raises(BorrowError, match="keep keys instead of the view"):
            USES[use](view)
    assert list(pool.values()) == [0, 2, 3, 4]


def test_view_of_an_earlier_pivot_has_ended(pool: StableList[int]) -> None:
    """While traverse lends the next element, the last one's view is closed already."""
    kept: list[View] = []

    def act(_: Key[int], __: int, others: View) -> None:
        for view in kept:
            with pytest.raises(BorrowError):
                len(view)
        kept.append(others)

    pool.traverse(act)
    assert len(kept) == 4


def test_view_ends_when_the_callback_raises(pool: StableList[int]) -> None:
    """An exception is no way to keep it."""
    kept: list[View] = []

    def act(_: int, others: View) -> None:
        kept.append(others)
        raise TroubleError

    with pytest.raises(TroubleError):
        pool.apply(next(iter(list(pool))), act)
    with pytest.raises(BorrowError):
        len(kept[0])


@pytest.mark.parametrize("use", ["keys", "values", "items"])
def test_iterator_over_the_view_ends_with_it(pool: StableList[int], use: str) -> None:
    """A generator kept half-way does not read on, though the list has shrunk meanwhile."""
    kept = []

    def act(_: int, others: View) -> None:
        kept.append(iter(getattr(others, use)()))
        next(kept[0])

    pool.apply(next(iter(list(pool))), act)
    pool.clear()
    with pytest.raises(BorrowError):
        next(kept[0])


def test_views_nest(pool: StableList[int]) -> None:
    """Each shows the other's pivot, and both write to the same elements."""
    first, second = list(pool)[:2]

    def inner(_: int, others: View) -> None:
        others.replace(first, 77)

    def outer(_: int, others: View) -> None:
        assert pool.apply(second, inner)
        assert others.at(second) == 2
        assert pool.at(first) == 77

    assert pool.apply(first, outer)


def test_view_says_what_it_shows(pool: StableList[int]) -> None:
    """The repr does not look at the elements, and outlives the view."""
    shown: list[str] = []
    kept: list[View] = []

    def act(_: int, others: View) -> None:
        shown.append(repr(others))
        kept.append(others)

    pool.apply(Key(2, 2), act)
    assert shown == ["<StableAccess to 3 elements beside Key(index=2, id=2)>"]
    assert repr(kept[0]) == "<StableAccess, ended>"
