"""Sources of ids, by which a stale key is distinguished from a valid one.

A source has the two operations of the thesis: the first id, and the id after a given one. Ids are non-negative ints.
The list keeps the next id, gives it to the element that is added, and asks the source for the one after it.

This module has counters, which start over after 2**bits ids, and UUIDs, as ints of 128 bits. Any object with the two
operations can be a source (5.1; R8, R9):

>>> class Odd:
...     def initial(self) -> int:
...         return 1
...
...     def next(self, id: int) -> int:
...         return id + 2
>>> from stablelist import StableList
>>> pool = StableList[str](ids=Odd())
>>> pool.add("ant"), pool.add("bee")
(Key(index=0, id=1), Key(index=1, id=3))
"""

from __future__ import annotations

import os
import time
from typing import Final, Protocol

__all__ = [
    "Counter",
    "IdSource",
    "Uuid4",
    "Uuid7",
    "u8",
    "u16",
    "u32",
    "u64",
    "unbounded",
    "uuid4",
    "uuid7",
]


class IdSource(Protocol):
    """The two operations of a source of ids.

    Both must take O(1), and must not use the list that calls them. To pack keys, the list reads the number of bits of
    an id from the attribute `bits`, if there is one.

    >>> source: IdSource = u8
    >>> source.initial(), source.next(254), source.next(255)
    (0, 255, 0)
    """

    # Source: 5.1, the thesis' `StableId`; R9

    def initial(self) -> int:
        """The id of the first element."""

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The id that comes after *id*."""


class Counter:
    """Consecutive numbers of *bits* bits, which wrap around; None for unbounded numbers.

    Args:
        bits: 1 to 64, or None for unbounded.
        start: the first id; after the last one follows 0 all the same. A program that stores keys starts above
            the ids of its last run, so that the old keys stay stale.

    Raises:
        TypeError: bits or start is not an int.
        ValueError: bits is out of its range, or start is not an id of so many bits.

    >>> Counter(2).next(2), Counter(2).next(3), Counter(None).next(3)
    (3, 0, 4)
    >>> from stablelist import StableList
    >>> StableList[str](ids=Counter(64, start=1000)).add("ant")
    Key(index=0, id=1000)
    """

    # Source: 5.1; R8

    _start: int = 0

    # Not a dataclass: importing `dataclasses` takes longer than importing this package.
    def __init__(self, bits: int | None, *, start: int = 0) -> None:
        if bits is not None and type(bits) is not int:
            raise TypeError(f"bits is {bits!r}; pass 1 to 64, or None for unbounded")
        if bits is not None and not 1 <= bits <= 64:
            raise ValueError(f"bits is {bits}; pass 1 to 64, or None for unbounded")
        if type(start) is not int:
            raise TypeError(f"start is {start!r}; pass the first id, such as 0")
        if start < 0 or (bits is not None and start >> bits):
            raise ValueError(f"start is {start}; pass an id of {bits or 'any number of'} bits")
        self._bits = bits
        if start:  # otherwise as in lists that were saved before there was a start
            self._start = start

    @property
    def bits(self) -> int | None:
        """The width of an id in bits, or None if unbounded, in O(1).

        >>> u8.bits, unbounded.bits
        (8, None)
        """
        # Source: R8
        return self._bits

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return (self._bits, self._start) == (other._bits, other._start)

    def __hash__(self) -> int:
        return hash((type(self), self._bits, self._start))

    def __repr__(self) -> str:
        start = f", start={self._start}" if self._start else ""
        return f"{type(self).__name__}(bits={self._bits}{start})"

    @property
    def period(self) -> int:
        """The number of ids until they start over, or 0 if they never do, in O(1).

        >>> u8.period, unbounded.period
        (256, 0)
        """
        # Source: R8
        return 0 if self.bits is None else 1 << self.bits

    def initial(self) -> int:
        """The first id, in O(1).

        >>> u32.initial(), Counter(32, start=7).initial()
        (0, 7)
        """
        # Source: 5.1; R8
        return self._start

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The id after *id*, in O(1).

        >>> u8.next(255)
        0
        """
        # Source: 5.1; R8
        return 0 if id + 1 == self.period else id + 1


class _Uuids:
    """Ids of 128 bits; all sources of one class are equal."""

    @property
    def bits(self) -> int:
        """The width of an id in bits, in O(1).

        >>> uuid4.bits
        128
        """
        # Source: R9
        return 128

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Uuid4(_Uuids):
    """Random ids, as in version 4 of RFC 9562: 122 of the 128 bits are random.

    A retired key can resolve only if the same number is drawn twice for one position. A copy of a list and its original
    give out the same next id, which is already drawn; the ids after it differ.

    >>> import uuid
    >>> uuid.UUID(int=uuid4.initial()).version
    4
    """

    # Source: 5.1; R9

    def initial(self) -> int:
        """A random id, in O(1).

        >>> uuid4.initial() == uuid4.initial()
        False
        """
        # Source: 5.1
        return _stamped(4, int.from_bytes(os.urandom(16), "big"))

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """Another random id, independent of *id*, in O(1).

        >>> uuid4.next(0) == uuid4.next(0)
        False
        """
        # Source: 5.1
        return self.initial()


class Uuid7(_Uuids):
    """Ids that begin with the time in ms, in 48 bits, as in version 7 of RFC 9562.

    The other bits are random, except for version and variant. Ids of different milliseconds are in order.

    >>> import uuid
    >>> uuid.UUID(int=uuid7.initial()).version
    7
    """

    # Source: 5.1; R9

    def initial(self) -> int:
        """An id for the current millisecond, in O(1).

        >>> uuid7.initial() == uuid7.initial()
        False
        """
        # Source: 5.1
        milliseconds = time.time_ns() // 1_000_000 % (1 << 48)
        return _stamped(7, milliseconds << 80 | int.from_bytes(os.urandom(10), "big"))

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """An id for the current millisecond, independent of *id*, in O(1).

        >>> uuid7.next(0) == uuid7.next(0)
        False
        """
        # Source: 5.1
        return self.initial()


def _stamped(version: int, number: int) -> int:
    """Set the version and the variant of a UUID in a number of 128 bits (RFC 9562, 4)."""
    number = number & ~(0xF << 76) | version << 76
    return number & ~(0b11 << 62) | 0b10 << 62


u8: Final = Counter(8)
"""Ids of 8 bits, which start over after 256 insertions."""

u16: Final = Counter(16)
"""Ids of 16 bits, which start over after 65,536 insertions."""

u32: Final = Counter(32)
"""Ids of 32 bits, which start over after 4,294,967,296 insertions."""

u64: Final = Counter(64)
"""Ids of 64 bits, the default of a list, which start over after 18,446,744,073,709,551,616 insertions."""

unbounded: Final = Counter(None)
"""Unbounded ids: a retired key never resolves."""

uuid4: Final = Uuid4()
"""Random ids, of 128 bits."""

uuid7: Final = Uuid7()
"""Ids that begin with the time, of 128 bits."""
