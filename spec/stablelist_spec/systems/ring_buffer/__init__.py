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

from itertools import islice
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.ring import RING, RingError, Room, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named

from .model import RECORDS, Buffer, Configuration, Store, initial, step
from .observer import LABELS, OPERATIONS, classify

__all__ = ["INVARIANTS", "RING_BUFFER"]

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
    measures={"read position": lambda state: state.read},
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
    crafted=crafted("systems/ring_buffer/crafted.programs"),
)
"""The ring buffer."""
