"""The invariants of a realm, and those of each allocator."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.invariants import named

from .double_ended import DoubleEnded
from .pool import Pool
from .realm import Realm
from .stack import Stack

__all__ = ["INVARIANTS"]


def taken(state: Realm) -> list[range]:
    """The bytes of each block with its header, by ascending address."""
    header = state.space.header
    blocks = (range(each.start - header, each.start + each.size) for each in state.blocks)
    return sorted(blocks, key=lambda each: each.start)


def blocks_are_disjoint(state: Realm, _: FreshKeys) -> bool:
    """No byte belongs to two blocks, or to a block and to the header of another."""
    return all(one.stop <= other.start for one, other in pairwise(taken(state)))


def blocks_lie_inside_the_region(state: Realm, _: FreshKeys) -> bool:
    """Every block with its header lies in memory that can be used."""
    return all(each.start >= 0 and each.stop <= state.space.end for each in taken(state))


def addresses_are_aligned(state: Realm, _: FreshKeys) -> bool:
    """The byte at the offset of each block is at a multiple of its alignment."""
    return all((each.start + each.offset) % each.alignment == 0 for each in state.blocks)


def overwritten_bytes_belong_to_blocks(state: Realm, _: FreshKeys) -> bool:
    """What was overwritten is part of a canary, or of what a user asked for."""
    return all(map(state.noticed, state.flipped))


def used_bytes_hold_every_block(state: Realm, _: FreshKeys) -> bool:
    """No block is outside of the bytes that are in use, and a region without blocks is free after `reset`."""
    held: bool = sum(map(len, taken(state))) <= state.space.used
    fresh: bool = state.space.reset().used == 0
    return held and fresh


def headers_lead_back(state: Realm, _: FreshKeys) -> bool:
    """The header of each block in a stack says where the stack ended before, which was no further than the block."""
    space = state.space
    if isinstance(space, Stack):
        ends = (*(header.before for header in space.headers), space.top)
        return list(ends) == sorted(ends)
    if isinstance(space, DoubleEnded):
        up = (*(header.before for header in space.front.headers), space.front.at)
        down = (*(header.before for header in space.back.headers), space.back.at)
        return list(up) == sorted(up) and list(down) == sorted(down, reverse=True)
    return True


def front_never_passes_back(state: Realm, _: FreshKeys) -> bool:
    """Both stacks of a double-ended allocator have room."""
    space = state.space
    return not isinstance(space, DoubleEnded) or space.front.at <= space.back.at


def every_chunk_is_a_block_or_free(state: Realm, _: FreshKeys) -> bool:
    """Each chunk of a pool is taken once, or linked once."""
    space = state.space
    if not isinstance(space, Pool):
        return True
    found = (*space.free, *(each.start for each in state.blocks))
    return sorted(found) == list(space.chunks.within(space.end))


INVARIANTS: Final = named(
    blocks_are_disjoint,
    blocks_lie_inside_the_region,
    addresses_are_aligned,
    overwritten_bytes_belong_to_blocks,
    used_bytes_hold_every_block,
    headers_lead_back,
    front_never_passes_back,
    every_chunk_is_a_block_or_free,
)
"""Every invariant by its name."""
