"""What is saved of an element space, so that a copy goes on as the original would (copy, pickle).

All that decides about the future is here, cells, free lists and memory, and what it has cost so
far. The form is plain, so that what compiled code saved, interpreted code can load, and the other
way round.

Abstraction function: the element space that `load` makes of it, which places, truncates and answers
as the one that was saved.
"""

from __future__ import annotations

from typing import Any, TypedDict

from .element_space import HOLE, ElementSpace
from .key import issued
from .partition import NONE, Partition

__all__ = ["SavedSpace", "load", "saved"]


class SavedSpace(TypedDict):
    """An element space in plain terms."""

    space: int
    allocated: int
    ids: list[int | None]
    """The id in each opened cell; None in a vacant one."""
    elements: list[Any]
    """The elements of the live cells, ascending."""
    free: list[tuple[int, ...]]
    """The free lists of q1, q2 and h2, each from its head on."""
    cost: tuple[int, int, int, int, int]
    """Visits, moved, dropped, removals, truncations."""


def saved(space: ElementSpace[Any]) -> SavedSpace:
    """What `load` needs, in O(opened)."""
    partitions = (space.q1, space.q2, space.h2)
    return {
        "space": space.space(),
        "allocated": space.allocated(),
        "ids": [None if key is None else key.id for key in space.keys[: space.opened()]],
        "elements": list(space.live_elements()),
        "free": [partition.free(space.links) for partition in partitions],
        "cost": (space.visits, space.moved, space.dropped, space.removals, space.truncations),
    }


def load(space: ElementSpace[Any], source: SavedSpace) -> None:
    """Make *space* what was saved, in O(allocated)."""
    ids, elements = source["ids"], iter(source["elements"])
    spare = source["allocated"] - len(ids)
    keys = [None if stamp is None else issued(at, stamp) for at, stamp in enumerate(ids)]
    space.keys = [*keys, *[None] * spare]
    space.elements = [HOLE if stamp is None else next(elements) for stamp in ids] + [HOLE] * spare
    space.links = [NONE] * source["allocated"]
    quarter, opened = source["space"] // 4, len(ids)
    q1, q2, h2 = source["free"]
    space.q1 = _partition(0, quarter, opened, q1, space.links)
    space.q2 = _partition(quarter, quarter, opened, q2, space.links)
    space.h2 = _partition(2 * quarter, 2 * quarter, opened, h2, space.links)
    (space.visits, space.moved, space.dropped, space.removals, space.truncations) = source["cost"]


def _partition(
    start: int, size: int, opened: int, free: tuple[int, ...], links: list[int]
) -> Partition:
    """A partition of a list of which so many cells are opened, with its free list."""
    partition = Partition(start, size, min(size, max(0, opened - start)))
    for position in reversed(free):
        partition.push(position, links)
    return partition
