"""Adding one element, several or none, and an element that is made for its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from stablelist import BorrowError, CapacityError, Key, StableList, Truncate, ids
from suite.impl.elements import (
    Box,
    Mourner,
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


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 40])
def test_extend_is_as_many_adds(mode: Truncate, count: int) -> None:
    """Positions, ids, growth and moves are the same as for single insertions (R2, R3, R8)."""
    at_once, one_by_one = churned(truncate=mode), churned(truncate=mode)
    assert at_once.extend(range(count)) == filled(one_by_one, count)
    assert (at_once.layout(), at_once.stats()) == (one_by_one.layout(), one_by_one.stats())
    assert list(at_once.items()) == list(one_by_one.items())
    at_once.check()


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


@pytest.mark.parametrize("live", [0, 3, 7, 8])
def test_extend_is_refused_when_not_all_fit(live: int) -> None:
    """There are eight positions. As many elements as fit are added; one more adds none (R9)."""
    pool = Pool(index_bits=3)
    filled(pool, live)
    before = observed(pool)
    with pytest.raises(CapacityError) as caught:
        pool.extend(range(9 - live))
    assert caught.value.args == ("extend", 8, 3, None)
    assert observed(pool) == before
    assert [key.id for key in pool.extend(range(8 - live))] == list(range(live, 8))
    pool.check()


def test_refused_extension_keeps_no_element() -> None:
    """Not even while the traceback is kept, and its frames with it."""
    words: list[str] = []
    pool = StableList[Mourner](index_bits=3)
    with pytest.raises(CapacityError) as caught:
        pool.extend(Mourner(lambda: words.append("gone")) for _ in range(9))
    assert caught.traceback
    assert words == ["gone"] * 9


def test_ids_start_over_within_one_extend() -> None:
    """Ids continue as after that many insertions (R8)."""
    assert [key.id for key in Pool(ids=ids.Counter(2)).extend(range(6))] == [0, 1, 2, 3, 0, 1]


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


def test_iterable_that_leaves_the_list_lent_adds_nothing() -> None:
    """The insertion is refused because the list is still lent (R14)."""
    pool = Pool()
    kept: list[Iterator[int]] = []

    def elements() -> Iterator[int]:
        yield 1
        kept.append(iter(pool.values()))

    with pytest.raises(BorrowError):
        pool.extend(elements())
    kept.clear()
    assert (len(pool), pool.layout().next_id) == (0, 0)


# --- insert_with -----------------------------------------------------------------------------


def test_factory_is_given_the_key_that_is_returned() -> None:
    """This holds for vacancies, untouched cells and growth, in every mode (R2, R3)."""
    for mode in Truncate:
        pool = StableList[Box](truncate=mode, ids=ids.Counter(3))
        vacated = [pool.add(Box()) for _ in range(7)]
        for key in (vacated[5], vacated[0], vacated[2]):
            pool.remove(key)
        for _ in range(30):
            key = pool.insert_with(Box)
            assert pool[key].content == key
        pool.check()


def test_insertion_by_a_factory_is_an_add() -> None:
    """Costs and results are those of `add` (R2, R3, R8)."""
    made, added = churned(), churned()
    for number in range(30):
        assert made.insert_with(lambda key, number=number: number) == added.add(number)  # type: ignore[misc]
        assert (made.layout(), made.stats()) == (added.layout(), added.stats())


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


def test_factory_that_raises_changes_nothing() -> None:
    """No id is used: the next element gets that very key.

    (4.2)
    """
    pool = churned()
    before, given = observed(pool), []

    def factory(key: Key[int]) -> int:
        given.append(key)
        raise TroubleError

    with pytest.raises(TroubleError):
        pool.insert_with(factory)
    assert observed(pool) == before
    assert [pool.add(1)] == given
    pool.check()


ATTEMPTS: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(1),
    "extend": lambda pool: pool.extend([1]),
    "insert_with": lambda pool: pool.insert_with(lambda key: 1),
    "remove": lambda pool: pool.remove(next(iter(pool))),
    "pop": lambda pool: pool.pop(next(iter(pool))),
    "clear": Pool.clear,
    "drain": Pool.drain,
    "retain": lambda pool: pool.retain(raise_trouble),
    "reserve": lambda pool: pool.reserve(100),
    "shrink_to_fit": Pool.shrink_to_fit,
}


@pytest.mark.parametrize("operation", ATTEMPTS)
def test_factory_must_not_change_the_structure(operation: str) -> None:
    """The refusal names the operation; if the factory catches it, the insertion continues (R14)."""
    pool = churned()

    def factory(key: Key[int]) -> int:
        with pytest.raises(BorrowError) as caught:
            ATTEMPTS[operation](pool)
        assert caught.value.operation == operation
        return 7

    assert pool[pool.insert_with(factory)] == 7
    assert pool.layout().next_id == 15
    pool.check()


def test_factory_may_read_and_replace() -> None:
    """Operations without structural change are allowed while elements are lent (R14)."""
    pool = Pool()
    one = pool.add(1)

    def factory(key: Key[int]) -> int:
        assert pool.replace(one, 5)
        assert pool.at_mut(one, lambda number: number + 1)
        pool.each_mut(lambda _, number: number * 2)
        return sum(pool.values())

    assert pool[pool.insert_with(factory)] == 12


def test_factory_that_keeps_an_iterator_changes_nothing() -> None:
    """The list is still lent when the element is inserted, so the insertion is refused, and no id is used."""
    pool = churned()
    before = observed(pool)
    kept: list[Iterator[int]] = []

    def factory(key: Key[int]) -> int:
        kept.append(iter(pool.values()))
        return 7

    with pytest.raises(BorrowError) as caught:
        pool.insert_with(factory)
    assert caught.value.operation == "insert_with"
    kept.clear()
    cells_of_the_iterator = observed(pool)
    assert before[0] == cells_of_the_iterator[0]
    assert before[4:] == cells_of_the_iterator[4:]
    pool.add(1)


def test_factory_of_a_full_list_is_not_called() -> None:
    """There is no key that could be passed to it (R9)."""
    pool = Pool(index_bits=3)
    filled(pool, 8)
    before = observed(pool)
    with pytest.raises(CapacityError) as caught:
        pool.insert_with(raise_trouble)
    assert caught.value.args == ("insert_with", 8, 3, None)
    assert observed(pool) == before
    pool.remove(Key(3, 3))
    assert pool.insert_with(lambda key: key.id) == Key(3, 8)


def test_id_after_the_made_element_is_asked_for_when_it_is_there() -> None:
    """If the source fails at that moment, the element is not added, and its key is issued again (R9)."""
    pool = Pool(ids=Script(4, TroubleError(), 9))
    with pytest.raises(TroubleError):
        pool.insert_with(lambda key: 1)
    assert len(pool) == 0
    assert pool.insert_with(lambda key: key.id) == Key(0, 4)
    assert pool.at(Key(0, 4)) == 4
