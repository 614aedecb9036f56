"""The sequence: every container with elements in an order that the caller decides, such as a list or a vector.

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
from stablelist_spec.families.sequence import SEQUENCE as FAMILY
from stablelist_spec.families.sequence import Beyond, Elements, Removal, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.options import Fixed

from .observer import LABELS, classify

__all__ = ["INVARIANTS", "SEQUENCE", "Configuration", "Step", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Fixed):
    """What `remove_at` moves, whether places beyond the end are clipped, and a capacity, or 0 if it grows.

    >>> Configuration(capacity=8).most_live, Configuration().removal
    (8, <Removal.SHIFTS: 'shifts'>)
    """

    removal: Removal = Removal.SHIFTS
    beyond: Beyond = Beyond.REFUSES


class State(NamedTuple):
    """A sequence.

    Attributes:
        chosen: its options.
        elements: in their order.
    """

    chosen: Configuration
    elements: Elements = ()


Step = StepOf[State, object]


def initial(chosen: Configuration) -> State:
    """A new sequence, without elements."""
    return State(chosen)


def step(state: State, operation: Operation) -> Step:
    """The step of an operation.

    >>> step(State(Configuration(), (5, 7)), Operation("pop")).answer
    7
    """
    answer, elements = answered(state.chosen, state.elements, operation)
    return StepOf(State(state.chosen, elements), answer)


# --- Invariants -----------------------------------------------------------------------------------


def elements_fit_the_capacity(state: State, _: FreshKeys) -> bool:
    """A sequence with a capacity has no more elements than that."""
    return not state.chosen.capacity or len(state.elements) <= state.chosen.capacity


INVARIANTS: Final = named(elements_fit_the_capacity)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def picture(state: State) -> Picture:
    """The elements in their order."""
    cells = [Cell(True, str(element)) for element in state.elements]
    facts = {"elements": len(cells)}
    room = {"capacity": state.chosen.capacity} if state.chosen.capacity else {}
    return Picture({**facts, **room}, rows=(Row(len(cells), cells),))


FEW: Final = 3
"""The most elements of a sequence that is explored, if it grows."""


def places(chosen: Configuration) -> range:
    """Every place of a sequence that is explored, its end, and the first place beyond."""
    return range((chosen.capacity or FEW) + 2)


SEQUENCE: Final = System(
    name="sequence",
    family=FAMILY,
    configuration=Configuration,
    noun="sequence",
    axes=Axes(
        elements="in the caller's order",
        truncation="there are no vacancies",
        full="refused, if there is a capacity",
    ),
    initial=initial,
    step=step,
    classify=classify,
    invariants=INVARIANTS,
    labels=LABELS,
    picture=picture,
    variables=lambda state: state.elements,
    operands={
        **dict.fromkeys(("place", "other", "start", "end", "length", "times"), places),
        "count": lambda _: (0, 2),
    },
    within=lambda state: len(state.elements) <= (state.chosen.capacity or FEW),
    choices={
        "removal": tuple(Removal),
        "beyond": tuple(Beyond),
        "capacity": (0, 0, 1, 2, 3, 8, 64),
    },
    ranges={"capacity": (0, 4_000)},
    witnesses={"removal": lambda _: ("remove_at",)},
    scopes=tuple(starmap(Configuration, product((2, 0), Removal, Beyond))),
    crafted=crafted("systems/sequence/crafted.programs"),
)
"""The sequence."""
