"""The family of rings, also called deques: a row of elements that changes at both ends; no keys are issued.

A ring grows, or it has a capacity. A full ring refuses another element, or overwrites the one at the far end: the first
for an element that comes in behind, the last for one that comes in front. Every list is in the order of the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import APPEND, CLONING, EQUAL

from .iterating import iterating

__all__ = ["RING", "Elements", "Full", "RingError", "Room", "answered", "joined"]

Elements = tuple[int, ...]
"""The row, from front to back."""


class RingError(Refusal):
    """The errors of a ring. Nothing changes."""

    FULL = "full"
    """There is no room."""
    RANGE = "range"
    """A place is beyond the end, or the first of two is behind the second."""


class Full(StrEnum):
    """What a full ring does with another element."""

    OVERWRITES = "overwrites"
    REFUSES = "refuses"


@dataclass(frozen=True)
class Room:
    """The largest number of elements, or 0 if the ring grows; and what a full ring does.

    >>> Room(3).most_live, Room().most_live
    (3, None)
    """

    capacity: int = 0
    full: Full = Full.OVERWRITES

    @property
    def most_live(self) -> int | None:
        """The largest number of elements, if bounded."""
        return self.capacity or None


VALUE: Final = Operand("value", 0, 1_000, meaning=Meaning.VALUE)
PLACE, START, END = (
    Operand(name, 0, 65_536, meaning=Meaning.PLACE) for name in ("place", "start", "end")
)

RING: Final = Family(
    "ring",
    {
        "push_back": Kind("add an element behind the last", Role.GROW, (VALUE,), Answer.DONE),
        "push_front": Kind(
            "add an element in front of the first", Role.GROW, (VALUE,), Answer.DONE
        ),
        "extend": Kind(
            "add so many elements behind the last: a value, and those after it",
            Role.GROW,
            (Operand("count", 0, 1_000, meaning=Meaning.COUNT), VALUE),
            Answer.DONE,
        ),
        "pop_back": Kind("remove the last element", Role.SHRINK),
        "pop_front": Kind("remove the first element", Role.SHRINK),
        "drain": Kind(
            "remove the elements from a place to before another",
            Role.SHRINK,
            (START, END),
            Answer.SEQUENCE,
        ),
        "truncate": Kind(
            "remove all elements but so many at the front",
            Role.SHRINK,
            (Operand("length", 0, 65_536, meaning=Meaning.LENGTH),),
            Answer.DONE,
        ),
        "clear": Kind("remove every element", Role.RESET, answer=Answer.DONE),
        "peek": Kind("read the first element", Role.READ, answer=Answer.NUMBER),
        "get": Kind("read the element at a place", Role.READ, (PLACE,)),
        "from_end": Kind("read the element at a place counted from the last", Role.READ, (PLACE,)),
        "len": Kind("count the elements", Role.READ, answer=Answer.NUMBER),
        "is_empty": Kind("ask whether there is no element", Role.READ, answer=Answer.TRUTH),
        "is_full": Kind("ask whether there is no room", Role.READ, answer=Answer.TRUTH),
        "each": Kind("iterate from front to back", Role.READ, answer=Answer.SEQUENCE),
        "each_backwards": Kind("iterate from back to front", Role.READ, answer=Answer.SEQUENCE),
        "rotate": Kind(
            "move the first element behind the last, so many times",
            Role.ORDER,
            (Operand("times", 0, 65_536),),
            Answer.DONE,
        ),
        "make_contiguous": Kind(
            "move the elements to one piece of memory", Role.ORDER, answer=Answer.DONE
        ),
        **iterating(PLACE),
        **CLONING,
        "equal": EQUAL,
        "append": APPEND,
        "layout": Kind("show the cells and both positions", Role.SHOW),
    },
    essential=frozenset({"push_back", "pop_front"}),
)
"""Every operation of a ring."""


def answered(room: Room, elements: Elements, operation: Operation) -> tuple[object, Elements]:
    """The answer of a ring, and its elements afterwards: its whole observable behaviour.

    >>> answered(Room(2), (7, 8), Operation("push_back", value=9))
    (None, (8, 9))
    >>> answered(Room(), (7, 8, 9), Operation("rotate", times=1))
    (None, (8, 9, 7))
    >>> answered(Room(), (7, 8), Operation("drain", start=1, end=3))
    (<RingError.RANGE: 'range'>, (7, 8))
    """
    match operation.name:
        case "push_back":
            return pushed(room, elements, (operation["value"],))
        case "extend":
            first = operation["value"]
            return pushed(room, elements, tuple(range(first, first + operation["count"])))
        case "push_front":
            answer, backwards = pushed(room, elements[::-1], (operation["value"],))
            return answer, backwards[::-1]
        case "pop_back":
            return one(elements[-1:]), elements[:-1]
        case "pop_front":
            return one(elements[:1]), elements[1:]
        case "drain":
            return drained(elements, operation["start"], operation["end"])
        case "truncate":
            return None, elements[: operation["length"]]
        case "clear":
            return None, ()
        case "rotate" if elements:
            turns = operation["times"] % len(elements)
            return None, elements[turns:] + elements[:turns]
    return asked(room, elements, operation), elements


def pushed(room: Room, elements: Elements, new: Elements) -> tuple[RingError | None, Elements]:
    """Add elements behind the last, all or none; those at the front are overwritten if there is no room."""
    row = elements + new
    if not room.capacity or len(row) <= room.capacity:
        return None, row
    if room.full is Full.REFUSES:
        return RingError.FULL, elements
    return None, row[-room.capacity :]


def joined(
    room: Room, mine: Elements, others: Elements, operation: Operation
) -> tuple[object, Elements, Elements]:
    """The answer of a ring to an operation that concerns another one, and the elements of both afterwards.

    Two rings are equal if they have the same elements in the same order.

    >>> joined(Room(2), (7, 8), (9,), Operation("append"))
    (None, (8, 9), ())
    """
    if operation.name == "equal":
        return mine == others, mine, others
    answer, row = pushed(room, mine, others)
    return answer, row, others if answer else ()


def drained(elements: Elements, start: int, end: int) -> tuple[Elements | RingError, Elements]:
    """Remove the elements from a place to before another."""
    if not start <= end <= len(elements):
        return RingError.RANGE, elements
    return elements[start:end], elements[:start] + elements[end:]


def asked(room: Room, elements: Elements, operation: Operation) -> object:
    """The answer of an operation that changes nothing that can be observed."""
    match operation.name:
        case "peek":
            return one(elements[:1])
        case "get":
            return at(elements, operation["place"])
        case "from_end":
            return at(elements[::-1], operation["place"])
        case "len":
            return len(elements)
        case "is_empty":
            return not elements
        case "is_full":
            return len(elements) == room.most_live
        case "each":
            return elements
        case "each_backwards":
            return elements[::-1]
    return None


def at(elements: Elements, place: int) -> int | None:
    """The element at a place, if there is one."""
    return one(elements[place : place + 1])


def one(elements: Elements) -> int | None:
    """The only one of at most one element."""
    return elements[0] if elements else None
