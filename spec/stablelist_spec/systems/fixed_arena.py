"""Fixed arena: a fixed number of cells, a generation for each, and a stack of vacancies.

It is modelled after an article on generational arenas, as its text means them; its listing has defects.

Representation invariant:

1. There are as many cells as the capacity says, and each has a generation from the beginning.
2. An element is in the cell that its key names. Its id is the generation of the cell.
3. Cells are opened in ascending order. A cell that is not opened has generation 0.
4. The stack holds all vacant cells that were opened, each once.
5. No cell is ever moved.

The abstraction is StableList's: the live cells, as a map from keys to elements.

- Stamps: one generation for each cell, advanced by removal; after the last one comes 0.
- Vacancies: last in, first out, before cells that were never used, which are opened in ascending order.
- Elements: in place. The article does not iterate; here iteration visits every opened cell.
- Truncation: none.
- Bulk: none.
- Full: refused. The capacity is at least 1. The stack grows and shrinks by itself, which is not counted. (An arena that
  grows is left to the reader of the article.)
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Bounded
from stablelist_spec.parts.relative import READING, versioned
from stablelist_spec.parts.slot_invariants import nothing_has_moved, unused_slots_bear_version_0
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT
from stablelist_spec.parts.vacancies import PREPARED

__all__ = ["FIXED_ARENA", "MODEL", "State"]


class State(Slots):
    """A fixed arena. Its stack is linked through the vacant cells."""

    __slots__ = ()

    stamping = PER_SLOT
    vacancies = PREPARED
    arranging = IN_PLACE
    prepared = True


MODEL, FIXED_ARENA = versioned(
    State,
    "fixed-arena",
    title="fixed arena",
    operations=READING,
    noun="arena",
    configuration=Bounded,
    invariants=(unused_slots_bear_version_0, nothing_has_moved),
    fields=("capacity",),
    like="arena",
    axes=Axes(
        stamps="a generation per cell, from the beginning, advanced by removal; wraps",
        vacancies="last in, first out, before unused cells",
        elements="in place",
        truncation="none",
        full="refused at the capacity",
    ),
    scopes=(Bounded(1, 2), Bounded(3, 1)),
    choices={"capacity": (1, 2, 3, 8, 16, 64)},
    crafted=(
        *crafted("parts/an_entry.programs", roomy="capacity=80", two="capacity=2"),
        *crafted("systems/fixed_arena.programs"),
    ),
)
"""The model and the system."""
