"""A key as one integer: its id above its index (5.6.1).

index_bits = 8    id 3, index 7  →  0x0307

Unpacking is total and the inverse of packing. Every integer is some key; one that no list ever
packed names nothing, and is not found (R10): its id is too large, or negative.
"""

from __future__ import annotations

__all__ = ["packed", "unpacked"]


def packed(index: int, id: int, index_bits: int) -> int:  # noqa: A002 - the field's word
    """Index and id in one integer. Only if the index has no more than *index_bits* bits."""
    return id << index_bits | index


def unpacked(number: int, index_bits: int) -> tuple[int, int]:
    """The index and the id in an integer."""
    return number & ((1 << index_bits) - 1), number >> index_bits
