"""Programs for behaviour that the small scopes of a first-free list do not show."""

from __future__ import annotations

from typing import Final

__all__ = ["CRAFTED"]

CRAFTED: Final = (
    # the lowest vacancy first, whatever the order of removals; the shape of the heap
    (
        "cost id_bits=2 index_bits=0 : add*17 remove:9 remove:3 remove:12 remove:1 remove:7 remove:0 layout "
        "cost add*7 layout cost each"
    ),
    "cost id_bits=8 index_bits=0 : add*40 remove:38..1 layout cost add*20 layout cost add*20 cost",
    (
        "cost truncate=never id_bits=8 index_bits=0 : add*40 remove:1..38 layout cost add*20 cost remove:40..59 cost "
        "add*39 cost layout"
    ),
    # the last cell goes with the vacancies before it: none, one, many, all of them
    (
        "cost id_bits=2 index_bits=0 : add*6 remove:5 layout remove:3 remove:4 layout cost remove:1 remove:0 "
        "layout remove:2 layout cost"
    ),
    "cost truncate=memory id_bits=2 index_bits=0 : add*6 remove:1..4 layout remove:5 layout cost add*2 layout cost",
    # vacancies that were cut off stay in the queue, below them others; then all are forgotten
    (
        "cost id_bits=2 index_bits=0 : add*9 remove:6 remove:2 remove:7 remove:8 layout add layout add layout "
        "add*3 remove:6 layout cost"
    ),
    "cost id_bits=2 index_bits=0 : add*9 remove:3..7 remove:8 layout cost add*6 layout cost remove:12 add layout",
    (
        "cost id_bits=2 index_bits=0 : insert_with*5 remove:3 remove:4 insert_with insert_with layout insert_with*3 "
        "layout cost"
    ),
    # one, two and three halvings, to the least space and above it; then growth into memory kept, or beyond it
    (
        "cost id_bits=2 index_bits=0 : add*9 remove:8 layout cost add layout cost remove:1..7 remove:9 layout "
        "cost add*9 layout cost"
    ),
    (
        "cost truncate=memory id_bits=2 index_bits=0 : add*33 remove:2..31 remove:32 layout cost add*33 layout cost "
        "remove:50 layout cost"
    ),
    "cost truncate=memory id_bits=2 index_bits=0 : add*17 remove:4..15 remove:16 layout cost",
    "cost truncate=memory id_bits=2 index_bits=0 : reserve:40 add*5 remove:4 layout cost",
    (
        "cost truncate=never id_bits=2 index_bits=0 : add*9 remove:8 layout cost remove:1..7 layout add*2 layout "
        "shrink_to_fit layout cost add*4 layout"
    ),
    (
        "cost id_bits=2 index_bits=0 : insert_with*5 remove:4 insert_with cost remove:0..3 remove:5 insert_with layout "
        "cost"
    ),
    # R1: rounding up, and a half that is no multiple of 4; room in advance that was never used
    "cost minimum=5 capacity=21 id_bits=2 index_bits=0 : layout add*13 layout remove:12 layout cost",
    "cost capacity=12 id_bits=2 index_bits=0 : add*7 remove:6 layout cost",
    (
        "cost capacity=16 id_bits=2 index_bits=0 : add*4 remove:0..3 layout add*9 remove:12 layout remove:4..11 layout "
        "cost shrink_to_fit layout"
    ),
    # a full index range
    "cost id_bits=2 index_bits=3 : add*9 remove:7 add layout at:8 extend:2 extend:0 reserve:5 reserve:0 layout cost",
    "cost id_bits=1 index_bits=4 : extend:16 extend:1 remove:3 insert_with insert_with drain layout cost each",
    # memory: reserved, kept, released
    (
        "cost truncate=memory id_bits=2 index_bits=0 : reserve:20 cost add*5 cost remove:4 cost layout reserve:40 "
        "shrink_to_fit cost layout"
    ),
    "cost truncate=never id_bits=2 index_bits=0 : add*17 remove:4..16 layout shrink_to_fit layout cost",
    "cost id_bits=2 index_bits=0 : extend:9 shrink_to_fit cost remove:0 shrink_to_fit cost layout",
    # operations on all elements
    "cost truncate=memory id_bits=8 index_bits=0 : extend:17 retain:4:0 layout cost drain layout cost add layout",
    "cost id_bits=8 index_bits=0 : retain:2:0 extend:9 retain:1:0 retain:9:8 layout cost reload layout extend:40 cost",
    "cost id_bits=8 index_bits=0 : extend:9 retain:3:1 layout cost clear layout extend:2 drain layout cost",
    "cost id_bits=8 index_bits=0 : extend:6 exchange:2:2 exchange:2:5 lend:remove:0 retain:1:1 layout cost",
    (
        "cost id_bits=8 index_bits=0 : extend:9 remove:2 remove:4..6 remove:0 each keys each_mut:1 traverse cost drain "
        "cost"
    ),
)
"""Programs in the same notation as those of StableList."""
