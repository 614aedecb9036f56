"""What can go wrong, each a child of the nearest built-in exception.

    Exception
     ├── StableListError            everything a caller may want to catch
     │    ├── BorrowError           and RuntimeError: refused, because elements are lent (R14)
     │    ├── CapacityError         and OverflowError: the index range or the list is full (R9)
     │    ├── RestoreError          and ValueError: a key cannot be restored (R16)
     │    └── StaleKeyError         and KeyError: the key names no element (R11)
     └── AssertionError
          └── InvariantError        the list itself is broken: a defect of this package

An error stores its details in typed fields, which are also its `args`, so it can be pickled. Its repr shows its
message, as that of a built-in exception does.
"""

from __future__ import annotations

from typing import Any

from .key import Key

__all__ = [
    "BorrowError",
    "CapacityError",
    "InvariantError",
    "RestoreError",
    "StableListError",
    "StaleKeyError",
]


class StableListError(Exception):
    """The common base of the errors that a caller may want to catch.

    >>> issubclass(BorrowError, StableListError)
    True
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class BorrowError(StableListError, RuntimeError):
    """An operation was refused: elements are lent, or a view is no longer lent.

    >>> print(BorrowError("add", "1 iterator or callback is open", "add afterwards", thread="worker"))
    add refused: 1 iterator or callback is open, the last one in thread 'worker'; add afterwards
    """

    # Source: 5.3; R14

    def __init__(
        self,
        operation: str,
        reason: str,
        remedy: str,
        thread: str | None = None,
        task: str | None = None,
        places: tuple[str, ...] = (),
    ) -> None:
        super().__init__(operation, reason, remedy, thread, task, places)
        self.operation = operation
        self.reason = reason
        self.remedy = remedy
        self.thread = thread
        """The name of the thread in which the last loan began, if it is another one."""
        self.task = task
        """The name of the asyncio task in which the last loan began, if it is another one."""
        self.places = places
        """Where the loans began that are open, the oldest first; only in debug mode."""

    def __str__(self) -> str:
        kind, name = ("thread", self.thread) if self.thread else ("task", self.task)
        where = f", the last one in {kind} {name!r}" if name else ""
        since = "".join(f", since {place}" for place in self.places)
        return f"{self.operation} refused: {self.reason}{where}{since}; {self.remedy}"


class CapacityError(StableListError, OverflowError):
    """There is no room: no index can name a position that is needed, or the maximum is reached.

    >>> print(CapacityError("add", 8, 3))
    add refused: position 8 does not fit an index of 3 bits; remove elements or widen index_bits
    >>> print(CapacityError("add", 5, 32, 5))
    add refused: the list holds at most 5 elements; remove some, or choose a larger maximum
    """

    # Source: R9

    def __init__(
        self, operation: str, position: int, index_bits: int | None, maximum: int | None = None
    ) -> None:
        super().__init__(operation, position, index_bits, maximum)
        self.operation = operation
        self.position = position
        self.index_bits = index_bits
        self.maximum = maximum
        """The number of elements that the user allows, if that was the reason."""

    def __str__(self) -> str:
        if self.maximum is not None:
            return (
                f"{self.operation} refused: the list holds at most {self.maximum} elements; "
                "remove some, or choose a larger maximum"
            )
        if self.index_bits is None or self.position < 1 << self.index_bits:
            return f"{self.operation} refused: no memory is large enough for position {self.position}; ask for less"
        return (
            f"{self.operation} refused: position {self.position} does not fit an index of "
            f"{self.index_bits} bits; remove elements or widen index_bits"
        )


class RestoreError(StableListError, ValueError):
    """A key cannot be restored.

    >>> print(RestoreError(Key(0, 7), "it is not retired; remove that element first"))
    Key(index=0, id=7) cannot be restored: it is not retired; remove that element first
    """

    # Source: R16

    def __init__(self, key: Key[Any], reason: str) -> None:
        super().__init__(key, reason)
        self.key = key
        self.reason = reason
        """Why not, and what to do about it."""

    def __str__(self) -> str:
        return f"{self.key!r} cannot be restored: {self.reason}"


class StaleKeyError(StableListError, KeyError):
    """A key names no element, where one is required.

    >>> print(StaleKeyError(Key(0, 7), "cell 0 is vacant"))
    Key(index=0, id=7) names no element: cell 0 is vacant
    """

    # Source: R11

    def __init__(self, key: Key[Any], reason: str) -> None:
        super().__init__(key, reason)

    # The native build stores what it found in the cell in the place of the reason, because most of these errors
    # are caught, and nobody reads them.
    @property
    def args(self) -> tuple[Any, ...]:
        """The key and the reason.

        >>> StaleKeyError(Key(0, 7), "cell 0 is vacant").args
        (Key(index=0, id=7), 'cell 0 is vacant')
        """
        key, reason = super().args
        if isinstance(reason, str):
            return key, reason
        from .stale import said  # only here, since it imports this module

        return key, said(key, reason)

    @args.setter
    def args(self, args: tuple[Any, ...]) -> None:
        BaseException.args.__set__(self, args)  # type: ignore[attr-defined] # it is a descriptor

    @property
    def key(self) -> Key[Any]:
        """The key.

        >>> StaleKeyError(Key(0, 7), "cell 0 is vacant").key
        Key(index=0, id=7)
        """
        key: Key[Any] = super().args[0]
        return key

    @property
    def reason(self) -> str:
        """Why it names no element, and what to do about it.

        >>> StaleKeyError(Key(0, 7), "cell 0 is vacant").reason
        'cell 0 is vacant'
        """
        reason: str = self.args[1]
        return reason

    def __str__(self) -> str:
        return f"{self.key!r} names no element: {self.reason}"


class InvariantError(AssertionError):
    """A clause of the representation invariant does not hold: report it as a defect.

    >>> print(InvariantError("counts_agree", "space 4 ..."))
    counts_agree does not hold in
    space 4 ...
    """

    def __init__(self, clause: str, dump: str) -> None:
        super().__init__(clause, dump)
        self.clause = clause
        self.dump = dump

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __str__(self) -> str:
        return f"{self.clause} does not hold in\n{self.dump}"
