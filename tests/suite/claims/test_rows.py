"""Rows with ids, and a counter for each index (the article on a generational arena, the solutions on index maps)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from suite.claims.ledger import claim
from suite.claims.listings import loaded
from suite.claims.small import Watched

# --- Rows -----------------------------------------------------------------------------------------------


def rows(number: int) -> Any:
    """A table of so many rows, whose elements are their ids."""
    table = loaded("index_map").IndexMap()
    for element in range(number):
        table.append(element)
    return table


@claim("map-length")
def test_map_is_as_long_as_ids_were_issued() -> None:
    """It does not depend on the number of rows, so the map only grows."""
    table = rows(0)
    for number in range(100):
        table.append(number)
        table.delete(number)
        assert (len(table._slots), len(table._rows)) == (number + 1, 0)


@claim("ids-never-again")
def test_ids_count_up_from_the_first_row() -> None:
    table = rows(0)
    for number in range(50):
        assert table.append(number) == number
        if number % 3:
            table.delete(number)


@claim("any-id")
def test_number_that_is_no_id_has_no_slot() -> None:
    table = rows(3)
    assert [table.slot_of(each) for each in (-1, 0, 2, 3, 2**40)] == [None, 0, 2, None, None]


@claim("two-reads")
def test_question_reads_one_cell() -> None:
    """Beside the length of the map; the row is not read."""
    table = rows(5)
    table._slots, table._rows = Watched(table._slots), Watched(table._rows)
    table.slot_of(3)
    assert table._slots.touched == 2  # once more to return the slot
    assert table._rows.touched == 0


@claim("three-writes")
def test_deletion_writes_a_row_and_two_cells_of_the_map() -> None:
    """Of the last row, one cell alone."""
    for gone, map_cells, row_cells in ((0, 2, 1), (4, 1, 0)):
        table = rows(5)
        before = list(table._slots), list(table._rows)
        table.delete(gone)
        changed = [a != b for a, b in zip(before[0], table._slots, strict=True)]
        assert sum(changed) == map_cells
        kept = zip(before[1], table._rows, strict=False)
        assert sum(a != b for a, b in kept) == row_cells


@claim("delete-keeps-others")
def test_every_other_id_is_found_after_deletions() -> None:
    for order in permutations(range(4)):
        table = rows(4)
        for count, gone in enumerate(order, start=1):
            table.delete(gone)
            found = [table.at(each) for each in range(4)]
            assert found == [None if each in order[:count] else each for each in range(4)]


@claim("every-slot-moves")
def test_sorted_table_moves_nothing() -> None:
    """And an id without a row keeps its mark."""
    table = rows(3)
    table.delete(1)
    table.sort()
    before = list(table._slots)
    table.sort()
    assert table._slots == before
    assert table.at(1) is None


@claim("ids-survive-a-sort")
def test_ids_are_right_after_a_sort() -> None:
    """And slots that were kept are not."""
    table = rows(5)
    slot = table.slot_of(4)
    table.sort()
    assert [table.at(each) for each in range(5)] == list(range(5))
    assert table.slot_of(4) != slot


# --- A counter for each index -----------------------------------------------------------------------------


@claim("arena-constant")
def test_arena_changes_one_place() -> None:
    for size in (4, 64, 1024):
        container = loaded("counting_arena").CountingArena(size, None)
        handles = [container.add(each) for each in range(size)]
        before = list(container._counts), list(container._elements)
        container.remove(handles[2])
        assert sum(a != b for a, b in zip(before[0], container._counts, strict=True)) == 1
        assert container.add(7).place == 2
        assert sum(a != b for a, b in zip(before[1], container._elements, strict=True)) == 1


@claim("arena-generations")
def test_generation_tells_what_was_removed() -> None:
    """A handle of three removals ago finds nothing, one of now does."""
    container = loaded("counting_arena").CountingArena(4, None)
    for element in (3, 4, 5):
        old = container.add(element)
        container.remove(old)
    new = container.add(6)
    assert (container.at(old), container.at(new), new.count) == (None, 6, 3)
