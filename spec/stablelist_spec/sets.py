"""The family of sets of integers: the caller chooses the members, and no key is handed out."""

from __future__ import annotations

from typing import Final

from .family import Answer, Family, Kind, Operand, Refusal, Role

__all__ = ["SET", "Beyond"]

MEMBER: Final = Operand("value", 0, 65_536)


class Beyond(Refusal):
    """What a set refuses."""

    BEYOND = "beyond"
    """A number that is not in its universe."""


SET: Final = Family(
    "set",
    {
        "insert": Kind("make a number a member", Role.GROW, (MEMBER,), Answer.TRUTH),
        "remove": Kind("make a number no member", Role.SHRINK, (MEMBER,), Answer.TRUTH),
        "contains": Kind("ask whether a number is a member", Role.READ, (MEMBER,), Answer.TRUTH),
        "len": Kind("count the members", Role.READ),
        "is_empty": Kind("ask whether there is no member", Role.READ, answer=Answer.TRUTH),
        "each": Kind("iterate over the members", Role.READ),
        "clear": Kind("remove every member", Role.RESET, answer=Answer.DONE),
        "layout": Kind("show the dense array", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({"insert", "remove"}),
)
"""Every operation of a set. What asks for a change is answered whether it made one."""
