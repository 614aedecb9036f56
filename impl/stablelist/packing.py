"""A key as one integer: its id above its index.

index_bits = 8    id 3, index 7  →  0x0307

Unpacking is total and the inverse of packing. Every integer unpacks to some key. A number that no list has packed
unpacks to a key that is not found (R10), such as one with a negative id.

(5.6.1)
"""

from __future__ import annotations

from typing import Any, SupportsIndex

from .key import Key, require
from .parameters import Parameters, whole

__all__ = ["pack", "packed", "unpack", "unpacked"]


def packed(index: int, id: int, index_bits: int) -> int:  # noqa: A002 - the field's word
    """Index and id in one integer; the index must have at most *index_bits* bits."""
    return id << index_bits | index


def unpacked(number: int, index_bits: int) -> tuple[int, int]:
    """The index and the id in an integer."""
    return number & ((1 << index_bits) - 1), number >> index_bits


def pack(parameters: Parameters, key: Key[Any]) -> int:
    """A key as one integer, as `Pool.pack` says."""
    require(key)
    index_bits, id_bits = widths(parameters)
    index, id_ = key.index, key.id
    if not (0 <= index < 1 << index_bits and 0 <= id_ < 1 << id_bits):
        raise ValueError(
            f"{key!r} does not fit an index of {index_bits} and an id of {id_bits} bits;"
            " pack keys of this list"
        )
    return packed(index, id_, index_bits)


def unpack(parameters: Parameters, number: SupportsIndex) -> Key[Any]:
    """The key that is packed in an integer, as `Pool.unpack` says."""
    index_bits, _ = widths(parameters)
    packed_key = whole("a packed key", number, "the integer that pack returned")
    return Key(*unpacked(packed_key, index_bits))


def widths(parameters: Parameters) -> tuple[int, int]:
    """The bits of an index and of an id."""
    index_bits, id_bits = parameters.index_bits, parameters.id_bits
    if index_bits is None or id_bits is None:
        raise ValueError(
            f"keys of an index of {index_bits or 'unbounded'} and an id of"
            f" {id_bits or 'unbounded'} bits cannot be packed; bound index_bits and ids"
        )
    return index_bits, id_bits
