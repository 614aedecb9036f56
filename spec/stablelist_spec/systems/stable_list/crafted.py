"""Crafted programs for behaviour that StableList's small scopes do not show; some are for other pools, too."""

from __future__ import annotations

from typing import Final

__all__ = ["CRAFTED"]

CRAFTED: Final = (
    # a cascade of three steps and more, to the minimum; the free lists of q1 and q2 both long
    "cost id_bits=2 index_bits=0 : add*33 remove:5..31 remove:4 remove:3 remove:32 add*20 each layout cost",
    "cost truncate=memory id_bits=2 index_bits=0 : add*65 remove:40..63 remove:2..39 remove:64 add*9 each layout cost",
    "cost truncate=never id_bits=2 index_bits=0 : add*33 remove:1..32 add*3 layout cost clear add layout cost",
    # a cascade that ends at a live h2, its list handed over
    "cost id_bits=2 index_bits=0 : add*17 remove:9..15 remove:6..7 remove:16 layout cost add*12 layout",
    # q1's list is split, and what goes to q2 is reversed
    (
        "cost truncate=memory id_bits=2 index_bits=0 : add*17 remove:3 remove:0 remove:2 remove:1 remove:16 layout "
        "add*5 layout"
    ),
    # growth back into memory that was kept, and beyond it
    "cost id_bits=2 index_bits=0 : add*9 remove:8 cost add cost remove:9 remove:7 add*9 cost layout",
    "cost truncate=memory id_bits=2 index_bits=0 : add*9 remove:8 cost add cost remove:9 remove:7 add*9 cost layout",
    # R1: rounding up, and a half that is no multiple of 4
    "cost minimum=5 capacity=21 id_bits=2 index_bits=0 : layout add*13 layout remove:12 layout cost",
    (
        "cost minimum=9 capacity=40 truncate=memory id_bits=2 index_bits=0 : layout add*21 remove:20 layout cost "
        "remove:0..19 layout cost"
    ),
    # a preallocated space whose h2 was never used stays
    "cost capacity=16 id_bits=2 index_bits=0 : add*4 remove:0..3 layout add*9 remove:4..12 layout cost",
    # R1 and R6 again, as short as they can be
    "cost truncate=never id_bits=2 index_bits=0 : add*5 remove:4 layout",
    "cost capacity=12 id_bits=2 index_bits=0 : add*7 remove:6 layout",
    "cost truncate=memory id_bits=2 index_bits=0 : add*5 remove:4 cost layout",
    # a removal outside an empty h2 does not truncate
    "cost capacity=8 id_bits=2 index_bits=0 : add*3 remove:1 layout remove:0 layout",
    # the whole index range, with and without a power of two in the way
    "cost capacity=12 id_bits=2 index_bits=4 : add*18 len layout remove:15 add*2 layout cost",
    "cost id_bits=2 index_bits=3 : add*9 at:8 contains:8 remove:8 clear add layout cost",
    # clear by mode, with memory kept or given back, and the ids that go on
    "cost truncate=memory id_bits=2 index_bits=0 : add*9 clear layout cost at:0 add at:0 at:8 layout",
    "cost id_bits=2 index_bits=0 : add*9 remove:2 clear layout cost at:0 apply:0 remove:0 contains:0 add at:0",
    "cost minimum=8 truncate=never id_bits=2 index_bits=0 : clear add*3 clear clear layout cost",
    # one-bit ids: retired keys that resolve again, through the view too
    "cost id_bits=1 index_bits=0 : add add remove:1 remove:0 add add exchange:2:1 at:1 remove:1 at:3 layout",
    # elements are exchanged, keys stay
    (
        "cost id_bits=8 index_bits=0 : add*5 exchange:0:3 each exchange:3:0 exchange:1:1 at:1 remove:3 exchange:0:3 "
        "exchange:3:0 each keys traverse"
    ),
    (
        "cost id_bits=8 index_bits=0 : each keys traverse each_mut:1 lend:add lend:clear lend:drain add traverse "
        "layout apply:0"
    ),
    # structural operations are refused, even if they would change nothing
    (
        "cost id_bits=2 index_bits=3 : add*3 remove:1 lend:add lend:insert_with lend:extend:0 lend:extend:9 "
        "lend:remove:0 lend:remove:1 lend:clear lend:drain lend:retain:1:0 lend:retain:1:1 lend:reserve:0 "
        "lend:reserve:99 lend:shrink_to_fit layout cost add each"
    ),
    # a factory receives the key that its element will have, at any position
    (
        "cost id_bits=1 index_bits=3 : insert_with*9 remove:0 remove:2 remove:5 insert_with*4 at:9 at:10 at:11 "
        "at:12 layout"
    ),
    "cost id_bits=2 index_bits=0 : insert_with*5 remove:4 cost insert_with cost layout",
    (
        "cost id_bits=2 index_bits=0 : insert_with*7 remove:5 insert_with remove:2 insert_with remove:0 insert_with "
        "each layout"
    ),
    "cost id_bits=2 index_bits=3 : add*8 insert_with at:8 remove:3 insert_with at:9 remove:9 add layout cost",
    # all or none; otherwise the same as several insertions
    (
        "cost id_bits=3 index_bits=0 : extend:0 layout extend:4 cost extend:1 cost remove:1 remove:3 extend:3 at:6 "
        "layout cost"
    ),
    (
        "cost truncate=memory id_bits=3 index_bits=0 : extend:40 layout cost remove:2..39 layout cost extend:9 each "
        "layout cost"
    ),
    (
        "cost id_bits=2 index_bits=3 : extend:9 layout cost add extend:8 at:9 extend:7 at:18 extend:1 extend:0 "
        "layout cost"
    ),
    "cost capacity=12 id_bits=2 index_bits=4 : extend:15 remove:3 extend:3 remove:13 extend:3 layout len cost",
    "cost id_bits=0 index_bits=0 : extend:1000 len at:999 cost remove:20..999 layout cost",
    # keys that need more than a byte
    "cost : extend:1000 repack:999 repack:256 remove:256 add repack:256 repack:1000 each",
    # drained elements are removed, cells are untouched, ids go on; by mode
    (
        "cost id_bits=2 index_bits=0 : drain cost extend:9 remove:2 remove:8 drain layout cost each at:0 add at:0 "
        "layout"
    ),
    "cost truncate=memory id_bits=2 index_bits=0 : extend:9 remove:2 drain layout cost drain add layout cost",
    "cost minimum=8 truncate=never id_bits=2 index_bits=0 : extend:9 drain extend:9 drain layout cost",
    # rejected elements are removed in ascending position, and the last removal may truncate
    (
        "cost id_bits=3 index_bits=0 : retain:2:0 extend:9 retain:1:0 retain:2:0 layout cost retain:1:1 layout cost "
        "add*4 layout"
    ),
    (
        "cost truncate=memory id_bits=3 index_bits=0 : extend:17 retain:5:1 layout cost add*9 layout retain:3:0 each "
        "layout cost"
    ),
    (
        "cost id_bits=3 index_bits=0 : extend:8 remove:1 remove:0 retain:4:3 layout each_mut:1 retain:2:0 layout "
        "cost add*6 each"
    ),
    # room in advance: nothing moves until it is used up, and the element space is not affected
    (
        "cost id_bits=2 index_bits=0 : extend:3 reserve:1 cost reserve:2 layout cost reserve:5 cost extend:13 cost "
        "layout reserve:0 cost"
    ),
    "cost truncate=never id_bits=2 index_bits=0 : add reserve:20 cost layout shrink_to_fit cost layout extend:5 cost",
    (
        "cost truncate=memory id_bits=2 index_bits=0 : extend:5 reserve:20 cost remove:4 cost extend:5 cost reserve:30 "
        "clear cost extend:9 cost"
    ),
    "cost id_bits=2 index_bits=3 : extend:3 reserve:5 cost reserve:6 reserve:65536 cost layout extend:5 cost",
    "cost id_bits=2 index_bits=0 : reserve:65536 cost layout extend:9 cost shrink_to_fit cost layout",
    # room is released in every mode, even if h2 was never used or q1 is opened only in part
    (
        "cost id_bits=2 index_bits=0 : shrink_to_fit layout extend:5 shrink_to_fit remove:4 cost shrink_to_fit "
        "layout cost add cost"
    ),
    "cost capacity=32 id_bits=2 index_bits=0 : extend:3 remove:0 remove:2 shrink_to_fit layout cost add*4 layout cost",
    (
        "cost capacity=64 truncate=never id_bits=2 index_bits=0 : extend:20 remove:0 remove:4 remove:2 remove:7 "
        "remove:18..19 shrink_to_fit layout cost add*9 layout cost"
    ),
    (
        "cost capacity=24 truncate=memory id_bits=2 index_bits=0 : extend:7 remove:3 remove:0 remove:5 shrink_to_fit "
        "layout cost add*5 layout"
    ),
    (
        "cost minimum=12 capacity=48 id_bits=2 index_bits=0 : extend:13 remove:12 remove:1 shrink_to_fit layout cost "
        "shrink_to_fit cost"
    ),
    "cost truncate=never id_bits=2 index_bits=0 : extend:33 remove:1..32 shrink_to_fit layout cost add*5 layout cost",
    # saved and loaded: the free lists in their order, the next id, the costs, and what was reserved
    (
        "cost id_bits=2 index_bits=0 : reload layout extend:9 remove:3 remove:0 remove:2 remove:6 remove:5 reload "
        "layout cost each at:0 at:1 add*6 layout cost reserve:40 reload cost extend:9 cost reload remove:8 layout cost"
    ),
    (
        "cost truncate=memory id_bits=3 index_bits=3 : extend:8 reload add remove:7 reload lend:add cost layout "
        "extend:4 each reload each"
    ),
    # elements are changed where they are
    (
        "cost id_bits=8 index_bits=0 : extend:5 remove:1 replace:0:7 replace:1:9 at_mut:4:1000 each_mut:3 each at:0 "
        "at:1 cost layout"
    ),
    (
        "cost id_bits=8 index_bits=0 : extend:3 replace:0:0 at_mut:1:0 exchange:0:1 replace:0:8 at_mut:1:5 each "
        "traverse inspect:2"
    ),
    "cost id_bits=8 index_bits=0 : each_mut:0 extend:3 each_mut:2 each cost",
)
"""Programs for behaviour that the minimal preset cannot show. ``add*3`` and ``remove:5..7`` stand for repetition."""
