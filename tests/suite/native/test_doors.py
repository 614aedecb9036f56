"""The functions that the extension offers to its own Python code are safe whoever calls them."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableAccess, StableInspection, StableList, Truncate, ids
from stablelist.compiled import EXTENSION
from stablelist.lending import Change
from stablelist.pivots import Pivots
from stablelist.pool import Pool

native = pytest.mark.native

CALLS: dict[str, Callable[[Any], object]] = {
    "_exchange": lambda pool: pool._exchange(),
    "_begin": lambda pool: pool._begin(),
    "_put_all": lambda pool: pool._put_all(5),
    "_take": lambda pool: pool._take(5),
    "_element": lambda pool: pool._element("ant"),
    "_load": lambda pool: pool._load(4, 4),
    "_restore": lambda pool: pool._restore(0, "ant"),
}


@native
@pytest.mark.parametrize("call", CALLS)
def test_call_with_wrong_arguments_is_refused(call: str) -> None:
    """Missing arguments are not read."""
    pool = StableList(["ant"])
    with pytest.raises(TypeError):
        CALLS[call](pool)
    pool.check()


@native
@pytest.mark.parametrize("position", [1, 5, 1 << 40, (1 << 64) - 1])
def test_position_that_is_not_live_is_refused(position: int) -> None:
    pool: Any = StableList(["ant"])
    for act in (pool._element, pool._vacate, lambda number: pool._exchange(number, "bee")):
        with Change(pool, "a test"), pytest.raises(IndexError):
            act(position)
    assert pool._key_at(position) is None


@native
@pytest.mark.parametrize(
    "key", [Key(0, 0), Key(4, 0), Key(1, 1 << 64), Key(1 << 64, 0), Key(-1, 0)]
)
def test_key_that_cannot_be_restored_is_refused(key: Key[str]) -> None:
    """It is live, beyond memory, or too wide; the list checks this before it calls."""
    pool: Any = StableList(["ant"])
    with Change(pool, "a test"), pytest.raises((ValueError, OverflowError)):
        pool._restore(key, "bee")
    pool.check()


LOADED: dict[str, dict[str, Any]] = {
    "more opened cells than space": {"ids": [0, 1, 2, 3, 4], "elements": [0] * 5},
    "more space than memory": {"space": 8},
    "no quarters": {"space": 5, "allocated": 5},
    "no cells": {"space": 0, "allocated": 0, "ids": [], "elements": [], "free": ((), (), ())},
    "2^64 cells": {"space": 1 << 64, "allocated": 1 << 64},
    "2^64 visits": {"cost": (1 << 64, 0, 0, 0, 0)},
    "less than the minimum": {"minimum": 8},
    "an id that is none": {"ids": ["ant", None, 2, 3]},
    "too few elements": {"elements": [0, 1]},
    "too many elements": {"elements": [0, 1, 2, 3]},
    "a vacancy too few": {"free": ((), (), ())},
    "a vacancy twice": {"free": ((), (1, 1), ())},
    "a vacancy that is live": {"free": ((0,), (), ())},
    "a vacancy that was never opened": {"free": ((), (1,), (3,)), "ids": [0, None, 2]},
    "a vacancy of another partition": {"free": ((1,), (), ())},
    "a vacancy beyond memory": {"free": ((), (1 << 40,), ())},
    "a vacancy that is no number": {"free": ((), ("ant",), ())},
}


@native
@pytest.mark.parametrize("source", [ids.u32, ids.uuid4])
@pytest.mark.parametrize("state", LOADED)
def test_state_that_no_list_has_is_not_loaded(state: str, source: ids.IdSource) -> None:
    """Nothing is read or written beyond the cells, and the pool is still empty."""
    lawful: dict[str, Any] = {
        "space": 4,
        "allocated": 4,
        "ids": [0, None, 2, 3],
        "elements": [0, 1, 2],
    }
    lawful |= {"free": ((), (1,), ()), "cost": (0,) * 5, "cells": 0, "minimum": 4}
    *arguments, minimum = (lawful | LOADED[state]).values()
    pool: Any = StableList[object](minimum=minimum, ids=source)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        pool._load(*arguments)
    assert len(pool) == 0
    pool.check()
    pool.extend(range(9))
    pool.check()


@native
def test_list_with_elements_loads_nothing_else() -> None:
    """They would be lost."""
    pool: Any = StableList(["ant"])
    with pytest.raises(ValueError, match="no new list has this state"):
        pool._load(4, 4, [], [], ((), (), ()), (0,) * 5, 0)
    assert list(pool.values()) == ["ant"]


PARTS: dict[str, Callable[[Any], object]] = {
    "_vacate": lambda pool: pool._vacate(0),
    "_put": lambda pool: pool._put("bee"),
    "_put_all": lambda pool: pool._put_all(["bee"]),
    "_clear": lambda pool: pool._clear(),
    "_reserve": lambda pool: pool._reserve(100),
    "_shrink": lambda pool: pool._shrink(),
    "_take": lambda pool: pool._take(StableList(["bee"])),
}


@native
@pytest.mark.parametrize("part", PARTS)
def test_part_of_a_change_needs_one(part: str) -> None:
    """Otherwise what is lent could be changed."""
    pool = StableList(["ant"])
    for key in pool:
        with pytest.raises(RuntimeError, match="a part of a change, and none is under way"):
            PARTS[part](pool)
        assert pool.at(key) == "ant"
    pool.check()


@native
@pytest.mark.parametrize("number", [-1, 0, 3, -2, 1 << 62, 1 << 64, "ant"])
def test_loans_of_iterators_are_ended_by_nobody_else(number: Any) -> None:
    """The number of loans changes by one, and never below the number of iterators."""
    pool: Any = StableList(range(100), truncate=Truncate.MEMORY)
    iterator = iter(pool.values())
    with pytest.raises((ValueError, OverflowError, TypeError)):
        pool._open = number
    with pytest.raises(ValueError, match="loans cannot become"):
        del pool._open
    with pytest.raises(BorrowError):
        pool.clear()
    assert list(iterator) == list(range(100))
    pool.clear()


@native
def test_pools_within_pools_are_deleted_one_by_one() -> None:
    """The C stack does not overflow, however deep they are nested."""
    made = Pool[Any]()
    for _ in range(100_000):
        outer = Pool[Any]()
        outer.add(made)
        made = outer
    del made, outer


@native
def test_types_of_others_are_not_documented() -> None:
    """They own their docstrings."""
    assert EXTENSION is not None
    with pytest.raises(TypeError, match="not a type of this module"):
        EXTENSION.document(Sequence, {"__doc__": "A list."})


def at_the_end_of_the_stack(act: Callable[[], object]) -> None:
    """Call a function at each depth, until the stack ends."""
    act()
    at_the_end_of_the_stack(act)


def test_look_up_needs_no_stack() -> None:
    pool = StableList(["ant"], ids=ids.uuid4)
    key = next(iter(list(pool)))
    twin = Key[str](key.index, key.id)
    found: list[object] = []
    with pytest.raises(RecursionError):
        at_the_end_of_the_stack(lambda: found.append(pool.at(twin)))
    assert set(found) == {"ant"}


@native
@pytest.mark.parametrize("kind", [int, dict, list, object, StableList])
def test_pivots_show_nothing_but_views(kind: Any) -> None:
    """An int does not have the fields of a view."""
    pool = StableList(["ant", "bee"])
    with pytest.raises(TypeError):
        list(Pivots(pool, kind))


@pytest.mark.parametrize("pivot", [0, 1, -1, 1 << 64])
@pytest.mark.parametrize("kind", [StableAccess, StableInspection])
def test_view_is_not_made_by_hand(kind: Any, pivot: int) -> None:
    """Nothing would lend it the list, or check its pivot."""
    pool = StableList(["ant"])
    for make in (lambda: kind(pool, pivot), kind, lambda: kind.__new__(kind)):
        with pytest.raises(TypeError, match="a view cannot be made by hand; call apply, inspect"):
            make()


@native
def test_pivot_of_a_view_is_live() -> None:
    pool = StableList(["ant"])
    for position in (1, -1, 1 << 64):
        with pytest.raises((IndexError, OverflowError)):
            StableAccess._of(pool, position)
    wrong: Any = (pool,)
    with pytest.raises(TypeError):
        StableAccess._of(*wrong)


@pytest.mark.parametrize("mode", Truncate)
def test_own_view_of_a_list_that_is_not_lent(mode: Truncate) -> None:
    """It does not show elements that were removed meanwhile."""
    pool = StableList(range(10_000), truncate=mode)
    for what in ("keys", "values", "items"):
        iterator = iter(getattr(StableAccess._of(pool, 0), what)())
        next(iterator)
        pool.clear()
        pool.shrink_to_fit()
        assert len([each for each in iterator if each is not None]) <= 20_000
        pool.extend(range(10_000))
    pool.check()


def test_own_view_of_an_empty_list() -> None:
    """Its length is not negative."""
    pool = StableList(["ant"])
    view = StableAccess._of(pool, 0)
    pool.clear()
    with pytest.raises(ValueError, match="should return >= 0"):
        len(view)


class Sequence(StableList[str]):
    """A list whose `[]` is overridden."""

    def __getitem__(self, key: Key[str]) -> str:
        return super().__getitem__(key)


def test_subclass_with_its_own_brackets_is_reversed_by_keys() -> None:
    """Otherwise Python would treat it as a sequence."""
    assert list(reversed(Sequence(["ant", "bee"]))) == [Key(1, 1), Key(0, 0)]


@native
def test_documentation_is_not_doubled_by_a_second_import() -> None:
    """A type lives longer than the module that sets its docstrings."""
    assert EXTENSION is not None
    before = Key.__doc__, Key.index.__doc__
    EXTENSION.document(Key, {"__doc__": "A key.", "index": "Its index."})
    assert (Key.__doc__, Key.index.__doc__) == before
    assert Key.__text_signature__ == "(index, id)"


INTERPRETER = """
from test.support import run_in_subinterp_with_config
code = "import stablelist; pool = stablelist.StableList([1]); pool.check(); assert not stablelist.__compiled__"
import stablelist
assert stablelist.__compiled__
assert run_in_subinterp_with_config(
    code, use_main_obmalloc=True, allow_fork=True, allow_exec=True, allow_threads=True,
    allow_daemon_threads=True, check_multi_interp_extensions=True, own_gil=False) == 0
stablelist.StableList(range(100)).check()
"""


if sys.version_info >= (3, 12):  # before, an extension could not refuse this

    @native
    def test_other_interpreters_use_the_python_source() -> None:
        """The types of the extension belong to one interpreter."""
        assert subprocess.run([sys.executable, "-c", INTERPRETER], check=False).returncode == 0
