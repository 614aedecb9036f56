"""Programs for behaviour that the small scopes of a dyadic list do not show: adding and dropping several blocks."""

from __future__ import annotations

from typing import Final

__all__ = ["CRAFTED"]

CRAFTED: Final = (
    # four blocks, of which three are dropped at once and appended again, within memory that was kept or not
    "cost id_bits=2 index_bits=0 : add*33 remove:5..31 remove:4 remove:3 remove:32 layout cost add*30 each layout cost",
    (
        "cost truncate=memory id_bits=2 index_bits=0 : add*33 remove:4..31 layout remove:32 layout cost add*9 each "
        "layout cost"
    ),
    "cost truncate=never id_bits=2 index_bits=0 : add*33 remove:1..32 layout cost add*3 layout clear add layout cost",
    # three blocks, of which two are dropped at once; one with a live element below them stays
    "cost id_bits=2 index_bits=0 : add*9 remove:4..7 layout remove:8 layout cost add*9 layout cost",
    (
        "cost id_bits=2 index_bits=0 : add*17 remove:9..15 remove:4..6 remove:16 layout cost remove:8 layout remove:7 "
        "layout cost"
    ),
    # all elements are removed, the highest last: only the base is left
    "cost id_bits=2 index_bits=0 : add*9 remove:0..8 layout cost add layout",
    "cost truncate=memory id_bits=2 index_bits=0 : add*9 remove:0..8 layout cost add layout",
    # with a factory, in every block, and growth within memory that was kept or not
    (
        "cost capacity=16 id_bits=2 index_bits=0 : insert_with*17 remove:5 remove:9 remove:13 remove:16 insert_with*4 "
        "layout cost"
    ),
    (
        "cost truncate=memory id_bits=2 index_bits=0 : insert_with*17 remove:5 remove:9 remove:13 remove:16 "
        "insert_with*4 layout cost"
    ),
    # the free list of every block: last in, first out
    (
        "cost id_bits=8 index_bits=0 : add*17 remove:1 remove:0 remove:5 remove:7 remove:9 remove:12 layout add*7 "
        "layout each"
    ),
    # a block emptied below the top, and filled again
    (
        "cost truncate=memory id_bits=8 index_bits=0 : add*9 remove:4..7 add*2 layout remove:8 layout cost "
        "remove:9..10 layout cost"
    ),
    # capacity in advance: tops that were never opened stay, until room is released
    (
        "cost capacity=30 id_bits=2 index_bits=0 : layout add*9 remove:8 layout remove:0..7 layout cost shrink_to_fit "
        "layout cost"
    ),
    "cost minimum=6 truncate=memory id_bits=2 index_bits=0 : layout add*9 layout remove:8 layout cost",
    # memory: reserved, kept, released
    (
        "cost truncate=memory id_bits=2 index_bits=0 : reserve:20 cost add*5 cost remove:4 cost layout reserve:40 "
        "shrink_to_fit cost layout"
    ),
    "cost truncate=never id_bits=2 index_bits=0 : add*17 remove:4..16 layout shrink_to_fit layout cost",
    # a full index range
    "cost id_bits=2 index_bits=3 : add*9 remove:7 add layout at:8 extend:2 extend:0 reserve:5 reserve:0 layout cost",
    "cost id_bits=1 index_bits=4 : extend:16 extend:1 remove:3 insert_with insert_with drain layout cost each",
    # operations on all elements
    "cost truncate=memory id_bits=8 index_bits=0 : extend:17 retain:4:0 layout cost drain layout cost add layout",
    "cost id_bits=8 index_bits=0 : retain:2:0 extend:9 retain:1:0 retain:9:8 layout cost reload layout extend:40 cost",
    "cost id_bits=8 index_bits=0 : extend:6 exchange:2:2 exchange:2:5 lend:remove:0 retain:1:1 layout cost",
)
"""Programs in the same notation as those of StableList."""
