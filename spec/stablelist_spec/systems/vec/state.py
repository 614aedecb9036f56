"""The state of a vector, what it shows, and its invariants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.picture import Picture
from stablelist_spec.parts.cells import Cell, Cost, Has, Partition, items
from stablelist_spec.parts.picturing import drawn
from stablelist_spec.parts.vectors import Removal

__all__ = [
    "INVARIANTS",
    "Configuration",
    "State",
    "Variables",
    "initial",
    "layout_word",
    "picture",
    "variables",
]


@dataclass(frozen=True)
class Configuration:
    """The options of a vector: how it removes, and the largest number of elements, or 0 if it grows."""

    removal: Removal = Removal.SHIFT
    capacity: int = 0

    def __post_init__(self) -> None:
        """Reject a capacity that no vector can have.

        Raises:
            ValueError: a negative capacity.
        """
        if self.capacity < 0:
            raise ValueError(
                f"capacity is {self.capacity}; it must be at least 0, for a vector that grows"
            )


class State(NamedTuple):
    """A vector. Every cell is live."""

    configuration: Configuration
    cells: tuple[Cell, ...] = ()
    cost: Cost = Cost()

    @property
    def live(self) -> int:
        """The number of elements."""
        return len(self.cells)

    @property
    def opened(self) -> int:
        """The same: there is no vacancy."""
        return len(self.cells)

    @property
    def space(self) -> int:
        """The fixed capacity; of a vector that grows, its elements."""
        return self.configuration.capacity or len(self.cells)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The vector is one part without a free list."""
        return (Partition(0, self.space, self.live, self.opened, None),)


def initial(configuration: Configuration) -> State:
    """A new vector, without elements."""
    return State(configuration)


# --- What it shows ---------------------------------------------------------------------------------


def layout_word(state: State) -> str:
    """The answer to ``layout``: the elements in their order.

    >>> layout_word(State(Configuration(), (Has(7, 0),)))
    '[7]'
    """
    return f"[{','.join(str(element) for _, element in items(state))}]"


def picture(state: State) -> Picture:
    """The cells. Keys have no ids."""
    return drawn(state, [""], {"removal": state.configuration.removal.value})


class Variables(NamedTuple):
    """A state: the elements in their order, and the costs."""

    elements: tuple[int, ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(tuple(element for _, element in items(state)), state.cost)


# --- Invariants ------------------------------------------------------------------------------------


def every_cell_is_live(state: State, _: FreshKeys) -> bool:
    """There is no vacancy."""
    return all(isinstance(cell, Has) for cell in state.cells)


def elements_bear_no_id(state: State, _: FreshKeys) -> bool:
    """Every id is 0, so a key is only an index."""
    return all(cell.id == 0 for cell in state.cells if isinstance(cell, Has))


def capacity_is_kept(state: State, _: FreshKeys) -> bool:
    """A vector of fixed capacity has no more cells than that."""
    return state.configuration.capacity == 0 or state.opened <= state.configuration.capacity


INVARIANTS: Final = {
    predicate.__name__: predicate
    for predicate in (every_cell_is_live, elements_bear_no_id, capacity_is_kept)
}
"""Every invariant by its name."""
