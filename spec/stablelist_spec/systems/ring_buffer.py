"""The ring buffer: a fixed number of cells, a position to read from and one to write to, and the last values.

`store` says what is in the cells:

- *values*: each cell has a value.
- *bytes*: each cell has a byte, and each value is a record of two to five of them: the number of its decimal digits,
  and the digits. A record that does not fit before the end of the cells is split, and goes on at the first cell.
- *mapped*: the same bytes, but their memory is mapped twice, side by side. So every record is read in one piece, and
  the positions go on into the second mapping. When the read position is there, both go back by the number of cells.

Representation invariant:

1. There are as many cells as the capacity, and both positions are cells; a mapped write position may be as many cells
   behind the read position.
2. The values that can be read are in the cells from the read position on, around the end, to before the write position.
3. If both positions are the same cell, every cell has such a value, or none; `empty` says which. An empty buffer has
   both positions at the same cell.
4. Bytes are whole records, one after the other.

`push_back` writes, `pop_front` reads, and `clear` is the reset. If there is no room for a value, the oldest ones are
overwritten, as many as it takes, and the read position moves behind them. So the buffer has the last values, and
reading never overtakes writing. Only a record that is longer than all cells is refused.

(the thesis on the engine in Rust, 5.4.3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.ring import RING, Elements, RingError, Room, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import Observed, classified, labelled
from stablelist_spec.parts.options import Bound, Options

from .ring.observer import GROWTH, OBSERVED

__all__ = [
    "INVARIANTS",
    "LABELS",
    "RING_BUFFER",
    "Buffer",
    "Configuration",
    "Store",
    "initial",
    "step",
]


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


# --- Labels ---------------------------------------------------------------------------------------

OPERATIONS: Final = frozenset(
    {"push_back", "pop_front", "clear", "peek", "len", "is_empty", "is_full", "layout"}
)


def growth(before: Buffer, operation: Operation, answer: object) -> str:
    """How a record is added."""
    room = before.room(len(record(before.store, operation["value"])))
    if answer is RingError.FULL:
        return "refused"
    if room < 0:
        return "overwrites"
    if room < SHORTEST[before.store]:
        return "fills"
    return "first" if before.empty else "more"


STORED: Final[Observed] = {**OBSERVED, "push_back": (growth, GROWTH)}
"""The observers of a ring, which see as well how many cells a record takes."""
LABELS: Final = {
    **labelled({name: observed for name, observed in STORED.items() if name in OPERATIONS}),
    "push_back_overwrites_several": "more than one record is overwritten",
    "push_back_starts_over": "the write position was before the end of the cells, and is at the first or beyond it now",
    "push_back_splits": "the record goes on at the first cell, or in the second mapping",
    "pop_front_starts_over": "the read position was before the end of the cells, and is at the first or beyond it now",
    "pop_front_joins": "the record goes on at the first cell, or in the second mapping",
}
"""Every label with its meaning."""

of_ring: Final = classified(STORED)


def classify(
    before: Buffer, operation: Operation, step: Step[Buffer, object], origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step: what is observed, and whether a position or a record goes around the end."""
    return (*of_ring(before, operation, step, origin), *around(before, operation, step))


def around(before: Buffer, operation: Operation, step: Step[Buffer, object]) -> Iterator[Label]:
    """What goes around the end, and whether it takes the place of several."""
    if operation.name == "push_back" and step.answer is None:
        if before.live > step.state.live:
            yield "push_back_overwrites_several"
        length = len(record(before.store, operation["value"]))
        behind = before.write % before.capacity + length - before.capacity
        yield from ends("push_back", "splits", behind)
    if operation.name == "pop_front" and not before.empty:
        yield from ends("pop_front", "joins", before.read + before.next_length - before.capacity)


def ends(name: str, of_record: str, behind: int) -> Iterator[Label]:
    """Whether a record ends with the last cell, or so many cells behind it."""
    if behind >= 0:
        yield f"{name}_starts_over"
    if behind > 0:
        yield f"{name}_{of_record}"


# --- Invariants -----------------------------------------------------------------------------------


def positions_are_cells(state: Buffer, _: FreshKeys) -> bool:
    """There are as many cells as the capacity, and both positions are among them; a mapped write position follows."""
    mapped = state.store is Store.MAPPED
    written = (
        range(state.read, state.read + state.capacity + 1) if mapped else range(state.capacity)
    )
    within = state.read in range(state.capacity) and state.write in written
    return len(state.cells) == state.capacity and within


def values_lie_between_the_positions(state: Buffer, _: FreshKeys) -> bool:
    """The cells from the read position to before the write position have values, and no others."""
    found = [each is not None for each in state.turned()]
    return found == [place < state.used for place in range(len(found))]


def empty_buffer_has_both_positions_at_one_cell(state: Buffer, _: FreshKeys) -> bool:
    """Reading never overtakes writing: what was written can be read, and then the positions meet."""
    return not state.empty or state.read == state.write


def bytes_are_whole_records(state: Buffer, _: FreshKeys) -> bool:
    """Each record has as many digits as its first byte says, and the last one ends where the next is written."""
    if state.store is Store.VALUES:
        return True
    unread = islice(state.turned(), state.used)
    return all(digits is not None and len([*islice(unread, digits)]) == digits for digits in unread)


INVARIANTS: Final = named(
    positions_are_cells,
    values_lie_between_the_positions,
    empty_buffer_has_both_positions_at_one_cell,
    bytes_are_whole_records,
)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def layout_word(state: Buffer) -> str:
    """The answer to ``layout``: the read position, the write position, and the cells.

    >>> layout_word(Buffer(2, (None, 8), 1, 0, empty=False))
    '1:0:[-,8]'
    """
    cells = ",".join("-" if value is None else str(value) for value in state.cells)
    return f"{state.read}:{state.write}:[{cells}]"


def layout_read(state: Buffer, word: str) -> Buffer:
    """The state that an answer to ``layout`` means.

    >>> layout_read(Buffer(2, (None, None)), "1:0:[-,8]")
    Buffer(capacity=2, cells=(None, 8), read=1, write=0, empty=False, store=<Store.VALUES: 'values'>)

    Raises:
        ValueError: it means none.
    """
    read, write, cells = word.split(":")
    found = tuple(None if each == "-" else int(each) for each in cells.strip("[]").split(","))
    return Buffer(state.capacity, found, int(read), int(write), {*found} == {None}, state.store)


def picture(state: Buffer) -> Picture:
    """The cells, and both positions."""
    row = [VACANT if value is None else Cell(True, str(value)) for value in state.cells]
    facts = {"capacity": state.capacity, "values": state.live}
    positions = {"read position": state.read, "write position": state.write}
    word = "value" if state.store is Store.VALUES else "byte"
    return Picture({**facts, **positions}, rows=(Row(len(row), row, word=word),))


class Variables(NamedTuple):
    """A state: the cells and both positions."""

    cells: tuple[int | None, ...]
    read: int
    write: int


def variables(state: Buffer) -> Variables:
    """The state variables of a trace."""
    return Variables(state.cells, state.read, state.write)


def refines(before: Buffer, operation: Operation, step: Step[Buffer, object]) -> bool:
    """Whether a step is one of a ring that overwrites; of records, as many stay as have room."""
    if step.answer is RingError.FULL:
        return step.state == before
    values = before.store is Store.VALUES
    room = Room(before.capacity if values else len(step.state.elements))
    answer, elements = answered(room, before.elements, operation)
    asked = operation.name == "is_full" and not values
    return (step.answer if asked else answer, elements) == (step.answer, step.state.elements)


RING_BUFFER: Final = System(
    name="ring-buffer",
    family=RING,
    operations=OPERATIONS,
    configuration=Configuration,
    noun="ring buffer",
    axes=Axes(
        elements="in place, around the end of the cells",
        bulk="clear puts both positions back to the first cell",
        full="the oldest values are overwritten",
    ),
    initial=initial,
    step=step,
    classify=classify,
    shown={"layout": layout_word},
    read={"layout": layout_read},
    invariants=INVARIANTS,
    labels=LABELS,
    refines=refines,
    picture=picture,
    variables=variables,
    choices={"capacity": (1, 2, 3, 8, 1_000), "store": tuple(Store)},
    operands={"value": lambda chosen: (0, 1) if chosen.store is Store.VALUES else (7, 42)},
    ranges={"capacity": (1, 65_536)},
    scopes=(
        *(Configuration(capacity) for capacity in (1, 2, 3)),
        *(Configuration(capacity, store) for store in RECORDS for capacity in (2, 7)),
    ),
    crafted=crafted("systems/ring_buffer.programs"),
)
"""The ring buffer."""
