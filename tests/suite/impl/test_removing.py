"""Removing one element, the elements that a predicate rejects, or all elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableList, StaleKeyError, Truncate
from suite.impl.elements import (
    Pool,
    TroubleError,
    churned,
    filled,
    observed,
    positions,
    raise_trouble,
)

# --- one element -----------------------------------------------------------------------------


def test_pop_takes_out_what_remove_does() -> None:
    """The element, the reuse of its cell and the truncation are the same, in every mode (R4, R6)."""
    for mode in Truncate:
        popped, removed = churned(truncate=mode), churned(truncate=mode)
        for key in reversed(list(removed.copy())):
            assert popped.pop(key) == removed.remove(key)
            assert popped.layout() == removed.layout()
            popped.check()
        assert popped.stats() == removed.stats()


@pytest.mark.parametrize("default", [None, 0, "gone"])
def test_pop_of_a_stale_key_gives_the_default(default: object) -> None:
    """None is a valid default (R11)."""
    pool = churned()
    before = observed(pool)
    assert pool.pop(Key(99, 99), default) is default
    assert observed(pool) == before


def test_pop_and_del_require_the_element() -> None:
    """Without a default, a stale key is an error and changes nothing (R11)."""
    pool = churned()
    before = observed(pool)
    with pytest.raises(StaleKeyError):
        pool.pop(Key(99, 99))
    with pytest.raises(StaleKeyError):
        del pool[Key(99, 99)]
    assert observed(pool) == before


def test_del_removes() -> None:
    """`del pool[key]` is `pop` without a return value."""
    pool = Pool()
    keys = filled(pool, 3)
    del pool[keys[1]]
    assert list(pool) == [keys[0], keys[2]]
    pool.check()


def test_popped_none_is_told_from_nothing() -> None:
    """If the element is None, None is returned and not the default (R11)."""
    pool = StableList[None]()
    key = pool.add(None)
    assert pool.pop(key, 7) is None
    assert pool.pop(key, 7) == 7


# --- retain ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("divisor", [1, 2, 3, 20])
def test_retain_is_an_iteration_and_then_removals(mode: Truncate, divisor: int) -> None:
    """The kept and returned elements, the costs and the layout are the same as by hand (R4, R12)."""
    retained, by_hand = churned(truncate=mode), churned(truncate=mode)
    rejected = [item for item in by_hand.items() if item[1] % divisor == 0]
    for key, _ in rejected:
        by_hand.remove(key)
    assert retained.retain(lambda _, element: element % divisor != 0) == rejected
    assert (retained.layout(), retained.stats()) == (by_hand.layout(), by_hand.stats())
    assert list(retained.items()) == list(by_hand.items())
    assert not any(key in retained for key, _ in rejected)
    retained.check()


def test_truncation_follows_when_all_is_removed() -> None:
    """Removal in ascending order empties h2 last, and then the space is halved twice (R4, R5)."""
    pool = Pool()
    keys = filled(pool, 17)
    rejected = pool.retain(lambda key, _: key.index in (0, 5))
    assert [key for key, _ in rejected] == [key for key in keys if key.index not in (0, 5)]
    assert (pool.layout().space, positions(pool)) == (8, [0, 5])
    assert pool.stats().truncations == 2


def test_predicate_sees_every_element_with_its_key_ascending() -> None:
    """The order is that of iteration (R12)."""
    pool = churned()
    seen: list[tuple[Key[int], int]] = []
    assert pool.retain(lambda key, element: seen.append((key, element)) or True) == []  # type: ignore[func-returns-value]
    assert seen == list(pool.items())


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


def test_predicate_sees_the_list_lent() -> None:
    """It may look up and replace; it may not change the structure (R14)."""
    pool = Pool()
    one, two = filled(pool, 2)

    def predicate(key: Key[int], element: int) -> bool:
        with pytest.raises(BorrowError):
            pool.remove(key)
        pool.replace(two, 20)
        return element < 10

    assert pool.retain(predicate) == [(two, 20)]
    assert list(pool) == [one]


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


def test_predicate_that_keeps_an_iterator_changes_nothing() -> None:
    """A lent list cannot be changed (R14)."""
    pool = churned()
    before = pool.layout()
    kept: list[Iterator[int]] = []

    def predicate(*_: object) -> bool:
        kept.append(iter(pool.values()))
        return False

    with pytest.raises(BorrowError):
        pool.retain(predicate)
    kept.clear()
    assert pool.layout() == before
    assert len(pool.retain(lambda *_: False)) == 10


def test_what_is_no_predicate_changes_nothing() -> None:
    """The error is Python's own, and the list is unlocked."""
    pool = churned()
    before = pool.layout()
    nothing: Any = None
    with pytest.raises(TypeError):
        pool.retain(nothing)
    assert pool.layout() == before
    pool.clear()


# --- all elements ----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Truncate)
def test_drain_is_an_iteration_and_a_clear(mode: Truncate) -> None:
    """It returns what iteration shows, and leaves the list as `clear` does (R7, R12)."""
    drained, cleared = churned(truncate=mode), churned(truncate=mode)
    items = list(cleared.items())
    cleared.clear()
    assert drained.drain() == items
    assert (drained.layout(), drained.stats()) == (cleared.layout(), cleared.stats())
    assert not any(key in drained for key, _ in items)
    drained.check()


def test_all_are_out_before_the_first_is_looked_at() -> None:
    """Nothing is lent afterwards: the loop over the result may change the list."""
    pool = Pool()
    filled(pool, 3)
    for _, element in pool.drain():
        pool.add(10 * element)
    assert list(pool.values()) == [0, 10, 20]


def test_empty_list_is_drained_of_nothing() -> None:
    """Draining an untouched list costs nothing; a used one costs its opened cells (R12)."""
    pool = Pool()
    assert (pool.drain(), pool.stats().cells) == ([], 0)
    pool.remove(pool.add(1))
    assert (pool.drain(), pool.stats().cells, pool.layout().opened) == ([], 1, 0)


@pytest.mark.parametrize("mode", Truncate)
def test_ids_go_on_after_all_were_removed(mode: Truncate) -> None:
    """No old key finds a new element at its position (R7, R8)."""
    pool = Pool(truncate=mode)
    old = filled(pool, 9)
    pool.clear()
    filled(pool, 9)
    old += list(pool)
    pool.drain()
    old_ids = {key.id for key in old}
    assert old_ids.isdisjoint(key.id for key in filled(pool, 9))
    assert not any(key in pool for key in old)


def test_retain_of_an_empty_list_asks_nothing() -> None:
    assert Pool().retain(raise_trouble) == []
