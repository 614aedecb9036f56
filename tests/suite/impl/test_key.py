"""Keys: immutable values, which a program can also make itself."""

import copy
import operator
import pickle
from itertools import product
from typing import Any
from unittest.mock import ANY

import pytest

from stablelist import Key


def test_key_equals_by_index_and_id() -> None:
    """Two keys are equal if both numbers are, and then they have the same hash."""
    assert Key[int](3, 7) == Key[int](3, 7)
    for other in (Key[int](2, 7), Key[int](4, 7), Key[int](3, 6), Key[int](3, 8)):
        assert Key[int](3, 7) != other
    assert len({Key[int](3, 7), Key[int](3, 7), Key[int](7, 3)}) == 2


@pytest.mark.parametrize("other", [(3, 7), 3, None, "Key(index=3, id=7)"])
def test_key_equals_nothing_but_keys(other: object) -> None:
    """A tuple of the same numbers is not a key."""
    assert Key[int](3, 7) != other


def test_what_is_no_key_may_still_equal_one() -> None:
    """The key leaves the comparison to the other object, as built-in types do."""
    assert Key[int](3, 7) == ANY


def test_key_shows_its_numbers() -> None:
    """The repr is the call that forges the key."""
    assert repr(Key[int](index=3, id=7)) == "Key(index=3, id=7)"
    assert (Key[int](3, 7).index, Key[int](3, 7).id) == (3, 7)


class Whole(int):
    """A number of another class."""


NO_INTS: list[Any] = [True, 1.0, float("nan"), None, "0", [], Whole(0)]


@pytest.mark.parametrize("number", NO_INTS, ids=lambda number: type(number).__name__)
def test_key_is_made_of_two_ints(number: Any) -> None:
    """True and 1.0 are equal to the int 1, but are refused, like everything else that is not an int (R10)."""
    for numbers in [(number, 7), (7, number)]:
        with pytest.raises(TypeError) as caught:
            Key[int](*numbers)
        first, second = numbers
        assert str(caught.value) == f"index is {first!r} and id is {second!r}; pass two ints"


@pytest.mark.parametrize("number", [-1, -(2**63) - 1, 2**62, 2**64, 2**200])
def test_any_int_may_be_in_a_key(number: int) -> None:
    """A forged key may contain numbers that no list issues; they are kept unchanged (R10)."""
    key = Key[int](number, -number)
    assert (key.index, key.id) == (number, -number)
    assert key == Key[int](number, -number)
    assert hash(key) == hash(Key[int](number, -number))


@pytest.mark.parametrize("name", ["index", "id", "other"])
def test_key_is_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Key[int](3, 7), name, 0)


def test_copy_of_a_key_is_the_key() -> None:
    """Immutable objects need no copies."""
    key = Key[int](3, 2**80)
    assert copy.copy(key) is key
    assert copy.deepcopy([key])[0] is key


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_key_survives_pickling(protocol: int) -> None:
    """A key that was sent to another process finds the same element there."""
    key = Key[int](3, 2**80)
    assert pickle.loads(pickle.dumps(key, protocol)) == key


KEYS: list[Key[str]] = [
    Key(0, 0),
    Key(0, 1),
    Key(0, 2**70),
    Key(1, -1),
    Key(1, 0),
    Key(2**70, 0),
    Key(2**70, 1),
]


def test_keys_are_ordered_by_index_and_then_by_id() -> None:
    assert sorted([*KEYS[3:], *KEYS[:3]]) == KEYS
    for (n, one), (m, other) in product(enumerate(KEYS), repeat=2):
        assert (one < other, one <= other, one > other, one >= other) == (
            n < m,
            n <= m,
            n > m,
            n >= m,
        )
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="not supported between"):
            compare(Key(0, 0), (0, 0))


def test_key_can_be_matched() -> None:
    match Key[str](3, 7):
        case Key(index, id=stamp):
            assert (index, stamp) == (3, 7)
        case _:
            pytest.fail("no key")


def test_hashes_of_keys_seldom_collide() -> None:
    """The hashes of the keys of one list seldom collide."""
    hashes = {
        hash(Key(index, id_)) % (1 << 16) for index in range(100) for id_ in range(index, 300, 100)
    }
    assert len(hashes) > 295
