"""Stack slot map: a vector of elements, one of generations, and a stack of vacancies.

It is modelled after an exercise in a book on data-oriented design, a slot map from scratch, as its text means it; its
listing has defects.

Representation invariant:

1. An element is in the slot that its key names. Its id is the generation of the slot.
2. The stack holds all vacant slots, each once.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one generation for each slot, advanced by removal; after the last one comes 0.
- Vacancies: last in, first out.
- Elements: in place. Iteration visits every slot.
- Truncation: none.
- Bulk: none.
- Full: a slot is appended. `capacity` scales the end of the index range down: with 0 there is none within reach.
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.crafted import ABOUT_AN_ENTRY
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.relative import READING, versioned
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT
from stablelist_spec.parts.vacancies import LIFO

__all__ = ["MODEL", "STACK_SLOTMAP", "State"]


class State(Slots):
    """A slot map from scratch. Its stack is linked through the vacant slots."""

    __slots__ = ()

    stamping = PER_SLOT
    vacancies = LIFO
    arranging = IN_PLACE


MODEL, STACK_SLOTMAP = versioned(
    State,
    "stack-slotmap",
    title="stack slot map",
    operations=READING,
    axes=Axes(
        stamps="a generation per slot, advanced by removal; wraps",
        vacancies="last in, first out",
        elements="in place",
        truncation="none",
        full="a slot is appended",
    ),
    scopes=(Versioned(1, 2), Versioned(3, 1)),
    crafted=ABOUT_AN_ENTRY,
)
"""The model and the system."""
