"""The map: every container with elements under keys that the caller chose, such as a hash map, a tree map or a cache.

Its contract is the whole model: what a step does is said by the family, and nothing inside is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product, starmap
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.maps import MAP as FAMILY
from stablelist_spec.families.maps import ORDERED, Full, Order, answered, joined
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import (
    State,
    classified,
    elements_fit_the_capacity,
    initial,
    joining,
    labelled,
    pictured,
    stepping,
    variables,
)
from stablelist_spec.parts.options import Fixed

from .observer import OBSERVED

__all__ = ["INVARIANTS", "MAP", "Configuration", "able", "step"]


@dataclass(frozen=True)
class Configuration(Fixed):
    """The order of iteration, what a full map does, and a capacity, or 0 if it grows.

    >>> Configuration(capacity=8).most_live, Configuration().order
    (8, <Order.NONE: 'none'>)
    """

    order: Order = Order.NONE
    full: Full = Full.REFUSES


def able(chosen: Configuration, name: str) -> bool:
    """Whether a map has an operation: some need a documented order, one an order that it may break, one ascending keys.

    >>> able(Configuration(), "first"), able(Configuration(order=Order.KEY), "first")
    (False, True)
    >>> able(Configuration(order=Order.KEY), "swap_remove")
    False
    """
    if name == "swap_remove":
        return chosen.order is Order.INSERTION
    if name == "each_from":
        return chosen.order is Order.KEY
    return chosen.order is not Order.NONE or name not in ORDERED


step_of_the_family: Final = stepping(answered)


def step(state: State, operation: Operation) -> StepOf[State, object]:
    """The step of an operation.

    Raises:
        ValueError: it needs an order, and none is documented.

    >>> step(State(Configuration(), ((3, 7),)), Operation("remove", key=3)).answer
    7
    >>> step(State(Configuration()), Operation("first"))
    Traceback (most recent call last):
    ValueError: a map with order=none has no operation 'first'
    """
    if not able(state.chosen, operation.name):
        order = state.chosen.order.value
        raise ValueError(f"a map with order={order} has no operation {operation.name!r}")
    return step_of_the_family(state, operation)


# --- Invariants -----------------------------------------------------------------------------------


def keys_are_distinct(state: State, _: FreshKeys) -> bool:
    """No key is there twice."""
    return len(dict(state.elements)) == len(state.elements)


def keys_ascend_in_a_sorted_map(state: State, _: FreshKeys) -> bool:
    """A map in the order of its keys has the smallest first."""
    return state.chosen.order is not Order.KEY or state.elements == tuple(sorted(state.elements))


INVARIANTS: Final = named(keys_are_distinct, keys_ascend_in_a_sorted_map, elements_fit_the_capacity)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def entry(each: tuple[int, int]) -> str:
    """An entry as pictures show it."""
    return "{}/{}".format(*each)


FEW: Final = 2
"""The most entries of a map that is explored, if it grows."""


def names(chosen: Configuration) -> range:
    """The keys of a map that is explored: one more than it can have."""
    return range((chosen.capacity or FEW) + 1)


def small(state: State) -> bool:
    """Whether a map is explored: it has few entries, and no element above 2."""
    few = len(state.elements) <= (state.chosen.capacity or FEW)
    return few and all(value <= 2 for _, value in state.elements)


def showing(chosen: Configuration) -> tuple[str, ...]:
    """The operations that show the order of a map; one that evicts also shows it by what it evicts."""
    if chosen.order is Order.NONE or chosen.full is Full.EVICTS:
        return ()
    return tuple(name for name in FAMILY.kinds if name in ORDERED and able(chosen, name))


MAP: Final = System(
    name="map",
    family=FAMILY,
    configuration=Configuration,
    noun="map",
    axes=Axes(
        elements="under the caller's keys",
        truncation="there are no vacancies",
        full="refused, or the first entry is evicted",
    ),
    initial=initial,
    step=step,
    joined=joining(joined),
    classify=classified(OBSERVED),
    able=able,
    invariants=INVARIANTS,
    measures={"entries": lambda state: len(state.elements)},
    labels={**labelled(OBSERVED), "append_full": "there is no room, and nothing changes"},
    picture=pictured("keys", entry),
    variables=variables,
    operands={
        "key": names,
        **dict.fromkeys(("place", "most"), lambda chosen: range(len(names(chosen)))),
    },
    within=small,
    choices={
        "order": tuple(Order),
        "full": tuple(Full),
        "capacity": (0, 0, 1, 2, 3, 8, 64),
    },
    ranges={"capacity": (0, 10_000)},
    witnesses={"order": showing},
    scopes=(
        *starmap(Configuration, product((2,), Order, Full)),
        *(Configuration(0, order) for order in Order),
    ),
    pairs=(Configuration(2, Order.INSERTION), Configuration(2, Order.USE, Full.EVICTS)),
    crafted=crafted("systems/map/crafted.programs"),
)
"""The map."""
