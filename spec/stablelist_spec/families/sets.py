"""The family of sets of integers: the caller chooses the members, and no keys are issued."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation

__all__ = ["SET", "SetError", "observed"]

MEMBER: Final = Operand("value", 0, 65_536, meaning=Meaning.MEMBER)


class SetError(Refusal):
    """The errors of a set."""

    BEYOND = "beyond"
    """The number is not in its universe."""


SET: Final = Family(
    "set",
    {
        "insert": Kind("make a number a member", Role.GROW, (MEMBER,), Answer.TRUTH),
        "remove": Kind("make a number no member", Role.SHRINK, (MEMBER,), Answer.TRUTH),
        "contains": Kind("ask whether a number is a member", Role.READ, (MEMBER,), Answer.TRUTH),
        "len": Kind("count the members", Role.READ, answer=Answer.NUMBER),
        "is_empty": Kind("ask whether there is no member", Role.READ, answer=Answer.TRUTH),
        "each": Kind("iterate over the members", Role.READ),
        "clear": Kind("remove every member", Role.RESET, answer=Answer.DONE),
        "layout": Kind("show the dense array", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({"insert", "remove"}),
)
"""Every operation of a set. An operation that may change the set answers whether it did."""


def observed(
    universe: int, members: frozenset[int], operation: Operation
) -> tuple[object, frozenset[int]]:
    """The answer of a set, and its members afterwards: its whole observable behaviour.

    >>> observed(4, frozenset({1}), Operation("insert", value=3))
    (True, frozenset({1, 3}))
    """
    match operation.name:
        case "len":
            return len(members), members
        case "is_empty":
            return not members, members
        case "each":
            return members, members
        case "clear":
            return None, frozenset()
    one = frozenset({operation["value"]})
    match operation.name:
        case "insert" if operation["value"] >= universe:
            return SetError.BEYOND, members
        case "insert":
            return not one <= members, members | one
        case "remove":
            return one <= members, members - one
    return one <= members, members
