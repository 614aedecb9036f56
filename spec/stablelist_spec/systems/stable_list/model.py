"""StableList: where an element goes, what a removal leaves behind, and how the element space grows and shrinks.

Every step is a function from a state (`state`) to the state after it. `Model` (`stablelist_spec.parts.model`) asks for
an insertion only if there is room, and for a removal only if the key resolves (R9, R11). (4.2, 5.2; R2 to R8)
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Has, Not, Partition, free_list, linked, successor, vacancy
from stablelist_spec.parts.drafts import put
from stablelist_spec.parts.memory import reallocated
from stablelist_spec.parts.parameters import Truncate

from .state import H2, Q1, State, partition_of, untouched, with_free, with_partition

__all__ = ["clear", "insert", "shrink_to_fit", "truncated", "vacate"]


def insert(state: State, element: int) -> tuple[State, Key]:
    """Put an element into the first of q1, q2, h2 with room; a full list grows first (R2, R3)."""
    which = next((i for i, part in enumerate(state.partitions) if not part.full), None)
    if which is None:
        state, which = grown(state), H2
    position = vacancy(state.partitions[which])
    return occupied(state, which, position, element), Key(position, state.next_id)


def grown(state: State) -> State:
    """Double a full element space: q1 and q2 are full, h2 is untouched; without memory for it, cells move (R3)."""
    space = 2 * state.space
    q1, q2, h2 = untouched(space)
    q1 = q1._replace(live=q1.size, opened=q1.size)
    q2 = q2._replace(live=q2.size, opened=q2.size)
    cost = state.cost._replace(moved=state.cost.moved + state.opened * (space > state.allocated))
    state = state._replace(space=space, allocated=max(state.allocated, space), cost=cost)
    return state._replace(partitions=(q1, q2, h2))


def occupied(state: State, which: int, position: int, element: int) -> State:
    """Fill a vacancy, the head of its free list, or else open the next cell; the element gets the next id (5.1; R8)."""
    # Every field is named, here and in `vacated`: `_replace` takes two to four times as long.
    parameters, space, allocated, next_id, cells, _, cost = state
    start, size, live, opened, head = state.partitions[which]
    following = None if head is None else successor(cells, head)
    cells = put(cells, position, Has(element, next_id))
    changed = Partition(start, size, live + 1, opened + (head is None), following)
    partitions = with_partition(state, which, changed)
    return State(parameters, space, allocated, parameters.next_id(next_id), cells, partitions, cost)


def vacate(state: State, position: int) -> State:
    """Take the element at a position out; the removal that empties h2 truncates (R4)."""
    which = partition_of(state, position)
    after = vacated(state, which, position)
    return truncated(after) if which == H2 and after.partitions[H2].live == 0 else after


def vacated(state: State, which: int, position: int) -> State:
    """Make a live cell the head of the free list of its own partition (R4)."""
    parameters, space, allocated, next_id, cells, _, cost = state
    start, size, live, opened, head = state.partitions[which]
    cells = put(cells, position, Not(head))
    partitions = with_partition(state, which, Partition(start, size, live - 1, opened, position))
    cost = cost._replace(removals=cost.removals + 1)
    return State(parameters, space, allocated, next_id, cells, partitions, cost)


def truncated(state: State) -> State:
    """Take steps while h2 has no live element and R1 allows the half (R4)."""
    while state.parameters.truncate is not Truncate.NEVER and may_halve(state):
        state = truncated_once(state)
    return state


def truncated_once(state: State) -> State:
    """One step: halve; each entry of the old q1's list is a visit, and MEMORY reallocates at every step (R5, R6)."""
    walked = len([*free_list(state.cells, state.partitions[Q1].head)])
    after = halved(state)
    after = after._replace(cost=after.cost._replace(visits=state.cost.visits + walked))
    return reallocated(after) if state.parameters.truncate is Truncate.MEMORY else after


def may_halve(state: State) -> bool:
    """Whether h2 is empty, and the half is a lawful space (R1)."""
    return state.partitions[H2].live == 0 and state.parameters.may_halve(state.space)


def halved(state: State) -> State:
    """Halve the element space: the old q2, with its free list, becomes h2, the old q1 is split into q1 and q2 (R5)."""
    old_q1, old_q2, _ = state.partitions
    q1, q2, _ = untouched(state.space // 2)
    # Those below the new q1's end stay, in their order; the others are pushed onto the new q2, which reverses them.
    walked = [*free_list(state.cells, old_q1.head)]
    stay = [position for position in walked if position < q1.end]
    pushed = [position for position in walked if position >= q1.end][::-1]
    cells = linked(linked(state.cells[: state.space // 2], stay), pushed)
    opened = min(old_q1.opened, q1.size)
    to_q2 = old_q1.opened - opened
    partitions = (with_free(q1, opened, stay), with_free(q2, to_q2, pushed), old_q2)
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - len(cells))
    return state._replace(space=state.space // 2, cells=cells, partitions=partitions, cost=cost)


def clear(state: State) -> StepOf[State, None]:
    """Retire every key; MEMORY returns to the least space. Ids go on, or retired keys would resolve again (R7)."""
    least = state.parameters.truncate is Truncate.MEMORY
    space = state.parameters.least_space if least else state.space
    allocated = space if least else state.allocated
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    new = State(state.parameters, space, allocated, state.next_id, (), untouched(space), cost)
    return StepOf(new, None)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Halve as far as it goes, then free the memory beyond, in every mode; this walk is no visit (R5, R6)."""
    while may_halve(state):
        state = halved(state)
    return StepOf(reallocated(state) if state.space < state.allocated else state, None)
