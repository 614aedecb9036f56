"""Errors: children of the nearest built-in, with typed fields, that survive another process."""

import copy
import pickle
from collections.abc import Callable

import pytest

from stablelist import (
    BorrowError,
    CapacityError,
    InvariantError,
    Key,
    StableListError,
    StaleKeyError,
)

ERRORS = [
    BorrowError("add", "elements are lent", "add afterwards"),
    CapacityError("extend", 8, 3),
    CapacityError("reserve", 2**62, None),
    StaleKeyError(Key[int](3, 7), "it was never issued"),
    InvariantError("counts_agree", "space 4"),
]


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [(BorrowError, RuntimeError), (CapacityError, OverflowError), (StaleKeyError, KeyError)],
)
def test_error_is_a_child_of_the_nearest_builtin(
    kind: type[Exception], builtin: type[Exception]
) -> None:
    """Code that knows only the built-in exceptions catches ours."""
    assert issubclass(kind, builtin)
    assert issubclass(kind, StableListError)


def test_broken_invariant_is_not_an_everyday_error() -> None:
    """An InvariantError is not a StableListError, so catching the latter hides no defect of the package."""
    assert issubclass(InvariantError, AssertionError)
    assert not issubclass(InvariantError, StableListError)


def pickled(error: Exception) -> object:
    """The error as it arrives in another process."""
    return pickle.loads(pickle.dumps(error))


@pytest.mark.parametrize("way", [pickled, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_error_survives_copying(error: Exception, way: Callable[[Exception], object]) -> None:
    """An error raised in a worker process arrives with its message and its fields."""
    arrived = way(error)
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)
    assert vars(arrived) == vars(error)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_repr_shows_the_message(error: Exception) -> None:
    """It looks like that of a built-in exception, since logs and debuggers often show nothing else."""
    assert repr(error) == f"{type(error).__name__}({str(error)!r})"


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_error_that_is_made_by_name_is_the_same(error: Exception) -> None:
    """Its fields are its arguments, however they were passed: so it can be pickled, too."""
    twin = type(error)(**vars(error))
    assert str(twin) == str(error)
    assert twin.args == error.args == tuple(vars(error).values())


def test_message_names_the_values_and_what_to_do() -> None:
    """Each message says what to do without the documentation."""
    assert [str(error) for error in ERRORS] == [
        "add refused: elements are lent; add afterwards",
        (
            "extend refused: position 8 does not fit an index of 3 bits; remove elements or widen "
            "index_bits"
        ),
        "reserve refused: no memory is large enough for position 4611686018427387904; ask for less",
        "Key(index=3, id=7) names no element: it was never issued",
        "counts_agree does not hold in\nspace 4",
    ]


@pytest.mark.parametrize(
    ("position", "blamed"), [(7, "no memory"), (8, "an index of 3 bits"), (9, "an index of 3 bits")]
)
def test_index_is_blamed_for_what_it_cannot_name(position: int, blamed: str) -> None:
    """If the index can name the position, memory is the reason."""
    assert blamed in str(CapacityError("add", position, 3))
