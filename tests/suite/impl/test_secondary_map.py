"""A SecondaryMap compared with a dict from which retired keys are removed."""

import copy
import pickle
import weakref
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from stablelist import Key, SecondaryMap, StableList, StaleKeyError, ids


class AgainstDict(RuleBasedStateMachine):
    """Random operations on a list and on a map of its keys, with the same operations on a dict.

    Ids are of 8 bits, so that cells are used again and again; they do not wrap within one run.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pool = StableList[int](ids=ids.u8)
        self.map = SecondaryMap[int](self.pool)
        self.oracle: dict[Key[int], int] = {}
        self.known: list[Key[int]] = [Key(0, 200)]

    def key(self, choice: int) -> Key[int]:
        """A key that was issued, or a forged one."""
        return self.known[choice % len(self.known)]

    @rule(number=st.integers(1, 6))
    def add(self, number: int) -> None:
        """Add several elements."""
        self.known += self.pool.extend(range(number))

    @rule(choice=st.integers(0, 50))
    def remove(self, choice: int) -> None:
        """Remove an element, or use a stale key."""
        self.pool.remove(self.key(choice))
        self.oracle.pop(self.key(choice), None)

    @rule()
    def clear_list(self) -> None:
        """Retire all keys."""
        self.pool.clear()
        self.oracle.clear()

    @rule(choice=st.integers(0, 50), value=st.integers())
    def put(self, choice: int, value: int) -> None:
        """Only a live key can get a value."""
        key = self.key(choice)
        if key in self.pool:
            self.map[key] = self.oracle[key] = value
        else:
            with pytest.raises(StaleKeyError):
                self.map[key] = value

    @rule(choice=st.integers(0, 50), value=st.integers())
    def put_unless_there(self, choice: int, value: int) -> None:
        """The result is that of a dict."""
        key = self.key(choice)
        if key in self.pool:
            assert self.map.setdefault(key, value) == self.oracle.setdefault(key, value)

    @rule(choice=st.integers(0, 50))
    def take(self, choice: int) -> None:
        """Pop a value, if there is one."""
        assert self.map.pop(self.key(choice), None) == self.oracle.pop(self.key(choice), None)

    @rule(choice=st.integers(0, 50))
    def delete(self, choice: int) -> None:
        """Delete a value; the error says why there is none."""
        key = self.key(choice)
        if key in self.oracle:
            del self.map[key], self.oracle[key]
        else:
            with pytest.raises(KeyError) as caught:
                del self.map[key]
            assert (caught.type is StaleKeyError) == (key not in self.pool)

    @rule()
    def sweep(self) -> None:
        """No value of a retired key is left."""
        self.map.sweep()
        assert len(self.map._entries) == len(self.oracle)

    @rule(saved=st.booleans())
    def go_on_with_a_copy(self, saved: bool) -> None:
        """Continue with a copy, together with the list or of the map alone."""
        if saved:
            self.pool, self.map = pickle.loads(pickle.dumps((self.pool, self.map)))
        else:
            self.map = self.map.copy()
        assert self.map.pool is self.pool

    @rule()
    def clear(self) -> None:
        self.map.clear()
        self.oracle.clear()

    @invariant()
    def every_key_is_answered_alike(self) -> None:
        """Look-ups change nothing, so they come before operations that sweep."""
        for key in self.known:
            assert (key in self.map, self.map.get(key)) == (
                key in self.oracle,
                self.oracle.get(key),
            )

    @rule()
    def compare(self) -> None:
        """Views are in ascending order, and can be iterated over again."""
        ascending = sorted(self.oracle.items())
        assert list(self.map.items()) == list(self.map.items()) == ascending
        assert list(self.map) == list(self.map.keys()) == [key for key, _ in ascending]
        assert list(self.map.values()) == [value for _, value in ascending]
        assert self.map == self.oracle
        assert len(self.map) == len(self.oracle)


TestAgainstDict = AgainstDict.TestCase


def pair() -> tuple[StableList[str], Key[str], Key[str]]:
    """A list with two keys."""
    pool = StableList[str]()
    ant, bee = pool.extend(["ant", "bee"])
    return pool, ant, bee


def test_newer_element_has_no_value_of_the_older_one() -> None:
    """The key of the older element cannot overwrite the value of the newer one either."""
    pool, ant, _ = pair()
    legs = SecondaryMap(pool, {ant: 6})
    pool.remove(ant)
    spider = pool.add("spider")
    assert spider.index == ant.index
    assert (legs.get(spider), legs.get(ant)) == (None, None)
    legs[spider] = 8
    with pytest.raises(StaleKeyError, match=r"cell 0 holds the element of.*: nothing was stored"):
        legs[ant] = 6
    with pytest.raises(
        StaleKeyError, match="nothing was stored; where an element may be gone, ask first"
    ):
        legs.update({spider: 7, ant: 6})
    assert dict(legs) == {spider: 8}


def test_update_sets_all_or_none() -> None:
    """If one key is stale, or is not a key, nothing changes."""
    pool, ant, bee = pair()
    legs = SecondaryMap(pool, {ant: 5})
    with pytest.raises(StaleKeyError):
        legs.update([(ant, 6), (bee, 6), (Key(0, 9), 6)])
    with pytest.raises(TypeError, match=r"^0 is not a Key"):
        legs.update([(ant, 6), (0, 6)])  # type: ignore[list-item]
    assert dict(legs) == {ant: 5}


def test_it_may_change_while_it_is_iterated_over() -> None:
    """Removed keys are skipped; the list is not lent."""
    pool = StableList(range(4))
    doubled = SecondaryMap(pool, {key: 2 * element for key, element in pool.items()})
    first, second, third, fourth = pool
    seen = []
    for key, value in doubled.items():
        seen.append(value)
        if key == first:
            pool.remove(second)
            del doubled[third]
    assert seen == [0, 6]
    assert list(doubled) == [first, fourth]


class Value:
    """A value that can be referenced weakly."""


def test_values_of_retired_keys_are_dropped_as_the_map_grows() -> None:
    """There are never more than twice as many entries as there were live keys."""
    pool = StableList[int]()
    values = SecondaryMap[Value](pool)
    watched = weakref.WeakSet[Value]()
    for _ in range(20):
        for key in pool.extend(range(100)):
            values[key] = value = Value()
            watched.add(value)
            del value
        pool.clear()
        assert len(watched) <= 100
    sparse = StableList[int]()
    values = SecondaryMap[Value](sparse)
    keys = sparse.extend(range(1000))
    for key in keys:
        values[key] = Value()
        if key.index:
            sparse.remove(key)
        assert len(values._entries) <= 8
    values.sweep()
    assert list(values) == keys[:1]


def test_dropped_value_may_call_back() -> None:
    """The map is consistent at that moment, and may be changed."""
    pool, ant, bee = pair()
    values = SecondaryMap[Any](pool)

    class Clinging:
        """A value that stores something under the other retired key when it is deleted."""

        def __del__(self) -> None:
            values[dog] = "clung"

    values[ant] = Clinging()
    values[bee] = "bee"
    pool.clear()
    _cat, dog = pool.extend(["cat", "dog"])
    assert dog.index == bee.index
    values.sweep()
    assert dict(values) == {dog: "clung"}


def test_sweep_leaves_alone_what_changes_meanwhile() -> None:
    """Another thread or a finaliser may change the map at any moment."""

    class Meddling(StableList[str]):
        """A key that empties the map whenever it is used."""

        def __contains__(self, key: object) -> bool:
            values.clear()
            return super().__contains__(key)

    pool = Meddling()
    ant = pool.add("ant")
    values = SecondaryMap[int](pool)
    values[ant] = 6
    pool.remove(ant)
    values.sweep()
    assert not values._entries


def test_copy_of_a_map_is_independent() -> None:
    """A copy has the same list; a deep copy and a pickle include a copy of it."""
    pool, ant, bee = pair()
    legs = SecondaryMap(pool, {ant: [6], bee: [6]})
    pool.remove(bee)
    loaded = pickle.loads(pickle.dumps(legs))  # before anything else has swept it
    shallow, deep = copy.copy(legs), copy.deepcopy(legs)
    shallow[ant] = [5]
    assert shallow.pool is legs.pool is pool
    for twin in (deep, loaded):
        assert len(twin._entries) == 1
        assert twin == legs
        assert twin[ant] is not legs[ant]
        assert twin.pool is not pool
        assert twin.pool.at(ant) == "ant"


def test_map_in_its_own_list_is_saved() -> None:
    """The map is loaded before its list, and does not use it."""
    pool = StableList[Any]()
    values = SecondaryMap[str](pool)
    values[pool.add(values)] = "itself"
    twin = pickle.loads(pickle.dumps(pool))
    assert twin.first.pool is twin
    assert list(twin.first.values()) == ["itself"]
