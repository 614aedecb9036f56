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


def test_adding_while_iterating(pool: StableList[str]) -> None:
    """A built-in list would allow this."""

    def program() -> None:
        for element in pool.values():
            pool.add(element.upper())

    assert message(program) == f"BorrowError: add refused: {LENT} add {AFTERWARDS}"


def test_removing_while_iterating(pool: StableList[str]) -> None:
    """A built-in dict would raise as well."""

    def program() -> None:
        for key, element in pool.items():
            if element == "ant":
                del pool[key]

    afterwards = AFTERWARDS.replace(";", ", or use retain;")
    assert message(program) == f"BorrowError: del refused: {LENT} del {afterwards}"


def test_adding_with_an_iterator_left_half_way(pool: StableList[str]) -> None:
    """`next(iter(pool))` of an iterator that has a name keeps the list lent."""
    keys = iter(pool)
    next(keys)
    assert message(lambda: pool.extend(["cat"])) == (
        f"BorrowError: extend refused: {LENT} extend {AFTERWARDS}"
    )
    del keys
    pool.extend(["cat"])


def test_clearing_in_a_callback(pool: StableList[str]) -> None:
    """Two loans are open, one for the loop and one for the callback."""

    def program() -> None:
        for key in pool:
            pool.at_mut(key, lambda _: pool.clear())

    assert message(program) == (
        "BorrowError: clear refused: 2 iterators or callbacks are open;"
        f" collect what is to change and clear {AFTERWARDS}"
    )


def test_using_a_stale_key(pool: StableList[str]) -> None:
    """The element was removed, and its cell was reused."""
    ant = next(iter(list(pool)))
    pool.remove(ant)
    remedy = (
        "its element was removed, or it is another list's key:"
        " look it up by at or get where an element may be gone"
    )
    assert message(lambda: pool[ant]) == (
        f"StaleKeyError: Key(index=0, id=0) names no element: cell 0 is vacant; {remedy}"
    )
    pool.add("cat")
    assert message(lambda: pool[ant]) == (
        "StaleKeyError: Key(index=0, id=0) names no element:"
        f" cell 0 holds the element of Key(index=0, id=2); {remedy}"
    )


def test_using_the_key_of_another_list(pool: StableList[str]) -> None:
    """It finds an element only by coincidence; otherwise the error mentions this possibility."""
    key = StableList[str](ids=ids.uuid4).add("stranger")
    assert message(lambda: pool[key]) == (
        f"StaleKeyError: {key!r} names no element:"
        " cell 0 holds the element of Key(index=0, id=0);"
        " its element was removed, or it is another list's key:"
        " look it up by at or get where an element may be gone"
    )


def test_using_a_position_as_a_key(pool: StableList[str]) -> None:
    """A built-in list would allow this."""
    position: object = 0
    assert message(lambda: pool[position]) == (  # type: ignore[index] # that is the mistake
        "TypeError: 0 is not a Key; pass the Key that add returned"
    )


def test_making_a_key_of_what_a_file_held() -> None:
    """The numbers were read as text."""
    index: object = "0"
    assert message(lambda: Key(index, 7)) == (  # type: ignore[arg-type] # that is the mistake
        "TypeError: index is '0' and id is 7; pass two ints"
    )


def test_keeping_a_view(pool: StableList[str]) -> None:
    """The view is used after its callback has ended."""
    kept: list[StableAccess[str]] = []
    pool.apply(Key(0, 0), lambda _, others: kept.append(others))
    assert message(lambda: kept[0].at(Key(1, 1))) == (
        "BorrowError: access through the view refused: the callback or loop step that it was lent"
        " to is over; keep keys instead of the view, and look them up in the list"
    )


def test_looking_the_pivot_up_among_the_others(pool: StableList[str]) -> None:
    """The callback already has the pivot."""
    ant = Key[str](0, 0)
    assert message(lambda: pool.apply(ant, lambda _, others: print(others[ant]))) == (
        "StaleKeyError: Key(index=0, id=0) names no element:"
        " it is the pivot's, which the view of the others leaves out"
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


def test_packing_keys_without_bounds() -> None:
    """The message says which of the two is unbounded."""
    pool = StableList[int](ids=ids.unbounded)
    assert message(lambda: pool.pack(pool.add(1))) == (
        "ValueError: keys of an index of 32 and an id of unbounded bits cannot be packed;"
        " bound index_bits and ids"
    )
