"""States of a dyadic list that differ from a reached one in one value; or they have a block more or less."""

from __future__ import annotations

from collections.abc import Iterator

from stablelist_proofs.core.comparing import damage
from stablelist_proofs.core.comparing.past import Past
from stablelist_spec.parts.cells import Partition
from stablelist_spec.systems.dyadic.state import State, with_block

__all__ = ["damaged"]


def damaged(state: State, past: Past) -> Iterator[State]:
    """The state with one value changed, for every value and a few changes of each."""
    yield from _blocks(state)
    yield from damage.damaged(state, past, _with_block)


def _with_block(state: State, which: int, changed: Partition) -> State:
    return state._replace(partitions=with_block(state, which, changed))


def _blocks(state: State) -> Iterator[State]:
    """A block more, of three sizes; one less; or an element that is counted in another block."""
    space = state.space
    for size in (space, space // 2, space + 4):
        more = Partition(space, size, 0, 0, None)
        yield state._replace(partitions=(*state.partitions, more))
    if len(state.partitions) > 1:
        first, *others, last = state.partitions
        yield state._replace(partitions=(first, *others))
        for by in (-1, 1):
            one, other = (
                block._replace(live=block.live + sign) for block, sign in ((first, by), (last, -by))
            )
            yield state._replace(partitions=(one, *others, other))
