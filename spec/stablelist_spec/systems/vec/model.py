"""The steps that a vector defines."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Cell, Has, items
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.reading import iterated
from stablelist_spec.parts.vectors import Removal, in_order, without

from .state import Configuration, State

__all__ = ["Vector", "clear", "has_room", "insert", "may_remove", "sort", "vacate"]


def has_room(state: State, additional: int) -> bool:
    """Whether *additional* more elements fit a fixed capacity; otherwise the vector grows."""
    capacity = state.configuration.capacity
    return capacity == 0 or state.live + additional <= capacity


def insert(state: State, element: int) -> tuple[State, Key]:
    """Append *element*; the key is its index."""
    return state._replace(cells=(*state.cells, Has(element, 0))), Key(state.live, 0)


def vacate(state: State, index: int) -> State:
    """Remove the element at an index, in the way of the vector."""
    return shorter(state, *without(state.cells, index, state.configuration.removal))


def may_remove(state: State, index: int) -> bool:
    """Whether an element can be removed: any, or only the last one."""
    return state.configuration.removal is not Removal.POP or index >= state.live - 1


def shorter(state: State, rest: tuple[Cell, ...], moved: int) -> State:
    """The vector with only the rest of its cells, some of which have moved."""
    gone, spent = state.live - len(rest), state.cost
    cost = spent._replace(
        moved=spent.moved + moved, dropped=spent.dropped + gone, removals=spent.removals + gone
    )
    return state._replace(cells=rest, cost=cost)


def clear(state: State) -> StepOf[State, None]:
    """Drop all cells."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    return StepOf(state._replace(cells=(), cost=cost), None)


def sort(state: State, modulus: int) -> StepOf[State, None]:
    """Sort by the remainder of each element; those with the same one keep their order. Keys stay where they are."""
    # CHANGE
    remainders = [element % modulus for _, element in items(state)]
    cells, moved = in_order(state.cells, remainders)
    cost = state.cost._replace(moved=state.cost.moved + moved)
    # ANSWER
    return StepOf(state._replace(cells=cells, cost=cost), None)


class Vector(Model[Configuration, State]):
    """A model that may only remove the last element, and whose `retain` moves each element that stays at most once."""

    def remove(self, state: State, key: Key) -> StepOf[State, int | None]:
        """As every model; an element that cannot be removed stays."""
        allowed = may_remove(state, key.index)
        return super().remove(state, key) if allowed else StepOf(state, None)

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
        return StepOf(after, answer)
