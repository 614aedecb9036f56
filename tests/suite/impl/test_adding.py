"""Adding one element, several or none, and an element that is made for its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from stablelist import BorrowError, Key
from suite.impl.elements import (
    Pool,
    Script,
    TroubleError,
    breaking_off,
    churned,
    filled,
    observed,
    raise_trouble,
)

# --- extend ----------------------------------------------------------------------------------


@pytest.mark.parametrize("elements", [[1, 2], (1, 2), {1: "", 2: ""}, range(1, 3), iter([1, 2])])
def test_extend_takes_any_iterable(elements: Iterable[int]) -> None:
    """It may be an iterable that can be iterated over only once."""
    pool = Pool()
    assert pool.extend(elements) == [Key(0, 0), Key(1, 1)]
    assert list(pool.values()) == [1, 2]


def test_iterable_that_raises_half_way_adds_nothing() -> None:
    """The elements before the exception are not kept, no id is used, nothing is lent.

    (4.2)
    """
    pool = churned()
    before = observed(pool)
    with pytest.raises(TroubleError):
        pool.extend(breaking_off(range(100)))
    assert observed(pool) == before
    assert pool.add(1).id == 14


def test_what_is_no_iterable_adds_nothing() -> None:
    """The error is Python's own."""
    pool = churned()
    before = observed(pool)
    nothing: Any = None
    with pytest.raises(TypeError):
        pool.extend(nothing)
    assert observed(pool) == before


def test_list_may_be_extended_by_its_own_elements() -> None:
    """A view lends only while it is iterated over, and all elements are collected first."""
    pool = Pool()
    filled(pool, 2)
    pool.extend(pool.values())
    assert list(pool.values()) == [0, 1, 0, 1]


def test_list_extended_by_its_own_iterator_refuses() -> None:
    """The iterator lends from its creation on."""
    pool = Pool()
    filled(pool, 3)
    owns: list[Callable[[], Iterator[int]]] = [
        lambda: iter(pool.values()),
        lambda: (number for number in pool.values()),
    ]
    for own in owns:
        with pytest.raises(BorrowError, match=r"^extend refused: 1 iterator or callback is open"):
            pool.extend(own())
        assert len(pool) == 3


def test_list_may_be_used_while_its_extension_is_collected() -> None:
    """Elements are collected before the insertion begins."""
    pool = Pool()

    def elements() -> Iterator[int]:
        for number in range(3):
            pool.add(10 * number)
            yield number

    assert [key.id for key in pool.extend(elements())] == [3, 4, 5]
    assert list(pool.values()) == [0, 10, 20, 0, 1, 2]
    pool.check()


# --- insert_with -----------------------------------------------------------------------------


def test_key_resolves_only_when_its_element_is_there() -> None:
    """In the factory, no look-up finds it, although its id is the next (R10)."""
    pool = churned()

    def factory(key: Key[int]) -> int:
        assert (pool.at(key), pool.get(key, -1), key in pool, pool.contains(key)) == (
            None,
            -1,
            False,
            False,
        )
        assert not pool.replace(key, 9)
        assert not pool.apply(key, raise_trouble)
        assert key.id == pool.layout().next_id
        assert len(pool) == before
        return 7

    before = len(pool)
    assert pool.at(pool.insert_with(factory)) == 7


def test_id_after_the_made_element_is_asked_for_when_it_is_there() -> None:
    """If the source fails at that moment, the element is not added, and its key is issued again (R9)."""
    pool = Pool(ids=Script(4, TroubleError(), 9))
    with pytest.raises(TroubleError):
        pool.insert_with(lambda key: 1)
    assert len(pool) == 0
    assert pool.insert_with(lambda key: key.id) == Key(0, 4)
    assert pool.at(Key(0, 4)) == 4
