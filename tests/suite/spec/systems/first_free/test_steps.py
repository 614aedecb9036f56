"""The rules of a first-free list, in examples made by hand."""

from __future__ import annotations

from heapq import heapify, heappop
from itertools import permutations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.key import Key
from stablelist_spec.core.states import States
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import FIRST_FREE
from stablelist_spec.systems.first_free.queue import Heap, popped, pushed
from suite.spec.systems.checked import Checked
from suite.spec.systems.variants import ran as ran_of

NEVER, ITERATION, MEMORY = Truncate


def ran(program: str, parameters: Parameters = Parameters()) -> Checked:  # noqa: B008 - immutable
    """The first-free list after a program."""
    return ran_of(FIRST_FREE, program, parameters)


def last(program: str, parameters: Parameters = Parameters()) -> object:  # noqa: B008 - immutable
    """The answer to the last operation of a program."""
    return ran(program, parameters).answers[-1]


# --- The queue ------------------------------------------------------------------------------------


def queue_of(entries: tuple[int, ...]) -> tuple[Heap, int]:
    """A queue with these entries, in this order, and its comparisons."""
    queue, compared = Heap(), 0
    for entry in entries:
        queue, more = pushed(queue, entry)
        compared += more
    return queue, compared


@pytest.mark.parametrize("length", range(7))
def test_queue_gives_its_entries_in_ascending_order(length: int) -> None:
    """Whatever the order in which they came, and as a heap of Python's own does."""
    for entries in permutations(range(length)):
        queue, _ = queue_of(entries)
        theirs = list(entries)
        heapify(theirs)
        while queue:
            assert queue[0] == heappop(theirs)
            queue, _ = popped(queue)


@pytest.mark.parametrize(
    ("entries", "compared"),
    [((), 0), ((5,), 0), ((1, 2), 1), ((2, 1), 1), ((1, 2, 3, 4), 3), ((4, 3, 2, 1), 4), ((7, 6, 5, 4, 3, 2, 1), 10)],
)  # fmt: skip
def test_ascending_entries_take_a_comparison_each(entries: tuple[int, ...], compared: int) -> None:
    """Descending ones rise to the root: one comparison for each level above them."""
    assert queue_of(entries)[1] == compared


@pytest.mark.parametrize(
    ("queue", "after", "compared"),
    [
        ((3,), (), 0),
        ((1, 2), (2,), 0),
        ((1, 2, 3), (2, 3), 1),
        ((1, 3, 2), (2, 3), 1),
        ((1, 2, 3, 4), (2, 4, 3), 2),
        ((1, 2, 5, 3, 4), (2, 3, 5, 4), 3),
        ((1, 2, 3, 4, 5, 6, 7), (2, 4, 3, 7, 5, 6), 4),
    ],
)
def test_taking_the_lowest_takes_two_comparisons_for_each_level(
    queue: Heap, after: Heap, compared: int
) -> None:
    """One if an entry has a single child."""
    assert popped(queue) == (after, compared)


# --- Where elements go ----------------------------------------------------------------------------


def test_lowest_vacancy_is_filled_first() -> None:
    """Whichever is younger; StableList takes the one that was made last (R2)."""
    came = ran("extend:9 remove:6 remove:1 remove:4 add*4")
    assert [key.index for key in came.issued[9:]] == [1, 4, 6, 9]


def test_key_is_known_before_the_element_is_made() -> None:
    """The keys are the same with a factory and without one (R2)."""
    assert ran("insert_with*5 remove:1 insert_with").issued == ran("add*5 remove:1 add").issued


def test_full_list_doubles_its_space() -> None:
    """The space and the moves are those of StableList (R3)."""
    assert last("extend:9 layout") == "16|0:16:9:9:|9"
    assert last("extend:9 cost") == "0/12/0/0/0"


def test_full_means_that_every_index_is_live() -> None:
    """Space may reach beyond the range; a refusal changes nothing (R9)."""
    narrow = Parameters(minimum=12, index_bits=4, id_bits=8)
    came = ran("extend:16 add extend:1 reserve:1 insert_with layout", narrow)
    assert came.issued[16:] == [Key(-1, 0)] * 3
    assert came.shown()["layout"] == "24|0:24:16:16:|16"
    assert last("extend:16 remove:3 extend:2", narrow) is Failure.FULL


# --- Truncation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "layout", "cost"),
    [
        ("extend:6 remove:5", "8|0:8:5:5:|6", "0/4/1/0/0"),
        ("extend:6 remove:4 remove:5", "4|0:4:4:4:|6", "1/4/2/0/0"),
        ("extend:6 remove:1 remove:3..5", "4|0:4:2:3:1|6", "2/4/3/0/2"),
        ("extend:6 remove:0..5", "4|0:4:0:0:|6", "5/4/6/0/5"),
        ("extend:3 remove:1", "4|0:4:2:3:1|3", "0/0/0/0/0"),
    ],
)
def test_cells_end_with_the_last_element(program: str, layout: str, cost: str) -> None:
    """Its removal drops the vacancies before it, each of which is a visit (R4, R5)."""
    came = ran(f"{program} layout cost")
    assert came.answers[-2] == layout
    assert came.shown()["cost"].rpartition("/")[0] == cost.rpartition("/")[0]


def test_vacancies_that_were_cut_off_are_forgotten_later() -> None:
    """The first insertion that finds no vacancy forgets them; until then, the vacancies below them are filled."""
    came = ran("extend:9 remove:6 remove:2 remove:7..8")
    assert (came.state.queue, came.state.opened) == ((2, 6, 7), 6)
    came.run("add")
    assert (came.issued[-1].index, came.state.queue) == (2, (6, 7))
    came.run("add")
    assert (came.issued[-1].index, came.state.queue) == (6, ())
    assert came.happened == ("add_append", "add_forgets_queue")
    came.run("add remove:11 add layout")
    assert came.answers[-1] == "8|0:8:8:8:|13"


@pytest.mark.parametrize(
    ("mode", "layout", "cost"),
    [
        (NEVER, "16|0:16:2:9:2,3,4,5,6,7,8|9", "0/12/0/0"),
        (ITERATION, "4|0:4:2:2:|9", "6/12/7/0"),
        (MEMORY, "4|0:4:2:2:|9", "6/14/7/0"),
    ],
)
def test_modes_keep_and_free(mode: Truncate, layout: str, cost: str) -> None:
    """Two halvings are one step: memory is freed once, and two cells move (R6)."""
    came = ran("extend:9 remove:2..8", Parameters(truncate=mode))
    assert came.shown()["layout"] == layout
    assert came.shown()["cost"].rpartition("/")[0] == cost


def test_space_that_was_never_used_stays() -> None:
    """A capacity asks for room in advance, until `shrink_to_fit` takes it (R4, R6)."""
    roomy = Parameters(capacity=16)
    assert last("extend:3 remove:2 layout", roomy) == "16|0:16:2:2:|3"
    assert last("extend:3 remove:2 shrink_to_fit layout", roomy) == "4|0:4:2:2:|3"
    assert last("extend:9 remove:8 layout", roomy) == "8|0:8:8:8:|9"


def test_halves_that_are_no_multiple_of_four_are_not_taken() -> None:
    """R1: from 12 there is no way to 6."""
    assert last("extend:7 remove:6 layout", Parameters(capacity=12)) == "12|0:12:6:6:|7"


def test_shrink_to_fit_drops_what_never_keeps() -> None:
    """The vacancies at the end, and half of the space (R6)."""
    came = ran("extend:9 remove:1 remove:4..8 shrink_to_fit layout", Parameters(truncate=NEVER))
    assert came.answers[-1] == "4|0:4:3:4:1|9"
    assert {"shrink_to_fit_drops", "shrink_to_fit_halves", "shrink_to_fit_frees"} <= came.labels


def test_iteration_visits_the_opened_cells() -> None:
    """They end with the last element (R12)."""
    assert str(last("extend:9 remove:2 remove:8 each cost")).split("/")[3] == "8"


# --- Labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "mode", "labels"),
    [
        ("add", ITERATION, ("add_append",)),
        ("add*5", ITERATION, ("add_grow_moving",)),
        ("add*5 remove:4 add", ITERATION, ("add_grow_in_place",)),
        ("add*2 remove:0 add", ITERATION, ("add_reuse",)),
        ("add*2 remove:0 remove:1 add", ITERATION, ("add_append", "add_forgets_queue")),
        ("add*6 remove:4 remove:5 add", ITERATION, ("add_grow_in_place", "add_forgets_queue")),
        ("add*2 remove:0", ITERATION, ("remove_live", "remove_inside")),
        ("add*2 remove:1", ITERATION, ("remove_live", "remove_last")),
        ("add*3 remove:1 remove:2", ITERATION, ("remove_live", "remove_last_drops_vacancies")),
        ("add*2 remove:1", NEVER, ("remove_live", "remove_last_never")),
        ("add*5 remove:4", ITERATION, ("remove_live", "remove_last", "truncate_1")),
        ("add*9 remove:4..8", ITERATION, ("remove_live", "remove_last_drops_vacancies", "truncate_2")),
        ("add*17 remove:2..16", ITERATION, ("remove_live", "remove_last_drops_vacancies", "truncate_3_or_more")),
        ("add*5 remove:4", MEMORY, ("remove_live", "remove_last", "truncate_1", "truncate_reallocates")),
        ("clear", ITERATION, ("clear_empty",)),
        ("add clear", ITERATION, ("clear_keeps_space",)),
        ("add clear", MEMORY, ("clear_to_minimum",)),
        ("shrink_to_fit", ITERATION, ("shrink_to_fit_nothing",)),
        ("reserve:5 shrink_to_fit", ITERATION, ("shrink_to_fit_frees",)),
        ("add*5 remove:4 shrink_to_fit", NEVER, ("shrink_to_fit_drops", "shrink_to_fit_halves", "shrink_to_fit_frees")),
    ],
)  # fmt: skip
def test_labels_say_what_happened(program: str, mode: Truncate, labels: tuple[str, ...]) -> None:
    assert ran(program, Parameters(truncate=mode)).happened == labels


# --- Exploration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [ITERATION, MEMORY])
def test_every_layout_of_two_spaces_is_right(mode: Truncate) -> None:
    """Ids are forgotten; the queue has every shape, with entries that were cut off."""
    found = explore(Parameters(truncate=mode, index_bits=3), TrackedKey(FIRST_FREE, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert found.states > 3_700


@pytest.mark.no_cover
def test_both_quotients_find_the_same() -> None:
    """Nothing is broken, and whatever is asked of both has the same labels."""
    parameters = Parameters(id_bits=1, index_bits=2)
    found = [explore(parameters, each) for each in (TrackedKey(FIRST_FREE), States(FIRST_FREE))]
    assert [each.violations for each in found] == [{}, {}]
    shared = [
        {label for label in each.labels if label.startswith(("add", "remove_"))} for each in found
    ]
    assert shared[0] == shared[1]
