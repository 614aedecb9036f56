"""The sparse set: a dense array of members, and for every number its place there.

A number is a member if the dense array contains it at its place. So the places of former members need not be cleared:
`clear` writes nothing, and removal moves the last member into the gap. Iteration shows the dense array, in its order.

(the article on sparse sets)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.sets import SET, Held, Order, SetError, answered
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.options import Bound, Options

__all__ = [
    "INVARIANTS",
    "LABELS",
    "SPARSE_SET",
    "SetState",
    "Universe",
    "classify",
    "initial",
    "step",
]


@dataclass(frozen=True)
class Universe(Options):
    """The numbers that may be members: those below *universe*.

    >>> Universe(4).has(3), Universe(4).has(4), Universe(4).most_live
    (True, False, 4)
    """

    bounds = (Bound("universe", 1),)

    universe: int = 16
    order: ClassVar[Order] = Order.NONE

    @property
    def most_live(self) -> int:
        """The largest number of members."""
        return self.universe

    def has(self, number: int) -> bool:
        """Whether a number is in the universe."""
        return 0 <= number < self.universe


class SetState(NamedTuple):
    """A sparse set.

    Attributes:
        dense: the members, in the order of iteration.
        places: for every number of the universe, where it is or was last in the dense array; -1 if never.
        written: cells of either array that were written so far.
        visited: members visited by iteration so far.
    """

    universe: Universe
    dense: tuple[int, ...]
    places: tuple[int, ...]
    written: int = 0
    visited: int = 0


def initial(universe: Universe) -> SetState:
    """A new set: nothing is a member."""
    return SetState(universe, (), (-1,) * universe.universe)


def is_member(state: SetState, number: int) -> bool:
    """Whether the dense array contains a number at its place."""
    place = state.places[number] if state.universe.has(number) else -1
    return 0 <= place < len(state.dense) and state.dense[place] == number


def step(state: SetState, operation: Operation) -> Step[SetState, object]:
    """The step of an operation."""
    count = len(state.dense)
    match operation.name:
        case "insert":
            return inserted(state, operation["value"])
        case "remove":
            return removed(state, operation["value"])
        case "contains":
            return Step(state, is_member(state, operation["value"]))
        case "clear":
            return Step(state._replace(dense=()), None)
        case "len":
            return Step(state, count)
        case "is_empty":
            return Step(state, not count)
    return Step(state._replace(visited=state.visited + count), state.dense)


def inserted(state: SetState, number: int) -> Step[SetState, object]:
    """Add a member at the end of the dense array."""
    if not state.universe.has(number):
        return Step(state, SetError.BEYOND)
    if is_member(state, number):
        return Step(state, False)
    places = put(state.places, number, len(state.dense))
    dense = (*state.dense, number)
    return Step(state._replace(dense=dense, places=places, written=state.written + 2), True)


def removed(state: SetState, number: int) -> Step[SetState, object]:
    """Remove a member: the last member of the dense array takes its place."""
    if not is_member(state, number):
        return Step(state, False)
    place, (*kept, last) = state.places[number], state.dense
    if last == number:
        return Step(state._replace(dense=tuple(kept)), True)
    dense, places = put(tuple(kept), place, last), put(state.places, last, place)
    return Step(state._replace(dense=dense, places=places, written=state.written + 2), True)


def put(cells: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The cells with one of them changed."""
    return (*cells[:place], number, *cells[place + 1 :])


# --- Labels ----------------------------------------------------------------------------------------

LABELS: Final = {
    "insert_new": "a number that was no member goes to the end of the dense array",
    "insert_again": "a former member comes back; its place is stale",
    "insert_member": "a member already: nothing changes",
    "insert_beyond": "refused: the number is not in the universe",
    "remove_last": "the last of the dense array is cut off",
    "remove_moves_last": "the last of the dense array moves into the gap",
    "remove_absent": "no member: nothing changes",
    "remove_beyond": "no number of the universe: nothing changes",
    "contains_member": "the place of the number holds it",
    "contains_former": "the place of the number is stale",
    "contains_never": "the number never had a place",
    "contains_beyond": "no number of the universe",
    "clear_empty": "there was no member",
    "clear_members": "the dense array is cut to nothing, no cell is written",
    "each_empty": "iteration over no member",
    "each_members": "iteration over the dense array",
    "len_zero": "no member is counted",
    "len_members": "members are counted",
    "is_empty_yes": "there is no member",
    "is_empty_no": "there is a member",
}
"""Every label with its meaning."""


def classify(
    before: SetState, operation: Operation, _: Step[SetState, object], __: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    name, known = operation.name, "members" if before.dense else None
    if name in OF_A_NUMBER:
        return (f"{name}_{OF_A_NUMBER[name](before, operation['value'])}",)
    words = {
        "clear": known or "empty",
        "each": known or "empty",
        "len": known or "zero",
        "is_empty": "no" if known else "yes",
    }
    return (f"{name}_{words[name]}",)


def place_of(state: SetState, number: int) -> str:
    """What is known of a number."""
    if not state.universe.has(number):
        return "beyond"
    if is_member(state, number):
        return "member"
    return "never" if state.places[number] < 0 else "former"


def insertion(before: SetState, number: int) -> str:
    """Whether a number was a member before."""
    return {"never": "new", "former": "again"}.get(at := place_of(before, number), at)


def removal(before: SetState, number: int) -> str:
    """Whether the last member moves, if one is removed."""
    last = "last" if before.dense[-1:] == (number,) else "moves_last"
    words = {"never": "absent", "former": "absent", "member": last}
    return words.get(at := place_of(before, number), at)


OF_A_NUMBER: Final = {"insert": insertion, "remove": removal, "contains": place_of}
"""The ends of the labels of operations on a number."""


# --- Invariants -----------------------------------------------------------------------------------


def every_member_is_found_at_its_place(state: SetState, _: FreshKeys) -> bool:
    """For every member, the two arrays point at each other."""
    return all(state.places[number] == place for place, number in enumerate(state.dense))


def members_are_distinct(state: SetState, _: FreshKeys) -> bool:
    """No number is a member twice."""
    return len(set(state.dense)) == len(state.dense)


def members_are_in_the_universe(state: SetState, _: FreshKeys) -> bool:
    """Every member is in the universe, and every number of the universe has an entry in `places`."""
    return (
        all(map(state.universe.has, state.dense)) and len(state.places) == state.universe.universe
    )


INVARIANTS: Final = named(
    every_member_is_found_at_its_place, members_are_distinct, members_are_in_the_universe
)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def layout_word(state: SetState) -> str:
    """The answer to ``layout``: the dense array in its order."""
    return f"[{','.join(map(str, state.dense))}]"


def cost_word(state: SetState) -> str:
    """The answer to ``cost``: cells written, and members visited."""
    return f"{state.written}/{state.visited}"


def picture(state: SetState) -> Picture:
    """Both arrays: the members, and where each number is or was."""
    dense = [Cell(True, str(number)) for number in state.dense]
    places = [
        Cell(is_member(state, number), "" if place < 0 else str(place))
        for number, place in enumerate(state.places)
    ]
    rows = (
        Row(len(dense), dense, name="dense", word="member"),
        Row(len(places), places, name="sparse", word="place"),
    )
    costs = {"cells written": state.written, "members visited": state.visited}
    return Picture({"universe": len(places), "members": len(dense)}, costs, rows)


class Variables(NamedTuple):
    """A state: both arrays and the costs."""

    dense: tuple[int, ...]
    places: tuple[int, ...]
    written: int
    visited: int


def variables(state: SetState) -> Variables:
    """The state variables of a trace."""
    return Variables(state.dense, state.places, state.written, state.visited)


def refines(before: SetState, operation: Operation, step: Step[SetState, object]) -> bool:
    """Whether a step follows the contract of a set."""
    answer, held = answered(Held(before.universe, ascending(before.dense)), operation)
    shown = ascending(step.answer) if isinstance(step.answer, tuple) else step.answer
    return (shown, ascending(step.state.dense)) == (answer, held.elements)


def ascending(members: tuple[int, ...]) -> tuple[int, ...]:
    """Members in ascending order."""
    return tuple(sorted(members))


def forgotten(state: SetState) -> SetState:
    """A set without its costs."""
    return state._replace(written=0, visited=0)


def members(universe: Universe) -> Sequence[int]:
    """Every number of the universe, and the first one beyond it."""
    return range(universe.universe + 1)


OPERATIONS: Final = frozenset(
    {"insert", "remove", "contains", "len", "is_empty", "each", "clear", "layout", "cost"}
)

SPARSE_SET: Final = System(
    name="sparse-set",
    family=SET,
    operations=OPERATIONS,
    configuration=Universe,
    noun="set",
    axes=Axes(
        elements="dense, behind an indirection",
        truncation="the dense array has no vacancies",
        bulk="clear writes no cell",
        full="refused beyond the universe",
    ),
    initial=initial,
    step=step,
    classify=classify,
    shown={"layout": layout_word, "cost": cost_word},
    invariants=INVARIANTS,
    labels=LABELS,
    forgotten=forgotten,
    leaves_out="costs",
    refines=refines,
    picture=picture,
    variables=variables,
    operands={"value": members},
    choices={"universe": (1, 2, 3, 4, 8, 16, 64, 1000)},
    ranges={"universe": (1, 65_536)},
    scopes=(Universe(1), Universe(2), Universe(3)),
    crafted=crafted("systems/sparse_set/crafted.programs"),
)
"""The sparse set."""
