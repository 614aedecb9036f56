"""Removing one element, the elements that a predicate rejects, or all elements."""

from __future__ import annotations

from typing import Any

import pytest

from stablelist import BorrowError, Key, StableList
from suite.impl.elements import (
    TroubleError,
    churned,
    observed,
)

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


# --- all elements ----------------------------------------------------------------------------
