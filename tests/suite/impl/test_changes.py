"""Adding and removing one element, several, all or none; an element made for its key, and the key at an index."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableList
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


def test_list_may_be_extended_by_its_own_elements() -> None:
    """A view lends only while it is iterated over, and all elements are collected first."""
    pool = Pool()
    filled(pool, 2)
    pool.extend(pool.values())
    assert list(pool.values()) == [0, 1, 0, 1]


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


# --- one element -----------------------------------------------------------------------------


@pytest.mark.parametrize("default", [None, 0, "gone"])
def test_pop_of_a_stale_key_gives_the_default(default: object) -> None:
    """None is a valid default (R11)."""
    pool = churned()
    before = observed(pool)
    assert pool.pop(Key(99, 99), default) is default
    assert observed(pool) == before


def test_popped_none_is_told_from_nothing() -> None:
    """If the element is None, None is returned and not the default (R11)."""
    pool = StableList[None]()
    key = pool.add(None)
    assert pool.pop(key, 7) is None
    assert pool.pop(key, 7) == 7


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


def test_predicate_that_forgets_its_return_removes_nothing() -> None:
    """None is not accepted as an answer; afterwards nothing is lent."""
    pool = churned()
    before = pool.layout()
    seen: list[int] = []
    forgetful: Any = lambda _, element: seen.append(element)  # noqa: E731 # as a newcomer writes it
    with pytest.raises(TypeError, match=r"returned None; return True or False, or wrap it in bool"):
        pool.retain(forgetful)
    assert (len(seen), pool.layout()) == (1, before)
    pool.add(1)


# --- several keys ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["ant", 7, None, (0, 0)])
def test_what_is_no_key_is_refused_before_anything_is_removed(key: Any) -> None:
    """Whether or not elements are lent (R10)."""
    pool = Pool(range(3))
    keys = list(pool)
    with pytest.raises(TypeError, match="is not a Key"):
        pool.remove_many([keys[0], key])
    for _ in pool:
        with pytest.raises(TypeError, match="is not a Key"):
            pool.remove_many([keys[0], key])
    assert list(pool.values()) == [0, 1, 2]


def test_one_key_alone_is_refused() -> None:
    """The message is the same in both builds."""
    pool = Pool(range(3))
    one: Any = next(iter(list(pool)))
    with pytest.raises(
        TypeError, match="is one key; pass several of them in a list, or call remove"
    ):
        pool.remove_many(one)
    assert len(pool) == 3


def test_keys_that_break_off_remove_nothing() -> None:
    """The keys are read to the end before the first removal."""
    pool = Pool(range(3))
    with pytest.raises(TroubleError):
        pool.remove_many(breaking_off([*pool]))
    assert len(pool) == 3


@pytest.mark.parametrize("index", [-1, 1, 3, 4, 1000, 2**63, 2**64, -(10**30)])
def test_no_key_is_at_another_index(index: int) -> None:
    """The index may be vacant, untouched, beyond the cells, or negative (R10)."""
    pool = Pool(range(2))
    pool.remove(Key(1, 1))
    assert pool.key_at(index) is None


@pytest.mark.parametrize("index", ["0", None, 0.0, True, Key(0, 0)])
def test_what_is_no_index_is_refused(index: Any) -> None:
    with pytest.raises(TypeError, match=r"; pass the index of a key, such as 0$"):
        Pool().key_at(index)
