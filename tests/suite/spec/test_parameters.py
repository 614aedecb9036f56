"""The parameters of a user: defaults and limits. Sizes and widths are asked by `rules.tsv`."""

from dataclasses import FrozenInstanceError

import pytest

from stablelist_spec.parts.parameters import Parameters, Truncate


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


def test_what_is_not_chosen_has_a_default() -> None:
    """The least minimum, nothing allocated, 32 bits (R1, R6, R9)."""
    assert Parameters() == Parameters(4, 0, Truncate.ITERATION, 32, 32)


def test_parameters_never_change() -> None:
    """Every state of a list shares them, and keeps what was computed of them."""
    with pytest.raises(FrozenInstanceError):
        Parameters().minimum = 8  # type: ignore[misc] # that is the point


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
