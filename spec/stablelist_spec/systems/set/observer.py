"""The labels of a set: which of the numbers of an operation were members, and what that meant.

Operations that are told their numbers in the same way share their words, so that `remove_range` and `count_range` have
the same.
"""

from __future__ import annotations

from typing import Any, Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.families.members import Held, numbers, within
from stablelist_spec.families.sets import SetError
from stablelist_spec.parts.observable import (
    ITERATIONS,
    Observed,
    answer_is,
    holds_elements,
    retained,
)

__all__ = ["OBSERVED"]

SIZES: Final = {"empty": "there is no member", "elements": "there are members"}
ASKED: Final = {"yes": "the number is a member", "no": "the number is no member"}
RANGES: Final = {
    "nothing": "the range has no number",
    "none": "no number of the range is a member",
    "some": "some are members",
    "all": "all are members",
}
REFUSED: Final = {"beyond": "refused: a number is beyond the universe"}
PLACED: Final = {
    "beyond": REFUSED["beyond"],
    "range": "refused: there is no such place",
    "member": "the number is a member, and stays where it is",
    "end": "the number becomes the last member",
    "before": "the number comes before others",
}
PLACES: Final = {
    "beyond": "there is no member at the place",
    "first": "the first member",
    "later": "a later one",
}
FOUND: Final = {
    "none": "there is none",
    "itself": "the number is a member",
    "larger": "a larger one is",
}
RANKS: Final = {"none": "no member is smaller", "all": "all members are", "some": "some are"}
CUTS: Final = {"nothing": "every member stays", "some": "some stay", "all": "none stays"}
MARKS: Final = {
    "unmarked": "refused: a number was inserted since the mark",
    "nothing": "the members are those at the mark",
    "some": "members come back, and others are there",
    "all": "all members come back, and none is there",
}


def one(before: Held, operation: Operation, answer: object) -> str:
    """Whether a number is a member, or cannot be one."""
    if answer is SetError.BEYOND:
        return "beyond"
    return "yes" if within(before, numbers(operation)) else "no"


def several(before: Held, operation: Operation, answer: object) -> str:
    """How many numbers of a range are members."""
    some = numbers(operation)
    if answer is SetError.BEYOND:
        return "beyond"
    if not some:
        return "nothing"
    return {0: "none", len(some): "all"}.get(len(within(before, some)), "some")


def placed(before: Held, operation: Operation, answer: object) -> str:
    """Where a number is inserted."""
    if isinstance(answer, SetError):
        return str(answer)
    if not answer:
        return "member"
    return "end" if operation["place"] == len(before.elements) else "before"


def place(before: Held, operation: Operation, _: object) -> str:
    """Which member is at a place."""
    if operation["place"] >= len(before.elements):
        return "beyond"
    return "later" if operation["place"] else "first"


def found(_: Held, operation: Operation, answer: object) -> str:
    """Which member is the next one."""
    if answer is None:
        return "none"
    return "itself" if answer == operation["value"] else "larger"


def ranked(before: Held, _: Operation, answer: Any) -> str:  # noqa: ANN401 - a number
    """How many members are smaller."""
    return "none" if answer == 0 else "all" if answer == len(before.elements) else "some"


def cut(before: Held, _: Operation, answer: Any) -> str:  # noqa: ANN401 - a number
    """How many members stay."""
    if answer == len(before.elements):
        return "nothing"
    return "some" if answer else "all"


def undone(before: Held, _: Operation, answer: object) -> str:
    """Which members come back."""
    if answer is SetError.UNMARKED:
        return "unmarked"
    if before.marked == before.elements:
        return "nothing"
    return "some" if before.elements else "all"


def indexed(_: Held, __: Operation, answer: object) -> str:
    """Whether a number has a place."""
    return "none" if answer is None else "later" if answer else "first"


OBSERVED: Final[Observed] = {
    "insert": (one, {**ASKED, **REFUSED}),
    "insert_range": (several, {**RANGES, **REFUSED}),
    "insert_at": (placed, PLACED),
    "flip": (one, {**ASKED, **REFUSED}),
    "flip_range": (several, {**RANGES, **REFUSED}),
    "remove": (one, ASKED),
    "remove_range": (several, RANGES),
    "remove_at": (place, PLACES),
    "cut": (cut, CUTS),
    "retain": (
        retained,
        {
            "empty": "there is no member",
            "all": "every member stays",
            "none": "none stays",
            "some": "some stay",
        },
    ),
    "undo": (undone, MARKS),
    "contains": (answer_is, ASKED),
    "next": (found, FOUND),
    "rank": (ranked, RANKS),
    "index_of": (
        indexed,
        {
            "none": "the number is no member",
            "first": "it is the first member",
            "later": "it is a later one",
        },
    ),
    "nth": (place, PLACES),
    "count_range": (several, RANGES),
    "is_empty": (answer_is, {"yes": "there is no member", "no": "there is a member"}),
    **dict.fromkeys(
        (
            *("clear", "mark", "compact", "first", "last", "len"),
            *("each", "each_in_order", "each_backwards"),
        ),
        (holds_elements, SIZES),
    ),
    **ITERATIONS,
}
"""The observer of each operation, with the words that it says."""
