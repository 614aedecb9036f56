"""check(): every clause of the representation invariant is seen to fail for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist import InvariantError, Key, StableList, Truncate, ids
from stablelist.invariant import CLAUSES, Interior
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


def choose(pool: Pool, **parameters: int) -> None:
    """Let a list have been made otherwise than it was."""
    pool._parameters = replace(pool._parameters, **parameters)  # type: ignore[arg-type]


def alter(part: object, **fields: int) -> None:
    """Let a part of a list say something else."""
    for name, value in fields.items():
        setattr(part, name, value)


def put_key(pool: Pool, position: int, key: Key[int]) -> None:
    """Let a cell keep another key."""
    pool._space.keys[position] = key


def q2_list_given_to_q1(pool: Pool) -> None:
    """Let a free list lead away."""
    alter(pool._space.q2, head=-1)
    alter(pool._space.q1, head=5)


def element_in_a_free_list(pool: Pool) -> None:
    """Let an element be in the midst of a free list, though it is counted."""
    put_key(pool, 1, Key(1, 1))
    alter(pool._space.q1, live=4)


def halving_left_undone_at_the_minimum(pool: Pool) -> None:
    """Leave undone what the minimum just allows."""
    halving_left_undone(pool)
    choose(pool, least_space=8)


MORE_DAMAGE: dict[str, tuple[str, Callable[[Pool], None]]] = {
    "elements too long": (
        "cells_cover_the_element_space",
        lambda pool: pool._space.elements.append(0),
    ),
    "keys too long": ("cells_cover_the_element_space", lambda pool: pool._space.keys.append(None)),
    "a space below the minimum": (
        "partitions_tile_the_element_space",
        lambda pool: choose(pool, least_space=20),
    ),
    "a partition that starts early": (
        "partitions_tile_the_element_space",
        lambda pool: alter(pool._space.q2, start=3),
    ),
    "a partition that is too short": (
        "partitions_tile_the_element_space",
        lambda pool: alter(pool._space.q2, size=3),
    ),
    "memory for a space and two more": (
        "allocated_memory_is_the_space_doubled",
        lambda pool: pool._space._allocate(48),
    ),
    "more cells opened than there are": (
        "opened_cells_form_a_prefix",
        lambda pool: alter(pool._space.h2, opened=9),
    ),
    "fewer cells opened than none": (
        "opened_cells_form_a_prefix",
        lambda pool: alter(pool._space.h2, opened=-1),
    ),
    "a key in the first cell that is not opened": (
        "untouched_cells_are_vacant",
        lambda pool: put_key(pool, 12, Key(12, 0)),
    ),
    "fewer live cells than there are": (
        "counts_agree",
        lambda pool: alter(pool._space.q1, live=2),
    ),
    "a free list that runs into the next partition": (
        "free_lists_stay_in_their_partition",
        lambda pool: alter(pool._space.q1, head=4),
    ),
    "a free list that runs into the midst of the next partition": (
        "free_lists_stay_in_their_partition",
        q2_list_given_to_q1,
    ),
    "a free list that runs through an element": (
        "free_lists_are_acyclic",
        element_in_a_free_list,
    ),
    "a key of a lower cell": ("live_key_resolves", lambda pool: put_key(pool, 2, Key(0, 2))),
    "the id that comes next": ("ids_are_in_range", lambda pool: put_key(pool, 0, Key(0, 12))),
    "an id below 0": ("ids_are_in_range", lambda pool: put_key(pool, 0, Key(0, -1))),
    "a next id below 0": ("ids_are_in_range", lambda pool: alter(pool._stamps, next_id=-1)),
    "a halving left undone that the minimum just allows": (
        "cascade_leaves_h2_live",
        halving_left_undone_at_the_minimum,
    ),
}


def answer(pool: Pool, name: str) -> object:
    """What a clause says of a list."""
    space = pool._space
    interior = Interior(pool.layout(), pool._parameters, space.elements, space.keys, space.links)
    return next(clause for clause in CLAUSES if clause.__name__ == name)(interior)


@pytest.mark.parametrize("damage", MORE_DAMAGE)
def test_clause_holds_to_the_letter(damage: str) -> None:
    """Whichever way, and by how little, it is broken."""
    pool = sound()
    clause, do = MORE_DAMAGE[damage]
    assert answer(pool, clause) is True
    do(pool)
    assert answer(pool, clause) is False
    with pytest.raises(InvariantError) as caught:
        pool.check()
    assert caught.value.clause == clause


@pytest.mark.parametrize("stamp", [16, 99])
def test_id_that_a_counter_cannot_give_is_found(stamp: int) -> None:
    """A counter of four bits starts over after 15 (R8)."""
    pool = sound(source=ids.Counter(4))
    put_key(pool, 0, Key(0, stamp))
    with pytest.raises(InvariantError, match=r"^ids_are_in_range"):
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
