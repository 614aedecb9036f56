"""The observer of a vector: its operations, its labels, and what they are told by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.labels import insertion_labels, key_labels, meanings
from stablelist_spec.parts.observer import Step, added, observer, removed
from stablelist_spec.parts.vectors import SORTING, sorting, way

from .model import may_remove
from .state import State

__all__ = ["LABELS", "OPERATIONS", "classify"]

OPERATIONS: Final = frozenset(
    {
        *("add", "insert_with", "extend", "remove", "clear", "drain", "retain"),
        *("at", "contains", "len", "is_empty", "each", "keys", "replace", "at_mut", "each_mut"),
        *("sort", "reserve", "reload", "layout", "cost"),
    }
)
"""The operations of a vector."""

_OWN: Final[dict[Label, str]] = SORTING | {
    "extend_none": "an extension by zero elements",
    "extend_within": "an extension by one element or more",
    "extend_full": "refused: the capacity is too small for one of the elements, nothing changes",
    "remove_last": "the last element is cut off",
    "remove_shifts": "all later elements move down by one",
    "remove_swaps": "the last element moves into the gap",
    "remove_not_the_last": "only the last element can be popped; nothing changes",
    "remove_empties": "no element is left",
    "clear_empty": "clear of a vector without elements",
    "clear_some": "clear of a vector with elements",
    "drain_empty": "drain of a vector without elements",
    "drain_some": "drain of a vector with elements",
    "reserve_has_room": "the vector grows, or its capacity is enough; nothing changes",
    "reserve_full": "refused: the capacity is too small, nothing changes",
}
_NEVER: Final = frozenset(
    {"retain_truncates", "each_skips_vacancy", "each_mut_skips_vacancy", "reload_with_vacancies"}
)

LABELS: Final[dict[Label, str]] = (
    insertion_labels({"append": "at the end", "full": "refused: the capacity is used up, nothing changes"})
    | _OWN
    | meanings(("retain_", "each_", "reload_"), but=_NEVER)
    | key_labels(
        OPERATIONS, but=frozenset({Resolution.OTHER_ID}), never=frozenset({Resolution.VACANT})
    )
)  # fmt: skip
"""Every label with its meaning. A live key whose element has moved finds another one, or none; its labels are those of
a key that is live or stale."""


# --- What they are told by ------------------------------------------------------------------------


def placed(_: State, __: State, ___: Key) -> Iterator[Label]:
    """Always at the end."""
    yield "add_append"


def left(before: State, after: State, index: int) -> Iterator[Label]:
    """How an element was removed, if it was, and whether it was the only one."""
    if not may_remove(before, index):
        yield "remove_not_the_last"
        return
    yield f"remove_{way(before.live, index, before.configuration.removal)}"
    if after.live == 0:
        yield "remove_empties"


def cleared(before: State, _: Operation, __: Step) -> Iterator[Label]:
    """Whether there was an element."""
    yield f"clear_{'some' if before.live else 'empty'}"


classify: Final = observer(
    {"add": added(placed), "remove": removed(left), "clear": cleared, "sort": sorting}
)
"""The labels of a step."""
