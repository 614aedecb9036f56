"""Pairs: each two elements once, as `itertools.combinations` of all.

(5.5; R12 to R15)
"""

import weakref
from itertools import combinations
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableList, ids
from suite.impl.elements import Mourner

SOURCES = [ids.u32, ids.unbounded, ids.uuid4]
of_each_form = pytest.mark.parametrize("form", ["pairs", "item_pairs"])
of_each_source = pytest.mark.parametrize("source", SOURCES)


@of_each_source
@pytest.mark.parametrize("count", [0, 1, 2, 3, 64, 65, 150])
@pytest.mark.parametrize("rest", [1, 2, 7])
def test_pairs_are_combinations(count: int, rest: int, source: ids.IdSource) -> None:
    """Whatever cells are vacant, and whether the results are kept or not."""
    pool = StableList[object](ids=source)
    keys = pool.extend([number, [], (number,), str(number)][number % 4] for number in range(count))
    pool.remove_many(key for number, key in enumerate(keys) if number % rest)
    assert list(pool.pairs()) == list(combinations(pool.values(), 2))
    expected = [(*one, *other) for one, other in combinations(pool.items(), 2)]
    assert list(pool.item_pairs()) == expected
    assert [pair[0] for pair in pool.pairs()] == [each[1] for each in expected]
    shown = [[key, one, other_key, other] for key, one, other_key, other in pool.item_pairs()]
    assert shown == [[*each] for each in expected]


@of_each_form
def test_elements_are_lent_until_the_loop_is_over(form: str) -> None:
    """Also of an empty list, and until a loop that is left half-way is dropped. No cells are charged (R12)."""
    pool = StableList[int]()
    for elements in range(4):
        pairs = getattr(pool, form)()
        with pytest.raises(BorrowError):
            pool.add(4)
        assert len([*pairs]) == elements * (elements - 1) // 2
        assert list(pairs) == []
        pool.add(elements)
    assert pool.stats().cells == 0
    pairs = getattr(pool, form)()
    next(pairs)
    with pytest.raises(BorrowError):
        pool.clear()
    del pairs
    pool.clear()


@of_each_form
def test_loop_that_is_over_does_not_keep_the_list_alive(form: str) -> None:
    pool = StableList([1, 2])
    pairs, watch = getattr(pool, form)(), weakref.ref(pool)
    assert len(list(pairs)) == 1
    del pool
    assert watch() is None


@of_each_form
@of_each_source
def test_element_that_is_replaced_may_take_a_step(form: str, source: ids.IdSource) -> None:
    """What replaces it is shown; the last words of the old one, in the midst of a step, are a step of their own."""
    pool = StableList[Any](ids=source)
    words: list[object] = []
    steps = iter(())
    keys = pool.extend(Mourner(lambda: words.append(next(steps, None))) for _ in range(5))
    steps = getattr(pool, form)()
    for number, _ in enumerate(steps):
        pool.replace(keys[number % 5], number)
        words.append(number)
    shown = [word for word in words if word is not None]
    assert len(shown) == 10
    assert sum(type(element) is int for element in pool.values()) >= 4
    pool.clear()
    pool.check()


def test_element_in_two_cells_is_paired_with_itself() -> None:
    """Elements are not compared."""
    ant = object()
    pool = StableList([ant, ant])
    assert list(pool.pairs()) == [(ant, ant)]
    assert list(pool.item_pairs()) == [(Key(0, 0), ant, Key(1, 1), ant)]


@of_each_form
def test_step_that_a_deleted_list_takes_finds_the_end(form: str) -> None:
    """At its end, the iterator was the last to refer to the list, whose elements take another step."""
    words: list[object] = []
    steps = getattr(
        StableList([Mourner(lambda: words.append(next(steps, None))) for _ in range(3)]), form
    )()
    for pair in steps:
        del pair
    assert words == [None] * 3
