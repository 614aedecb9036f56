"""A key as one integer: its id above its index.

index_bits = 8    id 3, index 7  →  0x0307

Unpacking is total and the inverse of packing. Every integer unpacks to some key. A number that no list has packed
unpacks to a key that is not found (R10), such as one with a negative id.

(5.6.1)
"""

from __future__ import annotations

__all__ = ["packed", "unpacked"]


def packed(index: int, id: int, index_bits: int) -> int:  # noqa: A002 - the field's word
    """Index and id in one integer; the index must have at most *index_bits* bits."""
    return id << index_bits | index


def unpacked(number: int, index_bits: int) -> tuple[int, int]:
    """The index and the id in an integer."""
    return number & ((1 << index_bits) - 1), number >> index_bits
