"""The labels of rings: what an operation met, as far as a user can observe it."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.families.ring import RingError
from stablelist_spec.parts.observable import SIZES, Observed, State, answer_is, holds_elements

__all__ = ["GROWTH", "OBSERVED"]

GROWTH: Final = {
    "first": "into an empty ring",
    "more": "beside other elements",
    "fills": "no more room is left",
    "overwrites": "elements at the far end are overwritten",
    "refused": "there is no room, and nothing changes",
}
"""How elements are added."""
FOUND: Final = {"found": "there is an element", "nothing": "there is none"}
POPPED: Final = {
    "only": "the only element is removed",
    "one": "one of several elements is removed",
    "nothing": "there is no element",
}
TRUTH: Final = {"yes": "it is so", "no": "it is not so"}


def growth(before: State, operation: Operation, answer: object) -> str:
    """How elements are added."""
    room, length = before.chosen.most_live, len(before.elements)
    new = operation.operands.get("count", 1)
    if answer is RingError.FULL:
        return "refused"
    if room is not None and length + new > room:
        return "overwrites_all" if "count" in operation.operands and new >= room else "overwrites"
    if not new:
        return "none"
    if length + new == room:
        return "fills"
    return "more" if length else "first"


def found(_: State, __: Operation, answer: object) -> str:
    """Whether there is an element."""
    return "nothing" if answer is None else "found"


def popped(before: State, _: Operation, __: object) -> str:
    """Whether there is an element, and another one."""
    return {0: "nothing", 1: "only"}.get(len(before.elements), "one")


def drained(before: State, operation: Operation, answer: object) -> str:
    """Where elements are removed."""
    if answer is RingError.RANGE:
        return "refused"
    start, end, length = operation["start"], operation["end"], len(before.elements)
    if start == end:
        return "nothing"
    return {(True, True): "all", (True, False): "front", (False, True): "back"}.get(
        (start == 0, end == length), "middle"
    )


def truncated(before: State, operation: Operation, _: object) -> str:
    """How many elements are removed."""
    if operation["length"] >= len(before.elements):
        return "nothing"
    return "some" if operation["length"] else "all"


def rotated(before: State, operation: Operation, _: object) -> str:
    """How far the elements are moved."""
    turns, count = operation["times"], len(before.elements)
    if not count:
        return "empty"
    if not turns % count:
        return "nothing"
    return "some" if turns < count else "around"


OBSERVED: Final[Observed] = {
    **dict.fromkeys(("push_back", "push_front"), (growth, GROWTH)),
    "extend": (
        growth,
        {
            **GROWTH,
            "none": "no element is added",
            "overwrites_all": "every element is overwritten, perhaps by some of the new ones, too",
        },
    ),
    **dict.fromkeys(("pop_back", "pop_front"), (popped, POPPED)),
    "drain": (
        drained,
        {
            "refused": "the end is beyond the last element, or before the start",
            "nothing": "the end is the start",
            "all": "every element is removed",
            "front": "the first elements are removed",
            "back": "the last elements are removed",
            "middle": "elements stay on both sides",
        },
    ),
    "truncate": (
        truncated,
        {
            "nothing": "there are no more elements than that",
            "some": "the last elements are removed",
            "all": "every element is removed",
        },
    ),
    **dict.fromkeys(("peek", "get", "from_end"), (found, FOUND)),
    **dict.fromkeys(("is_empty", "is_full"), (answer_is, TRUTH)),
    "rotate": (
        rotated,
        {
            "empty": "there is no element",
            "nothing": "every element is where it was",
            "some": "the first elements are the last now",
            "around": "the same, after every element was the first at least once",
        },
    ),
    **dict.fromkeys(
        ("clear", "len", "each", "each_backwards", "make_contiguous"), (holds_elements, SIZES)
    ),
}
"""The observer of each operation, with the words that it says."""
