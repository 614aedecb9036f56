"""Vacant regions that are skipped, and insertion at the lowest vacancy (thesis, 5.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import chain, groupby
from math import ceil, log2
from typing import Any

import pytest

from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems import FIRST_FREE_SKIPPING
from stablelist_spec.systems.first_free_skipping import MODEL, State, regions
from suite.claims.ledger import claim
from suite.claims.small import added, begun, lists, performed, removals

Region = list[tuple[int, Not]]


def states() -> tuple[State, ...]:
    """Every list of up to six cells that keeps vacancies at its end."""
    return lists(6, MODEL, truncate=Truncate.NEVER)


def regions_of(state: State) -> Iterator[Region]:
    """The vacancies of each region, with their positions."""
    for vacant, cells in groupby(enumerate(state.cells), lambda cell: isinstance(cell[1], Not)):
        if vacant:
            yield [(position, cell) for position, cell in cells if isinstance(cell, Not)]


def ends(state: State) -> set[int]:
    """The first and the last position of each region."""
    return {region[end][0] for region in regions_of(state) for end in (0, -1)}


@claim("only-ends-matter")
def test_ends_are_right_whatever_the_cells_between_hold() -> None:
    """In every list of up to six cells; no cell between two ends is read."""
    between = 0
    for state in states():
        for region in regions_of(state):
            first, *inner, _ = [*(cell.next for _, cell in region), None]
            assert first == region[-1][1].next == len(region)
            between += any(length != len(region) for length in inner[:-1])
    assert between > 0


@claim("regions-are-skipped")
def test_iteration_visits_elements_and_one_cell_of_each_region() -> None:
    """In every list of up to six cells."""
    for state in states():
        live = [place for place, cell in enumerate(state.cells) if isinstance(cell, Has)]
        fronts = [region[0][0] for region in regions_of(state)]
        assert list(state.visited) == sorted([*live, *fronts])


@claim("regions-constant")
def test_update_touches_four_lengths_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each removal and each insertion in every state: those that are read, and those that are written."""
    read, length = list[int](), regions.length

    def noted(cells: tuple[Cell, ...], place: int) -> int:
        read.append(place)
        return length(cells, place)

    monkeypatch.setattr(regions, "length", noted)
    for state in states():
        for step in chain((added(state, MODEL),), (step for _, step in removals(state, MODEL))):
            written = sum(
                isinstance(now, Not) and now.next is not None and before != now
                for before, now in zip(state.cells, step.state.cells, strict=False)
            )
            assert len(read) + written <= 4
            read.clear()


@claim("middle-is-free")
def test_cell_between_two_regions_is_never_an_end() -> None:
    """Whatever it holds: 0, or a number that would be wrong."""
    for state in states():
        for place, step in removals(state, MODEL):
            if {place - 1, place + 1} <= ends(state):
                assert place not in ends(step.state)


@claim("merge-of-two")
def test_merged_region_is_as_long_as_its_parts() -> None:
    """Both and the cell between them, told at the far ends of both."""
    history = begun(FIRST_FREE_SKIPPING)
    performed(history, "add*6 remove:0 remove:1 remove:3 remove:4 remove:2")
    assert history.state.cells[0] == history.state.cells[4] == Not(2 + 1 + 2)


@claim("insertion-at-left-end")
def test_lowest_vacancy_is_the_left_end_of_the_first_region() -> None:
    for state in states():
        if found := [*regions_of(state)]:
            assert added(state, MODEL).answer[0] == found[0][0][0]  # type: ignore[index] # a key


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
        vacant = regions.length(state.cells, state.opened - 1)
        live = [place for place, cell in enumerate(state.cells) if isinstance(cell, Has)]
        assert state.opened - vacant == (max(live) + 1 if live else 0)
