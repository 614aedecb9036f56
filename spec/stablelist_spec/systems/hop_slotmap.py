"""Hopping slot map: slots with a version each, whose vacancies are kept in blocks, which iteration passes at once.

It is modelled after the Rust crate *slotmap* 1.1, whose `HopSlotMap` this is; where its documentation is silent,
after what the release does.

Representation invariant:

1. Slot 0 is a sentinel, which is never used.
2. The version of a slot is odd if the slot is live. Then it is the id of the element.
3. Neighbouring vacancies are one block; every vacancy but the sentinel is in one. A block is filled from its end.
4. Blocks are listed in the order in which they came to be; the block behind the sentinel is listed last.
5. There are no more slots than indices can name.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one version for each slot, odd while it is live.
- Vacancies: blocks. An insertion takes the last slot of the first block. A removal puts its slot to the block before
  it or behind it, merges both if there are two, or makes a new block, which is listed last but for the sentinel's.
- Elements: in place. Iteration visits the live slots, and the first slot of each block between two of them. It begins
  behind the sentinel's block, and ends with the last element.
- Truncation: none.
- Bulk: `clear` and `drain` remove all elements in ascending order, after which all vacancies are one block. `retain`
  removes some of them in ascending order.
- Full: a slot is appended. `capacity` is as for a slot map.

(thesis 3.6)
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import HOPPING
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.relative import versioned
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT_WITH_PARITY
from stablelist_spec.parts.vacancies import BLOCKS

__all__ = ["HOP_SLOTMAP", "MODEL", "State"]


class State(Slots):
    """A hopping slot map."""

    __slots__ = ()

    stamping = PER_SLOT_WITH_PARITY
    vacancies = BLOCKS
    arranging = HOPPING
    sentinels = 1


MODEL, HOP_SLOTMAP = versioned(
    State,
    "hop-slotmap",
    title="hopping slot map",
    like="slotmap",
    axes=Axes(
        stamps="a version per slot, odd while it is live; wraps",
        vacancies="blocks, the oldest first, each from its end",
        elements="in place; iteration passes a block at once",
        truncation="none",
        bulk="each key is retired by itself",
        full="a slot is appended, or refused at the capacity",
    ),
    scopes=(Versioned(2, 2), Versioned(4, 1)),
    crafted=crafted("parts/a_slot.programs", "systems/hop_slotmap.programs"),
)
"""The model and the system."""
