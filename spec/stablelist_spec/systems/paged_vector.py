"""Paged vector: a sequence on virtual memory that is reserved once, and committed by whole pages.

It is modelled after the vector of a thesis on the subsystems of a game engine, whose listing has defects.

Representation invariant:

1. The committed memory is the first pages of the reservation, and there are no more than it has.
2. Every value lies in committed memory, one behind the other from its beginning.

When values need more memory, twice the pages are committed, or as many as the values need if that is more. If fewer
are left, all of these are. When there are none, more values are refused. No page is given back.

An address is the beginning of the reservation and an offset. So growth moves nothing, and a value has one address as
long as it is at its place. A value may lie on two pages: there are as many as fit into all committed bytes.

(the thesis on the engine in Rust, 5.4.1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.sequence import SEQUENCE, Beyond, Elements, Removal, answered
from stablelist_spec.parts import observable
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import classified, labelled
from stablelist_spec.parts.options import Bound, Options

from .sequence.observer import OBSERVED

__all__ = ["INVARIANTS", "LABELS", "PAGED_VECTOR", "Configuration", "State", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Options):
    """The reserved pages, the bytes of a page, and the bytes of a value.

    >>> Configuration(pages=3, page=4, size=3).capacity
    4

    Raises:
        ValueError: when it is made, also if no value fits.
    """

    bounds = (Bound("pages", 1), Bound("page", 1), Bound("size", 1))
    removal = Removal.SHIFTS
    beyond = Beyond.REFUSES

    pages: int = 4
    page: int = 4
    size: int = 1

    def __post_init__(self) -> None:
        """Reject options that no vector can have."""
        super().__post_init__()
        if not self.capacity:
            raise ValueError(
                f"size is {self.size}, but {self.pages} pages of {self.page} bytes are reserved; no value fits"
            )

    @property
    def capacity(self) -> int:
        """The largest number of values."""
        return self.fitting(self.pages)

    @property
    def most_live(self) -> int:
        """The largest number of values."""
        return self.capacity

    def fitting(self, pages: int) -> int:
        """How many values fit into so many pages."""
        return pages * self.page // self.size

    def needed(self, values: int) -> int:
        """How many pages so many values need."""
        return -(-values * self.size // self.page)


class State(NamedTuple):
    """A vector: its options, its values, and how many pages are committed."""

    chosen: Configuration
    elements: Elements = ()
    pages: int = 0


def initial(chosen: Configuration) -> State:
    """A new vector: memory is reserved, and none is committed."""
    return State(chosen)


def step(state: State, operation: Operation) -> StepOf[State, object]:
    """The step of an operation: what the family says, with memory for the values.

    >>> step(State(Configuration()), Operation("push", value=7)).state[1:]
    ((7,), 1)
    """
    answer, elements = answered(state.chosen, state.elements, operation)
    pages = committed(state, len(elements))
    return StepOf(State(state.chosen, elements, pages), answer)


def committed(state: State, values: int) -> int:
    """The pages that are committed if there are so many values: twice as many as before, if these do not suffice."""
    needed = state.chosen.needed(values)
    if needed <= state.pages:
        return state.pages
    return min(max(needed, 2 * state.pages), state.chosen.pages)


# --- Labels ---------------------------------------------------------------------------------------

GROWING: Final = ("push", "extend")
OPERATIONS: Final = frozenset(
    {*GROWING, "pop", "truncate", "clear", "set", "get", "len", "each", "layout"}
)
COMMITS: Final = {
    "needed": "twice as many pages are fewer than the values need, which are committed",
    "twice": "there are twice as many pages as before",
    "rest": "fewer pages are left than should be committed; there are no more now",
}
LABELS: Final = {
    **labelled({name: told for name, told in OBSERVED.items() if name in OPERATIONS}),
    **{f"{name}_commits_{word}": COMMITS[word] for name in GROWING for word in COMMITS},
}
"""Every label with its meaning."""

of_sequence: Final = classified(OBSERVED)


def classify(
    before: State, operation: Operation, step: StepOf[State, object], origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step: what is observed, and how memory was committed."""
    sequence = observable.State(before.chosen, before.elements)
    told = of_sequence(sequence, operation, step, origin)
    if step.state.pages == before.pages:
        return told
    twice, needed = 2 * before.pages, before.chosen.needed(len(step.state.elements))
    word = "needed" if needed > twice else "twice"
    rest = max(twice, needed) > before.chosen.pages
    return (*told, f"{operation.name}_commits_{'rest' if rest else word}")


# --- Invariants -----------------------------------------------------------------------------------


def committed_pages_are_reserved(state: State, _: FreshKeys) -> bool:
    """No more pages are committed than were reserved."""
    return 0 <= state.pages <= state.chosen.pages


def values_lie_in_committed_memory(state: State, _: FreshKeys) -> bool:
    """There are no more values than fit into the committed pages."""
    return len(state.elements) <= state.chosen.fitting(state.pages)


INVARIANTS: Final = named(committed_pages_are_reserved, values_lie_in_committed_memory)
"""Every invariant by its name."""

# --- The system -----------------------------------------------------------------------------------


def layout_word(state: State) -> str:
    """The answer to ``layout``: the committed pages, how many values fit, and the values.

    >>> layout_word(State(Configuration(size=3), (7, 8), 2))
    '2:2:[7,8]'
    """
    fitting = state.chosen.fitting(state.pages)
    return f"{state.pages}:{fitting}:[{','.join(map(str, state.elements))}]"


def layout_read(state: State, word: str) -> State:
    """The state that a word of `layout_word` means.

    >>> layout_read(State(Configuration()), "1:4:[7]")[1:]
    ((7,), 1)

    Raises:
        ValueError: it means none.
    """
    pages, _, values = word.split(":")
    found = tuple(map(int, filter(None, values.strip("[]").split(","))))
    return State(state.chosen, found, int(pages))


def picture(state: State) -> Picture:
    """The values, and the room that is committed for others."""
    room = state.chosen.fitting(state.pages)
    row = [Cell(True, str(each)) for each in state.elements]
    row += [VACANT] * (room - len(row))
    facts = {"values": len(state.elements), "pages": state.pages, "reserved": state.chosen.pages}
    return Picture(facts, rows=(Row(room, row, word="value"),))


class Variables(NamedTuple):
    """A state: the values and the committed pages."""

    elements: Elements
    pages: int


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(state.elements, state.pages)


def refines(before: State, operation: Operation, step: StepOf[State, object]) -> bool:
    """Whether a step is one of a sequence with this capacity."""
    found = answered(before.chosen, before.elements, operation)
    return (step.answer, step.state.elements) == found


SMALL: Final[Mapping[str, Callable[[Configuration], range]]] = {
    "place": lambda chosen: range(chosen.capacity + 1),
    "length": lambda chosen: range(chosen.capacity + 1),
    "count": lambda chosen: range(chosen.capacity + 2),
}
"""What an exploration tries."""

PAGED_VECTOR: Final = System(
    name="paged-vector",
    family=SEQUENCE,
    operations=OPERATIONS,
    configuration=Configuration,
    noun="vector",
    axes=Axes(
        elements="side by side, in memory that is reserved once",
        truncation="there are no vacancies; committed pages stay",
        full="twice the pages are committed, or the rest; then refused",
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
    operands=SMALL,
    choices={"pages": (1, 2, 3, 5, 8), "page": (3, 4, 16), "size": (1, 2, 3)},
    ranges={"pages": (1, 4_096)},
    scopes=(Configuration(1, 2, 1), Configuration(3, 1, 1), Configuration(3, 4, 3)),
    crafted=crafted("systems/paged_vector.programs"),
)
"""The vector on virtual memory."""
