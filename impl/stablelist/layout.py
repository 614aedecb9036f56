"""A read-only picture of the cells of a StableList, and of its costs.

The picture is a copy: it does not change when the list does. Two lists that will place their next elements alike have
equal pictures. (5.2)
"""

# Without `from __future__ import annotations`: typing would compile the annotation of every field.

from typing import NamedTuple

from .showing import SHOWN

__all__ = ["Layout", "PartitionLayout", "Stats"]


class PartitionLayout(NamedTuple):
    """One partition: where it starts, its sizes, and its free list, head first.

    >>> print(PartitionLayout("q2", start=2, size=2, live=1, opened=2, free=(3,)))
    q2 [2, 4): live 1, opened 2, free 3

    Its text shows the first six entries of a free list, and how many there are:

    >>> print(PartitionLayout("q1", start=0, size=64, live=0, opened=64, free=tuple(range(64))))
    q1 [0, 64): live 0, opened 64, free 0 1 2 3 4 5 ... (64 in all)
    """

    # Source: 5.2

    name: str
    start: int
    size: int
    live: int
    opened: int
    free: tuple[int, ...]

    def __str__(self) -> str:
        cells = f"[{self.start}, {self.start + self.size})"
        free = " ".join(map(str, self.free[:SHOWN])) or "-"
        rest = f" ... ({len(self.free)} in all)" if len(self.free) > SHOWN else ""
        return f"{self.name} {cells}: live {self.live}, opened {self.opened}, free {free}{rest}"


class Layout(NamedTuple):
    """The element space, its three partitions, and the next id.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> key = pool.add("ant"); _ = pool.add("bee"); _ = pool.remove(key)
    >>> print(pool.layout())
    space 4, allocated 4, opened 2, live 1, next_id 2
    q1 [0, 1): live 0, opened 1, free 0
    q2 [1, 2): live 1, opened 1, free -
    h2 [2, 4): live 0, opened 0, free -
    """

    # Source: 5.2; R1 to R8

    space: int
    opened: int
    live: int
    allocated: int
    next_id: int
    q1: PartitionLayout
    q2: PartitionLayout
    h2: PartitionLayout

    @property
    def partitions(self) -> tuple[PartitionLayout, PartitionLayout, PartitionLayout]:
        """The three partitions in ascending position, in O(1).

        >>> from stablelist import StableList
        >>> [partition.size for partition in StableList[int](capacity=16).layout().partitions]
        [4, 4, 8]
        """
        # Source: 5.2
        return self.q1, self.q2, self.h2

    def __str__(self) -> str:
        whole = (
            f"space {self.space}, allocated {self.allocated}, opened {self.opened}, "
            f"live {self.live}, next_id {self.next_id}"
        )
        return "\n".join([whole, *map(str, self.partitions)])


class Stats(NamedTuple):
    """The costs of a StableList since it was created, in the units of the model's cost level.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> _ = pool.add("ant"), list(pool)
    >>> pool.stats()
    Stats(visits=0, moved=0, dropped=0, cells=1, removals=0, truncations=0)
    """

    # Source: 5.2

    visits: int
    """Free-list entries walked by truncation (R5)."""

    moved: int
    """Cells moved by reallocation."""

    dropped: int
    """Opened cells that truncation or `clear` dropped."""

    cells: int
    """Cells visited by `each`, `keys`, `values` and `items`: the opened ones, each time."""

    removals: int
    """Elements removed by `remove`."""

    truncations: int
    """How often the element space was halved."""
