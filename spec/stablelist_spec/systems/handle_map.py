"""Handle map: a sparse array of handles, a dense array of elements, and a reverse array from the second to the first.

It is modelled after the text about it in a thesis on the subsystems of a game engine (Vienna 2018, 5.4.2), whose
listing has defects.

Representation invariant:

1. An entry of the sparse array has a generation, and the place of its element in the dense array, or the next free
   entry.
2. The free list runs through all free entries, each once, and ends.
3. The dense array has every element once, and nothing else. Sparse and reverse array refer to each other.

The abstraction is StableList's: the live entries, as a map from keys to elements.

- Stamps: one generation for each entry, advanced by removal; after the last one comes 0.
- Vacancies: last in, first out.
- Elements: dense, in the order of insertion; a removal moves the last element into the gap, which is counted as a
  moved cell. Iteration visits the elements only.
- Truncation: the dense array always ends with an element; entries are never dropped.
- Bulk: none.
- Full: an entry is appended. With a `capacity`, there are no more entries than that. Growth moves nothing: the arrays
  use a virtual memory allocator, as the vector of the thesis does (5.4.1, 6.2.2).
"""

from __future__ import annotations

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import DENSE
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Versioned
from stablelist_spec.parts.relative import READING, versioned
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT
from stablelist_spec.parts.vacancies import LIFO

__all__ = ["HANDLE_MAP", "MODEL", "State"]


class State(Slots):
    """A handle map."""

    __slots__ = ()

    stamping = PER_SLOT
    vacancies = LIFO
    arranging = DENSE


MODEL, HANDLE_MAP = versioned(
    State,
    "handle-map",
    title="handle map",
    operations=READING,
    noun="handle map",
    like="slotmap",
    axes=Axes(
        stamps="a generation per entry, advanced by removal; wraps",
        vacancies="last in, first out",
        elements="dense, behind an indirection",
        truncation="the dense array has no vacancies; entries stay",
        full="an entry is appended, or refused at the capacity",
    ),
    scopes=(Versioned(1, 2), Versioned(3, 1)),
    crafted=(
        *crafted("parts/an_entry.programs", roomy="capacity=0", two="capacity=2"),
        *crafted("systems/handle_map.programs"),
    ),
)
"""The model and the system."""
