"""Slab: cells with one free list, and keys that are only an index.

It is modelled after the documented behaviour of the Rust crate *slab*. Its keys have the id 0.

Representation invariant:

1. A cell holds an element, or the next vacancy.
2. The free list runs through all vacant cells, each once, and ends.
3. A slab of fixed capacity opens no more cells than that.

The abstraction is StableList's: the live cells, as a map from keys to elements.

It follows the rulings about reading and replacing (R10 to R12, R15), and differs in these points:

- An element takes the latest vacancy, or else a new cell at the end. A slab of fixed capacity refuses when
  all its cells are live, and changes nothing.
- A key has no stamp. A stale key finds the current element of its cell, and can remove it.
- Removal never truncates. Iteration visits every cell that was opened since the slab was last cleared.
- `clear` and `drain` forget the vacancies, so the next element goes to cell 0.
- `shrink_to_fit` drops the vacant cells at the end. If there are any, the free list of the others is rebuilt, lowest
  first.
- `reserve` changes nothing observable: the memory of the vector is not modelled, so no move is counted.
- `reload` is a copy of the whole slab. A format that keeps only keys and elements would lose the order of vacancies.

A key is one integer already, so there is no `repack`. There is no cross-iteration or lending. The crate's `compact` is
left out: it moves elements, so that keys find others or none, and tells its caller each move.

(thesis 3.4)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.stamps import Unstamped
from stablelist_spec.parts.model import Model, described
from stablelist_spec.parts.picturing import cost_word

from .invariants import INVARIANTS
from .model import clear, has_room, insert, shrink_to_fit, vacate
from .observer import LABELS, OPERATIONS, classify
from .picturing import picture, variables
from .state import Configuration, State, extent, initial, layout_word

__all__ = ["LIFO_SLAB", "MODEL", "Configuration"]

MODEL: Final = Model[Configuration, State](
    name="slab",
    operations=OPERATIONS,
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    shown={"layout": layout_word, "cost": cost_word},
    initial=initial,
    has_room=has_room,
    insert=insert,
    vacate=vacate,
    clear=clear,
    shrink_to_fit=shrink_to_fit,
)
"""The model of a slab."""

LIFO_SLAB: Final = described(
    MODEL,
    "lifo-slab",
    configuration=Configuration,
    noun="slab",
    axes=Axes(
        stamps="none",
        vacancies="last in, first out",
        elements="in place",
        truncation="none; shrink_to_fit drops vacancies at the end",
        bulk="clear forgets vacancies",
        full="a cell is appended, or refused at the capacity",
    ),
    promised=Promise(lambda _, __: Unstamped(), holds=lambda chosen: chosen.capacity or None),
    period=lambda _: 1,
    choices={"capacity": (0, 0, 1, 2, 3, 8, 64)},
    extent=extent,
    picture=picture,
    variables=variables,
    scopes=(Configuration(1), Configuration(3), Configuration(4)),
    crafted=(
        "cost capacity=0 : add*3 remove:1 ?:#-1.0 ?:#0.7 ?:#1.0 ?:#3.0 ?:#9.0 ?:#2.0 each ?:2 layout",
        "cost capacity=4 : add*2 remove:0 ?:#3.0 ?:#1.1 ?:#0.0 ?:#1.0 layout",
        "cost capacity=0 : add remove:0 add ?:0 len each layout",
        "cost capacity=0 : add*3 remove:1 remove:2 shrink_to_fit ?:2 clear ?:0 add layout",
        "cost capacity=4 : add*3 remove:1 remove:2 shrink_to_fit ?:2 clear ?:0 add layout",
        "cost capacity=0 : retain:2:0 extend:0 extend:9 retain:1:0 retain:2:0 retain:2:1 layout cost",
        "cost capacity=0 : add*70 remove:3 remove:60 remove:69 layout add*4 layout each cost",
        "cost capacity=0 : add*9 remove:8 remove:2 remove:7 remove:5 shrink_to_fit layout add*5 layout cost",
        "cost capacity=5 : extend:5 extend:1 add remove:4 remove:0 layout reserve:2 reserve:3 extend:3 extend:2 each",
        "cost capacity=0 : extend:9 retain:3:1 layout clear layout extend:2 drain layout add at:0 at:8 remove:0 cost",
    ),
)
"""The system: a slab with its exact layout."""
