"""The ring, or deque: a row of elements that changes at both ends, and nothing that a user cannot observe.

It is what its family says, and has one level only: how elements lie in memory is no part of it. The system
`ring-buffer` shows its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families.ring import RING as FAMILY
from stablelist_spec.families.ring import Full, Room, answered, joined
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
from stablelist_spec.parts.options import Bound, Options

from .observer import OBSERVED

__all__ = ["INVARIANTS", "RING", "Configuration", "step"]


@dataclass(frozen=True)
class Configuration(Room, Options):
    """The options of a ring."""

    bounds = (Bound("capacity", 0),)


SCOPE: Final = 3
"""The most elements in a state that is explored."""


step: Final = stepping(answered)
"""The step of an operation: what the family says."""

INVARIANTS: Final = named(elements_fit_the_capacity)
"""Every invariant by its name."""


def places(room: Room) -> Sequence[int]:
    """Every place, the end, and the first one beyond it."""
    return range((room.most_live or SCOPE) + 2)


def within(state: State) -> bool:
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
    joined=joining(joined),
    classify=classified(OBSERVED),
    invariants=INVARIANTS,
    labels={**labelled(OBSERVED), "append_full": "there is no room, and nothing changes"},
    picture=pictured("elements"),
    variables=variables,
    operands=dict.fromkeys(("place", "start", "end", "length", "times", "count", "most"), places),
    choices={"capacity": (0, 0, 1, 2, 3, 8, 1_000), "full": tuple(Full)},
    ranges={"capacity": (0, 65_536)},
    scopes=(
        Configuration(),
        Configuration(1),
        *(Configuration(SCOPE, full) for full in Full),
    ),
    pairs=(Configuration(2), Configuration(1, Full.REFUSES)),
    within=within,
    crafted=crafted("systems/ring/crafted.programs"),
)
"""The ring."""
