"""The sparse set: a dense array of members, a count of them, and a sparse array with the place of every number.

Representation invariant:

1. The members are the first cells of the dense array, as many as the count says, each once.
2. The sparse array has the place of each member. Those of other numbers mean nothing.
3. While there is a mark, the members that were removed since are behind the count, and before the mark.

So a number is a member if its place is below the count, and has it. Both arrays begin without cells, grow when a number
needs it, and never become shorter. No cell is cleared: a removal exchanges the number with the last member, and takes
one off the count. Therefore `undo` only raises the count again. This is exact until a number is inserted, which takes
the cell of a former member. To keep some members only, each of them is exchanged with the next cell from the front on.

(the article on sparse sets)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from stablelist_spec.parts.observable import classified, labelled
from stablelist_spec.parts.options import Bound, Options
from stablelist_spec.systems.set.observer import OBSERVED

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
        dense: the members, in the order of iteration, and former ones behind them.
        places: for every number up to the largest so far, where it is or was last in the dense array; -1 if never.
        size: how many members there are, the count.
        marked: the count to which `undo` goes back; None if it cannot.
        written: cells of either array that were written so far.
        visited: members visited so far, by iteration, and to keep some of them.
    """

    universe: Universe
    dense: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    size: int = 0
    marked: int | None = 0
    written: int = 0
    visited: int = 0

    @property
    def members(self) -> tuple[int, ...]:
        """The members, in the order of iteration."""
        return self.dense[: self.size]


def initial(universe: Universe) -> SetState:
    """A new set: nothing is a member, and neither array has a cell."""
    return SetState(universe)


def place_in(state: SetState, number: int) -> int:
    """The place of a number, or its last one; -1 if it never had one."""
    return state.places[number] if number < len(state.places) else -1


def is_member(state: SetState, number: int) -> bool:
    """Whether the dense array contains a number at its place, and in front of the count."""
    place = place_in(state, number)
    return 0 <= place < state.size and state.dense[place] == number


def step(state: SetState, operation: Operation) -> Step[SetState, object]:
    """The step of an operation."""
    match operation.name:
        case "insert":
            return inserted(state, operation["value"])
        case "remove":
            return removed(state, operation["value"])
        case "retain":
            return retained(state, operation["modulus"], operation["residue"])
        case "clear":
            return Step(state._replace(size=0), None)
        case "mark":
            return Step(state._replace(marked=state.size), None)
        case "undo":
            return undone(state)
        case "each":
            return Step(state._replace(visited=state.visited + state.size), state.members)
    return Step(state, asked(state, operation))


def asked(state: SetState, operation: Operation) -> object:
    """The answer to a question."""
    if operation.name == "contains":
        return is_member(state, operation["value"])
    return state.size if operation.name == "len" else not state.size


def undone(state: SetState) -> Step[SetState, object]:
    """Set the count back, if there is a mark."""
    if state.marked is None:
        return Step(state, SetError.UNMARKED)
    return Step(state._replace(size=state.marked), state.marked)


def inserted(state: SetState, number: int) -> Step[SetState, object]:
    """Add a member behind the others; cells that the sparse array needs before its own are added and written."""
    if not state.universe.has(number):
        return Step(state, SetError.BEYOND)
    if is_member(state, number):
        return Step(state, False)
    before = (-1,) * (number - len(state.places))
    after = state._replace(
        dense=put(state.dense, state.size, number),
        places=put(state.places + before, number, state.size),
        size=state.size + 1,
        marked=None,
        written=state.written + len(before) + 2,
    )
    return Step(after, True)


def removed(state: SetState, number: int) -> Step[SetState, object]:
    """Remove a member: it is exchanged with the last one."""
    if not is_member(state, number):
        return Step(state, False)
    last = state.size - 1
    return Step(exchanged(state, state.places[number], last)._replace(size=last), True)


def exchanged(state: SetState, place: int, other: int) -> SetState:
    """The set with the numbers at two places exchanged."""
    if place == other:
        return state
    one, two = state.dense[place], state.dense[other]
    dense = put(put(state.dense, place, two), other, one)
    places = put(put(state.places, two, place), one, other)
    return state._replace(dense=dense, places=places, written=state.written + 4)


def keeping(state: SetState, some: Iterable[int]) -> SetState:
    """The set with those of some numbers that are members, and no others."""
    kept = 0
    for number in some:
        if is_member(state, number):
            state = exchanged(state, kept, state.places[number])
            kept += 1
    return state._replace(size=kept)


def retained(state: SetState, modulus: int, residue: int) -> Step[SetState, object]:
    """Keep the members that leave a remainder."""
    members = state.members
    seen = state._replace(visited=state.visited + len(members))
    after = keeping(seen, (each for each in members if each % modulus == residue))
    return Step(after, tuple(each for each in members if each % modulus != residue))


def joined(mine: SetState, other: SetState, _: Operation) -> tuple[object, SetState, SetState]:
    """Keep the members of another set, which are visited there, and stay."""
    after = keeping(mine, other.members)
    return after.size, after, other._replace(visited=other.visited + other.size)


def put(cells: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The cells with one of them changed, or added at the end."""
    return (*cells[:place], number, *cells[place + 1 :])


# --- Labels ----------------------------------------------------------------------------------------

LABELS: Final = {
    "insert_grows": "the sparse array becomes longer, so that the number has a cell",
    "insert_new": "a number that never was a member, and has a cell, goes behind the others",
    "insert_again": "a former member comes back; its place is stale",
    "insert_member": "a member already: nothing changes",
    "insert_beyond": "refused: the number is not in the universe",
    "remove_last": "the last member is removed, and no cell is written",
    "remove_moves_last": "the last member moves into the gap, and the number behind it",
    "remove_absent": "no member: nothing changes",
    "remove_beyond": "no number of the universe: nothing changes",
    "contains_member": "the place of the number holds it",
    "contains_former": "the place of the number is behind the count, or has another member",
    "contains_never": "the number never had a place",
    "contains_beyond": "no number of the universe",
    "clear_empty": "there was no member",
    "clear_members": "the count becomes 0, no cell is written",
    **labelled({name: OBSERVED[name] for name in ("retain", "mark", "undo")}),
    "each_empty": "iteration over no member",
    "each_members": "iteration over the dense array",
    "len_zero": "no member is counted",
    "len_members": "members are counted",
    "is_empty_yes": "there is no member",
    "is_empty_no": "there is a member",
}
"""Every label with its meaning."""


def classify(
    before: SetState, operation: Operation, step: Step[SetState, object], origin: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    name, known = operation.name, "members" if before.size else None
    if name in OF_A_NUMBER:
        return (f"{name}_{OF_A_NUMBER[name](before, operation['value'])}",)
    words = {
        "clear": known or "empty",
        "each": known or "empty",
        "len": known or "zero",
        "is_empty": "no" if known else "yes",
    }
    if name in words:
        return (f"{name}_{words[name]}",)
    return of_set(held(before), operation, step, origin)


of_set: Final = classified(OBSERVED)


def held(state: SetState) -> Held:
    """What a set holds, as its family says it: the members in ascending order, and those at the mark."""
    marked = None if state.marked is None else ascending(state.dense[: state.marked])
    return Held(state.universe, ascending(state.members), marked)


def ascending(members: tuple[int, ...]) -> tuple[int, ...]:
    """Members in ascending order."""
    return tuple(sorted(members))


def place_of(state: SetState, number: int) -> str:
    """What is known of a number."""
    if not state.universe.has(number):
        return "beyond"
    if is_member(state, number):
        return "member"
    return "never" if place_in(state, number) < 0 else "former"


def insertion(before: SetState, number: int) -> str:
    """Whether a number was a member before, and has a cell."""
    never = "new" if number < len(before.places) else "grows"
    return {"never": never, "former": "again"}.get(at := place_of(before, number), at)


def removal(before: SetState, number: int) -> str:
    """Whether the last member moves, if one is removed."""
    last = "last" if before.members[-1:] == (number,) else "moves_last"
    words = {"never": "absent", "former": "absent", "member": last}
    return words.get(at := place_of(before, number), at)


OF_A_NUMBER: Final = {"insert": insertion, "remove": removal, "contains": place_of}
"""The ends of the labels of operations on a number."""


# --- Invariants -----------------------------------------------------------------------------------


def every_member_is_found_at_its_place(state: SetState, _: FreshKeys) -> bool:
    """For every member, the two arrays point at each other."""
    return all(place_in(state, number) == place for place, number in enumerate(state.members))


def members_are_distinct(state: SetState, _: FreshKeys) -> bool:
    """No number is a member twice, and there are as many as the count says."""
    return len(set(state.members)) == state.size


def members_are_in_the_universe(state: SetState, _: FreshKeys) -> bool:
    """Every member is in the universe, and the sparse array is not longer than it."""
    return (
        all(map(state.universe.has, state.members)) and len(state.places) <= state.universe.universe
    )


def members_at_the_mark_are_there_or_behind_the_count(state: SetState, _: FreshKeys) -> bool:
    """While there is a mark, no member is behind it, and those that were removed since are before it."""
    if state.marked is None:
        return True
    before = state.dense[: state.marked]
    found = [place_in(state, number) for number in before]
    return state.size <= state.marked and found == [*range(state.marked)]


INVARIANTS: Final = named(
    every_member_is_found_at_its_place,
    members_are_distinct,
    members_are_in_the_universe,
    members_at_the_mark_are_there_or_behind_the_count,
)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def layout_word(state: SetState) -> str:
    """The answer to ``layout``: the members in the order of the dense array."""
    return f"[{','.join(map(str, state.members))}]"


def cost_word(state: SetState) -> str:
    """The answer to ``cost``: cells written, and members visited."""
    return f"{state.written}/{state.visited}"


def picture(state: SetState) -> Picture:
    """Both arrays: the members, former ones behind them, and where each number is or was."""
    dense = [Cell(place < state.size, str(number)) for place, number in enumerate(state.dense)]
    places = [
        Cell(is_member(state, number), "" if place < 0 else str(place))
        for number, place in enumerate(state.places)
    ]
    rows = (
        Row(len(dense), dense, name="dense", word="number"),
        Row(len(places), places, name="sparse", word="place"),
    )
    costs = {"cells written": state.written, "members visited": state.visited}
    mark = {} if state.marked is None else {"members at the mark": state.marked}
    facts = {"universe": state.universe.universe, "members": state.size, **mark}
    return Picture(facts, costs, rows)


class Variables(NamedTuple):
    """A state: both arrays, the count, that at the mark, and the costs."""

    dense: tuple[int, ...]
    places: tuple[int, ...]
    size: int
    marked: int | None
    written: int
    visited: int


def variables(state: SetState) -> Variables:
    """The state variables of a trace."""
    return Variables(*state[1:])


def refines(before: SetState, operation: Operation, step: Step[SetState, object]) -> bool:
    """Whether a step follows the contract of a set."""
    shown = ascending(step.answer) if isinstance(step.answer, tuple) else step.answer
    return (shown, held(step.state)) == answered(held(before), operation)


def forgotten(state: SetState) -> SetState:
    """A set without its costs."""
    return state._replace(written=0, visited=0)


def members(universe: Universe) -> Sequence[int]:
    """Every number of the universe, and the first one beyond it."""
    return range(universe.universe + 1)


OPERATIONS: Final = frozenset(
    {
        *("insert", "remove", "contains", "len", "is_empty", "each", "clear", "layout", "cost"),
        *("retain", "intersect", "mark", "undo"),
    }
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
        bulk="clear and undo write no cell",
        full="refused beyond the universe",
    ),
    initial=initial,
    step=step,
    joined=joined,
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
    pairs=(Universe(2),),
    crafted=crafted("systems/sparse_set/crafted.programs"),
)
"""The sparse set."""
