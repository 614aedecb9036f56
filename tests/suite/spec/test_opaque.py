"""Opaque ids: code that looks at one raises an error."""

import operator
from collections.abc import Callable
from typing import cast

import pytest

from stablelist_spec.parts.opaque import Opaque
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.model import vacated
from suite.planting import edited

ONE, OTHER = Opaque(), Opaque()


def test_opaque_id_equals_only_itself() -> None:
    """This also holds in a tuple, and in a part of a dictionary's key."""
    assert ONE == ONE
    assert {(0, ONE): 1}[0, ONE] == 1


@pytest.mark.parametrize(
    "look",
    [
        lambda: ONE == OTHER,
        lambda: ONE != OTHER,
        lambda: ONE == 0,
        lambda: ONE == 1,
        lambda: bool(ONE),
        lambda: cast("int", ONE) < cast("int", OTHER),
        lambda: operator.add(ONE, 1),
        lambda: operator.index(cast("int", ONE)),
    ],
)
def test_whatever_looks_at_an_id_is_told(look: Callable[[], object]) -> None:
    """No result is returned that could differ for another id."""
    with pytest.raises(TypeError):
        look()


def test_step_that_looks_at_ids_is_not_shared() -> None:
    """A removal that depends on the id of its element is not treated as if it were the same for every id."""
    quotient = TrackedKey(STABLE_LIST)
    (edge, *_) = quotient.edges(quotient.initial(Parameters(id_bits=1, index_bits=2)))
    with (
        edited(vacated, "Not(head)", "Not(position if cells[position].id == 0 else head)"),
        pytest.raises(TypeError, match="looks at an id"),
    ):
        list(quotient.edges(edge.target))
