"""Parameters: what the constructor rounds, and what it refuses."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from stablelist import Key, StableList, Truncate, ids
from stablelist.parameters import lawful


class Eight:
    """A number of another class, as libraries have them."""

    def __index__(self) -> int:
        return 8


@pytest.mark.parametrize(
    ("minimum", "capacity", "space"),
    [(0, 0, 4), (4, 0, 4), (5, 0, 8), (4, 13, 16), (20, 13, 20), (4, 1000, 1000)],
)
def test_lengths_are_rounded_up_to_quarters(minimum: int, capacity: int, space: int) -> None:
    """The initial space is the larger of the two, a multiple of 4 (R1)."""
    pool = StableList[int](minimum=minimum, capacity=capacity)
    assert (pool.space, pool.capacity, pool.opened) == (space, space, 0)


@pytest.mark.parametrize("name", ["minimum", "capacity", "index_bits"])
def test_whatever_is_an_index_is_a_number(name: str) -> None:
    """A number of another library is accepted if it has `__index__`."""
    eight: dict[str, Any] = {name: Eight()}
    assert StableList[int](**eight).layout().space in (4, 8)
    assert StableList[int](index_bits=Eight()).pack(Key(1, 1)) == 0x101


@pytest.mark.parametrize("width", [3, 8, 32, 63, 64, None])
def test_every_width_of_index_is_served(width: int | None) -> None:
    """An index range beyond any memory has the same effect as an unbounded one (R9)."""
    pool = StableList[int](index_bits=width)
    assert pool.add(1) == Key(0, 0)
    pool.check()


@pytest.mark.interpreted
def test_defaults_are_the_documented_ones() -> None:
    """A list of four cells that truncates its iteration, with keys of 64 bits (R1, R6, R9)."""
    parameters = inspect.signature(StableList).parameters
    assert {name: parameter.default for name, parameter in parameters.items()} == {
        "elements": (),
        "minimum": 4,
        "capacity": 0,
        "truncate": Truncate.ITERATION,
        "ids": ids.u32,
        "index_bits": 32,
        "maximum": None,
    }


def test_choices_cannot_be_changed_afterwards() -> None:
    """A list shares its parameters with its copies."""
    with pytest.raises(AttributeError):
        StableList[int]()._parameters.least_space = 8  # type: ignore[misc] # frozen


def test_modes_are_named_as_in_the_port_protocol() -> None:
    """The values are the words that a port is configured with (R6)."""
    assert [mode.value for mode in Truncate] == ["never", "iteration", "memory"]


def test_native_list_is_told_numbers() -> None:
    """The native list gets the last id of a counter, or None if ids are not counted, and the number of the mode."""

    class Other(ids.Counter):
        """A subclass of Counter, which may count differently."""

    sources: list[ids.IdSource] = [ids.u8, ids.u64, ids.unbounded, ids.uuid4, Other(8)]
    chosen = [lawful(4, 0, Truncate.MEMORY, source, 8) for source in sources]
    assert [each.last_id for each in chosen] == [255, 2**64 - 1, None, None, None]
    assert [lawful(4, 0, mode, ids.u8, 8).mode_number for mode in Truncate] == [0, 1, 2]
