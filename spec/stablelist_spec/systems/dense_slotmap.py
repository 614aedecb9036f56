"""Dense slot map: slots with a version each, which refer to a dense array of elements.

It is modelled after the Rust crate *slotmap* 1.1, whose `DenseSlotMap` this is; where its documentation is silent,
after what the release does.

Representation invariant:

1. to 4. are those of a slot map (`lifo_slotmap`).
5. The dense array has every element once, and nothing else. A slot and its place in the dense array refer to each
   other.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one version for each slot, odd while it is live.
- Vacancies: last in, first out. Slots are reused, not places in the dense array.
- Elements: dense. An insertion puts its element at the end; a removal moves the last element into the gap, which is
  counted as a moved cell. Iteration visits the elements only, in the order of the dense array.
- Truncation: the dense array always ends with an element; slots are never dropped.
- Bulk: `clear` and `drain` remove all elements, from the end of the dense array. `retain` tests them from its
  beginning, and tests what was moved into a gap next.
- Full: a slot is appended. `capacity` is as for a slot map.

(thesis 3.6)
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import DENSE
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.relative import versioned
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT_WITH_PARITY
from stablelist_spec.parts.vacancies import LIFO

__all__ = ["DENSE_SLOTMAP", "MODEL", "State"]


class State(Slots):
    """A dense slot map."""

    __slots__ = ()

    stamping = PER_SLOT_WITH_PARITY
    vacancies = LIFO
    arranging = DENSE
    sentinels = 1


MODEL, DENSE_SLOTMAP = versioned(
    State,
    "dense-slotmap",
    title="dense slot map",
    like="slotmap",
    axes=Axes(
        stamps="a version per slot, odd while it is live; wraps",
        vacancies="last in, first out",
        elements="dense, behind an indirection",
        truncation="the dense array has no vacancies; slots stay",
        bulk="each key is retired by itself",
        full="a slot is appended, or refused at the capacity",
    ),
    scopes=(Versioned(2, 2), Versioned(3, 1)),
    crafted=crafted("parts/a_slot.programs", "systems/dense_slotmap.programs"),
)
"""The model and the system."""
