"""Programs on the public class beside the model: CrossHair chooses the operations.

(5.2; R2 to R8)
"""

from __future__ import annotations

from typing import NamedTuple

from stablelist import StableList
from stablelist.ids import unbounded
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.model import insert

from . import domain
from .filled import MOST, elements

ADD = MOST
SHRINK = MOST + 1


class Run(NamedTuple):
    """What a program shows: answers, lengths, costs, and the partitions with their free lists."""

    answers: tuple[object, ...]
    lengths: tuple[int, ...]
    costs: tuple[int, ...]
    partitions: tuple[tuple[int, int, int, int, tuple[int, ...]], ...]


# --- what is true ---------------------------------------------------------------------------------


def free_lists_stay_in_their_partition(run: Run) -> bool:
    """Every free list has each vacancy of its partition once, and no other position: footnote 8.

    #free(p) = opened(p) − live(p); free(p) ⊆ [start(p), start(p) + opened(p)), without repetition
    """
    return all(
        len({*free}) == len(free) == opened - live
        and all(start <= each < start + opened for each in free)
        for start, _, live, opened, free in run.partitions
    )


def visits_never_exceed_removals(run: Run) -> bool:
    """Truncations visit at most one free-list entry per removal, in total.

    visits ≤ removals
    """
    visits, removals = run.costs[0], run.costs[-1]
    return visits <= removals


# --- how it runs ---------------------------------------------------------------------------------


def model_run(operations: tuple[int, ...], first: int) -> Run:
    """A list of five in the model, and so many operations."""
    domain.within(*[0 <= each <= SHRINK for each in operations])
    state = MODEL.initial(Parameters(id_bits=None))
    keys: list[Key] = []
    answers: list[object] = []
    for element in elements(MOST, first):
        state, key = insert(state, element)
        keys.append(key)
    for each in operations:
        if each == ADD:
            state, key = insert(state, first)
            answers.append((key.index, key.id))
        elif each < ADD:
            step = MODEL.remove(state, keys[each])
            state = step.state
            answers.append(step.answer)
        else:
            state = MODEL.shrink_to_fit(state).state
    lists = zip(state.partitions, free_lists(state), strict=True)
    return Run(
        tuple(answers),
        (state.space, state.allocated, state.opened, state.live, state.next_id),
        (state.cost.visits, state.cost.moved, state.cost.dropped, state.cost.removals),
        tuple((p.start, p.size, p.live, p.opened, tuple(free)) for p, free in lists),
    )


def container_run(operations: tuple[int, ...], first: int) -> Run:
    """The same in the container."""
    domain.within(*[0 <= each <= SHRINK for each in operations])
    pool = StableList[int](ids=unbounded)
    keys = pool.extend(elements(MOST, first))
    answers: list[object] = []
    for each in operations:
        if each == ADD:
            key = pool.add(first)
            answers.append((key.index, key.id))
        elif each < ADD:
            answers.append(pool.remove(keys[each]))
        else:
            pool.shrink_to_fit()
    layout, stats = pool.layout(), pool.stats()
    return Run(
        tuple(answers),
        (layout.space, layout.allocated, layout.opened, layout.live, layout.next_id),
        (stats.visits, stats.moved, stats.dropped, stats.removals),
        tuple((p.start, p.size, p.live, p.opened, p.free) for p in layout.partitions),
    )


# --- of what --------------------------------------------------------------------------------------


def spec_program(one: int, two: int, first: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.vacate`.

    A list of five, and two operations: 0 to 4 removes that element, 5 adds one, 6 shrinks to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return model_run((one, two), first)


def impl_program(one: int, two: int, first: int) -> Run:
    """`stablelist.pool.Pool.remove`.

    A list of five, and two operations: 0 to 4 removes that element, 5 adds one, 6 shrinks to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return container_run((one, two), first)


def canary(one: int, two: int) -> bool:
    """False if the fifth of five elements is removed.

    raises: domain.OutsideError
    post: _
    """
    domain.within(0 <= one < MOST, 0 <= two < MOST)
    pool = StableList[int](ids=unbounded)
    keys = pool.extend(elements(MOST, 0))
    pool.remove(keys[one])
    pool.remove(keys[two])
    return pool.space == 8
