"""StableView: the interface that a list shares with the views of all its elements except one."""

import inspect

import pytest

from stablelist import StableAccess, StableInspection, StableList, StableView
from suite.impl.elements import Pool, filled

CHANGING = {"__setitem__", "replace", "at_mut", "each_mut"}
READING = {
    *("at", "get", "contains", "each", "keys", "values", "items"),
    *("__getitem__", "__contains__", "__iter__", "__len__"),
}


def total(view: StableView[int]) -> int:
    """A function that accepts a list or a view."""
    shown: list[int] = []
    view.each(lambda key, element: shown.append(element))
    assert shown == list(view.values()) == [element for _, element in view.items()]
    assert list(view) == list(view.keys()) == [key for key, _ in view.items()]
    assert len(view) == len(shown)
    for key, element in view.items():
        assert (view.at(key), view.get(key), view[key]) == (element, element, element)
        assert key in view
        assert view.contains(key)
    return sum(shown)


def test_list_and_views_serve_alike() -> None:
    """The list has all elements, the view all but the pivot; this holds for every kind of view.

    (4.4; R13)
    """
    pool = Pool()
    keys = filled(pool, 4)
    totals = [total(pool)]
    pool.apply(keys[1], lambda _, others: totals.append(total(others)))
    pool.traverse(lambda _, __, others: totals.append(total(others)))
    totals += [total(others) for _, _, others in pool.pivots()]
    assert totals == [6, 5, 6, 5, 4, 3, 6, 5, 4, 3]


@pytest.mark.parametrize("operation", sorted(READING | CHANGING))
def test_both_offer_every_operation(operation: str) -> None:
    """The parameters are the same, so each can replace the other.

    (4.4)
    """
    expected = list(inspect.signature(getattr(StableView, operation)).parameters)
    for kind in (StableList, StableAccess):
        offered = list(inspect.signature(getattr(kind, operation)).parameters)
        # What stands for an operator is never called by name, and compiled it has names of its own.
        named = slice(0, 0) if operation.startswith("__") else slice(None)
        assert (len(offered), offered[named]) == (len(expected), expected[named])


def test_what_they_have_in_common_is_complete() -> None:
    """The protocol has every public method that views and lists share."""

    def public(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert public(StableList) & public(StableAccess) == public(StableView)
    assert set(dir(StableView)) >= READING | CHANGING
    assert public(StableInspection) == public(StableView) - CHANGING


def test_reading_view_changes_nothing() -> None:
    """The view of `inspect` has no method that replaces an element.

    (4.4; R13)
    """
    pool = Pool()
    seen: list[bool] = []

    def look(_: int, others: StableInspection[int]) -> None:
        assert type(others) is StableInspection
        seen.extend(hasattr(others, name) for name in (*CHANGING, "replace_pivot"))

    pool.inspect(pool.add(1), look)
    assert seen == [False] * 5
    assert issubclass(StableAccess, StableInspection)
