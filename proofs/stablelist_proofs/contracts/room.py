"""Room: how long lists of the public class are, what they allocate and release, and what they cost.

(5.2; R1, R3, R5, R6, R8)
"""

from __future__ import annotations

from stablelist import StableList, Truncate
from stablelist.errors import InvariantError
from stablelist.ids import unbounded

from . import domain
from .filled import MOST, elements, filled, one_removed

MOST_MORE = 12
"""The most elements that room is made for, which doubles the memory up to three times."""

Lengths = tuple[int, int, int]
"""The element space, the opened cells and the allocated memory."""
Copied = tuple[list[int], list[int], bool]
"""The elements of a list and of its copy, and whether both give out the same next key."""

# --- what is true ---------------------------------------------------------------------------------


def space_is_doubled_when_full(count: int, space: int) -> bool:
    """A list grows by doubling, and only when it is full.

    s = 4 if n ≤ 4, else 8
    """
    return space == (4 if count <= 4 else 8)


def opened_cells_stay_after_removal(count: int, gone: int, opened: int) -> bool:
    """A removal leaves its cell opened, unless truncation cuts it off.

    opened = n; but 4 if n = 5 and r = 4, since that empties h2
    """
    truncated = count == 5 and gone == 4
    return opened == (4 if truncated else count)


def reserved_room_is_enough_but_no_more(count: int, more: int, capacity: int) -> bool:
    """There is room for the elements and for those to come, and half of it would be too little.

    4 ∣ a; n + m ≤ a; a/2 < max(4, n + m)
    """
    wanted = max(4, count + more)
    return capacity % 4 == 0 and count + more <= capacity and capacity // 2 < wanted


def shrinking_releases_what_is_not_needed(left: int, lengths: Lengths) -> bool:
    """The space is halved as long as its upper half is empty, and nothing is allocated beyond it.

    highest position < s; s = 4 or highest position ≥ s/2; a = s
    """
    space, _, allocated = lengths
    return left < space and (space == 4 or left >= space // 2) and allocated == space


def lengths_are_those_of_the_layout(lengths: Lengths, pictured: Lengths) -> bool:
    """The layout shows the lengths that the list reports.

    (s, opened, a) of the list = (s, opened, a) of the layout
    """
    return lengths == pictured


def visits_never_exceed_removals(visits: int, removals: int, wanted: int) -> bool:
    """Truncations visit at most one free-list entry per removal, in total; every removal is counted.

    visits ≤ removals = number of keys that were removed
    """
    return visits <= removals == wanted


def copy_is_independent_and_alike(count: int, gone: int, first: int, copied: Copied) -> bool:
    """A removal from the copy changes the copy alone, and both go on with the same keys.

    E = {eᵢ}, E' = {eᵢ : i ≠ r}; next key of the list = next key of the copy
    """
    whole = elements(count, first)
    return copied == (whole, [each for each in whole if each != first + gone], True)


def invariant_holds_after_each_step(broken: bool) -> bool:
    """The list's own check finds no clause of the invariant broken.

    ¬broken
    """
    return not broken


# --- of what --------------------------------------------------------------------------------------


def lengths(pool: StableList[int]) -> Lengths:
    """What a list says of its lengths."""
    return pool.space, pool.opened, pool.capacity


def impl_space(count: int, first: int) -> int:
    """`stablelist.stable_list.StableList.space`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: space_is_doubled_when_full(count, _)
    """
    pool, _ = filled(count, first)
    return pool.space


def impl_opened(count: int, gone: int) -> int:
    """`stablelist.stable_list.StableList.opened`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: opened_cells_stay_after_removal(count, gone, _)
    """
    pool, _ = one_removed(count, gone, 0)
    return pool.opened


def impl_reserve(count: int, more: int) -> int:
    """`stablelist.stable_list.StableList.reserve`.

    Up to 5 elements, and room for up to 12 more.

    raises: domain.OutsideError
    post: reserved_room_is_enough_but_no_more(count, more, _)
    """
    domain.within(0 <= more <= MOST_MORE)
    pool, _ = filled(count, 0)
    pool.reserve(more)
    return pool.capacity


def impl_capacity(count: int, more: int) -> int:
    """`stablelist.stable_list.StableList.capacity`.

    Up to 5 elements, and up to 12 more.

    raises: domain.OutsideError
    post: reserved_room_is_enough_but_no_more(count, more, _)
    """
    domain.within(0 <= more <= MOST_MORE)
    pool, _ = filled(count, 0)
    pool.extend(elements(more, 0))
    return pool.capacity


def impl_shrink_to_fit(more: int, left: int) -> Lengths:
    """`stablelist.stable_list.StableList.shrink_to_fit`.

    Up to 17 elements, of which the highest are removed again.

    raises: domain.OutsideError
    post: shrinking_releases_what_is_not_needed(left, _)
    """
    domain.within(0 <= more <= MOST_MORE, 0 <= left < MOST)
    pool = StableList[int](truncate=Truncate.NEVER, ids=unbounded)
    keys = pool.extend(elements(MOST + more, 0))
    pool.remove_many(keys[left + 1 :])
    pool.shrink_to_fit()
    return lengths(pool)


def impl_layout(count: int, gone: int, more: int) -> tuple[Lengths, Lengths]:
    """`stablelist.stable_list.StableList.layout`.

    Up to 5 elements, and up to 3 more after a removal.

    raises: domain.OutsideError
    post: lengths_are_those_of_the_layout(*_)
    """
    domain.within(0 <= more <= 3)
    pool, _ = one_removed(count, gone, 0)
    pool.extend(elements(more, 0))
    layout = pool.layout()
    return lengths(pool), (layout.space, layout.opened, layout.allocated)


def impl_stats(count: int, bound: int) -> tuple[int, int]:
    """`stablelist.stable_list.StableList.stats`.

    Up to 5 elements, of which the lowest are removed, and then the others.

    raises: domain.OutsideError
    post: visits_never_exceed_removals(*_, count)
    """
    domain.within(0 <= bound <= count)
    pool, keys = filled(count, 0)
    pool.remove_many(keys[:bound])
    pool.remove_many(keys[bound:])
    stats = pool.stats()
    return stats.visits, stats.removals


def impl_check(count: int, gone: int, asked: int) -> bool:
    """`stablelist.stable_list.StableList.check`.

    Up to 5 elements, of which two are removed, and one is added.

    raises: domain.OutsideError
    post: invariant_holds_after_each_step(_)
    """
    domain.within(0 <= asked < count)
    pool, keys = one_removed(count, gone, 0)
    steps = (lambda: pool.remove(keys[asked]), lambda: pool.add(0))
    try:
        for step in steps:
            pool.check()
            step()
        pool.check()
    except InvariantError:
        return True
    return False


def impl_copy(count: int, gone: int, first: int) -> Copied:
    """`stablelist.stable_list.StableList.copy`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: copy_is_independent_and_alike(count, gone, first, _)
    """
    domain.within(0 <= gone < count)
    pool, keys = filled(count, first)
    twin = pool.copy()
    alike = twin.insert_with(lambda _key: first) == pool.insert_with(lambda _key: first)
    for each in (pool, twin):
        each.remove(max(each.keys()))
    twin.remove(keys[gone])
    return [*pool.values()], [*twin.values()], alike


def canary(count: int, more: int) -> int:
    """False for a full list that doubled its memory twice.

    raises: domain.OutsideError
    post: _ != 16
    """
    domain.within(0 <= more <= MOST_MORE)
    pool, _ = filled(count, 0)
    pool.reserve(more)
    return pool.capacity
