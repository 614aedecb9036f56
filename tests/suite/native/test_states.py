"""States that no list has saved are refused, and nothing changes."""

# mypy: disable-error-code="func-returns-value"
from __future__ import annotations

from typing import Any

import pytest

from stablelist import StableList, Truncate, ids


def test_ids_without_end_are_given_once() -> None:
    """An id that is not below the next id would be used again."""
    state = StableList(range(8), ids=ids.unbounded)._state()
    for spoilt in ({"next_id": 3}, {"space": {**state["space"], "ids": [0] * 8}}):
        with pytest.raises(ValueError, match="given twice"):
            StableList[int]().__setstate__(state | spoilt)


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


def test_memory_that_nobody_has_changes_nothing() -> None:
    """The list is loaded before it replaces the previous content."""
    pool = StableList(["ant"])
    state = StableList[str](index_bits=None)._state()
    state["space"]["allocated"] = 1 << 62
    with pytest.raises(MemoryError):
        pool.__setstate__(state)
    assert list(pool.values()) == ["ant"]
