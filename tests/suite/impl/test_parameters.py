"""Parameters: what the constructor rounds, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from stablelist import StableList, Truncate


@pytest.mark.parametrize(
    ("minimum", "capacity", "space"),
    [(0, 0, 4), (4, 0, 4), (5, 0, 8), (4, 13, 16), (20, 13, 20), (4, 1000, 1000)],
)
def test_lengths_are_rounded_up_to_quarters(minimum: int, capacity: int, space: int) -> None:
    """The initial space is the larger of the two, a multiple of 4 (R1)."""
    layout = StableList[int](minimum=minimum, capacity=capacity).layout()
    assert (layout.space, layout.allocated, layout.opened) == (space, space, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"minimum": -1}, "minimum is -1; pass 0 or more"),
        ({"capacity": -4}, "capacity is -4; pass 0 or more"),
        ({"id_bits": 0}, "id_bits is 0; pass 1 to 64, or None for unbounded"),
        ({"id_bits": 65}, "id_bits is 65; pass 1 to 64, or None for unbounded"),
        ({"index_bits": 2}, "index_bits is 2; pass 3 to 64, or None for unbounded"),
        (
            {"index_bits": 3, "capacity": 9},
            (
                "an element space of 12 cells does not fit an index of 3 bits; "
                "lower capacity or minimum, or widen index_bits"
            ),
        ),
    ],
)
def test_number_out_of_range_is_refused(arguments: dict[str, Any], message: str) -> None:
    """The message names the value and what to pass instead."""
    with pytest.raises(ValueError, match=r"; (pass|lower) ") as caught:
        StableList[int](**arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"minimum": None}, "minimum is None; pass a number of elements, such as 0"),
        ({"capacity": True}, "capacity is True; pass a number of elements, such as 0"),
        ({"capacity": 4.0}, "capacity is 4.0; pass a number of elements, such as 0"),
        ({"id_bits": "8"}, "id_bits is '8'; pass a number of bits, or None for unbounded"),
        (
            {"truncate": "memory"},
            "truncate is 'memory'; pass Truncate.NEVER, Truncate.ITERATION or Truncate.MEMORY",
        ),
    ],
)
def test_wrong_type_is_refused(arguments: dict[str, Any], message: str) -> None:
    """A bool is not a number, nor is a float that happens to be whole."""
    with pytest.raises(TypeError) as caught:
        StableList[int](**arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("bits", [1, 2, 64])
def test_ids_wrap_at_their_width(bits: int) -> None:
    """The id after 2**bits - 1 is 0 (R8)."""
    pool = StableList[int](id_bits=bits)
    pool._next_id = 2**bits - 1
    assert [pool.add(0).id, pool.add(1).id] == [2**bits - 1, 0]


def test_unbounded_ids_do_not_wrap() -> None:
    """An unbounded id goes on beyond any machine word (R8)."""
    pool = StableList[int](id_bits=None)
    pool._next_id = 2**64 - 1
    assert [pool.add(0).id, pool.add(1).id] == [2**64 - 1, 2**64]
    pool.check()


def test_modes_are_named_as_in_the_port_protocol() -> None:
    """The values are the words that a port is configured with (R6)."""
    assert [mode.value for mode in Truncate] == ["never", "iteration", "memory"]
