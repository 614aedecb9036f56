"""A ring that keeps its last values, of which one is read by its distance from the oldest."""

from dataclasses import dataclass, replace
from typing import Any

from stablelist_spec.core.family import Answer, Family, Kind, Operand, Role, Type
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import APPEND, CLONING, EQUAL
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import Paired

State = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Room:
    """The number of values that are kept."""

    room: int = 4


RING_FAMILY = Family("ring", {
    "push": Kind("write a value at one end", Role.GROW,
                 (Operand("value", 0, 9), Operand("end", type=Type.WORD, words=("new", "old"))), Answer.DONE),
    "pop": Kind("read the oldest value, and forget it", Role.SHRINK),
    "nth": Kind("read a value by its distance from the oldest", Role.READ, (Operand("from", 0, 99),)),
    "each": Kind("list the values, the oldest first", Role.READ, answer=Answer.SEQUENCE),
    "values": Kind("list the values in any order", Role.READ),
    "is_empty": Kind("ask whether there is no value", Role.READ, answer=Answer.TRUTH),
    "layout": Kind("show the values", Role.SHOW),
})  # fmt: skip


def step(state: State, operation: Operation) -> StepOf[Any, object]:
    """What an operation does to a ring."""
    room, values = state
    match operation.name:
        case "push" if operation["end"] == "new":
            return StepOf((room, (*values, operation["value"])[-room:]), None)
        case "push":
            return StepOf((room, (operation["value"], *values)[:room]), None)
        case "pop":
            return StepOf((room, values[1:]), values[0]) if values else StepOf(state, None)
        case "nth":
            there = operation["from"] < len(values)
            return StepOf(state, values[operation["from"]] if there else None)
        case "is_empty":
            return StepOf(state, not values)
    return StepOf(state, values)


RING = System(
    name="ring",
    family=RING_FAMILY,
    configuration=Room,
    initial=lambda chosen: (chosen.room, ()),
    step=step,
    shown={"layout": lambda state: ",".join(map(str, state[1])) or "-"},
    read={"layout": lambda state, word: (state[0], tuple(map(int, word.split(","))))},
    invariants={"values_fit_the_room": lambda state, _: len(state[1]) <= state[0]},
    choices={"room": (1, 2, 8)},
    scopes=(Room(1), Room(3)),
)


@dataclass(frozen=True)
class Styled(Room):
    """What a ring is called as well, which changes nothing."""

    style: str = "plain"


STYLED = replace(
    RING,
    configuration=Styled,
    choices={**RING.choices, "style": ("plain", "fancy")},
    scopes=(Styled(1), Styled(3, "fancy")),
)
"""The same, with a choice that is a text."""


def numbered(state: State, operation: Operation) -> StepOf[State, object]:
    """What an operation does to a ring that also lists pairs, the newest value first."""
    if operation.name != "numbered":
        return step(state, operation)
    pairs = [Paired(number, value) for number, value in enumerate(state[1], 9)]
    return StepOf(state, tuple(pairs[::-1]))


def joined(mine: State, other: State, operation: Operation) -> tuple[object, State, State]:
    """What an operation that concerns two rings does to both: it compares them, or one takes what the other has."""
    if operation.name == "equal":
        return mine == other, mine, other
    room, values = mine
    return None, (room, (*values, *other[1])[-room:]), (room, ())


NUMBERED = replace(
    RING,
    operations=frozenset(),
    joined=joined,
    pairs=(Room(1),),
    family=Family("ring", {
        **RING_FAMILY.kinds,
        "copy": CLONING["copy"],
        "equal": EQUAL,
        "append": APPEND,
        "numbered": Kind("list the values in any order, each with its number, from 9 on", Role.READ),
    }),
    step=numbered,
)  # fmt: skip
"""The same, with a second ring, and with pairs, whose numbers have one digit or two."""
