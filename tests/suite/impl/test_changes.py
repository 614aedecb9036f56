"""Adding and removing one element, several, all or none; an element made for its key, and the key at an index."""

from collections.abc import Iterator
from typing import Any

import pytest

from stablelist import BorrowError, Key
from suite.impl.elements import (
    Pool,
    Script,
    TroubleError,
    breaking_off,
    churned,
    observed,
    raise_trouble,
)

# --- extend ----------------------------------------------------------------------------------


def test_iterable_that_raises_half_way_adds_nothing() -> None:
    """The elements before the exception are not kept, no id is used, nothing is lent; nor by what is no iterable.

    (4.2)
    """
    pool = churned()
    before = observed(pool)
    with pytest.raises(TroubleError):
        pool.extend(breaking_off(range(100)))
    nothing: Any = None
    with pytest.raises(TypeError):
        pool.extend(nothing)
    assert observed(pool) == before
    assert pool.add(1).id == 14


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


# --- retain ----------------------------------------------------------------------------------


def test_predicate_that_raises_changes_nothing() -> None:
    """Elements that were already rejected are not removed either, and the list is unlocked at once (R14)."""
    pool = churned()
    before = pool.layout(), list(pool.items())

    def predicate(_: Key[int], element: int) -> bool:
        if element == 7:
            raise TroubleError
        return False

    with pytest.raises(TroubleError) as caught:
        pool.retain(predicate)
    assert (pool.layout(), list(pool.items())) == before
    # The traceback is still there, and keeps alive whatever its frames do.
    assert caught.traceback
    pool.add(1)


def test_truth_of_the_answer_is_asked_for_while_lent() -> None:
    """If `bool` of the answer raises, this is treated like a predicate that raises (R14)."""

    class Undecided:
        def __bool__(self) -> bool:
            with pytest.raises(BorrowError):
                pool.clear()
            raise TroubleError

    pool = churned()
    before = pool.layout()
    with pytest.raises(TroubleError):
        pool.retain(lambda *_: Undecided())  # type: ignore[arg-type] # of NumPy, say
    assert pool.layout() == before


# --- several keys ----------------------------------------------------------------------------


def test_keys_that_break_off_remove_nothing() -> None:
    """The keys are read to the end before the first removal."""
    pool = Pool(range(3))
    with pytest.raises(TroubleError):
        pool.remove_many(breaking_off([*pool]))
    assert len(pool) == 3
