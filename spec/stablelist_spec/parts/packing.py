"""Packing: a key as one integer, the id above the index.

Every key has such a form only if both widths are bounded. `unpack` accepts any integer; a key that was never issued is
a forged one, and is not found (R10).

(R9)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key

from .parameters import Parameters

__all__ = ["able", "fits", "pack", "unpack"]


def widths(parameters: Parameters) -> tuple[int, int]:
    """The bits of an index and of an id.

    Raises:
        ValueError: one of them is unbounded.
    """
    if parameters.index_bits is None or parameters.id_bits is None:
        raise ValueError(
            "keys with an unbounded index or id have no packed form; choose widths for both"
        )
    return parameters.index_bits, parameters.id_bits


def fits(parameters: Parameters, key: Key) -> bool:
    """Whether index and id are within their widths, as those of every issued key are.

    Raises:
        ValueError: a width is unbounded.

    >>> narrow = Parameters(id_bits=2, index_bits=3)
    >>> fits(narrow, Key(7, 3)), fits(narrow, Key(8, 0)), fits(narrow, Key(-1, 0))
    (True, False, False)
    """
    index_bits, id_bits = widths(parameters)
    return 0 <= key.index < 1 << index_bits and 0 <= key.id < 1 << id_bits


def pack(parameters: Parameters, key: Key) -> int:
    """The key as one integer: ``id << index_bits | index``.

    Raises:
        ValueError: a width is unbounded, or the key does not fit, so that its form would be that of another key.

    >>> pack(Parameters(id_bits=2, index_bits=3), Key(5, 2))
    21
    """
    if not fits(parameters, key):
        raise ValueError(f"{key} does not fit an index and an id of {widths(parameters)} bits")
    return key.id << widths(parameters)[0] | key.index


def unpack(parameters: Parameters, packed: int) -> Key:
    """The key of any integer; one below zero or beyond the widths is never found.

    Raises:
        ValueError: a width is unbounded.

    >>> narrow = Parameters(id_bits=2, index_bits=3)
    >>> [unpack(narrow, packed) for packed in (21, 32, -1)]
    [Key(index=5, id=2), Key(index=0, id=4), Key(index=7, id=-1)]
    """
    index_bits, _ = widths(parameters)
    return Key(packed & (1 << index_bits) - 1, packed >> index_bits)


def able(parameters: Parameters, name: str) -> bool:
    """Whether a container has an operation: ``repack`` needs keys with a packed form, so bounded widths."""
    return name != "repack" or None not in (parameters.id_bits, parameters.index_bits)
