"""The map: every container with elements under keys that the caller chose, such as a hash map, a tree map or a cache.

Its contract is the whole model: what a step does is said by the family, and nothing inside is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product, starmap
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.maps import MAP as FAMILY
from stablelist_spec.families.maps import ORDERED, Entries, Full, Order, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.options import Fixed

from .observer import LABELS, classify

__all__ = ["INVARIANTS", "MAP", "Configuration", "Step", "able", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Fixed):
    """The order of iteration, what a full map does, and a capacity, or 0 if it grows.

    >>> Configuration(capacity=8).most_live, Configuration().order
    (8, <Order.NONE: 'none'>)
    """

    order: Order = Order.NONE
    full: Full = Full.REFUSES


class State(NamedTuple):
    """A map.

    Attributes:
        chosen: its options.
        entries: keys and elements, in its order; in that of insertion, if none is documented.
    """

    chosen: Configuration
    entries: Entries = ()


Step = StepOf[State, object]


def initial(chosen: Configuration) -> State:
    """A new map, without entries."""
    return State(chosen)


def able(chosen: Configuration, name: str) -> bool:
    """Whether a map has an operation: some need a documented order, and one an order that it may break.

    >>> able(Configuration(), "first"), able(Configuration(order=Order.KEY), "first")
    (False, True)
    >>> able(Configuration(order=Order.KEY), "swap_remove")
    False
    """
    if name == "swap_remove":
        return chosen.order is Order.INSERTION
    return chosen.order is not Order.NONE or name not in ORDERED


def step(state: State, operation: Operation) -> Step:
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
    answer, entries = answered(state.chosen, state.entries, operation)
    return StepOf(State(state.chosen, entries), answer)


# --- Invariants -----------------------------------------------------------------------------------


def keys_are_distinct(state: State, _: FreshKeys) -> bool:
    """No key is there twice."""
    return len(dict(state.entries)) == len(state.entries)


def keys_ascend_in_a_sorted_map(state: State, _: FreshKeys) -> bool:
    """A map in the order of its keys has the smallest first."""
    return state.chosen.order is not Order.KEY or state.entries == tuple(sorted(state.entries))


def entries_fit_the_capacity(state: State, _: FreshKeys) -> bool:
    """A map with a capacity has no more entries than that."""
    return not state.chosen.capacity or len(state.entries) <= state.chosen.capacity


INVARIANTS: Final = named(keys_are_distinct, keys_ascend_in_a_sorted_map, entries_fit_the_capacity)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def picture(state: State) -> Picture:
    """The entries in their order."""
    cells = [Cell(True, f"{key}/{value}") for key, value in state.entries]
    facts = {"keys": len(cells)}
    room = {"capacity": state.chosen.capacity} if state.chosen.capacity else {}
    return Picture({**facts, **room}, rows=(Row(len(cells), cells),))


FEW: Final = 2
"""The most entries of a map that is explored, if it grows."""


def names(chosen: Configuration) -> range:
    """The keys of a map that is explored: one more than it can have."""
    return range((chosen.capacity or FEW) + 1)


def small(state: State) -> bool:
    """Whether a map is explored: it has few entries, and no element above 2."""
    few = len(state.entries) <= (state.chosen.capacity or FEW)
    return few and all(value <= 2 for _, value in state.entries)


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
    classify=classify,
    able=able,
    invariants=INVARIANTS,
    labels=LABELS,
    picture=picture,
    variables=lambda state: state.entries,
    operands={"key": names, "place": lambda chosen: range(len(names(chosen)))},
    within=small,
    choices={
        "order": tuple(Order),
        "full": tuple(Full),
        "capacity": (0, 0, 1, 2, 3, 8, 64),
    },
    ranges={"capacity": (0, 4_000)},
    witnesses={"order": showing},
    scopes=(
        *starmap(Configuration, product((2,), Order, Full)),
        *(Configuration(0, order) for order in Order),
    ),
    crafted=crafted("systems/map/crafted.programs"),
)
"""The map."""
