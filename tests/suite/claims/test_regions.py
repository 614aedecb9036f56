"""Vacant regions that are skipped, and insertion at the lowest vacancy (thesis, 5.6.2)."""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil, log2
from typing import Any

from suite.claims.ledger import claim
from suite.claims.models import CELLS, Skipping, regions, states


@claim("only-ends-matter")
def test_ends_are_right_whatever_the_cells_between_hold() -> None:
    """In every state of five cells; no cell between two ends is read."""
    count = between = 0
    for state in states():
        for left, right in regions(state.vacant):
            assert state.lengths[left] == state.lengths[right] == right - left + 1
            inner = state.lengths[left + 1 : right]
            between += any(length != right - left + 1 for length in inner)
        count += 1
    assert count > 2**CELLS
    assert between > 0


@claim("regions-are-skipped")
def test_iteration_visits_elements_and_one_cell_of_each_region() -> None:
    """In every state of five cells."""
    for state in states():
        live = [place for place in range(CELLS) if not state.vacant[place]]
        assert list(state.visited()) == sorted(
            [*live, *(left for left, _ in regions(state.vacant))]
        )


@claim("regions-constant")
def test_update_touches_four_cells_at_most() -> None:
    """For each removal and each insertion in every state."""
    for state in states():
        for place in range(CELLS):
            if not state.vacant[place]:
                changed = Skipping(tuple(state.vacant), state.lengths)
                changed.remove(place)
                assert changed.touched <= 4
        if any(state.vacant):
            state.insert()
            assert state.touched <= 4


@claim("middle-is-free")
def test_cell_between_two_regions_is_never_an_end() -> None:
    """Whatever it holds: 0, or a number that would be wrong."""
    for state in states():
        for place in range(1, CELLS - 1):
            if not state.vacant[place] and state.vacant[place - 1] and state.vacant[place + 1]:
                changed = Skipping(tuple(state.vacant), state.lengths)
                changed.remove(place)
                assert place not in {end for ends in regions(changed.vacant) for end in ends}


@claim("merge-of-two")
def test_merged_region_is_as_long_as_its_parts() -> None:
    """Both and the cell between them, told at the far ends of both."""
    state = Skipping((False,) * CELLS, (0,) * CELLS)
    for place in (0, 1, 3, 4):
        state.remove(place)
    state.remove(2)
    assert (state.lengths[0], state.lengths[4]) == (2 + 1 + 2, 5)


@claim("insertion-at-left-end")
def test_lowest_vacancy_is_the_left_end_of_the_first_region() -> None:
    for state in states():
        if any(state.vacant):
            left, _ = regions(state.vacant)[0]
            assert state.insert() == left


@claim("same-as-hop")
def test_boundaries_alone_do_not_tell_where_the_first_region_is() -> None:
    """Two states whose cells next to the front are alike, but not the place of the first vacancy."""
    one, other = Skipping((False,) * CELLS, (0,) * CELLS), Skipping((False,) * CELLS, (0,) * CELLS)
    one.remove(3)
    other.remove(4)
    assert one.lengths[:3] == other.lengths[:3]
    assert one.insert() != other.insert()


# --- Priority queues --------------------------------------------------------------------------------------


class Counted(int):
    """A number whose comparisons are counted."""

    compared = 0

    def __lt__(self, other: Any) -> bool:
        Counted.compared += 1
        return int(self) < int(other)


def cost(operation: Any, *operands: Any) -> int:
    """The comparisons of an operation on a heap."""
    Counted.compared = 0
    operation(*operands)
    return Counted.compared


@claim("heap-costs")
def test_comparisons_of_a_heap() -> None:
    """Popping takes two for each level; pushing takes one for each if numbers descend, and few if they do not."""
    for size in (64, 1024, 4096):
        levels = ceil(log2(size))
        heap = [Counted(each) for each in range(size)]
        assert levels // 2 <= cost(heappop, heap) <= 2 * levels
        descending: list[Counted] = []
        worst = max(cost(heappush, descending, Counted(size - each)) for each in range(size))
        assert worst in (levels - 1, levels)
        scattered: list[Counted] = []
        mixed = [cost(heappush, scattered, Counted(each * 7919 % 65_537)) for each in range(size)]
        assert sum(mixed) / size < 3


@claim("queue-beyond-the-end")
def test_heap_keeps_positions_that_were_cut_off() -> None:
    """The third of three cells is vacated and cut off; if it is appended again, the heap still holds it."""
    live, heap = {0, 1}, [2]
    live.add(2)  # appended, without a look at the heap
    assert heappop(heap) in live


@claim("last-element-needs-a-search")
def test_length_at_the_end_tells_the_last_element() -> None:
    """With regions, the last cell tells how many vacancies there are at the end: in every state."""
    for state in states():
        vacant = state.lengths[-1] if state.vacant[-1] else 0
        live = [place for place in range(CELLS) if not state.vacant[place]]
        assert CELLS - vacant == (max(live) + 1 if live else 0)
