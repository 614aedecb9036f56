"""Stack slot map: a vector of elements, one of generations, and a stack of vacancies, all of which grow.

It is modelled after an exercise in a book on data-oriented design, a slot map from scratch, as its text means it; its
listing has defects.

Representation invariant:

1. An element is in the slot that its key names. Its id is the generation of the slot.
2. The stack holds all vacant slots, each once.
3. There are no more slots than indices can name, and there is memory for each.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one generation for each slot, advanced by removal; after the last one comes 0.
- Vacancies: last in, first out.
- Elements: in place. The book does not iterate; here iteration visits every slot.
- Truncation: none.
- Bulk: none.
- Full: a slot is appended. If memory is used up, it doubles, which moves the slots; an element and its generation count
  as one cell, and the stack is not counted. `index_bits` bounds the number of slots; at the end of that range an
  insertion is refused. (The book's indices have 32 bits, and it does not say what happens after the last one.)
"""

from __future__ import annotations

from dataclasses import dataclass

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.options import Bound, Ranged
from stablelist_spec.parts.relative import READING, versioned
from stablelist_spec.parts.slot_invariants import slots_are_allocated
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import PER_SLOT
from stablelist_spec.parts.vacancies import GROWING

__all__ = ["MODEL", "STACK_SLOTMAP", "Configuration", "State"]


@dataclass(frozen=True)
class Configuration(Ranged):
    """The options of a stack slot map: the bits of an index and of a generation."""

    bounds = (Bound("index_bits", 1), Bound("id_bits", 1))

    index_bits: int | None = 32
    id_bits: int | None = 32


class State(Slots):
    """A slot map from scratch. Its stack is linked through the vacant slots."""

    __slots__ = ()

    stamping = PER_SLOT
    vacancies = GROWING
    arranging = IN_PLACE


MODEL, STACK_SLOTMAP = versioned(
    State,
    "stack-slotmap",
    title="stack slot map",
    operations=READING,
    configuration=Configuration,
    invariants=(slots_are_allocated,),
    like="slotmap",
    axes=Axes(
        stamps="a generation per slot, advanced by removal; wraps",
        vacancies="last in, first out",
        elements="in place",
        truncation="none",
        full="a slot is appended, for which memory doubles; refused at the end of the indices",
    ),
    scopes=(Configuration(1, 2), Configuration(2, 1)),
    crafted=(
        *crafted("parts/an_entry.programs", roomy="index_bits=32", two="index_bits=1"),
        *crafted("systems/stack_slotmap.programs"),
    ),
)
"""The model and the system."""
