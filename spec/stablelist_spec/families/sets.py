"""The family of sets of numbers: the caller chooses the members, and no keys are issued.

What an operation answers and changes is in `stablelist_spec.families.members`. Containers differ in two ways, which are
options:

- The universe is bounded, and a number beyond it is refused; or the set grows.
- The order: none that is documented, ascending, or as the members were inserted.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from stablelist_spec.core.family import (
    MODULUS,
    Answer,
    Family,
    Kind,
    Meaning,
    Operand,
    Refusal,
    Role,
)
from stablelist_spec.core.second import CLONING, EQUAL

from .iterating import iterating

__all__ = ["ORDERED", "SET", "Order", "SetError"]


class SetError(Refusal):
    """The errors of a set."""

    BEYOND = "beyond"
    """The number is not in its universe."""
    RANGE = "range"
    """There is no such place."""
    UNMARKED = "unmarked"
    """A number was inserted since the mark, or since the beginning, if there is no mark."""


class Order(Enum):
    """The order of the members."""

    NONE = "none"
    """None is documented."""
    ASCENDING = "ascending"
    """The smallest member comes first."""
    INSERTION = "insertion"
    """The oldest member comes first."""


MEMBER, START = (Operand(name, 0, 65_536, meaning=Meaning.MEMBER) for name in ("value", "start"))
END: Final = Operand("end", 0, 65_536, meaning=Meaning.BOUND)
PLACE: Final = Operand("place", 0, 65_536)

SET: Final = Family(
    "set",
    {
        "insert": Kind("make a number a member", Role.GROW, (MEMBER,), Answer.TRUTH),
        "insert_range": Kind(
            "make every number of a range a member",
            Role.GROW, (START, END), Answer.NUMBER, since=6,
        ),
        "insert_at": Kind(
            "make a number a member at a place of the order, unless it is one",
            Role.GROW, (PLACE, MEMBER), Answer.TRUTH, since=6,
        ),
        "remove": Kind("make a number no member", Role.SHRINK, (MEMBER,), Answer.TRUTH),
        "remove_range": Kind(
            "make no number of a range a member",
            Role.SHRINK, (START, END), Answer.NUMBER, since=6,
        ),
        "remove_at": Kind(
            "remove the member at a place of the order", Role.SHRINK, (PLACE,), since=6
        ),
        "cut": Kind(
            "keep the members below a number",
            Role.SHRINK, (Operand("length", 0, 65_536),), Answer.NUMBER, since=6,
        ),
        "retain": Kind(
            "keep the members that leave a remainder, and list the others",
            Role.SHRINK, (MODULUS, Operand("residue")), since=6,
        ),
        "clear": Kind("remove every member", Role.RESET, answer=Answer.DONE),
        "flip": Kind(
            "make a number a member if it is none, or else none",
            Role.CHANGE, (MEMBER,), Answer.NUMBER, since=6,
        ),
        "flip_range": Kind(
            "flip every number of a range", Role.CHANGE, (START, END), Answer.NUMBER, since=6
        ),
        "mark": Kind(
            "note the members, to go back to them", Role.CHANGE, answer=Answer.DONE, since=6
        ),
        "undo": Kind(
            "go back to the members at the mark", Role.CHANGE, answer=Answer.NUMBER, since=6
        ),
        "compact": Kind(
            "give back the room that is not needed", Role.MEMORY, answer=Answer.DONE, since=6
        ),
        **CLONING,
        "equal": EQUAL,
        "union": Kind(
            "make every member of the other set a member",
            Role.COMBINE, answer=Answer.NUMBER, since=6,
        ),
        "intersect": Kind(
            "keep the members of the other set", Role.COMBINE, answer=Answer.NUMBER, since=6
        ),
        "subtract": Kind(
            "remove the members of the other set", Role.COMBINE, answer=Answer.NUMBER, since=6
        ),
        "contains": Kind("ask whether a number is a member", Role.READ, (MEMBER,), Answer.TRUTH),
        "next": Kind(
            "find the least member that is not below a number",
            Role.READ, (MEMBER,), Answer.NUMBER, since=6,
        ),
        "rank": Kind(
            "count the members below a number", Role.READ, (MEMBER,), Answer.NUMBER, since=6
        ),
        "index_of": Kind(
            "ask for the place of a member in the order",
            Role.READ, (MEMBER,), Answer.NUMBER, since=6,
        ),
        "nth": Kind(
            "read the member at a place of the order", Role.READ, (PLACE,), Answer.NUMBER, since=6
        ),
        "count_range": Kind(
            "count the members in a range", Role.READ, (START, END), Answer.NUMBER, since=6
        ),
        "first": Kind("read the first member", Role.READ, answer=Answer.NUMBER, since=6),
        "last": Kind("read the last member", Role.READ, answer=Answer.NUMBER, since=6),
        "len": Kind("count the members", Role.READ, answer=Answer.NUMBER),
        "is_empty": Kind("ask whether there is no member", Role.READ, answer=Answer.TRUTH),
        "each": Kind("iterate over the members", Role.READ),
        "each_in_order": Kind("iterate in order", Role.READ, answer=Answer.SEQUENCE, since=6),
        "each_backwards": Kind("iterate backwards", Role.READ, answer=Answer.SEQUENCE, since=6),
        **iterating(MEMBER, listed=Answer.VALUE),
        "layout": Kind("show the inside", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({"insert", "remove"}),
)  # fmt: skip
"""Every operation of a set."""

ORDERED: Final = frozenset(
    {
        *("insert_at", "remove_at", "index_of", "nth", "first", "last"),
        *("each_in_order", "each_backwards", "each_from", "each_first"),
    }
)
"""The operations that need a documented order."""
