"""The steps that a dyadic list defines: insertion, removal, truncation, `clear` and `shrink_to_fit`."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Has, Not, Partition, successor, vacancy
from stablelist_spec.parts.drafts import put
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .state import State, block_of, untouched, with_block

__all__ = ["clear", "insert", "shrink_to_fit", "vacate"]


def insert(state: State, element: int) -> tuple[State, Key]:
    """Put an element into the lowest block with room; a full list grows first (R2, R3)."""
    which = next((i for i, block in enumerate(state.partitions) if not block.full), None)
    if which is None:
        state, which = grown(state), len(state.partitions)
    position = vacancy(state.partitions[which])
    return occupied(state, which, element), Key(position, state.next_id)


def grown(state: State) -> State:
    """Append a block as long as all others together; no block changes (R3)."""
    space = state.space
    after = state._replace(partitions=(*state.partitions, Partition(space, space, 0, 0, None)))
    if after.space <= state.allocated:
        return after
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return after._replace(allocated=after.space, cost=cost)


def occupied(state: State, which: int, element: int) -> State:
    """Put *element* at the block's next position, with the next id (R2, R8)."""
    block, live = state.partitions[which], Has(element, state.next_id)
    if block.head is None:
        changed = block._replace(live=block.live + 1, opened=block.opened + 1)
    else:
        following = successor(state.cells, block.head)
        changed = block._replace(live=block.live + 1, head=following)
    cells = put(state.cells, vacancy(block), live)
    next_id = state.parameters.next_id(state.next_id)
    return state._replace(
        next_id=next_id, cells=cells, partitions=with_block(state, which, changed)
    )


def vacate(state: State, position: int) -> State:
    """Take the element at a position out; emptying the top block truncates (R4)."""
    which = block_of(state, position)
    after = vacated(state, which, position)
    top = len(after.partitions) - 1
    return truncated(after) if which == top and after.partitions[top].live == 0 else after


def vacated(state: State, which: int, position: int) -> State:
    """Push a live cell onto the free list of its block (R4)."""
    block = state.partitions[which]
    cells = put(state.cells, position, Not(block.head))
    changed = block._replace(live=block.live - 1, head=position)
    cost = state.cost._replace(removals=state.cost.removals + 1)
    return state._replace(cells=cells, partitions=with_block(state, which, changed), cost=cost)


def truncated(state: State) -> State:
    """Drop empty top blocks after the top one became empty; MEMORY releases memory, once (R4, R6)."""
    mode = state.parameters.truncate
    after = state if mode is Truncate.NEVER else without_empty_tops(state)
    memory = mode is Truncate.MEMORY and after.space < state.space
    return reallocated(after) if memory else after


def without_empty_tops(state: State) -> State:
    """Drop all top blocks without elements, but never the base; no other block changes."""
    blocks = state.partitions
    while len(blocks) > 1 and blocks[-1].live == 0:
        blocks = blocks[:-1]
    cells = state.cells[: blocks[-1].end]
    dropped = state.cost.dropped + state.opened - len(cells)
    return state._replace(cells=cells, partitions=blocks, cost=state.cost._replace(dropped=dropped))


def clear(state: State) -> StepOf[State, None]:
    """Retire every key; in MEMORY only the base block is left. The next id is not reset.

    (R7)
    """
    least = state.parameters.least_space
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = least if shrinks else state.space
    after = state._replace(
        allocated=space if shrinks else state.allocated,
        cells=(),
        partitions=untouched(least, space),
        cost=state.cost._replace(dropped=state.cost.dropped + state.opened),
    )
    return StepOf(after, None)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop empty top blocks, then free the memory beyond the element space, in every mode.

    (R6)
    """
    after = without_empty_tops(state)
    return StepOf(reallocated(after) if after.space < after.allocated else after, None)
