"""The two arrays of a sparse set, and the steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.members import Held
from stablelist_spec.families.sets import Order, SetError
from stablelist_spec.parts.options import Bound, Options

__all__ = [
    "SetState",
    "Universe",
    "ascending",
    "held",
    "initial",
    "is_member",
    "joined",
    "place_in",
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


def held(state: SetState) -> Held:
    """What a set holds, as its family says it: the members in ascending order, and those at the mark."""
    marked = None if state.marked is None else ascending(state.dense[: state.marked])
    return Held(state.universe, ascending(state.members), marked)


def ascending(members: tuple[int, ...]) -> tuple[int, ...]:
    """Members in ascending order."""
    return tuple(sorted(members))
