"""Marks: where few cells are live, an iteration jumps over vacancies, with the same result (R12)."""

import pickle
from typing import Any

import pytest

from stablelist import BorrowError, StableAccess, StableList
from stablelist.marks import FEW, marked
from suite.impl.elements import Pool, filled

SPARSE = 40 * FEW


def thinned(left: set[int], number: int = SPARSE) -> StableList[int]:
    """A list in which some of the numbers are left, each at its own position."""
    pool = Pool()
    for position, key in enumerate(filled(pool, number)):
        if position not in left:
            pool.remove(key)
    return pool


class Searched(bytearray):
    """Marks that count searches."""

    searches = 0

    def find(self, *arguments: Any) -> int:
        """Search, and count."""
        self.searches += 1
        return super().find(*arguments)


@pytest.mark.parametrize("live", [1, 2, 3])
@pytest.mark.parametrize(("more", "searched"), [(0, False), (1, True)])
def test_few_cells_are_jumped_to_and_many_are_passed(live: int, more: int, searched: bool) -> None:
    """The faster way is chosen: a search for each element, or a visit to each cell."""
    opened = FEW * live + more
    found = Searched(opened)
    found[-live:] = bytes([1]) * live
    cells = list(range(opened))
    assert list(marked(cells, found, opened, live)) == cells[-live:]
    assert found.searches == (live + 1 if searched else 0)


@pytest.mark.parametrize("left", [set(), {0}, {SPARSE - 1}, {0, 1, SPARSE - 1}, {7, 8, 9, 600}])
def test_what_is_left_is_shown(left: set[int]) -> None:
    """All elements are shown in ascending order with their keys, including the first and last cell, and neighbours."""
    pool = thinned(left)
    assert list(pool.values()) == sorted(left)
    assert [(key.index, element) for key, element in pool.items()] == [(n, n) for n in sorted(left)]
    assert list(pool.keys()) == list(pool) == [key for key, _ in pool.items()]
    pool.check()


def test_what_was_jumped_over_is_charged() -> None:
    """An iteration costs the opened cells, including those that it skips (R12)."""
    pool = thinned({3, SPARSE - 1})
    before = pool.stats().cells
    assert list(pool.values()) == [3, SPARSE - 1]
    assert pool.stats().cells - before == SPARSE


@pytest.mark.parametrize("which", ["keys", "values", "items"])
def test_others_are_jumped_to_and_end_with_their_view(which: str) -> None:
    """The pivot is left out; an iterator that is kept longer raises an error (R13)."""
    pool = thinned({3, 4, 5, SPARSE - 1})
    kept: list[Any] = []

    def act(pivot: int, others: StableAccess[int]) -> None:
        expected = [(key, element) for key, element in pool.items() if element != pivot]
        assert list(others.items()) == expected
        assert list(others.values()) == [element for _, element in expected]
        kept.append(iter(getattr(others, which)()))
        next(kept[-1])

    pool.apply(next(iter(pool)), act)
    pool.traverse(lambda _, pivot, others: act(pivot, others))
    for iterator in kept:
        with pytest.raises(BorrowError):
            next(iterator)


def test_elements_that_are_replaced_under_way_are_shown_as_they_are_now() -> None:
    """The element is read when the iteration reaches its cell (R15)."""
    pool = thinned({3, 4, SPARSE - 1})
    seen = []
    for key, element in pool.items():
        seen.append(element)
        pool.each_mut(lambda other, found: -abs(found) if other.index > key.index else None)  # noqa: B023
    assert seen == [3, -4, 1 - SPARSE]


def test_iterators_are_neither_copied_nor_pickled() -> None:
    """This also holds for iterators that jump."""
    iterator = iter(thinned({3, SPARSE - 1}).values())
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        pickle.dumps(iterator)
