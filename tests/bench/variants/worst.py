"""The largest cost of one operation: in every reachable layout of eight cells, and in programs of any size.

The search is complete: every layout with an index of three bits is met, and in each of them every insertion and
removal is tried. So no program on eight cells or fewer has a more expensive operation. A *family* is a program that
can be written for any power of two. At eight cells, the most expensive family reaches what the search finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from stablelist_spec.core.explore import explore
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.refinement import abstraction
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import SYSTEMS

from .container import Container

__all__ = ["FAMILIES", "SIZES", "Found", "example", "refilled", "searched", "vacated"]

CELLS: Final = 8
SIZES: Final = (8, 16, 64, 256, 1024, 4096, 16384)


class Found(NamedTuple):
    """The largest cost of one operation in a scope, and the number of searched states."""

    states: int
    bookkeeping: int
    moved: int


def searched(name: str) -> Found:
    """The most expensive insertion or removal in every reachable layout of eight cells."""
    system = SYSTEMS[name]
    assert system.step is not None
    scope = Parameters(id_bits=1, index_bits=CELLS.bit_length() - 1)
    found = explore(scope, TrackedKey(system, follow=False))
    assert (found.complete, found.violations) == (True, {})
    worst = moved = 0
    for node in found.reached:
        for operation in tried(node.state):
            after = system.step(node.state, operation, Provenance.ISSUED).state.cost
            worst = max(worst, after.visits + getattr(after, "compared", 0))
            moved = max(moved, after.moved)
    return Found(found.states, worst, moved)


def tried(state: Any) -> Iterator[Operation]:
    """An insertion, and the removal of every element; the state has no costs before."""
    yield Operation("add")
    yield from (Operation("remove", key) for key in abstraction(state))


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
    assert sum(isinstance(cell, Has) for cell in container.state.cells) == 2
    return container.worst


FAMILIES: Final[dict[str, Callable[[str, int], int]]] = {
    "emptied": vacated,
    "refilled": refilled,
    "example": example,
}
"""Every family by its name."""
