"""Damage: what can be wrong with the inside of a list, each with the clause of its invariant that it breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from stablelist import Key, StableList, Truncate, ids
from stablelist.element_space import HOLE
from suite.impl.elements import filled

__all__ = ["DAMAGE", "Damage", "Pool", "sound"]

Pool = StableList[int]


def sound(mode: Truncate = Truncate.ITERATION, source: ids.IdSource = ids.unbounded) -> Pool:
    """Twelve of sixteen cells opened, with one vacancy in each partition."""
    pool = Pool(capacity=16, truncate=mode, ids=source)
    keys = filled(pool, 12)
    for number in (1, 5, 9):
        pool.remove(keys[number])
    return pool


# --- The element space ----------------------------------------------------------------------------


def links_too_long(pool: Pool) -> None:
    """Damage the length of one list."""
    pool._space.links.append(0)


def memory_shorter_than_the_space(pool: Pool) -> None:
    """Cut off the untouched cells."""
    for cells in (pool._space.elements, pool._space.keys, pool._space.links):
        del cells[12:]


def space_below_minimum(pool: Pool) -> None:
    """Let the parameters ask for more than there is."""
    pool._parameters = replace(pool._parameters, least_space=20)


def space_of_eighteen(pool: Pool) -> None:
    """Lengthen the space to no multiple of 4, of which the partitions are rounded down."""
    pool.reserve(16)
    pool._space.h2.size += 2


def q2_started_late(pool: Pool) -> None:
    """Move a bound by one."""
    pool._space.q2.start += 1


def q1_too_long(pool: Pool) -> None:
    """Let q1 and q2 share a cell."""
    pool.clear()
    pool._space.q1.size += 1


# --- Counts ---------------------------------------------------------------------------------------


def less_than_nothing_live(pool: Pool) -> None:
    """Let a count fall below zero."""
    pool._space.q1.live = -1


def more_live_than_opened(pool: Pool) -> None:
    """Let a count drift."""
    pool._space.q1.live = 5


def opened_past_the_space(pool: Pool) -> None:
    """Put an element into the reserve, as if it belonged to h2."""
    filled(pool, 7)
    pool.reserve(1)
    space = pool._space
    space.keys[16], space.elements[16] = Key(16, 1), 16
    space.h2.opened += 1
    space.h2.live += 1


def h2_before_q2(pool: Pool) -> None:
    """Count an opened cell of q2 to h2."""
    for partition, more in ((pool._space.q2, -1), (pool._space.h2, 1)):
        partition.opened += more
        partition.live += more


def live_count_too_low(pool: Pool) -> None:
    """Forget a live cell in the count of its partition."""
    pool._space.q1.live -= 1


def live_count_too_high(pool: Pool) -> None:
    """Count a vacancy as live."""
    pool._space.q1.live += 1


# --- Free lists -----------------------------------------------------------------------------------


def swapped_heads(pool: Pool) -> None:
    """Give q1 the vacancies of q2."""
    space = pool._space
    space.q1.head, space.q2.head = space.q2.head, space.q1.head


def vacancy_of_q1_in_q2(pool: Pool) -> None:
    """Let the list of q2 end in the vacancy of q1."""
    space = pool._space
    space.links[5], space.q1.head = space.q1.head, -1
    space.q1.live, space.q2.live = space.q1.live + 1, space.q2.live - 1


def vacancy_of_q2_in_q1(pool: Pool) -> None:
    """Let the list of q1 end in the vacancy of q2."""
    space = pool._space
    space.links[1], space.q2.head = space.q2.head, -1
    space.q1.live, space.q2.live = space.q1.live - 1, space.q2.live + 1


def cycle(pool: Pool) -> None:
    """Link a vacancy to itself."""
    pool._space.links[1] = 1


def forgotten_vacancy(pool: Pool) -> None:
    """Lose a free list."""
    pool._space.q1.head = -1


# --- Cells ----------------------------------------------------------------------------------------


def risen_cell(pool: Pool) -> None:
    """Give a vacant cell a key."""
    pool._space.keys[1] = Key(1, 1)


def key_beyond_the_opened_cells(pool: Pool) -> None:
    """Give an untouched cell a key."""
    pool._space.keys[13] = Key(13, 1)


def lost_cell(pool: Pool) -> None:
    """Take the key of a live cell away."""
    pool._space.keys[0], pool._space.elements[0] = None, HOLE


def kept_element(pool: Pool) -> None:
    """Leave an element in a vacant cell."""
    pool._space.elements[1] = 99


def misplaced_key(pool: Pool) -> None:
    """Let a cell keep the key of another one."""
    pool._space.keys[0] = Key(2, 0)


def unnameable_position(pool: Pool) -> None:
    """Let elements live beyond the index range."""
    pool._parameters = replace(pool._parameters, index_end=8)


# --- Ids ------------------------------------------------------------------------------------------


def negative_id(pool: Pool) -> None:
    """Let a cell bear an id that no source gives."""
    pool._space.keys[0] = Key(0, -1)


def negative_next_id(pool: Pool) -> None:
    """Let the id that comes next be one that no source gives."""
    pool._stamps.next_id = -1


def negative_next_id_of_an_empty_list(pool: Pool) -> None:
    """The same, where no id in use is compared with it."""
    pool.clear()
    negative_next_id(pool)


def id_past_the_period(pool: Pool) -> None:
    """Let a cell bear an id of more bits than there are."""
    pool._space.keys[0] = Key(0, 16)


def next_id_past_the_period(pool: Pool) -> None:
    """Let the id that comes next have more bits than there are."""
    pool._stamps.next_id = 16


def id_of_the_future(pool: Pool) -> None:
    """Let a cell bear the id that comes next."""
    pool._space.keys[0] = Key(0, pool._stamps.next_id)


def id_given_twice(pool: Pool) -> None:
    """Let two cells bear one id."""
    pool._space.keys[0] = Key(0, 2)


class Damage(NamedTuple):
    """Damage, the clause that it breaks, and where the list has its ids from."""

    do: Callable[[Pool], None]
    breaks: str
    source: ids.IdSource = ids.unbounded

    def __str__(self) -> str:
        return self.do.__name__ + SOURCES[self.source]


NARROW: Final = ids.Counter(4)
SOURCES: Final = {ids.unbounded: "", NARROW: " of 4 bits", ids.uuid4: " of uuids"}
DAMAGE: Final = (
    Damage(links_too_long, "cells_cover_the_element_space"),
    Damage(memory_shorter_than_the_space, "cells_cover_the_element_space"),
    Damage(space_below_minimum, "space_is_lawful"),
    Damage(space_of_eighteen, "space_is_lawful"),
    Damage(q2_started_late, "partitions_tile_the_element_space"),
    Damage(q1_too_long, "partitions_tile_the_element_space"),
    Damage(less_than_nothing_live, "counts_are_ordered"),
    Damage(more_live_than_opened, "counts_are_ordered"),
    Damage(opened_past_the_space, "counts_are_ordered"),
    Damage(h2_before_q2, "opened_cells_form_a_prefix"),
    Damage(swapped_heads, "free_lists_stay_in_their_partition"),
    Damage(vacancy_of_q1_in_q2, "free_lists_stay_in_their_partition"),
    Damage(vacancy_of_q2_in_q1, "free_lists_stay_in_their_partition"),
    Damage(cycle, "free_lists_are_acyclic"),
    Damage(forgotten_vacancy, "free_lists_are_complete"),
    Damage(live_count_too_low, "free_lists_are_complete"),
    Damage(live_count_too_high, "free_lists_are_complete"),
    Damage(risen_cell, "vacant_cells_are_the_free_and_the_untouched"),
    Damage(key_beyond_the_opened_cells, "vacant_cells_are_the_free_and_the_untouched"),
    Damage(lost_cell, "vacant_cells_are_the_free_and_the_untouched"),
    Damage(kept_element, "vacant_cells_hold_nothing"),
    Damage(misplaced_key, "keys_name_their_own_cell"),
    Damage(unnameable_position, "positions_can_be_named"),
    Damage(negative_id, "ids_are_in_range", ids.uuid4),
    Damage(negative_next_id, "ids_are_in_range", ids.uuid4),
    Damage(negative_id, "ids_are_in_range", NARROW),
    Damage(negative_next_id, "ids_are_in_range", NARROW),
    Damage(id_past_the_period, "ids_are_in_range", NARROW),
    Damage(next_id_past_the_period, "ids_are_in_range", NARROW),
    Damage(negative_id, "ids_are_in_range"),
    Damage(negative_next_id_of_an_empty_list, "ids_are_in_range"),
    Damage(id_of_the_future, "ids_are_in_range"),
    Damage(id_given_twice, "unbounded_ids_are_distinct"),
)
"""At least one for each clause, in the order of the clauses."""
