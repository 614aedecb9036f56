"""Slot map: slots with a version each, and one free list.

It is modelled after the Rust crate *slotmap* 1.1, whose `SlotMap` this is; where its documentation is silent, after
what the release does.

Representation invariant:

1. Slot 0 is a sentinel, which is never used.
2. The version of a slot is odd if the slot is live. Then it is the id of the element.
3. The free list runs through all vacant slots but the sentinel, each once, and ends.
4. There are no more slots than indices can name.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one version for each slot. Insertion makes it odd, removal makes it even again; after the last one comes 0.
  So a key resolves again when its slot has been used for half as many insertions as there are versions.
- Vacancies: last in, first out.
- Elements: in place. Iteration visits every slot but the sentinel, in ascending order.
- Truncation: none.
- Bulk: `clear` and `drain` remove all elements in ascending order, and `retain` some of them. Every stamp advances.
- Full: a slot is appended. `capacity` scales the end of the index range down: with 0 a slot map grows without an end,
  as far as programs reach. The crate panics there; the model refuses.

(thesis 3.6)
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.relative import versioned
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT_WITH_PARITY
from stablelist_spec.parts.vacancies import LIFO

__all__ = ["LIFO_SLOTMAP", "MODEL", "State"]


class State(Slots):
    """A slot map."""

    __slots__ = ()

    stamping = PER_SLOT_WITH_PARITY
    vacancies = LIFO
    arranging = IN_PLACE
    sentinels = 1


MODEL, LIFO_SLOTMAP = versioned(
    State,
    "lifo-slotmap",
    title="slot map",
    like="slotmap",
    axes=Axes(
        stamps="a version per slot, odd while it is live; wraps",
        vacancies="last in, first out",
        elements="in place",
        truncation="none",
        bulk="each key is retired by itself",
        full="a slot is appended, or refused at the capacity",
    ),
    scopes=(Versioned(2, 2), Versioned(3, 1)),
    crafted=crafted("parts/a_slot.programs"),
)
"""The model and the system."""
