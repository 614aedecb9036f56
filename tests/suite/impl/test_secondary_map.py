"""Both maps compared with a dict from which retired keys are removed, and joins of them."""

import copy
import gc
import pickle
import sys
import weakref
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from stablelist import (
    Key,
    SecondaryMap,
    SparseSecondaryMap,
    StableList,
    StaleKeyError,
    ids,
    join,
    join_values,
)
from suite.impl.elements import Mourner

KINDS: list[Any] = [SecondaryMap, SparseSecondaryMap]
of_each_kind = pytest.mark.parametrize("kind", KINDS)


def stored(values: Any) -> int:
    """The number of values that are kept alive."""
    return int(values._sizes[0] if isinstance(values, SecondaryMap) else len(values._entries))


class AgainstDict(RuleBasedStateMachine):
    """Random operations on a list and on a map of its keys, with the same operations on a dict.

    Ids are of 8 bits, so that cells are used again and again; they do not wrap within one run.
    """

    kind: Any = SecondaryMap

    def __init__(self) -> None:
        super().__init__()
        self.pool = StableList[int](ids=ids.u8)
        self.map = self.kind[int](self.pool)
        self.half = SecondaryMap[int](self.pool)
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
        assert stored(self.map) == len(self.oracle)

    @rule(divisor=st.integers(1, 3))
    def mark(self, divisor: int) -> None:
        """Give some keys a value in the other map."""
        self.half.update({key: key.id for key in self.pool if key.id % divisor == 0})

    @rule(others=st.integers(1, 3))
    def compare_joined(self, others: int) -> None:
        """A join has the keys that are in all."""
        maps = [self.map, *[self.half] * others]
        found = [
            (key, value, *[key.id] * others)
            for key, value in sorted(self.oracle.items())
            if key in self.half
        ]
        assert list(join(*maps)) == found
        assert list(join_values(*maps)) == [each[1:] for each in found]

    @rule(saved=st.booleans())
    def go_on_with_a_copy(self, saved: bool) -> None:
        """Continue with a copy, together with the list or of the map alone."""
        if saved:
            whole = self.pool, self.map, self.half
            self.pool, self.map, self.half = pickle.loads(pickle.dumps(whole))
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


class SparseAgainstDict(AgainstDict):
    """The same with the map on a dict."""

    kind = SparseSecondaryMap


TestAgainstDict = AgainstDict.TestCase
TestSparseAgainstDict = SparseAgainstDict.TestCase


def pair() -> tuple[StableList[str], Key[str], Key[str]]:
    """A list with two keys."""
    pool = StableList[str]()
    ant, bee = pool.extend(["ant", "bee"])
    return pool, ant, bee


@of_each_kind
def test_newer_element_has_no_value_of_the_older_one(kind: Any) -> None:
    """The key of the older element cannot overwrite the value of the newer one either."""
    pool, ant, _ = pair()
    legs = kind(pool, {ant: 6})
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


@of_each_kind
def test_update_sets_all_or_none(kind: Any) -> None:
    """If one key is stale, or is not a key, nothing changes."""
    pool, ant, bee = pair()
    legs = kind(pool, {ant: 5})
    with pytest.raises(StaleKeyError):
        legs.update([(ant, 6), (bee, 6), (Key(0, 9), 6)])
    with pytest.raises(TypeError, match=r"^0 is not a Key"):
        legs.update([(ant, 6), (0, 6)])
    assert dict(legs) == {ant: 5}


@of_each_kind
def test_it_may_change_while_it_is_iterated_over(kind: Any) -> None:
    """Removed keys are skipped; the list is not lent."""
    pool = StableList(range(4))
    doubled = kind(pool, {key: 2 * element for key, element in pool.items()})
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


@of_each_kind
def test_values_of_retired_keys_are_dropped_as_the_map_grows(kind: Any) -> None:
    """There are never more than twice as many entries as there were live keys."""
    pool = StableList[int]()
    values = kind[Value](pool)
    watched = weakref.WeakSet[Value]()
    for _ in range(20):
        for key in pool.extend(range(100)):
            values[key] = value = Value()
            watched.add(value)
            del value
        pool.clear()
        assert len(watched) <= 100
    sparse = StableList[int]()
    values = kind[Value](sparse)
    keys = sparse.extend(range(1000))
    for key in keys:
        values[key] = Value()
        if key.index:
            sparse.remove(key)
        assert stored(values) <= 16
    values.sweep()
    assert list(values) == keys[:1]


@of_each_kind
def test_dropped_value_may_call_back(kind: Any) -> None:
    """The map is consistent at that moment, and may be changed."""
    pool, ant, bee = pair()
    values = kind[Any](pool)

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


@of_each_kind
def test_sweep_leaves_alone_what_changes_meanwhile(kind: Any) -> None:
    """A finaliser may empty or fill the map at any moment."""
    pool = StableList[str]()
    values = kind[Any](pool)

    class Meddling:
        """A value that does something to the map when it is deleted."""

        def __init__(self, act: Callable[[], object]) -> None:
            self.act = act

        def __del__(self) -> None:
            self.act()

    def refill() -> None:
        values.clear()
        values.update(dict.fromkeys(pool.extend("xyz"), "new"))

    keys = pool.extend("abcdefgh")
    for key in keys:
        values[key] = Meddling(refill if key == keys[3] else values.sweep)
    pool.remove_many(keys)
    values.sweep()
    assert list(values.values()) == ["new"] * 3
    assert [pool[key] for key in values] == [*"xyz"]


@of_each_kind
def test_copy_of_a_map_is_independent(kind: Any) -> None:
    """A copy has the same list; a deep copy and a pickle include a copy of it."""
    pool, ant, bee = pair()
    legs = kind(pool, {ant: [6], bee: [6]})
    pool.remove(bee)
    loaded = pickle.loads(pickle.dumps(legs))  # before anything else has swept it
    shallow, deep = copy.copy(legs), copy.deepcopy(legs)
    shallow[ant] = [5]
    assert shallow.pool is legs.pool is pool
    for twin in (deep, loaded):
        assert stored(twin) == 1
        assert twin == legs
        assert twin[ant] is not legs[ant]
        assert twin.pool is not pool
        assert twin.pool.at(ant) == "ant"


@of_each_kind
def test_map_in_its_own_list_is_saved(kind: Any) -> None:
    """The map is loaded before its list, and does not use it."""
    pool = StableList[Any]()
    values = kind[str](pool)
    values[pool.add(values)] = "itself"
    twin = pickle.loads(pickle.dumps(pool))
    assert twin.first.pool is twin
    assert list(twin.first.values()) == ["itself"]


def test_value_that_gives_the_map_another_list_leaves_it_in_order() -> None:
    """Then the sweep in which it was dropped says nothing about the keys of the new list."""
    pool, ant, bee = pair()
    other, cat, dog = pair()

    class Moving:
        """A value that begins the map anew when it is deleted."""

        def __del__(self) -> None:
            values.__init__(other, {cat: "cat", dog: "dog"})  # type: ignore[misc]
            other.remove(dog)

    values = SecondaryMap[Any](pool)
    values[ant] = Moving()
    values[bee] = "bee"
    pool.clear()
    values.sweep()
    assert values.pool is other
    assert (dog in values, dict(values), len(values)) == (False, {cat: "cat"}, 1)


def test_pop_takes_one_default() -> None:
    """Any more are refused, in the same words in both builds."""
    pool, ant, _ = pair()
    pop: Any = SecondaryMap(pool, {ant: 6}).pop
    with pytest.raises(TypeError, match=r"^pop\(\) takes a key and a default, not 3 arguments$"):
        pop(ant, 1, 2)
    assert pop(ant) == 6


@of_each_kind
def test_map_of_another_list_is_refused(kind: Any) -> None:
    """Its keys are of that list; where that is a copy of this one, a dict says so."""
    pool, ant, _ = pair()
    legs = SecondaryMap[int](pool, {ant: 6})
    twin = pool.copy()
    for refused in [kind, lambda *_: kind(twin).update(legs)]:
        with pytest.raises(ValueError, match=r"for keys of another list; if that is a copy of"):
            refused(twin, legs)
    assert dict(kind(twin, dict(legs))) == {ant: 6}
    with pytest.raises(ValueError, match="for keys of another list; pass maps of one list"):
        join(legs, kind(twin))
    with pytest.raises(TypeError, match="is not a SecondaryMap; pass maps of one list"):
        join(legs, {ant: 6})  # type: ignore[call-overload]
    sparse = SparseSecondaryMap(pool, legs)
    assert list(join_values(legs, sparse)) == [(6, 6)]
    assert list(join(sparse, legs)) == [(ant, 6, 6)]


@of_each_kind
def test_map_without_a_list_says_so(kind: Any) -> None:
    """Whoever overrides `__init__` has to call it."""
    values, ant = kind.__new__(kind), Key[str](0, 0)
    acts: list[Callable[[], object]] = [
        lambda: values[ant],
        lambda: values.get(ant),
        lambda: ant in values,
        lambda: values.pop(ant, None),
        lambda: values.__setitem__(ant, 6),
        lambda: values.__delitem__(ant),
        lambda: list(values),
        lambda: list(values.items()),
        lambda: values.pool,
        lambda: values.update({}),
        values.copy,
        lambda: join(values),
    ]
    for act in acts:
        with pytest.raises(TypeError, match="this map has no list; make it with the list whose"):
            act()


@of_each_kind
def test_keys_and_items_are_sets(kind: Any) -> None:
    """As those of a dict, with the operators on either side."""
    pool, ant, bee = pair()
    legs, others = kind(pool, {ant: 6}), {bee, ant}
    keys: Any = legs.keys()
    items: Any = legs.items()
    own: Any = pool.keys()
    assert isinstance(keys, KeysView)
    assert isinstance(items, ItemsView)
    assert isinstance(legs.values(), ValuesView)
    assert (keys & others, others & keys, keys | others) == ({ant}, {ant}, others)
    assert (keys - others, others - keys, others ^ keys, keys ^ others) == (
        set(),
        {bee},
        {bee},
        {bee},
    )
    assert keys < others
    assert keys <= others
    assert others > keys
    assert keys == {ant}
    assert keys != others
    assert not keys.isdisjoint(others)
    assert items & {(ant, 6), (bee, 6)} == {(ant, 6)}
    assert own == others
    assert pool.items() >= {(ant, "ant")}
    view: Any
    for view in (keys, items, own):
        with pytest.raises(TypeError, match="unhashable"):
            hash(view)
        assert view != 5
        with pytest.raises(TypeError):
            view & 5


def test_number_of_values_is_known_until_an_element_is_removed() -> None:
    """The map notices each way of retiring a key, and only these."""
    acts: list[Callable[[StableList[str]], object]] = [
        lambda pool: pool.remove(next(iter(list(pool)))),
        lambda pool: pool.pop(next(iter(list(pool)))),
        lambda pool: pool.remove_many(list(pool)),
        lambda pool: pool.retain(lambda _key, _element: False),
        lambda pool: pool.drain(),
        lambda pool: pool.clear(),
        lambda pool: pool.__init__(),  # type: ignore[misc]
        lambda pool: pool.__setstate__(StableList[str]()._state()),
    ]
    for act in acts:
        pool = StableList(["ant"])
        legs = SecondaryMap(pool, dict.fromkeys(pool, 6))
        assert len(legs) == 1
        before = pool._retired
        pool.add("bee")
        pool.reserve(100)
        pool.replace(next(iter(list(pool))), "wasp")
        assert pool._retired == before
        act(pool)
        assert pool._retired != before
        assert len(legs) == len(list(legs)) == 0


def test_join_shows_what_changes_meanwhile() -> None:
    """What is removed before it is reached is left out, in any of the maps or in the list."""
    pool = StableList(range(200))
    keys = list(pool)
    first = SecondaryMap(pool, {key: key.id for key in keys})
    second = SecondaryMap(pool, {key: -key.id for key in keys if key.id % 3 == 0})
    seen = []
    for key, one, two in join(first, second):
        assert one == -two == key.id
        seen.append(key.id)
        if key.id == 9:
            pool.remove(keys[12])
            del first[keys[15]]
            del second[keys[18]]
            first[keys[21]] = 21
            second.update(dict.fromkeys(keys[22:23], -22))
        if key.id == 90:
            second.clear()
    assert seen == [0, 3, 6, 9, 21, 22, *range(24, 91, 3)]


def test_sparse_map_is_joined_by_the_keys_that_all_maps_have() -> None:
    """The smallest map is walked; a None is a value."""
    pool = StableList("abcd")
    ant, bee, cat, _ = keys = list(pool)
    every = SecondaryMap(pool, dict.fromkeys(keys, 1))
    some = SparseSecondaryMap[int | None](pool, {ant: None, bee: 2, cat: 3})
    two = SparseSecondaryMap(pool, {cat: 4, ant: 5})
    assert [*join(every, some, two)] == [(ant, 1, None, 5), (cat, 1, 3, 4)]
    assert [*join_values(some, SecondaryMap(pool, {keys[3]: 6, bee: 7}))] == [(2, 7)]


def test_result_of_a_step_that_is_kept_stays() -> None:
    """The tuple of the last step is used again only if nobody else has it."""
    pool = StableList(range(5))
    twice = SecondaryMap(pool, {key: [2 * key.id] for key in pool})
    kept = [*join(twice, twice), *join_values(twice), *twice.items()]
    assert [each[-1] for each in kept] == [[0], [2], [4], [6], [8]] * 3
    many = [twice] * 20
    assert [len({*map(id, each)}) for each in join(*many)] == [2] * 5


def test_saved_map_that_none_is_is_refused() -> None:
    """What is no key with a value is not loaded."""
    pool = StableList[str]()
    for item in [(Key(-1, 0), 6), (0, 6), (Key(0, 0),), 6]:
        with pytest.raises(ValueError, match="is not a key with its value"):
            SecondaryMap.__new__(SecondaryMap).__setstate__(
                (None, {"_pool": pool, "_entries": {0: item}})
            )


def test_attributes_of_a_subclass_are_saved() -> None:
    """A copy has them as well."""
    pool, ant, _ = pair()
    legs = Named(pool, {ant: 6})
    legs.name = "legs"
    for twin in (copy.deepcopy(legs), pickle.loads(pickle.dumps(legs))):
        assert (twin.name, twin[ant], type(twin)) == ("legs", 6, Named)


class Named(SecondaryMap[int]):
    """A map with an attribute."""

    name: str


@pytest.mark.parametrize("count", [100, 1_000, 10_000])
def test_bytes_are_fewer_than_those_of_a_dict(count: int) -> None:
    """16 bytes for an index in the native build, and at most half as many more for growth."""
    pool = StableList(range(count))
    values, pairs = SecondaryMap(pool, dict.fromkeys(pool, 6)), dict.fromkeys(pool, 6)
    assert sys.getsizeof(values) <= sys.getsizeof(pairs)
    pool.clear()
    values.sweep()
    assert sys.getsizeof(values) < 500


@of_each_kind
def test_error_for_a_key_without_a_value_is_deleted_at_once(kind: Any) -> None:
    """No cycle with its traceback keeps it, and what its frames refer to, until garbage is collected."""
    pool, ant, _ = pair()
    legs = kind(pool)
    acts: list[Callable[[], object]] = [
        lambda: legs[ant],
        lambda: legs.pop(ant),
        lambda: legs.__delitem__(ant),
    ]
    gc.collect()
    for act in acts:
        with suppress(KeyError):
            act()
    assert gc.collect() == 0


@pytest.mark.parametrize("form", [join, join_values, lambda values: iter(values.items())])
def test_step_that_a_deleted_map_takes_finds_the_end(form: Callable[..., Iterator[Any]]) -> None:
    """At its end, the iterator was the last to refer to the map, whose values take another step."""
    pool = StableList(range(3))
    words: list[object] = []
    steps: Iterator[Any] = iter(())
    steps = form(
        SecondaryMap(pool, {key: Mourner(lambda: words.append(next(steps, None))) for key in pool})
    )
    for found in steps:
        del found
    assert words == [None] * 3
