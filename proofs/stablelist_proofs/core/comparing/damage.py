"""States that differ from a reached one in one value.

What a model and formulas say of keys depends on the past as well, so this is damaged, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from stablelist_spec.parts.cells import Cell, Has, Not, Parametrised, Partition
from stablelist_spec.parts.parameters import Parameters, Truncate

from .past import FIRST, Past

__all__ = ["damaged", "mistaken"]

FAR = 99
"""A position past every space."""


def damaged(
    state: Any,  # noqa: ANN401 - of any system
    past: Past,
    with_partition: Callable[[Any, int, Partition], Any],
) -> Iterator[Any]:
    """The state with one value changed, for every value that all systems have, and a few changes of each.

    *with_partition* makes the state with another partition.
    """
    yield from _lengths(state)
    yield from _parameters(state)
    yield from _costs(state)
    for which, partition in enumerate(state.partitions):
        for changed in _partitions(partition, state.space):
            yield with_partition(state, which, changed)
    for position, cell in enumerate(state.cells):
        for other in _cells(state, past, position, cell):
            cells = (*state.cells[:position], other, *state.cells[position + 1 :])
            yield state._replace(cells=cells)


def mistaken(past: Past) -> Iterator[Past]:
    """The past with one key wrongly retired or not retired, or with another element."""
    last = past.last()
    for insertion, key in enumerate(past.issued):
        others = {n: element for n, element in past.kept.items() if n != insertion}
        if insertion in past.kept:
            yield past._replace(kept=others)
            yield past._replace(kept={**others, insertion: 0})
        else:
            yield past._replace(kept={**others, insertion: FIRST + last[key.index]})


def _lengths(state: Any) -> Iterator[Any]:  # noqa: ANN401 - of any system
    """The state with other memory, or another next id."""
    space, allocated = state.space, state.allocated
    for other in {space // 2, space, 3 * space, allocated - 1, allocated + 4, 2 * allocated}:
        if other != allocated:
            yield state._replace(allocated=other)
    yield from (state._replace(next_id=state.next_id + by) for by in (-1, 1))


def _parameters(state: Any) -> Iterator[Any]:  # noqa: ANN401 - of any system
    """The state with other parameters."""
    for other in _others(state.parameters):
        yield state._replace(parameters=other)


@cache
def _others(parameters: Parameters) -> tuple[Parameters, ...]:
    """Another mode, minimum or width of an index."""
    modes = (replace(parameters, truncate=mode) for mode in Truncate)
    lawful = (minimum for minimum in (4, 8) if parameters.indexable(minimum - 1))
    minimums = (replace(parameters, minimum=minimum) for minimum in lawful)
    widths = (replace(parameters, index_bits=bits) for bits in (None, 2, 3, 4))
    return tuple(other for other in (*modes, *minimums, *widths) if other != parameters)


def _costs(state: Any) -> Iterator[Any]:  # noqa: ANN401 - of any system
    """The state with other costs."""
    cost = state.cost
    for visits in range(cost.removals + 2):
        if visits != cost.visits:
            yield state._replace(cost=cost._replace(visits=visits))
    yield state._replace(cost=cost._replace(removals=cost.removals - 1))


def _partitions(partition: Partition, space: int) -> Iterator[Partition]:
    """The partition with one number changed, or another head."""
    for field in ("start", "size", "live", "opened"):
        value = getattr(partition, field)
        yield from (partition._replace(**{field: value + by}) for by in (-1, 1))
    for head in (None, -2, FAR, *range(space)):
        if head != partition.head:
            yield partition._replace(head=head)


def _cells(state: Parametrised, past: Past, position: int, cell: Cell) -> Iterator[Cell]:
    """Other contents of a cell: another id or element, live instead of vacant or the reverse, another link."""
    head = next((p.head for p in state.partitions if p.start <= position < p.end), None)
    if isinstance(cell, Has):
        element, id_ = cell
        yield from (Has(element, id_ + 1), Has(element, id_ - 1), Has(element + 1, id_))
        yield from {Not(None), Not(head)}
        return
    for link in (None, -2, FAR, *range(state.space)):
        if link != cell.next:
            yield Not(link)
    ids = {key.id for key in past.issued if key.index == position} | {state.next_id}
    yield from (Has(0, id_) for id_ in ids)
