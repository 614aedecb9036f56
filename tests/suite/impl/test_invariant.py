"""check(): every clause of the representation invariant is seen to fail for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist import InvariantError, Key, StableList, Truncate, ids
from stablelist.invariant import CLAUSES
from suite.impl.elements import filled

Pool = StableList[int]


def sound(mode: Truncate = Truncate.ITERATION, source: ids.IdSource = ids.unbounded) -> Pool:
    """Twelve of sixteen cells opened, with one vacancy in each partition."""
    pool = Pool(capacity=16, truncate=mode, ids=source)
    keys = filled(pool, 12)
    for number in (1, 5, 9):
        pool.remove(keys[number])
    return pool


def links_too_long(pool: Pool) -> None:
    """Damage the length of one list."""
    pool._space.links.append(0)


def space_below_minimum(pool: Pool) -> None:
    """Let the parameters ask for more than there is."""
    pool._parameters = replace(pool._parameters, least_space=20)


def q2_started_late(pool: Pool) -> None:
    """Move a bound by one."""
    pool._space.q2.start += 1


def more_live_than_there_are(pool: Pool) -> None:
    """Let a count drift."""
    pool._space.q1.live = 4


def allocated_by_half_again(pool: Pool) -> None:
    """Allocate memory that is no doubling."""
    space = pool._space
    space.elements.extend(space.elements[8:])
    space.keys.extend(space.keys[8:])
    space.links.extend(space.links[8:])


def untouched_cell_in_use(pool: Pool) -> None:
    """Give a key to a cell that nobody opened."""
    pool._space.keys[13] = Key(13, 0)
    pool._space.h2.live += 1


def h2_before_q2(pool: Pool) -> None:
    """Leave a cell of q2 untouched although h2 is in use."""
    pool._space.q2.opened -= 1


def swapped_heads(pool: Pool) -> None:
    """Give q1 the vacancies of q2."""
    space = pool._space
    space.q1.head, space.q2.head = space.q2.head, space.q1.head


def vacancy_in_two_lists(pool: Pool) -> None:
    """Give q2 the vacancies of q1."""
    pool._space.q2.head = pool._space.q1.head


def cycle(pool: Pool) -> None:
    """Link a vacancy to itself."""
    pool._space.links[1] = 1


def forgotten_vacancy(pool: Pool) -> None:
    """Lose a free list."""
    pool._space.q1.head = -1


def kept_element(pool: Pool) -> None:
    """Leave an element in a vacant cell."""
    pool._space.elements[1] = 99


def misplaced_key(pool: Pool) -> None:
    """Let a cell keep the key of another one."""
    pool._space.keys[0] = Key(2, 0)


def unnameable_position(pool: Pool) -> None:
    """Let elements live beyond the index range."""
    pool._parameters = replace(pool._parameters, index_end=8)


def id_of_the_future(pool: Pool) -> None:
    """Let a cell bear an id that has not been taken."""
    pool._space.keys[0] = Key(0, 99)


def halving_left_undone(pool: Pool) -> None:
    """Empty h2 and stop there."""
    pool._space._mode = Truncate.NEVER
    for key in list(pool):
        if key.index >= 8:
            pool.remove(key)


def id_given_twice(pool: Pool) -> None:
    """Let two cells bear one id."""
    pool._space.keys[0] = Key(0, 2)


DAMAGE: dict[str, Callable[[Pool], None]] = {
    "cells_cover_the_element_space": links_too_long,
    "partitions_tile_the_element_space": q2_started_late,
    "allocated_memory_is_the_space_doubled": allocated_by_half_again,
    "opened_cells_form_a_prefix": h2_before_q2,
    "untouched_cells_are_vacant": untouched_cell_in_use,
    "counts_agree": more_live_than_there_are,
    "free_lists_are_disjoint": vacancy_in_two_lists,
    "free_lists_stay_in_their_partition": swapped_heads,
    "free_lists_are_acyclic": cycle,
    "free_lists_are_complete": forgotten_vacancy,
    "vacant_cells_hold_nothing": kept_element,
    "live_key_resolves": misplaced_key,
    "positions_can_be_named": unnameable_position,
    "ids_are_in_range": id_of_the_future,
    "live_ids_are_distinct": id_given_twice,
    "cascade_leaves_h2_live": halving_left_undone,
}


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("source", [ids.Counter(4), ids.unbounded, ids.uuid4])
def test_sound_list_passes(mode: Truncate, source: ids.IdSource) -> None:
    """The list that the damage is done to is in order before."""
    sound(mode, source).check()


@pytest.mark.parametrize("clause", DAMAGE)
def test_damage_is_found_and_named(clause: str) -> None:
    """The error names the clause and shows the whole layout."""
    pool = sound()
    DAMAGE[clause](pool)
    with pytest.raises(InvariantError) as caught:
        pool.check()
    assert caught.value.clause == clause
    assert str(pool.layout()) in str(caught.value)
    assert f"keys {pool._space.keys}" in caught.value.dump
    assert f"links {pool._space.links}" in caught.value.dump


def test_space_is_not_below_the_minimum() -> None:
    """The other half of that clause: the space is lawful (R1)."""
    pool = sound()
    space_below_minimum(pool)
    with pytest.raises(InvariantError, match=r"^partitions_tile_the_element_space"):
        pool.check()


def test_free_lists_run_through_vacant_cells_only() -> None:
    """An element in the midst of a free list, though it is counted."""
    pool = sound()
    pool._space.keys[1] = Key(1, 1)
    pool._space.q1.live += 1
    with pytest.raises(InvariantError, match=r"^free_lists_are_acyclic"):
        pool.check()


def test_negative_id_is_found_whatever_the_source() -> None:
    """Of a source that is no counter, all that is known is that its ids are not negative (R8)."""
    pool = sound(source=ids.uuid4)
    pool._space.keys[0] = Key(0, -1)
    with pytest.raises(InvariantError, match=r"^ids_are_in_range"):
        pool.check()


def test_ids_that_come_round_may_meet() -> None:
    """Two elements bear one id when a counter has started over between them (R8)."""
    pool = Pool(ids=ids.Counter(1))
    filled(pool, 4)
    assert [key.id for key in pool] == [0, 1, 0, 1]
    pool.check()


def test_every_clause_has_its_damage() -> None:
    """A clause that nothing can break would say nothing."""
    assert [clause.__name__ for clause in CLAUSES] == list(DAMAGE)
