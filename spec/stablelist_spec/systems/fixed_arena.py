"""Fixed arena: a fixed number of cells, a generation for each, and a stack of vacancies.

It is modelled after an article on generational arenas, as its text means them; its listing has defects.

Representation invariant:

1. An element is in the cell that its key names. Its id is the generation of the cell.
2. The stack holds all vacant cells that were used before, each once.
3. There are no more cells than the capacity.

The abstraction is StableList's: the live cells, as a map from keys to elements.

- Stamps: one generation for each cell, advanced by removal; after the last one comes 0.
- Vacancies: last in, first out, before cells that were never used, which are taken in ascending order.
- Elements: in place. Iteration visits every cell that was used.
- Truncation: none.
- Bulk: none.
- Full: refused. The article leaves an arena that grows as an exercise; a capacity of 0 is this one.
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

__all__ = ["FIXED_ARENA", "MODEL", "State"]


class State(Slots):
    """A fixed arena. Its stack is linked through the vacant cells."""

    __slots__ = ()

    stamping = PER_SLOT
    vacancies = LIFO
    arranging = IN_PLACE


MODEL, FIXED_ARENA = versioned(
    State,
    "fixed-arena",
    title="fixed arena",
    operations=READING,
    noun="arena",
    axes=Axes(
        stamps="a generation per cell, advanced by removal; wraps",
        vacancies="last in, first out",
        elements="in place",
        truncation="none",
        full="refused",
    ),
    scopes=(Versioned(1, 2), Versioned(3, 1)),
    crafted=ABOUT_AN_ENTRY,
)
"""The model and the system."""
