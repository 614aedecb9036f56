"""Vec: elements side by side, and keys that are only an index.

It is modelled after the documented behaviour of `Vec` in Rust's standard library. Its keys have the id 0.

Representation invariant:

1. Every cell is live: there is no vacancy.
2. The id of every element is 0.
3. A vector of fixed capacity has no more cells than that.

A removal moves elements under their keys (*shift-N* in chapter 3 of the thesis), and so does `sort`. A live key may
find another element or none, so a vector does not keep the contract of pools. Its contract is this model.

- Stamps: none. A key is the index at which its element was inserted, and finds the element that is there now.
- Vacancies: none. Every element is appended.
- Elements: side by side, in the order of insertion until a swap or `sort` changes it. Iteration visits the elements
  only.
  `removal` is one of the three ways to remove. *shift* moves all later elements down by one. *swap* moves the last
  element into the gap. *pop* removes only the last element; a key of another one is answered as if it found nothing,
  because popping would remove an element that the caller did not name.
- Truncation: every removal drops the last cell.
- Bulk: `clear` and `drain` drop all cells. `retain` keeps the order of the elements that stay, whatever `removal` is.
- Full: a vector of fixed capacity refuses, and changes nothing. Any other grows; its memory is not modelled, so moves
  by reallocation are not counted.

`sort` divides each element by a number, and sorts by what remains; elements with the same remainder keep their order.
If the number is larger than every element, the elements themselves are sorted.

`moved` counts the elements that a removal moves, and those that are at another place after `sort`; `dropped` counts the
cells that a removal drops.

(thesis 3.1)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.parts.model import described
from stablelist_spec.parts.picturing import cost_word
from stablelist_spec.parts.vectors import MODULI, Removal

from .model import Vector, clear, has_room, insert, sort, vacate
from .observer import LABELS, OPERATIONS, classify
from .state import (
    INVARIANTS,
    Configuration,
    State,
    initial,
    layout_word,
    picture,
    variables,
)

__all__ = ["MODEL", "VEC", "Configuration", "State"]


def freely(*_: object) -> bool:
    """Every step is one of the contract, which is the model itself."""
    return True


MODEL: Final = Vector(
    name="vector",
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
    sort=sort,
)
"""The model of a vector."""

VEC: Final = described(
    MODEL,
    "vec",
    configuration=Configuration,
    noun="vector",
    axes=Axes(
        stamps="none",
        vacancies="none",
        elements="side by side; a removal shifts or swaps",
        truncation="every removal drops the last cell",
        bulk="retain keeps the order, sort changes it",
        full="a cell is appended",
    ),
    period=lambda _: 1,
    refines=freely,
    operands=MODULI,
    choices={"removal": tuple(Removal), "capacity": (0, 0, 1, 2, 3, 8, 64)},
    picture=picture,
    variables=variables,
    scopes=tuple(Configuration(removal, 4) for removal in Removal),
    crafted=(
        # shift-N: keys of live elements find others, or none
        "cost removal=shift : add*4 remove:1 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=swap : add*4 remove:1 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=pop : add*4 remove:1 remove:3 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=shift capacity=4 : add*4 remove:3 ?:3 remove:0 ?:2 ?:0 add ?:2 ?:3 ?:4 layout",
        "cost removal=swap : add remove:0 ?:0 add ?:0 layout",
        # sorted by remainders, by the elements themselves, by nothing; keys find other elements
        "cost removal=shift : sort:1 add sort:2 add*5 sort:2 ?:1 ?:5 layout sort:2 sort:9 each layout sort:1 cost",
        "cost removal=swap : add*6 remove:0 remove:1 layout sort:9 layout ?:0 ?:3 remove:3 layout each cost",
        (
            "cost removal=shift : extend:9 replace:2:7 replace:0:7 sort:10 layout ?:0 ?:8 sort:3 layout add sort:2 "
            "layout retain:3:1 layout cost"
        ),
        "cost removal=pop : extend:70 sort:7 layout ?:9 each_mut:3 sort:7 layout remove:69 sort:1000 layout each cost",
        # forged keys by kind
        "cost removal=swap : add*3 remove:1 ?:#-1.0 ?:#0.7 ?:#1.0 ?:#2.0 ?:#9.0 ?:#9007199254740991.0 layout",
        "cost removal=shift capacity=4 : add*2 ?:#3.0 ?:#1.1 ?:#0.0 ?:#4.0 layout",
        # many elements, and everything that is about all of them
        "cost removal=shift : add*70 remove:3 remove:60 remove:65 layout add*4 layout each cost",
        "cost removal=swap : add*70 remove:3 remove:60 remove:65 layout add*4 layout each cost",
        "cost removal=swap : retain:1:0 extend:0 extend:9 retain:3:1 layout retain:1:0 retain:2:0 layout retain:5:3",
        "cost removal=pop : extend:9 each_mut:2 retain:2:0 drain layout insert_with reload keys clear layout cost",
        "cost capacity=5 : extend:5 extend:1 add insert_with remove:0 layout reserve:2 reserve:1 extend:2 each cost",
    ),
)
"""The system: a vector with its exact layout."""
