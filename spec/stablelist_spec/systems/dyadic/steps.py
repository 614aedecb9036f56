"""The operations that a dyadic list defines: insertion, removal, truncation, `clear` and `shrink_to_fit`.

Each has the same skeleton as those of StableList: WHERE, UNLESS, CHANGE, ANSWER.
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Has, Not, Partition, Resolution, resolve, vacancy
from stablelist_spec.parts.labels import key_label
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .state import State, block_of, kind, untouched, with_block

__all__ = ["add", "clear", "remove", "shrink_to_fit"]


def add(state: State, element: int) -> StepOf[State, Key | Failure]:
    """Insert *element* and answer its key.

    (R2, R3, R8, R9)
    """
    # WHERE: the lowest block with room; in it the head of its free list, else its next untouched cell. A full
    # list would grow: then it is the first cell of a new block.
    which = next((i for i, block in enumerate(state.partitions) if not block.full), None)
    position = state.space if which is None else vacancy(state.partitions[which])
    # UNLESS: no index can name that cell, or the list holds as many elements as the user allows.
    if not state.parameters.indexable(position):
        return StepOf(state, Failure.FULL, ("add_index_range_full",))
    if not state.parameters.holds(state.live + 1):
        return StepOf(state, Failure.FULL, ("add_beyond_maximum",))
    # CHANGE
    if which is None:
        grown, happened = grow(state)
        which = len(state.partitions)
        after = occupy(grown, which, element)
    else:
        way = "append" if state.partitions[which].head is None else "reuse"
        happened = f"add_{way}_{kind(state, which)}"
        after = occupy(state, which, element)
    filled = (f"add_fills_{kind(after, which)}",) if after.partitions[which].full else ()
    wraps = ("add_id_wraps",) if after.next_id == 0 else ()
    # ANSWER
    return StepOf(after, Key(position, state.next_id), (happened, *filled, *wraps))


def grow(state: State) -> tuple[State, Label]:
    """Append a block as long as all others together; no block changes.

    (R3)
    """
    space = state.space
    grown = state._replace(partitions=(*state.partitions, Partition(space, space, 0, 0, None)))
    if grown.space <= state.allocated:
        return grown, "add_grow_in_place"
    cost = state.cost._replace(moved=state.cost.moved + state.opened)
    return grown._replace(allocated=grown.space, cost=cost), "add_grow_moving"


def occupy(state: State, which: int, element: int) -> State:
    """Put *element* at the block's next position, with the next id.

    (R2, R8)
    """
    block, live = state.partitions[which], Has(element, state.next_id)
    if block.head is None:
        changed = block._replace(live=block.live + 1, opened=block.opened + 1)
        cells = (*state.cells, live)
    else:
        vacant = state.cells[block.head]
        assert isinstance(vacant, Not)
        changed = block._replace(live=block.live + 1, head=vacant.next)
        cells = (*state.cells[: block.head], live, *state.cells[block.head + 1 :])
    next_id = state.parameters.next_id(state.next_id)
    return state._replace(
        next_id=next_id, cells=cells, partitions=with_block(state, which, changed)
    )


def remove(
    state: State, key: Key, origin: Provenance = Provenance.ISSUED
) -> StepOf[State, int | None]:
    """Remove the element of *key*, or do nothing.

    (R4, R11)
    """
    # WHERE
    resolution = resolve(state, key)
    label = key_label("remove", origin, resolution)
    # UNLESS: the key does not resolve.
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    # CHANGE: the cell becomes the head of its own block's free list; emptying the top block truncates.
    which, top = block_of(state, key.index), len(state.partitions) - 1
    after, element = vacate(state, which, key.index)
    happened: tuple[Label, ...] = (f"remove_from_{kind(state, which)}",)
    if after.partitions[top].live == 0:
        if which == top:
            after, happened = truncate(after)
        else:
            happened += ("remove_while_top_empty",)
    elif after.partitions[which].live == 0:
        happened += ("remove_empties_below_top",)
    # ANSWER
    return StepOf(after, element, (label, *happened))


def vacate(state: State, which: int, position: int) -> tuple[State, int]:
    """Push a live cell onto the free list of its block.

    (R4)
    """
    block, cell = state.partitions[which], state.cells[position]
    assert isinstance(cell, Has)
    cells = (*state.cells[:position], Not(block.head), *state.cells[position + 1 :])
    changed = block._replace(live=block.live - 1, head=position)
    cost = state.cost._replace(removals=state.cost.removals + 1)
    vacated = state._replace(cells=cells, partitions=with_block(state, which, changed), cost=cost)
    return vacated, cell.element


def truncate(state: State) -> tuple[State, tuple[Label, ...]]:
    """Drop empty top blocks after the top one became empty; MEMORY releases memory, once.

    (R4, R6)
    """
    mode = state.parameters.truncate
    if mode is Truncate.NEVER:
        return state, ("remove_empties_top_never",)
    after = without_empty_tops(state)
    count = len(state.partitions) - len(after.partitions)
    if count == 0:
        return state, ("remove_empties_top_minimum",)
    reached = str(count) if count < 3 else "3_or_more"
    stopped = "live_block" if after.partitions[-1].live else "minimum"
    labels: tuple[Label, ...] = (f"truncate_{reached}", f"truncate_stops_at_{stopped}")
    if mode is Truncate.MEMORY:
        freed = ("truncate_frees_reserve",) if state.allocated > state.space else ()
        return reallocated(after), (*labels, "truncate_reallocates", *freed)
    return after, labels


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
    # WHERE
    least = state.parameters.least_space
    shrinks = state.parameters.truncate is Truncate.MEMORY
    space = least if shrinks else state.space
    # CHANGE
    after = state._replace(
        allocated=space if shrinks else state.allocated,
        cells=(),
        partitions=untouched(least, space),
        cost=state.cost._replace(dropped=state.cost.dropped + state.opened),
    )
    # ANSWER
    if state.live == 0:
        return StepOf(after, None, ("clear_empty",))
    return StepOf(after, None, ("clear_to_minimum" if shrinks else "clear_keeps_space",))


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop empty top blocks, then free the memory beyond the element space, in every mode.

    (R6)
    """
    # CHANGE
    after, labels = without_empty_tops(state), list[Label]()
    if after.space < state.space:
        labels.append("shrink_to_fit_drops")
    if after.opened < state.opened:
        labels.append("shrink_to_fit_drops_opened")
    if after.space < after.allocated:
        after = reallocated(after)
        labels.append("shrink_to_fit_frees")
    # ANSWER
    return StepOf(after, None, tuple(labels) or ("shrink_to_fit_nothing",))
