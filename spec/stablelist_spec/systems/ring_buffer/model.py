"""The cells of a ring buffer with both of its positions, what a record takes of them, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.ring import Elements, RingError
from stablelist_spec.parts.options import Bound, Options

__all__ = ["RECORDS", "SHORTEST", "Buffer", "Configuration", "Store", "initial", "record", "step"]


class Store(StrEnum):
    """What is in the cells."""

    VALUES = "values"
    """A value in each."""
    BYTES = "bytes"
    """Records of bytes, one after the other, which go on at the first cell."""
    MAPPED = "mapped"
    """The same, in memory that is mapped twice."""


@dataclass(frozen=True)
class Configuration(Options):
    """The number of cells, and what is in them."""

    bounds = (Bound("capacity", 1),)

    capacity: int = 8
    store: Store = Store.VALUES

    @property
    def most_live(self) -> int:
        """The largest number of values that can be read."""
        return self.capacity // SHORTEST[self.store]


RECORDS: Final = (Store.BYTES, Store.MAPPED)
"""What stores records of several bytes."""
SHORTEST: Final = {Store.VALUES: 1, **dict.fromkeys(RECORDS, 2)}
"""The number of cells of the shortest record."""


class Buffer(NamedTuple):
    """A ring buffer.

    Attributes:
        cells: the values or bytes that can be read, each in its cell; None where there is none.
        read: the position of the oldest value, if there is one.
        write: the position of the next value.
        empty: whether there is nothing to read.
        store: what is in the cells.
    """

    capacity: int
    cells: tuple[int | None, ...]
    read: int = 0
    write: int = 0
    empty: bool = True
    store: Store = Store.VALUES

    @property
    def used(self) -> int:
        """The number of cells that have something to read."""
        distance = (self.write - self.read) % self.capacity
        return self.capacity if distance == 0 and not self.empty else distance

    @property
    def elements(self) -> Elements:
        """The values that can be read, the oldest first."""
        return tuple(self.unread())

    @property
    def live(self) -> int:
        """How many values can be read."""
        return self.used if self.store is Store.VALUES else len(self.elements)

    @property
    def next_length(self) -> int:
        """The number of cells of the oldest value; 0 if there is none."""
        first = self.cells[self.read]
        return 0 if first is None else 1 if self.store is Store.VALUES else 1 + first

    def unread(self) -> Iterator[int]:
        """The values that can be read, one after the other."""
        found = islice(self.turned(), self.used)
        if self.store is Store.VALUES:
            return found
        return (int("".join(map(str, islice(found, digits)))) for digits in found)

    def turned(self) -> Iterator[Any]:
        """What is in the cells, from the read position on and around the end."""
        return iter(self.cells[self.read :] + self.cells[: self.read])

    def room(self, length: int) -> int:
        """The number of cells that are left after a record of so many; less than none if there is no room for it."""
        return self.capacity - self.used - length

    def put(self, position: int, record: Sequence[int | None]) -> tuple[int | None, ...]:
        """The cells with some of them changed, from a position on and around the end."""
        cells = list(self.cells)
        for place, each in enumerate(record, position):
            cells[place % self.capacity] = each
        return tuple(cells)

    def at(self, read: int, write: int) -> Buffer:
        """The buffer with its positions moved on: each starts over at the end, or both in the second mapping."""
        if self.store is Store.MAPPED:
            back = read - read % self.capacity
            return self._replace(read=read - back, write=write - back)
        return self._replace(read=read % self.capacity, write=write % self.capacity)


def initial(chosen: Configuration) -> Buffer:
    """A new buffer, which is empty."""
    return Buffer(chosen.capacity, (None,) * chosen.capacity, store=chosen.store)


def record(store: Store, value: int) -> tuple[int, ...]:
    """What is written for a value.

    >>> record(Store.VALUES, 407), record(Store.BYTES, 407)
    ((407,), (3, 4, 0, 7))
    """
    digits = tuple(map(int, str(value)))
    return (value,) if store is Store.VALUES else (len(digits), *digits)


def step(state: Buffer, operation: Operation) -> Step[Buffer, object]:
    """The step of an operation.

    >>> full = Buffer(2, (7, 8), empty=False)
    >>> step(full, Operation("push_back", value=9)).state
    Buffer(capacity=2, cells=(9, 8), read=1, write=1, empty=False, store=<Store.VALUES: 'values'>)
    """
    match operation.name:
        case "push_back":
            return written(state, record(state.store, operation["value"]))
        case "pop_front":
            return Step(taken(state), next(state.unread(), None))
        case "clear":
            return Step(initial(Configuration(state.capacity, state.store)), None)
        case "peek":
            return Step(state, next(state.unread(), None))
        case "len":
            return Step(state, state.live)
        case "is_empty":
            return Step(state, state.empty)
    return Step(state, state.room(SHORTEST[state.store]) < 0)


def written(state: Buffer, new: tuple[int, ...]) -> Step[Buffer, object]:
    """Write a record, over the oldest ones if there is no room; one that is longer than all cells is refused."""
    if len(new) > state.capacity:
        return Step(state, RingError.FULL)
    while state.room(len(new)) < 0:
        state = taken(state)
    cells, after = state.put(state.write, new), state.at(state.read, state.write + len(new))
    return Step(after._replace(cells=cells, empty=False), None)


def taken(state: Buffer) -> Buffer:
    """Read the oldest value, if there is one."""
    length = state.next_length
    cells, after = (
        state.put(state.read, (None,) * length),
        state.at(state.read + length, state.write),
    )
    return after._replace(cells=cells, empty=state.used == length)
