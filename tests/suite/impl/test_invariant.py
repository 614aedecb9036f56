"""check(): every clause of the representation invariant is seen to fail for its own reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist import InvariantError, StableList, Truncate
from stablelist.invariant import CLAUSES
from suite.impl.elements import filled

Pool = StableList[int]


def sound(mode: Truncate = Truncate.ITERATION, id_bits: int | None = None) -> Pool:
    """Twelve of sixteen cells opened, with one vacancy in each partition."""
    pool = Pool(capacity=16, truncate=mode, id_bits=id_bits)
    keys = filled(pool, 12)
    for number in (1, 5, 9):
        pool.remove(keys[number])
    return pool


def links_too_long(pool: Pool) -> None:
    """Damage the length of one list."""
    pool._space.links.append(0)


def spare_memory(pool: Pool) -> None:
    """Allocate without growing."""
    pool._space._allocate(32)


def space_below_minimum(pool: Pool) -> None:
    """Let the parameters ask for more than there is."""
    pool._parameters = replace(pool._parameters, least_space=20)


def q2_started_late(pool: Pool) -> None:
    """Move a bound by one."""
    pool._space.q2.start += 1


def more_live_than_opened(pool: Pool) -> None:
    """Let a count drift."""
    pool._space.q1.live = 5


def h2_before_q2(pool: Pool) -> None:
    """Leave a cell of q2 untouched although h2 is in use."""
    pool._space.q2.opened -= 1


def swapped_heads(pool: Pool) -> None:
    """Give q1 the vacancies of q2."""
    space = pool._space
    space.q1.head, space.q2.head = space.q2.head, space.q1.head


def cycle(pool: Pool) -> None:
    """Link a vacancy to itself."""
    pool._space.links[1] = 1


def forgotten_vacancy(pool: Pool) -> None:
    """Lose a free list."""
    pool._space.q1.head = -1


def risen_cell(pool: Pool) -> None:
    """Give a vacant cell an id."""
    pool._space.ids[1] = 1


def kept_element(pool: Pool) -> None:
    """Leave an element in a vacant cell."""
    pool._space.elements[1] = 99


def unnameable_position(pool: Pool) -> None:
    """Let elements live beyond the index range."""
    pool._parameters = replace(pool._parameters, index_end=8)


def id_of_the_future(pool: Pool) -> None:
    """Let a cell bear an id that has not been taken."""
    pool._space.ids[0] = 99


def id_given_twice(pool: Pool) -> None:
    """Let two cells bear one id."""
    pool._space.ids[0] = pool._space.ids[2]


DAMAGE: dict[str, Callable[[Pool], None]] = {
    "cells_cover_the_element_space": links_too_long,
    "memory_mode_keeps_no_spare_memory": spare_memory,
    "space_is_lawful": space_below_minimum,
    "partitions_tile_the_element_space": q2_started_late,
    "counts_are_ordered": more_live_than_opened,
    "opened_cells_form_a_prefix": h2_before_q2,
    "free_lists_stay_in_their_partition": swapped_heads,
    "free_lists_are_acyclic": cycle,
    "free_lists_are_complete": forgotten_vacancy,
    "vacant_cells_are_the_free_and_the_untouched": risen_cell,
    "vacant_cells_hold_nothing": kept_element,
    "positions_can_be_named": unnameable_position,
    "ids_are_in_range": id_of_the_future,
    "unbounded_ids_are_distinct": id_given_twice,
}


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("id_bits", [4, None])
def test_sound_list_passes(mode: Truncate, id_bits: int | None) -> None:
    """The list that the damage is done to is in order before."""
    sound(mode, id_bits).check()


@pytest.mark.parametrize("clause", DAMAGE)
def test_damage_is_found_and_named(clause: str) -> None:
    """The error names the clause and shows the whole layout."""
    pool = sound(Truncate.MEMORY if "memory" in clause else Truncate.ITERATION)
    DAMAGE[clause](pool)
    with pytest.raises(InvariantError) as caught:
        pool.check()
    assert caught.value.clause == clause
    assert str(pool.layout()) in str(caught.value)
    assert f"ids {pool._space.ids}" in caught.value.dump


def test_every_clause_has_its_damage() -> None:
    """A clause that nothing can break would say nothing."""
    assert [clause.__name__ for clause in CLAUSES] == list(DAMAGE)
