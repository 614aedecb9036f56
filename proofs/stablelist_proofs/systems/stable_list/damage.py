"""States of a StableList that differ from a reached one in one value.

The model stores the number of opened cells twice, as the length of its cells and in its partitions. The formulas store
it once, so a damaged number of opened cells takes cells away, or adds vacant ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from stablelist_proofs.core.comparing import damage
from stablelist_proofs.core.comparing.past import Past
from stablelist_spec.parts.cells import Not, Partition
from stablelist_spec.systems.stable_list.state import State, untouched, with_partition

__all__ = ["damaged"]


def damaged(state: State, past: Past) -> Iterator[State]:
    """The state with one value changed, for every value and a few changes of each."""
    yield from _spaces(state)
    yield from damage.damaged(state, past, _with_partition)


def _spaces(state: State) -> Iterator[State]:
    space = state.space
    for other in {0, space - 4, space - 1, space + 1, space + 2, space + 4, 2 * space, space // 2}:
        if other != space:
            yield state._replace(space=other)
    for other in range(space // 2, 2 * space + 1):
        if other != space:
            yield _respaced(state, other)


def _respaced(state: State, space: int) -> State:
    """Another space, with partitions that tile it as well as possible."""
    tiled = (
        old._replace(start=new.start, size=new.size)
        for old, new in zip(state.partitions, untouched(space), strict=True)
    )
    q1, q2, h2 = tiled
    return state._replace(
        space=space, allocated=max(space, state.allocated), partitions=(q1, q2, h2)
    )


def _with_partition(state: State, which: int, changed: Partition) -> State:
    return _fitted(state._replace(partitions=with_partition(state, which, changed)))


def _fitted(state: State) -> State:
    """As many cells as the partitions count as opened."""
    opened = max(0, sum(partition.opened for partition in state.partitions))
    missing = (Not(None),) * (opened - len(state.cells))
    return state._replace(cells=(*state.cells[:opened], *missing))
