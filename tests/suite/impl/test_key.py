"""Keys: values that anybody may forge and nobody may change."""

from __future__ import annotations

import copy
import pickle

import pytest

from stablelist import Key


def test_key_equals_by_index_and_id() -> None:
    """Two keys are one if both their numbers are, and then they hash alike."""
    assert Key[int](3, 7) == Key[int](3, 7)
    assert Key[int](3, 7) != Key[int](3, 8)
    assert Key[int](3, 7) != Key[int](4, 7)
    assert len({Key[int](3, 7), Key[int](3, 7), Key[int](7, 3)}) == 2


@pytest.mark.parametrize("other", [(3, 7), 3, None, "Key(index=3, id=7)"])
def test_key_equals_nothing_but_keys(other: object) -> None:
    """A tuple of the same numbers is no key."""
    assert Key[int](3, 7) != other


def test_key_shows_its_numbers() -> None:
    """The repr is the call that forges the key."""
    assert repr(Key[int](index=3, id=7)) == "Key(index=3, id=7)"
    assert (Key[int](3, 7).index, Key[int](3, 7).id) == (3, 7)


@pytest.mark.parametrize("name", ["index", "id", "other"])
def test_key_is_immutable(name: str) -> None:
    """Neither can a number be changed nor an attribute be added."""
    with pytest.raises(AttributeError):
        setattr(Key[int](3, 7), name, 0)


def test_key_survives_copy_and_pickle() -> None:
    """A copied key names the same element."""
    key = Key[int](3, 7)
    assert copy.copy(key) == copy.deepcopy(key) == pickle.loads(pickle.dumps(key)) == key
