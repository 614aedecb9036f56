"""The parameters of a user, and the rounding that makes them lawful."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from stablelist_spec.parts.parameters import Parameters, Truncate, round_up


@pytest.mark.parametrize(
    ("length", "rounded"), [(0, 4), (1, 4), (4, 4), (5, 8), (8, 8), (1001, 1004), (2046, 2048)]
)
def test_lengths_are_rounded_up_to_quarters(length: int, rounded: int) -> None:
    """To multiples of 4, and to 4 at least (R1)."""
    assert round_up(length) == rounded


@pytest.mark.parametrize(
    ("minimum", "capacity", "least", "initial"),
    [(0, 0, 4, 4), (5, 0, 8, 8), (4, 13, 4, 16), (20, 5, 20, 20), (9, 40, 12, 40)],
)
def test_initial_space_is_the_larger_of_both(
    minimum: int, capacity: int, least: int, initial: int
) -> None:
    """A capacity below the minimum changes nothing (R1)."""
    parameters = Parameters(minimum=minimum, capacity=capacity)
    assert (parameters.least_space, parameters.initial_space) == (least, initial)


@pytest.mark.parametrize(
    ("minimum", "space", "may"),
    [
        (4, 8, True),
        (4, 4, False),
        (4, 12, False),  # 6 is no multiple of 4
        (8, 12, False),  # 6 is below the minimum, too
        (8, 16, True),
        (12, 16, False),
        (4, 1000, True),
        (4, 500, False),
        (4, 9, False),
    ],
)
def test_halves_are_lawful_spaces(minimum: int, space: int, may: bool) -> None:
    """At least the minimum, and a multiple of 4 (R1)."""
    assert Parameters(minimum=minimum).may_halve(space) is may


@pytest.mark.parametrize(
    ("field", "value"),
    [("minimum", -1), ("capacity", -1), ("id_bits", 0), ("index_bits", 1), ("maximum", 0)],
)
def test_unlawful_value_is_refused(field: str, value: int) -> None:
    """The error names the field, the value and the least that is allowed; one more is accepted."""
    with pytest.raises(ValueError, match=rf"{field} is {value}; it must be at least {value + 1}"):
        Parameters(**{field: value})  # type: ignore[arg-type] # the mode is not among the fields
    assert Parameters(**{field: value + 1})  # type: ignore[arg-type] # nor here


def test_space_beyond_the_index_range_is_refused() -> None:
    """A list whose initial cells could not all be named cannot be made (R9)."""
    assert Parameters(capacity=8, index_bits=3).initial_space == 8
    with pytest.raises(ValueError, match=r"12 cells does not fit an index of 3 bits"):
        Parameters(capacity=9, index_bits=3)


def test_ids_go_round_or_on() -> None:
    """Bounded ids start over after 2^bits, unbounded ones never do (R8)."""
    assert [Parameters(id_bits=1).next_id(n) for n in (0, 1)] == [1, 0]
    assert Parameters(id_bits=32).next_id(2**32 - 1) == 0
    assert Parameters(id_bits=None).next_id(2**64) == 2**64 + 1
    assert (Parameters(id_bits=3).id_period, Parameters(id_bits=None).id_period) == (8, None)


def test_positions_are_named_or_not() -> None:
    """All of the 2^bits positions, or all there are (R9)."""
    narrow = Parameters(index_bits=3)
    assert (narrow.index_count, narrow.indexable(7), narrow.indexable(8)) == (8, True, False)
    assert Parameters(index_bits=None).indexable(2**70)


def test_what_is_not_chosen_has_a_default() -> None:
    """The least minimum, nothing allocated, 32 bits (R1, R6, R9)."""
    assert Parameters() == Parameters(4, 0, Truncate.ITERATION, 32, 32)


def test_parameters_never_change() -> None:
    """Every state of a list shares them, and keeps what was computed of them."""
    with pytest.raises(FrozenInstanceError):
        Parameters().minimum = 8  # type: ignore[misc] # that is the point


def test_equal_parameters_hash_alike() -> None:
    """The hash that is kept is that of the fields."""
    assert hash(Parameters(minimum=8)) == hash(Parameters(minimum=8))
    assert len({Parameters(), Parameters(minimum=8), Parameters(id_bits=1), Parameters()}) == 3


@pytest.mark.parametrize(
    ("index_bits", "maximum", "most"),
    [(None, None, None), (3, None, 8), (None, 5, 5), (3, 5, 5), (3, 9, 8), (3, 8, 8)],
)
def test_most_live_is_the_lower_bound(
    index_bits: int | None, maximum: int | None, most: int | None
) -> None:
    """It is the smaller of the index range and the maximum, if there is one (R9)."""
    assert Parameters(index_bits=index_bits, maximum=maximum).most_live == most


def test_maximum_is_what_the_list_may_hold() -> None:
    """One more element is refused (R9)."""
    assert [Parameters(maximum=3).holds(live) for live in (0, 3, 4)] == [True, True, False]
    assert Parameters().holds(10**30)
    assert hash(Parameters(maximum=3)) != hash(Parameters())
