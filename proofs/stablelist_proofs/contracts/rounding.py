"""Rounding: how long an element space may be (R1)."""

from __future__ import annotations

from stablelist.ids import u32
from stablelist.parameters import _rounded_up, lawful
from stablelist.truncate import Truncate
from stablelist_spec.parts.parameters import Parameters, round_up

from . import domain

# --- what is true ---------------------------------------------------------------------------------


def rounding_gives_the_least_lawful_space(length: int, space: int) -> bool:
    """The result is the least multiple of 4, at least 4, that is not below the length.

    4 ∣ s, s ≥ max(4, n); s = 4 or s − 4 < n
    """
    return space % 4 == 0 and space >= max(4, length) and (space == 4 or space - 4 < length)


def initial_space_has_room_for_minimum_and_capacity(
    minimum: int, capacity: int, space: int
) -> bool:
    """The initial space is the least lawful space that is below neither the minimum nor the capacity.

    4 ∣ s, s ≥ max(4, m, c); s = 4 or s − 4 < max(m, c)
    """
    return rounding_gives_the_least_lawful_space(max(minimum, capacity), space)


# --- of what --------------------------------------------------------------------------------------


def spec_round_up(length: int) -> int:
    """`stablelist_spec.parts.parameters.round_up`.

    post: rounding_gives_the_least_lawful_space(length, _)
    """
    return round_up(length)


def impl_round_up(length: int) -> int:
    """`stablelist.parameters._rounded_up`.

    post: rounding_gives_the_least_lawful_space(length, _)
    """
    return _rounded_up(length)


def spec_initial_space(minimum: int, capacity: int) -> int:
    """`stablelist_spec.parts.parameters.Parameters.initial_space`.

    Minimum and capacity below 2 ** 61.

    raises: domain.OutsideError
    post: initial_space_has_room_for_minimum_and_capacity(minimum, capacity, _)
    """
    domain.within(0 <= minimum < 2**61, 0 <= capacity < 2**61)
    return Parameters(minimum=minimum, capacity=capacity, index_bits=None).initial_space


def impl_initial_space(minimum: int, capacity: int) -> int:
    """`stablelist.parameters.lawful`.

    Minimum and capacity below 2 ** 61.

    raises: domain.OutsideError
    post: initial_space_has_room_for_minimum_and_capacity(minimum, capacity, _)
    """
    domain.within(0 <= minimum < 2**61, 0 <= capacity < 2**61)
    return lawful(minimum, capacity, Truncate.ITERATION, u32, None).initial_space


def canary(length: int) -> int:
    """False for every multiple of 4 from 4 on: CrossHair must detect that.

    post: _ > length
    """
    return _rounded_up(length)
