"""The labels of a sequence: where an operation was, and what that meant.

Operations that are told where in the same way share their words, so that `drain` and `slice` have the same.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.families.sequence import Removal, SequenceError, span
from stablelist_spec.parts.observable import (
    ITERATIONS,
    SIZES,
    Observed,
    State,
    Words,
    answer_is,
    holds_elements,
    one_of_several,
    retained,
)

__all__ = ["OBSERVED"]

GAPS: Final = {
    "beyond": "refused: the place is beyond the end",
    "clipped": "the place is beyond the end, and means the end",
    "nothing": "no element is added",
    "full": "refused: there is no room",
    "empty": "the first element of all",
    "front": "before all others",
    "between": "between others, of which the later ones move up",
    "end": "after all others",
}
PLACES: Final = {
    "beyond": "there is no element at the place",
    "only": "the only element",
    "first": "the first of several",
    "between": "neither the first nor the last",
    "last": "the last of several",
}
SPANS: Final = {
    "backwards": "the range ends before it begins",
    "beyond": "the range ends beyond the last element",
    "clipped": "only a part of the range is there",
    "nothing": "the range is empty",
    "everything": "all elements",
    "front": "the first ones",
    "between": "neither the first nor the last one",
    "end": "the last ones",
}
ENDS: Final = {
    "none": "there is no element",
    "only": "the only element",
    "several": "one of several",
}
REMOVALS: Final = {
    **{word: PLACES[word] for word in ("beyond", "only", "last")},
    "shifts": "all later elements move down",
    "swaps": "the last element moves into the gap",
}


def gap(before: State, operation: Operation, answer: object) -> str:
    """Where elements are added."""
    length, name = len(before.elements), operation.name
    place = operation.operands.get("place", 0 if name == "unshift" else length)
    if answer is not None:
        return "beyond" if answer is SequenceError.RANGE else "full"
    if operation.operands.get("count", 1) == 0:
        return "nothing"
    if place > length:
        return "clipped"
    if length == 0:
        return "empty"
    return {0: "front", length: "end"}.get(place, "between")


def place_word(before: State, operation: Operation, _: object) -> str:
    """Which element is at a place, counted from either end."""
    length, place = len(before.elements), operation["place"]
    if place >= length:
        return "beyond"
    if length == 1:
        return "only"
    return {0: "first", length - 1: "last"}.get(place, "between")


def removal(before: State, operation: Operation, answer: object) -> str:
    """What moves, if the element at a place is removed."""
    word = place_word(before, operation, answer)
    if word in REMOVALS:
        return word
    shifts = before.chosen.removal is Removal.SHIFTS and operation.name == "remove_at"
    return "shifts" if shifts else "swaps"


def part(before: State, operation: Operation, _: object) -> str:
    """Which part of the elements a range is."""
    length = len(before.elements)
    start = operation.operands.get("start", operation.operands.get("place"))
    end = operation.operands.get("end", length)
    places = span(before.chosen, length, start, end)
    if places is None:
        return "backwards" if start > end and start <= length else "beyond"
    if (places.start, places.stop) != (start, end):
        return "clipped"
    if not places:
        return "nothing"
    if len(places) == length:
        return "everything"
    return {(True, False): "front", (False, True): "end"}.get(
        (start == 0, end == length), "between"
    )


def kept(before: State, operation: Operation, _: object) -> str:
    """How many elements stay when a sequence is truncated."""
    length = len(before.elements)
    if operation["length"] >= length:
        return "nothing"
    return "some" if operation["length"] else "everything"


def pair(before: State, operation: Operation, answer: object) -> str:
    """Which elements change places."""
    if answer is SequenceError.RANGE:
        return "beyond"
    return "same" if operation["place"] == operation["other"] else "two"


def parity(before: State, _: Operation, __: object) -> str:
    """Whether there is an element in the middle."""
    length = len(before.elements)
    if length < 2:
        return "nothing"
    return "odd" if length % 2 else "even"


def turned(before: State, operation: Operation, _: object) -> str:
    """Whether a rotation moves elements."""
    return "some" if operation["times"] % max(1, len(before.elements)) else "nothing"


def sorting(before: State, operation: Operation, _: object) -> str:
    """Whether elements are in order already."""
    keys = [each % operation["modulus"] for each in before.elements]
    return "nothing" if all(one <= other for one, other in pairwise(keys)) else "some"


def found(before: State, operation: Operation, answer: object) -> str:
    """Whether an element is there, and again."""
    times = before.elements.count(operation["value"])
    return {0: "none", 1: "one"}.get(times, "several")


def some(words: Words, *chosen: str) -> Words:
    """Some of the words."""
    return {word: words[word] for word in chosen}


OBSERVED: Final[Observed] = {
    "push": (gap, some(GAPS, "full", "empty", "end")),
    "unshift": (gap, some(GAPS, "full", "empty", "front")),
    "insert": (gap, {word: GAPS[word] for word in GAPS if word != "nothing"}),
    "extend": (gap, some(GAPS, "nothing", "full", "empty", "end")),
    "insert_many": (gap, GAPS),
    "pop": (one_of_several, ENDS),
    "shift": (one_of_several, ENDS),
    "remove_at": (removal, REMOVALS),
    "swap_remove": (removal, some(REMOVALS, "beyond", "only", "last", "swaps")),
    "truncate": (
        kept,
        {"nothing": "there are no more", "some": "the first ones stay", "everything": "none stays"},
    ),
    "split_off": (part, some(SPANS, "beyond", "clipped", "nothing", "everything", "end")),
    "drain": (part, SPANS),
    "retain": (
        retained,
        {
            **some(SIZES, "empty"),
            "all": "every element stays",
            "none": "none stays",
            "some": "some stay",
        },
    ),
    "clear": (holds_elements, SIZES),
    "set": (place_word, PLACES),
    "swap": (
        pair,
        {
            "beyond": "refused: one of the places is beyond the end",
            "same": "an element stays where it is",
            "two": "two elements change places",
        },
    ),
    "reverse": (
        parity,
        {
            "nothing": "there is no order",
            "even": "every element moves",
            "odd": "the one in the middle stays",
        },
    ),
    "rotate": (turned, {"nothing": "every element stays", "some": "elements move to the end"}),
    "sort": (sorting, {"nothing": "elements are in order", "some": "elements move"}),
    "get": (place_word, PLACES),
    "from_end": (
        place_word,
        {**PLACES, "first": "the last of several", "last": "the first of several"},
    ),
    "contains": (answer_is, {"yes": "it is there", "no": "it is not there"}),
    "index_of": (
        found,
        {
            "none": "it is not there",
            "one": "it is there once",
            "several": "the first of several that are equal",
        },
    ),
    "slice": (part, SPANS),
    "len": (holds_elements, SIZES),
    "each": (holds_elements, SIZES),
    "each_backwards": (holds_elements, SIZES),
    **ITERATIONS,
}
"""The observer of each operation, with the words that it says."""
