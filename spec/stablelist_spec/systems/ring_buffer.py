"""The ring buffer: a fixed number of cells, a position to read from and one to write to, and the last values.

Representation invariant:

1. There are as many cells as the capacity, and both positions are cells.
2. The values that can be read are in the cells from the read position on, around the end, to before the write position.
3. If both positions are the same cell, every cell has such a value, or none; `empty` says which. An empty buffer has
   both positions at the same cell.

`push_back` writes, `pop_front` reads, and `clear` is the reset. If every cell has a value to read, the oldest one is
overwritten, and the read position moves with the write position. So the buffer has the last values, as many as its
capacity, and reading never overtakes writing.

(the thesis on the engine in Rust, 5.4.3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.ring import RING, Elements, Room, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import State, classified, labelled
from stablelist_spec.parts.options import Bound, Options

from .ring.observer import OBSERVED

__all__ = ["INVARIANTS", "LABELS", "RING_BUFFER", "Buffer", "Configuration", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Options):
    """The number of cells."""

    bounds = (Bound("capacity", 1),)

    capacity: int = 8

    @property
    def most_live(self) -> int:
        """The largest number of values that can be read."""
        return self.capacity


class Buffer(NamedTuple):
    """A ring buffer.

    Attributes:
        cells: the values that can be read, each in its cell; None where there is none.
        read: the position of the oldest value, if there is one.
        write: the position of the next value.
        empty: whether there is nothing to read.
    """

    capacity: int
    cells: tuple[int | None, ...]
    read: int = 0
    write: int = 0
    empty: bool = True

    @property
    def full(self) -> bool:
        """Whether every cell has a value to read."""
        return self.read == self.write and not self.empty

    @property
    def live(self) -> int:
        """How many values can be read."""
        return self.capacity if self.full else (self.write - self.read) % self.capacity

    def after(self, position: int) -> int:
        """The position after another one: at the end, the first."""
        return (position + 1) % self.capacity

    def put(self, position: int, value: int | None) -> tuple[int | None, ...]:
        """The cells with one of them changed."""
        return (*self.cells[:position], value, *self.cells[position + 1 :])


def initial(chosen: Configuration) -> Buffer:
    """A new buffer, which is empty."""
    return Buffer(chosen.capacity, (None,) * chosen.capacity)


def step(state: Buffer, operation: Operation) -> Step[Buffer, object]:
    """The step of an operation.

    >>> full = Buffer(2, (7, 8), empty=False)
    >>> step(full, Operation("push_back", value=9)).state
    Buffer(capacity=2, cells=(9, 8), read=1, write=1, empty=False)
    """
    match operation.name:
        case "push_back":
            return Step(written(state, operation["value"]), None)
        case "pop_front":
            return Step(taken(state), state.cells[state.read])
        case "clear":
            return Step(initial(Configuration(state.capacity)), None)
        case "peek":
            return Step(state, state.cells[state.read])
        case "len":
            return Step(state, state.live)
        case "is_empty":
            return Step(state, state.empty)
    return Step(state, state.full)


def written(state: Buffer, value: int) -> Buffer:
    """Write a value; if every cell has one, over the oldest."""
    read = state.after(state.read) if state.full else state.read
    cells, write = state.put(state.write, value), state.after(state.write)
    return state._replace(cells=cells, read=read, write=write, empty=False)


def taken(state: Buffer) -> Buffer:
    """Read the oldest value, if there is one."""
    if state.empty:
        return state
    cells, read = state.put(state.read, None), state.after(state.read)
    return state._replace(cells=cells, read=read, empty=read == state.write)


def values(state: Buffer) -> Elements:
    """The values that can be read, the oldest first."""
    turned = state.cells[state.read :] + state.cells[: state.read]
    return tuple(value for value in turned if value is not None)


# --- Labels ---------------------------------------------------------------------------------------

OPERATIONS: Final = frozenset(
    {"push_back", "pop_front", "clear", "peek", "len", "is_empty", "is_full", "layout"}
)
LABELS: Final = {
    **labelled({name: observed for name, observed in OBSERVED.items() if name in OPERATIONS}),
    "push_back_starts_over": "the write position was the last cell, and is the first now",
    "pop_front_starts_over": "the read position was the last cell, and is the first now",
}
"""Every label with its meaning."""
del LABELS["push_back_refused"]  # a full buffer overwrites

of_ring: Final = classified(OBSERVED)


def classify(
    before: Buffer, operation: Operation, step: Step[Buffer, object], origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step: what is observed, and whether a position starts over."""
    ring = State(Room(before.capacity), values(before))
    moved = {
        "push_back": before.write == before.capacity - 1,
        "pop_front": before.read == before.capacity - 1 and not before.empty,
    }
    told = of_ring(ring, operation, step, origin)
    return (*told, *[f"{operation.name}_starts_over"] * moved.get(operation.name, False))


# --- Invariants -----------------------------------------------------------------------------------


def positions_are_cells(state: Buffer, _: FreshKeys) -> bool:
    """There are as many cells as the capacity, and both positions are among them."""
    return len(state.cells) == state.capacity and {state.read, state.write} <= {
        *range(state.capacity)
    }


def values_lie_between_the_positions(state: Buffer, _: FreshKeys) -> bool:
    """The cells from the read position to before the write position have values, and no others."""
    turned = state.cells[state.read :] + state.cells[: state.read]
    return [each is not None for each in turned] == [
        place < state.live for place in range(len(turned))
    ]


def empty_buffer_has_both_positions_at_one_cell(state: Buffer, _: FreshKeys) -> bool:
    """Reading never overtakes writing: what was written can be read, and then the positions meet."""
    return not state.empty or state.read == state.write


INVARIANTS: Final = named(
    positions_are_cells,
    values_lie_between_the_positions,
    empty_buffer_has_both_positions_at_one_cell,
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
    Buffer(capacity=2, cells=(None, 8), read=1, write=0, empty=False)

    Raises:
        ValueError: it means none.
    """
    read, write, cells = word.split(":")
    found = tuple(None if each == "-" else int(each) for each in cells.strip("[]").split(","))
    return Buffer(state.capacity, found, int(read), int(write), {*found} == {None})


def picture(state: Buffer) -> Picture:
    """The cells, and both positions."""
    row = [VACANT if value is None else Cell(True, str(value)) for value in state.cells]
    facts = {"capacity": state.capacity, "values": state.live}
    positions = {"read position": state.read, "write position": state.write}
    return Picture({**facts, **positions}, rows=(Row(len(row), row, word="value"),))


class Variables(NamedTuple):
    """A state: the cells and both positions."""

    cells: tuple[int | None, ...]
    read: int
    write: int


def variables(state: Buffer) -> Variables:
    """The state variables of a trace."""
    return Variables(state.cells, state.read, state.write)


def refines(before: Buffer, operation: Operation, step: Step[Buffer, object]) -> bool:
    """Whether a step is one of a ring that overwrites."""
    room = Room(before.capacity)
    return (step.answer, values(step.state)) == answered(room, values(before), operation)


RING_BUFFER: Final = System(
    name="ring-buffer",
    family=RING,
    operations=OPERATIONS,
    configuration=Configuration,
    noun="ring buffer",
    axes=Axes(
        elements="in place, around the end of the cells",
        bulk="clear puts both positions back to the first cell",
        full="the oldest value is overwritten",
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
    choices={"capacity": (1, 2, 3, 8, 1_000)},
    ranges={"capacity": (1, 65_536)},
    scopes=tuple(Configuration(capacity) for capacity in (1, 2, 3)),
    crafted=crafted("systems/ring_buffer.programs"),
)
"""The ring buffer."""
