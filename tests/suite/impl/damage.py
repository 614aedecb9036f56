"""Damage to the inside of a list, each kind with the clause of the invariant that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stablelist import Key, StableList, Truncate, ids
from stablelist.element_space import HOLE
from suite.impl.elements import filled

__all__ = ["DAMAGE", "Damage", "Pool", "sound"]

Pool = StableList[int]


def sound(mode: Truncate = Truncate.ITERATION, source: ids.IdSource = ids.unbounded) -> Pool:
    """A list with twelve of sixteen cells opened, and one vacancy in each partition."""
    pool = Pool(capacity=16, truncate=mode, ids=source)
    keys = filled(pool, 12)
    for number in (1, 5, 9):
        pool.remove(keys[number])
    return pool


# --- The element space ----------------------------------------------------------------------------


def links_too_long(pool: Pool) -> None:
    """Lengthen the list of links."""
    pool._space.links.append(0)


def elements_too_long(pool: Pool) -> None:
    """Lengthen the list of elements."""
    pool._space.elements.append(0)


def marks_too_long(pool: Pool) -> None:
    """Lengthen the list of marks."""
    pool._space.marks.append(0)


def memory_shorter_than_the_space(pool: Pool) -> None:
    """Cut off the untouched cells."""
    space = pool._space
    for cells in (space.elements, space.keys, space.links, space.marks):
        del cells[12:]


def space_below_minimum(pool: Pool) -> None:
    """Set a minimum above the space."""
    pool._parameters = pool._parameters._replace(least_space=20)


def allocate(pool: Pool, more: int) -> None:
    """Lengthen the memory by a number of cells."""
    space = pool._space
    space.elements.extend([HOLE] * more)
    space.keys.extend([None] * more)
    space.links.extend([-1] * more)
    space.marks.extend(bytes(more))


def allocated_by_half_again(pool: Pool) -> None:
    """Allocate half a space more."""
    allocate(pool, 8)


def allocated_threefold(pool: Pool) -> None:
    """Allocate three spaces, which is no doubling."""
    allocate(pool, 32)


def q2_started_late(pool: Pool) -> None:
    """Move the start of q2 up by one."""
    pool._space.q2.start += 1


def q2_started_early(pool: Pool) -> None:
    """Move the start of q2 down by one."""
    pool._space.q2.start -= 1


def q1_too_long(pool: Pool) -> None:
    """Let q1 and q2 share a cell."""
    pool.clear()
    pool._space.q1.size += 1


# --- Counts ---------------------------------------------------------------------------------------


def cell_lent_by_h2(pool: Pool) -> None:
    """Open one cell too many in q2, and one too few in h2."""
    pool.clear()
    filled(pool, 7)
    pool._space.q2.opened, pool._space.h2.opened = 4, -1
    pool._parameters = pool._parameters._replace(least_space=16)


def opened_past_the_space(pool: Pool) -> None:
    """Put an element behind the space, as if h2 had one more cell."""
    filled(pool, 7)
    pool.reserve(1)
    pool._space.keys[16], pool._space.elements[16] = Key(16, 1), 16
    pool._space.h2.opened += 1


def h2_before_q2(pool: Pool) -> None:
    """Count an opened cell of q2 as one of h2."""
    pool._space.q2.opened -= 1
    pool._space.h2.opened += 1


def untouched_cell_in_use(pool: Pool) -> None:
    """Give a key to a cell that was not opened."""
    pool._space.keys[13] = Key(13, 1)
    pool._space.h2.live += 1


def first_untouched_cell_in_use(pool: Pool) -> None:
    """Give a key to the first untouched cell."""
    pool._space.keys[12] = Key(12, 1)
    pool._space.h2.live += 1


def live_count_too_low(pool: Pool) -> None:
    """Leave a live cell out of the count of its partition."""
    pool._space.q1.live -= 1


def live_count_too_high(pool: Pool) -> None:
    """Count a vacancy as live."""
    pool._space.q1.live += 1


# --- Free lists -----------------------------------------------------------------------------------


def vacancy_in_two_lists(pool: Pool) -> None:
    """Give q2 the vacancies of q1."""
    pool._space.q2.head = pool._space.q1.head


def swapped_heads(pool: Pool) -> None:
    """Give q1 the vacancies of q2."""
    space = pool._space
    space.q1.head, space.q2.head = space.q2.head, space.q1.head


def vacancy_of_q1_in_q2(pool: Pool) -> None:
    """Let the list of q2 end in the vacancy of q1."""
    space = pool._space
    space.links[5], space.q1.head = space.q1.head, -1


def vacancy_of_q2_in_q1(pool: Pool) -> None:
    """Let the list of q1 end in the vacancy of q2."""
    space = pool._space
    space.links[1], space.q2.head = space.q2.head, -1


def list_past_its_partition(pool: Pool) -> None:
    """Let the list of q1 begin with the first cell of q2."""
    pool._space.q1.head = 4


def cycle(pool: Pool) -> None:
    """Link a vacancy to itself."""
    pool._space.links[1] = 1


def live_cell_in_a_list(pool: Pool) -> None:
    """Give a vacant cell a key, and count it."""
    pool._space.keys[1] = Key(1, 1)
    pool._space.q1.live += 1


def forgotten_vacancy(pool: Pool) -> None:
    """Lose a free list."""
    pool._space.q1.head = -1


# --- Cells ----------------------------------------------------------------------------------------


def kept_element(pool: Pool) -> None:
    """Leave an element in a vacant cell."""
    pool._space.elements[1] = 99


def misplaced_key(pool: Pool) -> None:
    """Let a cell keep the key of another one."""
    pool._space.keys[0] = Key(2, 0)


def misplaced_key_of_a_lower_cell(pool: Pool) -> None:
    """Let it keep the key of one that comes before."""
    pool._space.keys[2] = Key(0, 2)


def unnameable_position(pool: Pool) -> None:
    """Store elements beyond the index range."""
    pool._parameters = pool._parameters._replace(index_end=8)


def halving_left_undone(pool: Pool) -> None:
    """Empty h2 without a halving."""
    pool._space._truncates = False
    for key in list(pool):
        if key.index >= 8:
            pool.remove(key)


def halving_left_undone_at_the_minimum(pool: Pool) -> None:
    """Empty h2 without a halving, where the minimum just allows one."""
    halving_left_undone(pool)
    pool._parameters = pool._parameters._replace(least_space=8)


# --- Ids ------------------------------------------------------------------------------------------


def negative_id(pool: Pool) -> None:
    """Give a cell a negative id."""
    pool._space.keys[0] = Key(0, -1)


def negative_next_id(pool: Pool) -> None:
    """Set a negative next id."""
    pool._stamps.next_id = -1


def negative_next_id_of_an_empty_list(pool: Pool) -> None:
    """Set a negative next id in a list without elements."""
    pool.clear()
    negative_next_id(pool)


def id_past_the_period(pool: Pool) -> None:
    """Give a cell an id with one bit too many."""
    pool._space.keys[0] = Key(0, 16)


def id_far_past_the_period(pool: Pool) -> None:
    """Give a cell an id with many bits too many."""
    pool._space.keys[0] = Key(0, 99)


def next_id_past_the_period(pool: Pool) -> None:
    """Set a next id with too many bits."""
    pool._stamps.next_id = 16


def id_of_the_future(pool: Pool) -> None:
    """Give a cell the next id."""
    pool._space.keys[0] = Key(0, pool._stamps.next_id)


def id_of_the_far_future(pool: Pool) -> None:
    """Give a cell an id after the next one."""
    pool._space.keys[0] = Key(0, 99)


def id_given_twice(pool: Pool) -> None:
    """Give two cells the same id."""
    pool._space.keys[0] = Key(0, 2)


def element_without_a_mark(pool: Pool) -> None:
    """Remove the mark of an element, so that iterations skip it."""
    pool._space.marks[0] = 0


def vacancy_with_a_mark(pool: Pool) -> None:
    """Mark a vacancy, so that an iteration shows it."""
    pool._space.marks[1] = 1


class Damage(NamedTuple):
    """The damage, the clause that it breaks, and the id source of the list."""

    do: Callable[[Pool], None]
    breaks: str
    source: ids.IdSource = ids.unbounded

    def __str__(self) -> str:
        return self.do.__name__ + SOURCES[self.source]


NARROW: Final = ids.Counter(4)
SOURCES: Final = {ids.unbounded: "", NARROW: " of 4 bits", ids.uuid4: " of uuids"}
DAMAGE: Final = (
    Damage(links_too_long, "cells_cover_the_element_space"),
    Damage(elements_too_long, "cells_cover_the_element_space"),
    Damage(marks_too_long, "cells_cover_the_element_space"),
    Damage(memory_shorter_than_the_space, "partitions_tile_the_element_space"),
    Damage(space_below_minimum, "partitions_tile_the_element_space"),
    Damage(q2_started_late, "partitions_tile_the_element_space"),
    Damage(q2_started_early, "partitions_tile_the_element_space"),
    Damage(q1_too_long, "partitions_tile_the_element_space"),
    Damage(allocated_by_half_again, "allocated_memory_is_the_space_doubled"),
    Damage(allocated_threefold, "allocated_memory_is_the_space_doubled"),
    Damage(cell_lent_by_h2, "opened_cells_form_a_prefix"),
    Damage(opened_past_the_space, "opened_cells_form_a_prefix"),
    Damage(h2_before_q2, "opened_cells_form_a_prefix"),
    Damage(untouched_cell_in_use, "untouched_cells_are_vacant"),
    Damage(first_untouched_cell_in_use, "untouched_cells_are_vacant"),
    Damage(live_count_too_low, "counts_agree"),
    Damage(live_count_too_high, "counts_agree"),
    Damage(vacancy_in_two_lists, "free_lists_are_disjoint"),
    Damage(swapped_heads, "free_lists_stay_in_their_partition"),
    Damage(vacancy_of_q1_in_q2, "free_lists_stay_in_their_partition"),
    Damage(vacancy_of_q2_in_q1, "free_lists_stay_in_their_partition"),
    Damage(list_past_its_partition, "free_lists_stay_in_their_partition"),
    Damage(cycle, "free_lists_are_acyclic"),
    Damage(live_cell_in_a_list, "free_lists_are_acyclic"),
    Damage(forgotten_vacancy, "free_lists_are_complete"),
    Damage(kept_element, "vacant_cells_hold_nothing"),
    Damage(misplaced_key, "live_key_resolves"),
    Damage(misplaced_key_of_a_lower_cell, "live_key_resolves"),
    Damage(unnameable_position, "positions_can_be_named"),
    Damage(negative_id, "ids_are_in_range", ids.uuid4),
    Damage(negative_next_id, "ids_are_in_range", ids.uuid4),
    Damage(negative_id, "ids_are_in_range", NARROW),
    Damage(negative_next_id, "ids_are_in_range", NARROW),
    Damage(id_past_the_period, "ids_are_in_range", NARROW),
    Damage(id_far_past_the_period, "ids_are_in_range", NARROW),
    Damage(next_id_past_the_period, "ids_are_in_range", NARROW),
    Damage(negative_id, "ids_are_in_range"),
    Damage(negative_next_id_of_an_empty_list, "ids_are_in_range"),
    Damage(id_of_the_future, "ids_are_in_range"),
    Damage(id_of_the_far_future, "ids_are_in_range"),
    Damage(id_given_twice, "live_ids_are_distinct"),
    Damage(halving_left_undone, "cascade_leaves_h2_live"),
    Damage(halving_left_undone_at_the_minimum, "cascade_leaves_h2_live"),
    Damage(element_without_a_mark, "live_cells_are_marked"),
    Damage(vacancy_with_a_mark, "live_cells_are_marked"),
)
"""There is at least one kind for each clause, in the order of the clauses."""
