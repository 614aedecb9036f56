"""The ring, or deque: a row of elements that changes at both ends, and nothing that a user cannot observe.

It is what its family says, and has one level only: how elements lie in memory is no part of it. The system
`ring-buffer` shows its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.ring import RING as FAMILY
from stablelist_spec.families.ring import Elements, Full, Room, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.options import Bound, Options

from .observer import LABELS, Change, happened

__all__ = ["INVARIANTS", "RING", "Configuration", "RingState", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Room, Options):
    """The options of a ring."""

    bounds = (Bound("capacity", 0),)


SCOPE: Final = 3
"""The most elements in a state that is explored."""


class RingState(NamedTuple):
    """A ring: its options, and its elements from front to back."""

    room: Room
    elements: Elements = ()


def initial(room: Configuration) -> RingState:
    """A new ring, which is empty."""
    return RingState(room)


def step(state: RingState, operation: Operation) -> StepOf[RingState, object]:
    """The step of an operation: what the family says."""
    answer, elements = answered(state.room, state.elements, operation)
    return StepOf(state._replace(elements=elements), answer)


def classify(
    before: RingState, operation: Operation, step: StepOf[RingState, object], _: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    after = step.state.elements
    return (happened(Change(before.room, before.elements, operation, step.answer, after)),)


def elements_fit_the_capacity(state: RingState, _: FreshKeys) -> bool:
    """A ring has no more elements than its capacity, if it has one."""
    return state.room.most_live is None or len(state.elements) <= state.room.most_live


INVARIANTS: Final = named(elements_fit_the_capacity)
"""Every invariant by its name."""


def picture(state: RingState) -> Picture:
    """The row of elements; the cells of its memory are not observable."""
    row = [Cell(True, str(element)) for element in state.elements]
    bound = state.room.most_live
    facts = {"capacity": "grows" if bound is None else bound, "full": state.room.full.value}
    return Picture({"elements": len(row), **facts}, rows=(Row(len(row), row),))


class Variables(NamedTuple):
    """A state: the elements."""

    elements: Elements


def variables(state: RingState) -> Variables:
    """The state variables of a trace."""
    return Variables(state.elements)


def places(room: Room) -> Sequence[int]:
    """Every place, the end, and the first one beyond it."""
    return range((room.most_live or SCOPE) + 2)


def within(state: RingState) -> bool:
    """Whether a state is explored: a ring that grows has no end."""
    return len(state.elements) <= SCOPE


RING: Final = System(
    name="ring",
    family=FAMILY,
    operations=frozenset(FAMILY.kinds) - {"layout"},
    configuration=Configuration,
    noun="ring",
    axes=Axes(
        elements="a row; pushed and popped at both ends",
        full="grows; or refused, or the far end is overwritten",
    ),
    initial=initial,
    step=step,
    classify=classify,
    invariants=INVARIANTS,
    labels=LABELS,
    picture=picture,
    variables=variables,
    operands=dict.fromkeys(("place", "start", "end", "length", "times", "count"), places),
    choices={"capacity": (0, 0, 1, 2, 3, 8, 1_000), "full": tuple(Full)},
    ranges={"capacity": (0, 65_536)},
    scopes=(
        Configuration(),
        Configuration(1),
        *(Configuration(SCOPE, full) for full in Full),
    ),
    within=within,
    crafted=crafted("systems/ring/crafted.programs"),
)
"""The ring."""
