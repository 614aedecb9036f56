"""Pivots: cross-iteration as a `for` loop, whose views end with each step.

(5.5; R13)
"""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from suite.impl.elements import Mourner, Pool, filled

Step = tuple[Key[int], int, StableAccess[int]]


@pytest.fixture
def pool() -> Pool:
    """A list with the elements 0, 2, 3 and 4 at the positions of the same numbers."""
    pool = Pool()
    pool.remove(filled(pool, 5)[1])
    return pool


def test_loop_shows_what_traverse_does(pool: Pool) -> None:
    """Each key with its element and a view of the others, in ascending order (R12, R13)."""
    traversed: list[object] = []
    pool.traverse(
        lambda key, element, others: traversed.append((key, element, list(others.items())))
    )
    looped = [(key, element, list(others.items())) for key, element, others in pool.pivots()]
    assert looped == traversed
    assert [element for _, element, _ in looped] == [0, 2, 3, 4]
    assert pool.stats().cells == 0


def test_loop_that_is_over_does_not_keep_the_list_alive() -> None:
    pool = Pool([1, 2])
    pivots, watch = pool.pivots(), weakref.ref(pool)
    assert len(list(pivots)) == 2
    del pool
    assert watch() is None
    assert list(pivots) == []


def test_loop_left_by_break_unlocks(pool: Pool) -> None:
    """The view has ended as well, although the variable still exists."""
    for key, _, others in pool.pivots():
        if key in others or key.index == 2:
            break
    with pytest.raises(BorrowError):
        others.at(key)
    pool.add(9)


def test_iterator_over_a_view_ends_with_the_step(pool: Pool) -> None:
    """An iterator of one step cannot be used in the next (R14)."""
    kept: list[Iterator[int]] = []
    for _, _, others in pool.pivots():
        for iterator in kept:
            with pytest.raises(BorrowError):
                next(iterator)
        kept.append(iter(others.values()))
        next(kept[-1])
    assert len(kept) == 4


def test_replacing_in_one_step_is_seen_in_the_next(pool: Pool) -> None:
    """The loop and its views show the new element (R15)."""
    shown = []
    for key, element, others in pool.pivots():
        shown.append(element)
        others.replace_pivot(-element)
        others.each_mut(lambda other, number, key=key: number + 10 * (other.index > key.index))  # type: ignore[misc]
    assert shown == [0, 12, 23, 34]
    assert list(pool.values()) == [0, -12, -23, -34]


CHANGES: dict[str, Callable[[StableAccess[int], Callable[..., int]], object]] = {
    "at_mut": lambda others, f: others.at_mut(Key(2, 2), f),
    "each_mut": lambda others, f: others.each_mut(f),
}


@pytest.mark.parametrize("change", CHANGES)
def test_step_that_ends_while_it_changes_an_element_changes_nothing(
    pool: Pool, change: str
) -> None:
    """If a callback ends the loop and then removes elements, the list stays consistent."""
    pivots = pool.pivots()
    _, _, others = next(pivots)

    def finish(*_: object) -> int:
        list(pivots)
        pool.remove(Key(2, 2))
        return 99

    with pytest.raises(BorrowError):
        CHANGES[change](others, finish)
    pool.check()
    assert list(pool.values()) == [0, 3, 4]


def test_loop_dropped_by_the_cyclic_collector_unlocks(pool: Pool) -> None:
    """A loop in a reference cycle lends until garbage is collected."""
    pivots = pool.pivots()
    _, _, others = next(pivots)
    cycle: list[object] = [pivots]
    cycle.append(cycle)
    del pivots, cycle
    with pytest.raises(BorrowError):
        pool.clear()
    gc.collect()
    with pytest.raises(BorrowError):
        len(others)
    pool.clear()


def test_loop_does_not_keep_elements_alive() -> None:
    """An element that one step showed is released when it is replaced in the next (R15)."""
    words: list[str] = []
    pool = StableList[Mourner]()
    pool.extend(Mourner(lambda name=name: words.append(name)) for name in "ab")  # type: ignore[misc]
    for _, _, others in pool.pivots():
        others.each_mut(lambda *_: Mourner(list))
        others.replace_pivot(Mourner(list))
    assert sorted(words) == ["a", "b"]
