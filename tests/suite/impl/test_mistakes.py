"""Mistakes that users make: each message says what was wrong and what to do instead.

Each test is a small program that one might write, and the whole text that one reads then.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stablelist import Key, StableAccess, StableList, ids


def message(program: Callable[[], object]) -> str:
    """The message of the error that *program* raises."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - its type is part of the message
        program()
    return f"{caught.type.__name__}: {caught.value}"


@pytest.fixture
def pool() -> StableList[str]:
    """A list with an ant and a bee."""
    pool = StableList[str]()
    pool.extend(["ant", "bee"])
    return pool


LENT = "1 iterator or callback is open; collect what is to change and"
AFTERWARDS = "after the loop or callback has ended; drop (del) an iterator that is left half-way"


def test_removing_while_iterating(pool: StableList[str]) -> None:
    """A built-in dict would raise as well."""

    def program() -> None:
        for key, element in pool.items():
            if element == "ant":
                del pool[key]

    afterwards = AFTERWARDS.replace(";", ", or use retain;")
    assert message(program) == f"BorrowError: del refused: {LENT} del {afterwards}"


def test_using_the_key_of_another_list(pool: StableList[str]) -> None:
    """It finds an element only by coincidence; otherwise the error mentions this possibility."""
    key = StableList[str](ids=ids.uuid4).add("stranger")
    assert message(lambda: pool[key]) == (
        f"StaleKeyError: {key!r} names no element:"
        " cell 0 holds the element of Key(index=0, id=0);"
        " its element was removed, or it is another list's key:"
        " look it up by at or get where an element may be gone"
    )


def test_keeping_a_view(pool: StableList[str]) -> None:
    """The view is used after its callback has ended."""
    kept: list[StableAccess[str]] = []
    pool.apply(Key(0, 0), lambda _, others: kept.append(others))
    assert message(lambda: kept[0].at(Key(1, 1))) == (
        "BorrowError: access through the view refused: the callback or loop step that it was lent"
        " to is over; keep keys instead of the view, and look them up in the list"
    )


@pytest.mark.parametrize("operation", ["apply", "traverse"])
def test_returning_the_new_element_to_cross_iteration(
    pool: StableList[str], operation: str
) -> None:
    """What a callback returns replaces the element in `at_mut` and `each_mut` only (R15)."""
    named = [Key[str](0, 0)] if operation == "apply" else []
    call: Callable[..., object] = getattr(pool, operation)
    assert message(lambda: call(*named, lambda *_: "wasp")) == (
        f"TypeError: the callback of {operation} returned 'wasp'; return None, and replace the"
        " element by replace_pivot of the view"
    )
    assert list(pool.values()) == ["ant", "bee"]
    pool.add("not lent any more")


def test_filling_a_list_that_cannot_name_so_many() -> None:
    """The message says how wide the index is and what to do."""
    pool = StableList[int](index_bits=3)
    assert message(lambda: [pool.add(number) for number in range(9)]) == (
        "CapacityError: add refused: position 8 does not fit an index of 3 bits;"
        " remove elements or widen index_bits"
    )
