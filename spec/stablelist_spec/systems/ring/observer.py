"""The labels of rings: what an operation met, as far as a user can observe it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.families.ring import Elements, RingError, Room

__all__ = ["LABELS", "Change", "happened"]

GROWTH: Final = {
    "first": "into an empty ring",
    "more": "beside other elements",
    "fills": "no more room is left",
    "overwrites": "elements at the far end are overwritten",
    "refused": "there is no room, and nothing changes",
}
LISTED: Final = {"empty": "there is no element", "elements": "there are elements"}
FOUND: Final = {"found": "there is an element", "nothing": "there is none"}
POPPED: Final = {
    "only": "the only element is removed",
    "one": "one of several elements is removed",
    "nothing": "there is no element",
}
TRUTH: Final = {"yes": "it is so", "no": "it is not so"}

MEANINGS: Final = {
    "push_back": GROWTH,
    "push_front": GROWTH,
    "extend": {
        **GROWTH,
        "none": "no element is added",
        "overwrites_all": "every element is overwritten, perhaps by some of the new ones, too",
    },
    "pop_back": POPPED,
    "pop_front": POPPED,
    "drain": {
        "refused": "the end is beyond the last element, or before the start",
        "nothing": "the end is the start",
        "all": "every element is removed",
        "front": "the first elements are removed",
        "back": "the last elements are removed",
        "middle": "elements stay on both sides",
    },
    "truncate": {
        "nothing": "there are no more elements than that",
        "some": "the last elements are removed",
        "all": "every element is removed",
    },
    "clear": LISTED,
    "peek": FOUND,
    "get": FOUND,
    "from_end": FOUND,
    "len": LISTED,
    "is_empty": TRUTH,
    "is_full": TRUTH,
    "each": LISTED,
    "each_backwards": LISTED,
    "rotate": {
        "empty": "there is no element",
        "nothing": "every element is where it was",
        "some": "the first elements are the last now",
        "around": "the same, after every element was the first at least once",
    },
    "make_contiguous": LISTED,
}
LABELS: Final = {
    f"{name}_{word}": meaning
    for name, meanings in MEANINGS.items()
    for word, meaning in meanings.items()
}
"""Every label with its meaning."""


class Change(NamedTuple):
    """An operation on some elements, its answer, and the elements afterwards."""

    room: Room
    before: Elements
    operation: Operation
    answer: object
    after: Elements


def happened(change: Change) -> Label:
    """The label of an operation."""
    name = change.operation.name
    return f"{name}_{WORDS.get(name, listed)(change)}"


def listed(change: Change) -> str:
    """Whether there were elements."""
    return "elements" if change.before else "empty"


def growth(change: Change) -> str:
    """How elements were added."""
    room, before, operation, answer, after = change
    new = operation["count"] if operation.name == "extend" else 1
    if answer is RingError.FULL:
        return "refused"
    if len(before) + new > len(after):
        return (
            "overwrites_all" if operation.name == "extend" and new >= len(after) else "overwrites"
        )
    if not new:
        return "none"
    if len(after) == room.most_live:
        return "fills"
    return "more" if before else "first"


def found(change: Change) -> str:
    """Whether there was an element."""
    return "nothing" if change.answer is None else "found"


def popped(change: Change) -> str:
    """Whether there was an element, and another one."""
    if not change.before:
        return "nothing"
    return "one" if change.after else "only"


def truth(change: Change) -> str:
    """What the answer is."""
    return "yes" if change.answer else "no"


def drained(change: Change) -> str:
    """Where elements were removed."""
    if change.answer is RingError.RANGE:
        return "refused"
    start, end = change.operation["start"], change.operation["end"]
    if start == end:
        return "nothing"
    if not change.after:
        return "all"
    if not start:
        return "front"
    return "back" if end == len(change.before) else "middle"


def truncated(change: Change) -> str:
    """How many elements were removed."""
    if len(change.after) == len(change.before):
        return "nothing"
    return "some" if change.after else "all"


def rotated(change: Change) -> str:
    """How far the elements were moved."""
    turns, count = change.operation["times"], len(change.before)
    if not count:
        return "empty"
    if not turns % count:
        return "nothing"
    return "some" if turns < count else "around"


WORDS: Final[dict[str, Callable[[Change], str]]] = {
    **dict.fromkeys(("push_back", "push_front", "extend"), growth),
    **dict.fromkeys(("pop_back", "pop_front"), popped),
    **dict.fromkeys(("peek", "get", "from_end"), found),
    **dict.fromkeys(("is_empty", "is_full"), truth),
    "drain": drained,
    "truncate": truncated,
    "rotate": rotated,
}
"""The ends of labels that say more than whether there were elements."""
