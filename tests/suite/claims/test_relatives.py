"""The relatives and the variants, by their models (thesis, 3.3 to 3.7, 5.6.2, 6.3; two other documents)."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import chain, groupby
from math import ceil, log2
from random import Random
from typing import Any, Final

import pytest

from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems import (
    DENSE_SLOTMAP,
    FIRST_FREE,
    FIRST_FREE_SKIPPING,
    HOP_SLOTMAP,
    STABLE_LIST,
)
from stablelist_spec.systems.first_free import MODEL as FIRST_FREE_MODEL
from stablelist_spec.systems.first_free_skipping import MODEL, State, regions
from suite.claims.ledger import claim
from suite.claims.small import added, begun, lists, performed, removals

SEEDS: Final = range(5)


def lives(system: System, seed: int, **chosen: Any) -> Iterator[History]:
    """A container after each of three hundred random insertions and removals."""
    random, container, live = Random(seed), begun(system, **chosen), set[int]()
    for _ in range(300):
        if live and random.random() < 0.48:
            gone = random.choice(sorted(live))
            live.remove(gone)
            container.perform(Operation("remove", key=gone))
        else:
            live.add(len(container.issued))
            container.perform(Operation("add"))
        yield container


def visited(container: History) -> int:
    """The cells that an iteration visits."""
    after = container.step(Operation("each")).state
    return int(after.cost.cells - container.state.cost.cells)


def elements(container: History) -> int:
    """How many elements there are."""
    count = container.step(Operation("len")).answer
    assert isinstance(count, int)
    return count


@claim("dense-places")
def test_dense_slot_map_visits_its_elements_alone() -> None:
    """Whatever was removed, and each removal moves one of them at most."""
    for seed in SEEDS:
        moved = 0
        for container in lives(DENSE_SLOTMAP, seed):
            assert visited(container) == elements(container) == len(container.state.order)
            assert container.state.cost.moved <= moved + 1
            moved = container.state.cost.moved


@claim("hop-linear")
def test_hopping_slot_map_visits_a_cell_for_each_block() -> None:
    """Of those between two elements, so of fewer blocks than there are elements."""
    for seed in SEEDS:
        for container in lives(HOP_SLOTMAP, seed):
            live = elements(container)
            assert live <= visited(container) <= max(0, 2 * live - 1)


# --- Variants ---------------------------------------------------------------------------------------------


@claim("first-free")
def test_first_free_list_uses_the_lowest_vacancy() -> None:
    """The list ends with its last element; this holds for every list of up to six cells."""
    for state in lists(6, FIRST_FREE_MODEL):
        vacant = [place for place, cell in enumerate(state.cells) if not isinstance(cell, Has)]
        key = added(state, FIRST_FREE_MODEL).answer
        assert isinstance(key, Key)
        assert key.index == min(vacant, default=state.opened)
        assert not state.cells or isinstance(state.cells[-1], Has)
    assert len(lists(6, FIRST_FREE_MODEL)) > 30


def burst(system: System, seed: int) -> list[int]:
    """The opened cells after each step of the scenario of 6.3, with a burst of 300."""
    random, container, lives = Random(seed), begun(system), dict[int, int]()
    opened = []
    for step in range(1, 256):
        for _ in range(1 + 300 * (step == 100)):
            lives[len(container.issued)] = random.randint(1, 50)
            container.perform(Operation("add"))
        for number, left in list(lives.items()):
            lives[number] = left - 1
            if left == 1:
                del lives[number]
                container.perform(Operation("remove", key=number))
        opened.append(container.state.opened)
    return opened


@claim("first-free-truncates-more")
def test_first_free_list_is_shorter_after_a_burst() -> None:
    for seed in range(3):
        first, stable = burst(FIRST_FREE, seed), burst(STABLE_LIST, seed)
        assert all(a <= b for a, b in zip(first[100:], stable[100:], strict=True))
        assert sum(first[149:]) < sum(stable[149:]) / 2


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
    for state in states():
        live = [place for place, cell in enumerate(state.cells) if isinstance(cell, Has)]
        fronts = [region[0][0] for region in regions_of(state)]
        assert list(state.visited) == sorted([*live, *fronts])


@claim("regions-constant")
def test_update_touches_four_lengths_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each removal and each insertion in every state: those that are read, and those that are written."""
    read, length, known = list[int](), regions.length, states()

    def noted(cells: tuple[Cell, ...], place: int) -> int:
        read.append(place)
        return length(cells, place)

    monkeypatch.setattr(regions, "length", noted)
    for state in known:
        for step in chain((added(state, MODEL),), (step for _, step in removals(state, MODEL))):
            written = sum(
                isinstance(now, Not) and now.next is not None and before != now
                for before, now in zip(state.cells, step.state.cells, strict=False)
            )
            assert len(read) + written <= 4
            read.clear()


@claim("middle-is-free")
def test_cell_between_two_regions_is_never_an_end() -> None:
    for state in states():
        for place, step in removals(state, MODEL):
            if {place - 1, place + 1} <= ends(state):
                assert place not in ends(step.state)


@claim("merge-of-two")
def test_merged_region_is_as_long_as_its_parts() -> None:
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
