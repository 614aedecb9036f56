"""The operations of a vector, and the labels of its steps."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Cell, Has, Resolution, items, resolve
from stablelist_spec.parts.labels import insertion_labels, key_label, key_labels, meanings
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.reading import iterated
from stablelist_spec.parts.vectors import SORTING, Removal, in_order, without

from .state import Configuration, State

__all__ = [
    "LABELS",
    "OPERATIONS",
    "Vector",
    "add",
    "clear",
    "refusal",
    "remove",
    "reserve",
    "sort",
]


def refusal(state: State, additional: int) -> str:
    """Why *additional* more elements are refused, as the end of a label; empty if they fit."""
    capacity = state.configuration.capacity
    return "" if capacity == 0 or state.live + additional <= capacity else "full"


def add(state: State, element: int) -> StepOf[State, Key | Failure]:
    """Append *element* and answer its index."""
    # UNLESS: the capacity is fixed and used up.
    if refused := refusal(state, 1):
        return StepOf(state, Failure.FULL, (f"add_{refused}",))
    # CHANGE
    after = state._replace(cells=(*state.cells, Has(element, 0)))
    # ANSWER
    return StepOf(after, Key(state.live, 0), ("add_append",))


def remove(
    state: State, key: Key, origin: Provenance = Provenance.ISSUED
) -> StepOf[State, int | None]:
    """Remove the element at the index of *key*, in the way of the vector, or do nothing."""
    # WHERE
    resolution, removal = resolve(state, key), state.configuration.removal
    label = key_label("remove", origin, resolution)
    # UNLESS: there is no element, or only the last one can be removed.
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    if removal is Removal.POP and key.index < state.live - 1:
        return StepOf(state, None, (label, "remove_not_the_last"))
    # CHANGE
    rest, moved, word = without(state.cells, key.index, removal)
    happened = (label, f"remove_{word}", *(() if rest else ("remove_empties",)))
    # ANSWER
    return StepOf(shorter(state, rest, moved), element_at(state, key.index), happened)


def shorter(state: State, rest: tuple[Cell, ...], moved: int) -> State:
    """The vector with only the rest of its cells, some of which have moved."""
    gone, spent = state.live - len(rest), state.cost
    cost = spent._replace(
        moved=spent.moved + moved, dropped=spent.dropped + gone, removals=spent.removals + gone
    )
    return state._replace(cells=rest, cost=cost)


def element_at(state: State, index: int) -> int:
    """The element at an index."""
    cell = state.cells[index]
    assert isinstance(cell, Has)
    return cell.element


def clear(state: State) -> StepOf[State, None]:
    """Drop all cells."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    happened = (f"clear_{'some' if state.live else 'empty'}",)
    return StepOf(state._replace(cells=(), cost=cost), None, happened)


def sort(state: State, modulus: int) -> StepOf[State, None]:
    """Sort by the remainder of each element; those with the same one keep their order. Keys stay where they are."""
    # CHANGE
    remainders = [element % modulus for _, element in items(state)]
    cells, moved, happened = in_order(state.cells, remainders)
    cost = state.cost._replace(moved=state.cost.moved + moved)
    # ANSWER
    return StepOf(state._replace(cells=cells, cost=cost), None, happened)


def reserve(state: State, additional: int) -> StepOf[State, Failure | None]:
    """Make room for so many more elements, which is not observable, or refuse."""
    if refused := refusal(state, additional):
        return StepOf(state, Failure.FULL, (f"reserve_{refused}",))
    return StepOf(state, None, ("reserve_has_room",))


class Vector(Model[Configuration, State]):
    """A model whose `retain` moves each element that stays at most once."""

    def retain(self, state: State, modulus: int, residue: int) -> StepOf[State, tuple[int, ...]]:
        """Keep the elements with that residue in their order, and hand the others out."""
        # WHERE
        stays = [element % modulus == residue for _, element in items(state)]
        first = stays.index(False) if False in stays else len(stays)
        # CHANGE: every element that stays behind the first gap moves once.
        rest = tuple(cell for cell, kept in zip(state.cells, stays, strict=True) if kept)
        after = shorter(iterated(state), rest, len(rest) - first)
        # ANSWER
        answer = tuple(e for (_, e), kept in zip(items(state), stays, strict=True) if not kept)
        amount = "all" if not answer else "some" if rest else "none"
        return StepOf(after, answer, (f"retain_{amount if stays else 'empty'}",))


# --- Labels ----------------------------------------------------------------------------------------

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
