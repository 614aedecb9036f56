"""The family of allocators: blocks of bytes, cut from a region of memory.

A block has a size and an alignment: its address, or the byte that is an offset behind it, is a multiple of the
alignment. Addresses are counted from the beginning of the region, which is a multiple of every alignment. The key of a
block is the number of its allocation. A block that is gone cannot be recognized by its address, so the port has to keep
a table of blocks: their keys find nothing, and the allocator is not asked.

The port fills a block when it gets it, and reads the bytes back. No pattern is part of an answer: `check` counts the
bytes that are as they were written.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.family import KEY, Answer, Family, Kind, Operand, Refusal, Role

__all__ = ["ALLOCATOR", "AllocatorError", "aligned", "refused"]


class AllocatorError(Refusal):
    """The errors of an allocator. They change nothing."""

    FULL = "full"
    """There is no room for the block."""
    SIZE = "size"
    """The size is 0, or larger than this allocator allows."""
    ALIGNMENT = "alignment"
    """The alignment is no power of two, or larger than this allocator allows."""
    ORDER = "order"
    """Only the block that was allocated last can be freed."""
    FRONT = "front"
    """The bytes before a block were overwritten."""
    BACK = "back"
    """The bytes behind a block were overwritten."""
    RANGE = "range"
    """The byte is outside of the region, or one that the allocator needs itself."""


MOST: Final = 10**16
SIZE: Final = Operand("size", 0, MOST, usual=(1, 2, 3, 4, 5, 7, 8, 8, 12, 16, 24))
ALIGNMENT: Final = Operand("alignment", 0, MOST, usual=(1, 1, 2, 4, 4, 8, 16))
OFFSET: Final = Operand("offset", 0, MOST, usual=(0, 1, 3, 4, 8))
DISTANCE: Final = Operand("distance", 0, MOST, usual=(0, 1, 2, 3, 4, 7, 8, 11, 12))

ALLOCATOR: Final = Family(
    "allocator",
    {
        "alloc": Kind(
            "allocate a block of a size and an alignment",
            Role.GROW, (SIZE, ALIGNMENT), inserts=True,
        ),
        "alloc_at": Kind(
            "allocate a block whose byte at an offset is aligned",
            Role.GROW, (SIZE, ALIGNMENT, OFFSET), inserts=True,
        ),
        "alloc_back": Kind(
            "allocate a block at the back",
            Role.GROW, (SIZE, ALIGNMENT), inserts=True,
        ),
        "dealloc": Kind("free a block", Role.SHRINK, (KEY,), Answer.TRUTH),
        "resize": Kind(
            "give a block another size; it may move", Role.REPLACE, (KEY, SIZE), Answer.TRUTH,
        ),
        "reset": Kind("free every block", Role.RESET, answer=Answer.DONE),
        "mark": Kind("note which blocks there are", Role.CHANGE, answer=Answer.DONE),
        "rewind": Kind(
            "free the blocks that came after the mark, or all if there is none",
            Role.CHANGE, answer=Answer.DONE,
        ),
        "check": Kind(
            "count the bytes of a block that are as they were written, up to the first that is not",
            Role.READ, (KEY,), Answer.NUMBER,
        ),
        "size_of": Kind("ask for the size of a block", Role.READ, (KEY,), Answer.NUMBER, chosen=True),
        "address": Kind("ask where a block begins", Role.READ, (KEY,), Answer.NUMBER, chosen=True),
        "used": Kind("count the bytes that are in use", Role.READ, answer=Answer.NUMBER, chosen=True),
        "write": Kind(
            "fill a block with other bytes",
            Role.REPLACE, (KEY, Operand("pattern", 0, 250)), Answer.TRUTH,
        ),
        "stomp_before": Kind(
            "flip the bits of the byte that is so many before the last one before a block",
            Role.CHANGE, (KEY, DISTANCE), Answer.TRUTH,
        ),
        "stomp_after": Kind(
            "flip the bits of the byte that is so many behind the first one behind a block",
            Role.CHANGE, (KEY, DISTANCE), Answer.TRUTH,
        ),
        "layout": Kind("show the blocks, and what the allocator knows", Role.SHOW),
    },
    essential=frozenset({"alloc"}),
)  # fmt: skip
"""Every operation of an allocator."""


def refused(size: int, alignment: int) -> AllocatorError | None:
    """Why no allocator has a block of this size and alignment.

    >>> refused(8, 4), refused(0, 4), refused(8, 12)
    (None, <AllocatorError.SIZE: 'size'>, <AllocatorError.ALIGNMENT: 'alignment'>)
    """
    if not size:
        return AllocatorError.SIZE
    return None if alignment.bit_count() == 1 else AllocatorError.ALIGNMENT


def aligned(address: int, alignment: int, offset: int = 0) -> int:
    """The first address from one on whose byte at an offset is a multiple of an alignment.

    >>> aligned(5, 8), aligned(5, 8, 4), aligned(4, 8, 4)
    (8, 12, 4)
    """
    return address + -(address + offset) % alignment
