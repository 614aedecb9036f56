"""Dyadic: a StableList with one free list for each dyadic block, which never splits a free list.

Blocks are [0, m), [m, 2m), [2m, 4m) and so on, m being the least space (R1); the first is the *base*, the
last the *top*, which are the same if there is only one. The parameters are StableList's.

Representation invariant:

1. The blocks tile the element space: each begins where the one before it ends, and from the second on each is
   as long as all before it.
2. A block's free list runs through its own vacant cells, each once, and ends.
3. A block is opened only after the ones before it are opened to their ends.
4. The top block has an element, or was never opened, or is the base, or the mode is NEVER.

The abstraction is StableList's: the live cells, as a map from keys to elements.

The rulings apply, with these differences:

- R1: the space is always m doubled some number of times; other capacities are rounded up. A truncation needs no
  multiple of 4, because no block is split.
- R2: an element goes to the lowest block with room, to the head of its free list before its next untouched cell.
- R3: a full list grows by one block, as long as all before it. This doubles the space.
- R4, R5: only the removal that empties the top block truncates. Then empty top blocks are dropped, as many as there
  are, but never the base. No other block changes, so no free-list entry is visited.
- R6: a truncation is one step, however many blocks it drops, so mode MEMORY reallocates once. `shrink_to_fit`
  drops empty top blocks in every mode, opened or not, and then frees the memory beyond the space.
  `reserve` is StableList's, because growth doubles the space here too.
- R7: in mode MEMORY, `clear` and `drain` leave only the base block.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.parts.variant import ListModel, variant

from .invariants import INVARIANTS
from .model import clear, insert, shrink_to_fit, vacate
from .observer import LABELS, classify
from .picturing import picture, variables
from .state import State, initial

__all__ = ["DYADIC", "MODEL"]

MODEL: Final = ListModel[State](
    name="dyadic list",
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    initial=initial,
    insert=insert,
    vacate=vacate,
    clear=clear,
    shrink_to_fit=shrink_to_fit,
)
"""The model of a dyadic list."""

DYADIC: Final = variant(
    MODEL,
    "dyadic",
    vacancies="last in, first out; the lowest dyadic block first",
    truncation="top blocks, when they are empty",
    picture=picture,
    variables=variables,
    programs=("systems/dyadic/crafted.programs",),
)
"""The system."""
