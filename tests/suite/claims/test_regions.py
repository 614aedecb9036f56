"""Vacant regions that are skipped, and insertion at the lowest vacancy (thesis, 5.6.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from math import ceil, log2
from typing import Any, Final

from suite.claims.ledger import claim

CELLS: Final = 5
Vacant = tuple[bool, ...]


class Skipping:
    """Cells that are live or vacant, and the length of each vacant region at both of its ends.

    What a cell that is no end holds is left as it is, and so is wrong most of the time. *touched* counts cells that
    were read or written in an update.
    """

    def __init__(self, vacant: Vacant, lengths: Sequence[int]) -> None:
        self.vacant, self.lengths, self.touched = list(vacant), list(lengths), 0

    def _length(self, place: int) -> int:
        """The length of the region that ends at a cell; 0 if the cell is live or is none."""
        self.touched += 1
        inside = 0 <= place < CELLS and self.vacant[place]
        return self.lengths[place] if inside else 0

    def _tell(self, left: int, right: int) -> None:
        """Write the length of a region to both of its ends."""
        self.touched += 2
        self.lengths[left] = self.lengths[right] = right - left + 1

    def remove(self, place: int) -> None:
        """Vacate a cell; what lies beside it becomes one region with it."""
        before, after = self._length(place - 1), self._length(place + 1)
        self.vacant[place] = True
        self._tell(place - before, place + after)

    def insert(self) -> int:
        """Use the lowest vacancy, which is the left end of a region."""
        place = self.vacant.index(True)
        length = self._length(place)
        self.vacant[place] = False
        if length > 1:
            self._tell(place + 1, place + length - 1)
        return place

    def visited(self) -> Iterator[int]:
        """The cells that an iteration visits: all that are live, and the left end of each region."""
        place = 0
        while place < CELLS:
            yield place
            place += self.lengths[place] if self.vacant[place] else 1


def regions(vacant: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and the last cell of each region."""
    text = "".join(" x"[each] for each in vacant)
    found, place = [], 0
    for word in text.split(" "):
        found += [(place, place + len(word) - 1)] if word else []
        place += len(word) + 1
    return found


def states() -> Iterator[Skipping]:
    """Every state that removals of any cell and insertions lead to, with what the cells hold by then."""
    return (Skipping(*found) for found in reached())


@cache
def reached() -> tuple[tuple[Vacant, tuple[int, ...]], ...]:
    """The cells and lengths of these states."""
    first: tuple[Vacant, tuple[int, ...]] = ((False,) * CELLS, (0,) * CELLS)
    known = {first}
    queue = deque([first])
    while queue:
        found = queue.popleft()
        ways = [place for place in range(CELLS) if not found[0][place]]
        for way in [*ways, *([-1] if any(found[0]) else [])]:
            state = Skipping(*found)
            state.insert() if way < 0 else state.remove(way)
            after = (tuple(state.vacant), tuple(state.lengths))
            if after not in known:
                known.add(after)
                queue.append(after)
    return tuple(known)


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
    """In every state."""
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
