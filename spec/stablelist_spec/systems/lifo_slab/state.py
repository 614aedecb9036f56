"""The state of a slab: cells, and the head of one free list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stablelist_spec.parts.cells import Cell, Cost, Partition, free_lists

__all__ = ["Configuration", "State", "extent", "initial", "layout_word"]


@dataclass(frozen=True)
class Configuration:
    """The option of a slab: the largest number of elements, or 0 if it grows."""

    capacity: int = 0

    def __post_init__(self) -> None:
        """Reject a capacity that no slab can have.

        Raises:
            ValueError: a negative capacity.
        """
        if self.capacity < 0:
            raise ValueError(
                f"capacity is {self.capacity}; it must be at least 0, for a slab that grows"
            )


class State(NamedTuple):
    """A slab. *head* is the vacancy that is filled next; *cells* are the opened ones."""

    configuration: Configuration
    live: int
    head: int | None
    cells: tuple[Cell, ...]
    cost: Cost

    @property
    def opened(self) -> int:
        """The number of cells, live or vacant."""
        return len(self.cells)

    @property
    def space(self) -> int:
        """The fixed capacity; of a slab that grows, the opened cells."""
        return self.configuration.capacity or self.opened

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The slab is one part, with one free list."""
        return (Partition(0, self.space, self.live, self.opened, self.head),)


def initial(configuration: Configuration) -> State:
    """A new slab: nothing opened, nothing live."""
    return State(configuration, 0, None, (), Cost())


def extent(word: str) -> tuple[int, int]:
    """The opened cells and the vacancies of an answer to ``layout``.

    >>> extent("2:4:2,1")
    (4, 2)
    """
    _, opened, free = word.split(":")
    return int(opened), free.count(",") + bool(free)


def layout_word(state: State) -> str:
    """The answer to ``layout``: ``live:opened:free``, as the port protocol shows them of a partition.

    >>> layout_word(initial(Configuration(8)))
    '0:0:'
    """
    (free,) = free_lists(state)
    return f"{state.live}:{state.opened}:{','.join(map(str, free))}"
