"""The observer of a slab: its operations, its labels, and what they are told by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.labels import insertion_labels, key_labels, meanings
from stablelist_spec.parts.observer import Step, added, observer, removed, reused

from .state import State

__all__ = ["LABELS", "OPERATIONS", "classify"]

OPERATIONS: Final = frozenset(
    {
        *("add", "insert_with", "extend", "remove", "clear", "drain", "retain"),
        *("at", "contains", "len", "is_empty", "each", "keys", "replace", "at_mut", "each_mut"),
        *("reserve", "shrink_to_fit", "reload", "layout", "cost"),
    }
)
"""The operations of a slab."""

_INSERTIONS: Final = {
    "append": "there is no vacancy: a cell is appended",
    "reuse": "the vacancy that was made last",
    "full": "refused: every cell of a fixed capacity is live, nothing changes",
}

_OWN: Final = {
    "extend_none": "an extension by zero elements",
    "extend_within": "an extension by one element or more",
    "extend_reuses": "an extension that fills a vacancy",
    "extend_full": "refused: the capacity is too small for one of the elements, nothing changes",
    "remove_end": "a vacancy in the last cell, which stays",
    "remove_inside": "a vacancy before the last cell",
    "remove_empties": "no element is left; the vacancies stay",
    "reserve_has_room": "the slab grows, or its capacity is enough; nothing changes",
    "reserve_full": "refused: the capacity is too small, nothing changes",
    "shrink_to_fit_nothing": "the last cell is live, or there is none",
    "shrink_to_fit_drops": "vacant cells at the end are dropped",
    "shrink_to_fit_relists": "the vacancies that stay are listed anew, lowest first",
}

_EMPTYING: Final = {
    "empty": "of a slab without live elements",
    "forgets_none": "of a slab with live elements and no vacancy",
    "forgets_vacancies": "of a slab with live elements and vacancies, which are forgotten",
}

LABELS: Final[dict[Label, str]] = (
    insertion_labels(_INSERTIONS)
    | {f"{name}_{word}": f"{name} {of}" for name in ("clear", "drain") for word, of in _EMPTYING.items()}
    | _OWN
    | meanings(("retain_", "each_", "reload_"), but=frozenset({"retain_truncates"}))
    | key_labels(OPERATIONS, but=frozenset({Resolution.OTHER_ID}))
)  # fmt: skip
"""Every label with its meaning. The set is closed: the model returns no other word. A retired key
finds the current element of its cell, so no label says that its cell was reused."""


# --- What they are told by ------------------------------------------------------------------------


def placed(before: State, _: State, key: Key) -> Iterator[Label]:
    """Whether an element filled a vacancy."""
    yield "add_reuse" if reused(before, key) else "add_append"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """Whether the vacancy is in the last cell, and whether an element is left."""
    yield f"remove_{'end' if position == before.opened - 1 else 'inside'}"
    if after.live == 0:
        yield "remove_empties"


def cleared(before: State, _: Operation, __: Step) -> Iterator[Label]:
    """Whether there were elements, and vacancies."""
    forgets = "forgets_none" if before.head is None else "forgets_vacancies"
    yield f"clear_{forgets if before.live else 'empty'}"


def fitted(before: State, _: Operation, step: Step) -> Iterator[Label]:
    """Whether vacant cells were dropped, and others stay."""
    after = step.state
    if after.opened == before.opened:
        yield "shrink_to_fit_nothing"
        return
    yield "shrink_to_fit_drops"
    if after.live < after.opened:
        yield "shrink_to_fit_relists"


classify: Final = observer(
    {"add": added(placed), "remove": removed(left), "clear": cleared, "shrink_to_fit": fitted}
)
"""The labels of a step."""
