"""The labels of a map: whether a key was there, at which end, and what that meant."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.families.maps import Full, MapError, Order
from stablelist_spec.parts.observable import (
    ITERATIONS,
    Observed,
    State,
    answer_is,
    holds_elements,
    one_of_several,
    retained,
)

__all__ = ["OBSERVED"]

ABSENT: Final = {"none": "the key is not there"}
USES: Final = {
    **ABSENT,
    "found": "the key is there, and the order stays as it is",
    "moves": "the key is there, and its entry becomes the last one",
    "stays": "the key is there, and its entry is the last one already",
}
INSERTIONS: Final = {
    "full": "refused: there is no room for another key",
    "evicts": "there is no room, and the first entry is removed",
    "new": "the key is new, and its entry becomes the last one",
    "sorted": "the key is new, and larger keys are there, so its entry comes before them",
    **{word: USES[word] for word in ("found", "moves", "stays")},
}
REMOVALS: Final = {
    **ABSENT,
    "only": "it is the only key",
    "last": "its entry is the last of several",
    "before": "its entry comes before others",
}
ENDS: Final = {
    "none": "there is no entry",
    "only": "the only entry",
    "several": "one of several",
}
PLACES: Final = {
    "beyond": "there is no entry at the place",
    "first": "the first entry",
    "later": "a later one",
}
KEPT: Final = {
    "empty": "there is no key",
    "all": "every key stays",
    "none": "none stays",
    "some": "some stay",
}
ASKED: Final = {"yes": "the key is there", "no": "the key is not there"}
SIZES: Final = {"empty": "there is no entry", "elements": "there are entries"}


def use(before: State, operation: Operation, _: object) -> str:
    """Whether a key is there, and its entry moves."""
    place = [key for key, _ in before.elements[::-1]]
    if operation["key"] not in place:
        return "none"
    if before.chosen.order is not Order.USE:
        return "found"
    return "stays" if place[0] == operation["key"] else "moves"


def insertion(before: State, operation: Operation, answer: object) -> str:
    """Where the entry of a key is afterwards."""
    if answer is MapError.FULL:
        return "full"
    if (word := use(before, operation, answer)) != "none":
        return word
    if before.chosen.capacity == len(before.elements) > 0 and before.chosen.full is Full.EVICTS:
        return "evicts"
    larger = any(key > operation["key"] for key, _ in before.elements)
    return "sorted" if larger and before.chosen.order is Order.KEY else "new"


def removal(before: State, operation: Operation, _: object) -> str:
    """Where the entry of a key was."""
    keys = [key for key, _ in before.elements]
    if operation["key"] not in keys:
        return "none"
    if len(keys) == 1:
        return "only"
    return "last" if keys[-1] == operation["key"] else "before"


def place(before: State, operation: Operation, _: object) -> str:
    """Which entry is at a place."""
    if operation["place"] >= len(before.elements):
        return "beyond"
    return "later" if operation["place"] else "first"


def found(before: State, operation: Operation, _: object) -> str:
    """Whether a key is there."""
    return "found" if any(key == operation["key"] for key, _ in before.elements) else "none"


OBSERVED: Final[Observed] = {
    **dict.fromkeys(("put", "put_if_absent"), (insertion, INSERTIONS)),
    **dict.fromkeys(("remove", "swap_remove"), (removal, REMOVALS)),
    **dict.fromkeys(("pop_first", "pop_last", "first", "last"), (one_of_several, ENDS)),
    "retain": (retained, KEPT),
    **dict.fromkeys(("get", "add_to"), (use, USES)),
    "peek": (found, {**ABSENT, "found": "the key is there"}),
    "contains": (answer_is, ASKED),
    "entry_at": (place, PLACES),
    **dict.fromkeys(
        ("clear", "len", "keys", "values", "entries", "each", "each_backwards"),
        (holds_elements, SIZES),
    ),
    **ITERATIONS,
}
"""The observer of each operation, with the words that it says."""
