"""Programs on the public class beside the model: CrossHair chooses the operations.

(5.2; R2 to R8)
"""

from __future__ import annotations

from typing import NamedTuple

from stablelist import StableList, Truncate
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.parameters import Truncate as Mode
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.model import insert

from . import domain
from .finite_map import MOST

ADD = -1
SHRINK = -2
"""The operations that are not the removal of an element by its number."""
WHOLE = domain.is_whole()
SECOND = (ADD, MOST - 1)
"""In the smallest scope, the second operation adds an element, or removes the last."""
SEVERAL_ANSWERS = True
"""These contracts allow several runs, so comparing model and container says more than they do."""
MODES = tuple(mode.value for mode in Truncate)


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


def split_keeps_the_order_of_q1_and_reverses_q2(one: int, two: int, run: Run) -> bool:
    """Truncation deals the free list of q1 to its halves: the lower entries keep their order, the others are reversed.

    free(q1) = (p ∈ f : p < s/4), free(q2) = reverse of (p ∈ f : p ≥ s/4), visits = #f
    """
    free, border = (two, one), run.partitions[1][0]
    low = tuple(position for position in free if position < border)
    high = tuple(position for position in reversed(free) if position >= border)
    dealt = [partition[-1] for partition in run.partitions]
    return dealt == [low, high, ()] and run.costs[0] == len(free)


def shrinking_releases_what_is_not_needed(mode: int, left: int, run: Run) -> bool:
    """The space is halved as long as its upper half is empty; memory beyond it is kept in one mode only.

    highest position < s; s = 4 or highest position ≥ s/2; a = 16 if truncation keeps memory, else s
    """
    space, allocated, *_ = run.lengths
    kept = MODES[mode] == Truncate.ITERATION.value
    enough = left < space and (space == 4 or left >= space // 2)
    return enough and allocated == (16 if kept else space)


# --- how it runs ---------------------------------------------------------------------------------


def model_run(mode: str, count: int, operations: tuple[int, ...], first: int) -> Run:
    """A list of so many elements in the model, and then operations."""
    domain.within(*[SHRINK <= each < count for each in operations])
    state = MODEL.initial(Parameters(truncate=Mode(mode)))
    keys: list[Key] = []
    answers: list[object] = []
    for each in range(count):
        state, key = insert(state, first + each)
        keys.append(key)
    for each in operations:
        if each == ADD:
            state, key = insert(state, first)
            answers.append((key.index, key.id))
        elif each == SHRINK:
            state = MODEL.shrink_to_fit(state).state
        else:
            step = MODEL.remove(state, keys[each])
            state = step.state
            answers.append(step.answer)
    lists = zip(state.partitions, free_lists(state), strict=True)
    return Run(
        tuple(answers),
        (state.space, state.allocated, state.opened, state.live, state.next_id),
        (state.cost.visits, state.cost.moved, state.cost.dropped, state.cost.removals),
        tuple((p.start, p.size, p.live, p.opened, tuple(free)) for p, free in lists),
    )


def container_run(mode: str, count: int, operations: tuple[int, ...], first: int) -> Run:
    """The same in the container."""
    domain.within(*[SHRINK <= each < count for each in operations])
    pool = StableList[int](truncate=Truncate(mode))
    keys = pool.extend([first + each for each in range(count)])
    answers: list[object] = []
    for each in operations:
        if each == ADD:
            key = pool.add(first)
            answers.append((key.index, key.id))
        elif each == SHRINK:
            pool.shrink_to_fit()
        else:
            answers.append(pool.remove(keys[each]))
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

    A list of five, and two operations: which remove an element, add one, or shrink to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    domain.within(WHOLE or two in SECOND)
    return model_run("iteration", MOST, (one, two), first)


def impl_program(one: int, two: int, first: int) -> Run:
    """`stablelist.StableList.remove`.

    A list of five, and two operations: which remove an element, add one, or shrink to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    domain.within(WHOLE or two in SECOND)
    return container_run("iteration", MOST, (one, two), first)


def spec_split(one: int, two: int, first: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.truncated_once`.

    A list of nine, of which two of the first four are removed, and then the last.

    raises: domain.OutsideError
    post: split_keeps_the_order_of_q1_and_reverses_q2(one, two, _)
    """
    domain.within(0 <= one < 4, 0 <= two < 4, one != two)
    return model_run("iteration", 9, (one, two, 8), first)


def impl_split(one: int, two: int, first: int) -> Run:
    """`stablelist.StableList.remove`.

    A list of nine, of which two of the first four are removed, and then the last.

    raises: domain.OutsideError
    post: split_keeps_the_order_of_q1_and_reverses_q2(one, two, _)
    """
    domain.within(0 <= one < 4, 0 <= two < 4, one != two)
    return container_run("iteration", 9, (one, two, 8), first)


def spec_shrink(mode: int, left: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.truncated`.

    9 elements, of which all but the first five or fewer are removed, in each mode.

    raises: domain.OutsideError
    post: shrinking_releases_what_is_not_needed(mode, left, _)
    """
    domain.within(0 <= mode < len(MODES), 0 <= left < MOST)
    return model_run(MODES[mode], 9, shrinking(mode, left), 0)


def impl_shrink(mode: int, left: int) -> Run:
    """`stablelist.StableList.remove`.

    9 elements, of which all but the first five or fewer are removed, in each mode.

    raises: domain.OutsideError
    post: shrinking_releases_what_is_not_needed(mode, left, _)
    """
    domain.within(0 <= mode < len(MODES), 0 <= left < MOST)
    return container_run(MODES[mode], 9, shrinking(mode, left), 0)


def shrinking(mode: int, left: int) -> tuple[int, ...]:
    """The removal of all elements above one; a list that never truncates is told to shrink."""
    told = (SHRINK,) if MODES[mode] == Truncate.NEVER.value else ()
    return *range(left + 1, 9), *told


def spec_longer_modes(mode: int, one: int, two: int, first: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.vacate`.

    A list of five in each mode, and two operations: which remove an element, add one, or shrink to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    domain.within(0 <= mode < len(MODES))
    return model_run(MODES[mode], MOST, (one, two), first)


def impl_longer_modes(mode: int, one: int, two: int, first: int) -> Run:
    """`stablelist.StableList.remove`.

    A list of five in each mode, and two operations: which remove an element, add one, or shrink to fit.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    domain.within(0 <= mode < len(MODES))
    return container_run(MODES[mode], MOST, (one, two), first)


def spec_longer_program(one: int, two: int, three: int, first: int) -> Run:
    """`stablelist_spec.systems.stable_list.model.vacate`.

    A list of five, and three operations.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return model_run("iteration", MOST, (one, two, three), first)


def impl_longer_program(one: int, two: int, three: int, first: int) -> Run:
    """`stablelist.StableList.remove`.

    A list of five, and three operations.

    raises: domain.OutsideError
    post: free_lists_stay_in_their_partition(_)
    post: visits_never_exceed_removals(_)
    """
    return container_run("iteration", MOST, (one, two, three), first)
