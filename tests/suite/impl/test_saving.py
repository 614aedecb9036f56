"""Copies and pickles: an independent list that continues as the original does (R8)."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar, get_type_hints

import pytest

from stablelist import BorrowError, StableList, Truncate, ids
from stablelist.saving import SavedSpace
from suite.impl.elements import Box, Pool, Script, TroubleError, churned, filled, observed

P = TypeVar("P", bound=StableList[Any])
Save: TypeAlias = Callable[[Any], Any]


def pickled(pool: P, protocol: int = pickle.HIGHEST_PROTOCOL) -> P:
    """The list, pickled and loaded."""
    loaded: P = pickle.loads(pickle.dumps(pool, protocol))
    return loaded


PICKLES: dict[str, Save] = {
    f"pickle {protocol}": partial(pickled, protocol=protocol)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
}
DEEP: dict[str, Save] = {"deepcopy": copy.deepcopy, **PICKLES}
WAYS: dict[str, Save] = {"copy": StableList.copy, "copy.copy": copy.copy, **DEEP}

by_every_way = pytest.mark.parametrize("way", WAYS)
by_every_deep_way = pytest.mark.parametrize("way", DEEP)
by_every_mode = pytest.mark.parametrize("mode", Truncate)


# --- what a copy is --------------------------------------------------------------------------


@by_every_way
@by_every_mode
def test_copy_is_as_the_original(way: str, mode: Truncate) -> None:
    """Keys, positions and costs are equal; copying itself costs nothing (R8)."""
    pool = churned(truncate=mode)
    pool.reserve(100)
    list(pool.items())
    before = pool.layout(), pool.stats()
    twin = WAYS[way](pool)
    assert type(twin) is StableList
    assert (twin.layout(), twin.stats()) == before == (pool.layout(), pool.stats())
    assert list(twin.items()) == list(pool.items())
    assert twin._state() == pool._state()  # so it goes on as the original does
    twin.check()


@by_every_way
def test_copy_and_original_are_independent(way: str) -> None:
    pool = churned()
    twin = WAYS[way](pool)
    before = observed(pool)
    for key in list(twin)[3:]:
        twin.remove(key)
    twin.extend(range(100))
    twin.each_mut(lambda _, number: number + 1)
    assert observed(pool) == before
    pool.clear()
    assert len(twin) == 103
    pool.check()
    twin.check()


def test_copy_is_not_lent() -> None:
    """An iterator over the original does not lend the copy (R14)."""
    pool = churned()
    for _ in pool:
        for way in WAYS.values():
            twin = way(pool)
            twin.clear()
            twin.check()
        with pytest.raises(BorrowError):
            pool.clear()
    pool.clear()


# --- elements --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["copy", "copy.copy"])
def test_shallow_copy_shares_the_elements(way: str) -> None:
    """Only the elements are shared: replacing one in one list does not change the other."""
    pool = StableList[Box]()
    keys = pool.extend([Box(1), Box(2)])
    twin = WAYS[way](pool)
    assert [twin.at(key) is pool.at(key) for key in keys] == [True, True]
    twin.replace(keys[0], Box(3))
    assert [box.content for box in pool.values()] == [1, 2]


@by_every_deep_way
def test_deep_copy_shares_nothing_that_can_change(way: str) -> None:
    """Neither elements and their content nor id sources with a state are shared."""
    source = Script(*range(50))
    pool = StableList[Box](ids=source)
    key = pool.add(Box([1]))
    twin = DEEP[way](pool)
    twin[key].content.append(2)
    assert pool[key].content == [1]
    first = [twin.add(Box()).id for _ in range(3)]
    assert first == [pool.add(Box()).id for _ in range(3)] == [1, 2, 3]


@by_every_deep_way
def test_element_that_is_there_twice_is_copied_once(way: str) -> None:
    """A deep copy of a built-in list does the same."""
    box = Box()
    pool = StableList[Box]()
    one, two = pool.extend([box, box])
    twin = DEEP[way](pool)
    assert twin[one] is twin[two] is not box


@by_every_way
def test_list_in_itself_is_copied(way: str) -> None:
    """A deep copy contains itself; a shallow copy contains the original."""
    pool = StableList[Any]()
    key, word = pool.add(pool), pool.add("ant")
    twin = WAYS[way](pool)
    assert twin[key] is (twin if way in DEEP else pool)
    assert twin[word] == "ant"
    twin.check()


@by_every_way
def test_none_is_copied_as_an_element(way: str) -> None:
    """It is distinguished from a vacancy (R11)."""
    pool = StableList[None]()
    keys = pool.extend([None] * 6)
    pool.remove(keys[2])
    twin = WAYS[way](pool)
    assert [key in twin for key in keys] == [True, True, False, True, True, True]
    twin.check()


class Troublesome:
    """An element that calls back when it is copied or pickled."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act

    def __deepcopy__(self, memo: object) -> str:
        self.act()
        return "copied"

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        self.act()
        return str, ("copied",)


@by_every_deep_way
def test_element_that_cannot_be_copied_leaves_the_list_in_order(way: str) -> None:
    """The error is passed on; nothing has changed, and nothing is lent."""

    def act() -> None:
        raise TroubleError

    pool = StableList[Any]()
    pool.extend([1, Troublesome(act), 3])
    before = observed(pool)
    with pytest.raises(TroubleError):
        DEEP[way](pool)
    assert observed(pool) == before
    pool.clear()


@by_every_deep_way
def test_element_that_changes_the_list_while_it_is_copied(way: str) -> None:
    """The copy has the elements from the beginning of copying; the original has the change."""
    pool = StableList[Any]()

    def act() -> None:
        pool.clear()
        pool.add("late")

    keys = pool.extend([1, Troublesome(act), 3])
    twin = DEEP[way](pool)
    assert [twin.at(key) for key in keys] == [1, "copied", 3]
    assert list(pool.values()) == ["late"]
    twin.check()
    pool.check()


# --- sources of ids --------------------------------------------------------------------------


@by_every_way
def test_copying_uses_no_id(way: str) -> None:
    """Not even the source's first id is requested again, because the source might have a state (R8)."""
    source = Script(*range(10, 20))
    pool = Pool(ids=source)
    filled(pool, 2)
    asked = list(source.values)
    WAYS[way](pool)
    assert source.values == asked
    assert pool.add(1).id == 12


@by_every_way
def test_random_ids_part_after_the_next(way: str) -> None:
    """The next id was already drawn; later ids are drawn independently (R9)."""
    pool = Pool(ids=ids.uuid4)
    twin = WAYS[way](pool)
    assert pool.add(0) == twin.add(0)
    assert {key.id for key in filled(pool, 20)}.isdisjoint(key.id for key in filled(twin, 20))


@by_every_deep_way
def test_ready_source_is_saved(way: str) -> None:
    for source in (ids.u8, ids.unbounded, ids.uuid4, ids.uuid7, ids.Counter(3)):
        twin = DEEP[way](Pool(ids=source))
        assert twin._parameters.ids == source


# --- subclasses ------------------------------------------------------------------------------


class Herd(StableList[int]):
    """A list with attributes, which its constructor requires."""

    def __init__(self, name: str, owners: list[str]) -> None:
        super().__init__(truncate=Truncate.MEMORY)
        self.name = name
        self.owners = owners


@by_every_way
def test_subclass_is_copied_with_its_attributes(way: str) -> None:
    """Its constructor is not called; shallow copies share what is in the attributes."""
    herd = Herd("north", ["Ann"])
    keys = filled(herd, 9)
    herd.remove(keys[8])
    twin = WAYS[way](herd)
    assert (type(twin), twin.name, twin.owners) == (Herd, "north", ["Ann"])
    assert (twin.owners is herd.owners) == (way not in DEEP)
    assert (twin.layout(), list(twin.items())) == (herd.layout(), list(herd.items()))
    twin.name = "south"
    assert herd.name == "north"


# --- form ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [0, 2])
def test_list_of_another_form_is_not_loaded(form: int) -> None:
    """A state that another version has saved is refused."""
    pool = churned()
    rebuild, arguments, state = pool.__reduce__()
    twin = rebuild(*arguments)
    with pytest.raises(ValueError, match=r"^this list was saved in form") as caught:
        twin.__setstate__({**state, "form": form})
    assert str(caught.value) == (
        f"this list was saved in form {form}; load it with the version that saved it"
    )
    twin.__setstate__(state)
    assert twin.layout() == pool.layout()


def test_saved_form_is_plain() -> None:
    """It has only numbers, tuples and lists, so each build can load what the other has saved."""
    _, _, state = churned().__reduce__()
    assert state["form"] == 1
    assert state["space"] == {
        "space": 16,
        "allocated": 16,
        "ids": [13, 1, None, 3, 4, None, 6, 7, 8, None, 10, 11, 12],
        "elements": [13, 1, 3, 4, 6, 7, 8, 10, 11, 12],
        "free": [(2,), (5,), (9,)],
        "cost": (0, 12, 0, 4, 0),
    }
    assert get_type_hints(SavedSpace).keys() == state["space"].keys()


# --- what no list has saved ------------------------------------------------------------------


def choose(state: dict[str, Any], **values: Any) -> None:
    """Replace some of the parameters."""
    state["parameters"] = state["parameters"]._replace(**values)


CORRUPT: dict[str, Callable[[dict[str, Any], dict[str, Any]], object]] = {
    "cycle": lambda _, space: space.update(free=[(2, 2), (5,), (9,)]),
    "free cell of another partition": lambda _, space: space.update(free=[(5,), (2,), (9,)]),
    "free cell that is live": lambda _, space: space.update(free=[(1,), (5,), (9,)]),
    "free cell beyond memory": lambda _, space: space.update(free=[(2**62,), (5,), (9,)]),
    "negative free cell": lambda _, space: space.update(free=[(-1,), (5,), (9,)]),
    "forgotten vacancy": lambda _, space: space.update(free=[(), (5,), (9,)]),
    "free list of no numbers": lambda _, space: space.update(free=[("2",), (5,), (9,)]),
    "free list that is none": lambda _, space: space.update(free=[None, (5,), (9,)]),
    "two free lists": lambda _, space: space.update(free=[(2,), (5,)]),
    "element too few": lambda _, space: space["elements"].pop(),
    "element too many": lambda _, space: space["elements"].append(0),
    "negative id": lambda _, space: space["ids"].__setitem__(0, -1),
    "id of no number": lambda _, space: space["ids"].__setitem__(0, "1"),
    "bool for an id": lambda _, space: space["ids"].__setitem__(0, True),
    "id too wide": lambda _, space: space["ids"].__setitem__(0, 2**64),
    "next id too wide": lambda state, _: state.update(next_id=2**64),
    "next id of no number": lambda state, _: state.update(next_id=None),
    "more cells than the space": lambda _, space: space["ids"].extend([None] * 4),
    "space of no quarters": lambda _, space: space.update(space=18, allocated=18),
    "space of nothing": lambda _, space: space.update(space=0, allocated=0),
    "memory shorter than the space": lambda _, space: space.update(allocated=8),
    "memory of half a space more": lambda _, space: space.update(allocated=24),
    "negative cost": lambda _, space: space.update(cost=(0, 0, 0, -1, 0)),
    "cost too few": lambda _, space: space.update(cost=(0, 0, 0, 0)),
    "cells of no number": lambda state, _: state.update(cells=1.5),
    "no space": lambda state, _: state.pop("space"),
    "memory above 64 bits": lambda _, space: space.update(allocated=1 << 66),
    "memory above all": lambda _, space: space.update(allocated=1 << 64),
    "cost above 64 bits": lambda _, space: space.update(cost=(1 << 64, 0, 0, 0, 0)),
    "visits above 64 bits": lambda state, _: state.update(cells=1 << 64),
    "free lists of one cell": lambda _, space: space.update(free=[(2,), (2,), (2,)]),
    "no parameters": lambda state, _: state.update(parameters=None),
    "least space of 3": lambda state, _: choose(state, least_space=3),
    "negative space": lambda state, _: choose(state, least_space=-4, initial_space=-4),
    "no mode": lambda state, _: choose(state, truncate="memory"),
    "no source": lambda state, _: choose(state, ids=None),
    "another end": lambda state, _: choose(state, index_end=1 << 70),
    "no attributes": lambda state, _: state.pop("attributes"),
    "attributes that are none": lambda state, _: state.update(attributes=5),
    "attributes of what has none": lambda state, _: state.update(attributes={"_open": -1}),
    "parameters of a dict": lambda state, _: state.update(parameters={"ids": ids.u32}),
    "space of a list": lambda state, _: state.update(space=[]),
}


@pytest.mark.parametrize("how", CORRUPT)
def test_corrupt_state_is_refused_and_changes_nothing(how: str) -> None:
    """One clear error; no endless loop, and no inconsistent list."""
    _, _, state = churned().__reduce__()
    state = copy.deepcopy(state)
    CORRUPT[how](state, state["space"])
    pool = Pool([1, 2, 3])
    before = observed(pool)
    with pytest.raises(ValueError, match=r"^this is not a saved list: |has no attributes"):
        pool.__setstate__(state)
    assert observed(pool) == before
    pool.check()
    pool.add(4)


@pytest.mark.parametrize("state", [None, [], {}, {"form": "1"}])
def test_foreign_state_is_refused(state: Any) -> None:
    """The error names the version of the form, if there is one."""
    pool = Pool([1])
    with pytest.raises(
        ValueError, match=r"^this list was saved in form .*; load it with the version"
    ):
        pool.__setstate__(state)
    assert list(pool.values()) == [1]


def test_huge_capacity_in_a_pickle_is_refused_by_memory() -> None:
    """It is accepted if there is that much memory; the list is consistent in either case."""
    _, _, state = Pool().__reduce__()
    state["space"].update(space=2**60, allocated=2**60)
    pool = Pool([1])
    with pytest.raises(MemoryError):
        pool.__setstate__(state)
    pool.check()
    pool.add(1)


def test_ids_without_end_are_given_once() -> None:
    """An id that is not below the next id would be used again."""
    state = StableList(range(8), ids=ids.unbounded)._state()
    with pytest.raises(ValueError, match="an id is not below 3"):
        StableList[int]().__setstate__(state | {"next_id": 3})


@pytest.mark.parametrize("mode", [Truncate.ITERATION, Truncate.MEMORY])
def test_upper_half_that_is_empty_would_have_been_dropped(mode: Truncate) -> None:
    """So no list has saved it."""
    pool = StableList(range(8), truncate=Truncate.NEVER)
    for key in list(pool)[4:]:
        pool.remove(key)
    state: Any = pool._state()
    state["parameters"] = state["parameters"]._replace(truncate=mode)
    with pytest.raises(ValueError, match="upper half is empty"):
        StableList[int]().__setstate__(state)


class Shifty(dict[str, Any]):
    """A value that differs when it is read again."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if name in {"ids", "elements"}:
            self[name] = list(range(100_000))
        return value


def test_what_is_checked_is_what_is_loaded() -> None:
    """A state is read once."""
    state = StableList(["ant"])._state()
    state["space"] = Shifty(state["space"])
    pool = StableList[str]()
    pool.__setstate__(state)
    pool.check()
    assert list(pool.values()) == ["ant"]


class Named(StableList[int]):
    """A subclass with a `__dict__`."""

    name = "none"


def test_attributes_are_those_of_the_dictionary() -> None:
    """A state cannot set a slot."""
    pool = Named([1])
    pool.name = "ant"
    state: Any = pool._state()
    state["attributes"]["_open"] = -1
    twin = Named()
    twin.__setstate__(state)
    assert (twin.name, list(twin.values())) == ("ant", [1])
    twin.add(2)
