"""The views of keys, values and items, of a list and of all its elements except one."""

from collections.abc import Collection
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from suite.impl.elements import Pool, filled

VIEWS = ["keys", "values", "items"]


def view_of(pool: Any, which: str) -> Any:
    """One of the three views."""
    return getattr(pool, which)()


@pytest.mark.parametrize("which", VIEWS)
def test_view_can_be_iterated_over_again(which: str) -> None:
    """It always shows the current contents, like that of a dict."""
    pool = Pool()
    view = view_of(pool, which)
    assert (len(view), list(view)) == (0, [])
    filled(pool, 3)
    assert len(view) == 3
    assert list(view) == list(view) == list(view_of(pool, which))
    assert isinstance(view, Collection)
    assert bool(view)


@pytest.mark.parametrize("which", VIEWS)
def test_reversed_takes_a_list_first(which: str) -> None:
    """Of keys, if the list itself is reversed. Nothing is lent, so the loop may remove what it sees."""
    pool = Pool(range(5))
    pool.remove(Key(1, 1))
    view = view_of(pool, which)
    whole = list(view)
    assert list(reversed(view)) == whole[::-1]
    pivot = whole[2]
    left_out: list[Any] = []
    pool.apply(Key(3, 3), lambda _, others: left_out.append([*reversed(view_of(others, which))]))
    assert left_out == [[each for each in whole[::-1] if each != pivot]]
    keys = list(pool)
    seen = [key for key in reversed(pool) if pool.remove(key) is not None]
    assert seen == keys[::-1]
    assert not pool
    pool.add(7)
    pool.apply(Key(0, 5), lambda _, others: left_out.append([*reversed(others)]))
    assert left_out[1:] == [[]]


def test_list_is_equal_only_to_itself() -> None:
    """Whatever it contains; its hash is that of an object."""
    pool, alike = Pool([1, 2]), Pool([1, 2])
    assert (pool == pool.copy(), pool == alike, pool != alike) == (False, False, True)
    assert {pool: "it", alike: "other"}[pool] == "it"
    assert dict(pool.items()) == dict(alike.items())


def test_comparison_that_fails_reaches_the_caller() -> None:

    class Touchy:
        def __eq__(self, other: object) -> bool:
            raise ZeroDivisionError

        __hash__ = None  # type: ignore[assignment]

    pool = StableList[Any]([Touchy()])
    with pytest.raises(ZeroDivisionError):
        1 in pool.values()  # noqa: B015
    with pytest.raises(ZeroDivisionError):
        (Key(0, 0), 1) in pool.items()  # noqa: B015
    pool.add(1)


@pytest.mark.parametrize("which", VIEWS)
def test_view_of_a_view_leaves_out_the_pivot(which: str) -> None:
    """It ends with the view; its length ends as well."""
    pool = Pool()
    keys = filled(pool, 3)
    kept: list[Any] = []

    def act(_: int, others: StableAccess[int]) -> None:
        view = view_of(others, which)
        kept.extend([view, iter(view), others])
        assert (len(view), len(list(view)), len(list(view))) == (2, 2, 2)
        assert next(kept[1]) == next(iter(view_of(pool, which)))

    pool.apply(keys[2], act)
    for use in (lambda: len(kept[0]), lambda: iter(kept[0]), lambda: next(kept[1])):
        with pytest.raises(
            BorrowError, match="the callback or loop step that it was lent to is over"
        ):
            use()
    with pytest.raises(BorrowError):
        view_of(kept[2], which)
    pool.add(1)


@pytest.mark.parametrize("kept", [False, True])
def test_items_that_are_kept_are_not_changed(kept: bool) -> None:
    """A pair or a key is reused only if nothing else refers to it."""
    pool = Pool()
    filled(pool, 200)
    # Either the pairs themselves are kept, or only what is in them.
    pairs = list(pool.items()) if kept else [(key, element) for key, element in pool.items()]
    assert [(key.index, key.id, element) for key, element in pairs] == [
        (n, n, n) for n in range(200)
    ]
    assert len({id(pair) for pair in pairs}) == len({id(key) for key, _ in pairs}) == 200
    first = next(iter(pool.items()))
    for _pair in pool.items():
        pass
    assert first == (Key(0, 0), 0)
