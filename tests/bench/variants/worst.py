"""The largest cost of one operation: in every reachable layout of eight cells, and in programs of any size.

The search is complete: every layout of at most eight cells is met, and in each of them every insertion and removal is
tried, and an iteration. So no program on eight cells or fewer has a more expensive operation. A *family* is a program
that can be written for any power of two. At eight cells, the most expensive family reaches what the search finds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from stablelist_spec.core.explore import explore
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.tracked_key import TrackedKey

from .container import VARIANTS, Container, Spent
from .memory import store

__all__ = ["FAMILIES", "SIZES", "Found", "example", "refilled", "searched", "vacated"]

CELLS: Final = 8
LIVE: Final = Has(0, 0)
SIZES: Final = (8, 16, 64, 256, 1024, 4096, 16384)


class Found(NamedTuple):
    """The number of searched states, and the largest costs of one operation in them."""

    states: int = 0
    bookkeeping: int = 0
    moved: int = 0
    one_left: int = 0
    """Cells that an iteration visits when there is one element."""
    none_left: int = 0
    """Cells that an iteration visits when there is none."""


def searched(name: str, cells: int = CELLS) -> Found:
    """The most expensive insertion, removal and iteration in every reachable layout with so many cells."""
    container, found = Container(name), Found()
    for state, changes in explored(name, cells) if name in VARIANTS else layouts(name, cells):
        container.state = state
        visited, live = container.iterate(), container.live
        found = Found(
            found.states + 1,
            max([found.bookkeeping, *(cost.bookkeeping for cost in changes)]),
            max([found.moved, *(cost.moved for cost in changes)]),
            max(found.one_left, visited * (live == 1)),
            max(found.none_left, visited * (live == 0)),
        )
    return found


Layout = tuple[Any, list[Spent]]
"""A state, and the costs of each insertion and removal."""


def explored(name: str, cells: int) -> Iterator[Layout]:
    """The layouts of a variant, by any operations."""
    container = Container(name)
    scope = container.system.configuration(id_bits=1, index_bits=cells.bit_length() - 1)
    found = explore(scope, TrackedKey(container.system, follow=False))
    assert (found.complete, found.violations) == (True, {})
    for node in found.reached:
        container.state = node.state
        yield node.state, [cost for _, cost in changed(container, cells)]


def layouts(name: str, cells: int) -> Iterator[Layout]:
    """The layouts of a container that never truncates, by insertions and removals.

    No cost depends on an id, so all ids are 0.
    """
    container = Container(name)
    queue = deque([container.state])
    met = {*queue}
    while queue:
        container.state = state = queue.popleft()
        changes = [*changed(container, cells)]
        new = {unstamped(after) for after, _ in changes} - met
        met |= new
        queue += new
        yield state, [cost for _, cost in changes]


def changed(container: Container, cells: int) -> Iterator[tuple[Any, Spent]]:
    """The states after an insertion, and after the removal of each element, with what that costs.

    Insertions that open more than so many cells are left out.
    """
    removals = ((container.words.remove, key) for key in container.system.live(container.state))
    for name, key in ((container.words.add, None), *removals):
        after, _, cost = container.tried(name, key)
        if opened(after) <= cells:
            yield after, cost


def opened(state: Any) -> int:
    """The number of cells that elements can be in."""
    return len(store(state).cells) - getattr(state, "sentinels", 0)


def unstamped(state: Any) -> Any:
    """A state without elements, ids and costs."""
    within = store(state)
    cells = tuple(LIVE if isinstance(cell, Has) else cell for cell in within.cells)
    bare = state._replace(cost=type(state.cost)())
    if within is not state:
        return bare._replace(nodes=within._replace(cells=cells))
    stamps = {"stamps": (0,) * len(state.stamps)} if hasattr(state, "stamps") else {}
    return bare._replace(cells=cells, **stamps)


def vacated(name: str, size: int) -> int:
    """A full list is emptied from the first to the last element: the cost of the last removal."""
    container = Container(name)
    keys = container.add(size)
    container.remove(keys[:-1])
    container.worst = 0
    container.remove(keys[-1:])
    return container.worst


def refilled(name: str, size: int) -> int:
    """All but the last element are removed in order, then as many are added: the largest cost of one insertion."""
    container = Container(name)
    keys = container.add(size)
    container.remove(keys[:-1])
    container.add(size - 1)
    return container.worst


def example(name: str, size: int) -> int:
    """The example of the thesis: elements at 0, 1 and the end; the cost of removing the last one (5.2)."""
    container = Container(name)
    keys = container.add(size)
    container.remove(keys[2:-1])
    container.worst = 0
    container.remove(keys[-1:])
    assert container.live == 2
    return container.worst


FAMILIES: Final[dict[str, Callable[[str, int], int]]] = {
    "emptied": vacated,
    "refilled": refilled,
    "example": example,
}
"""Every family by its name."""
