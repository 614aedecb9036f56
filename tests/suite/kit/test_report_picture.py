"""The picture of the element space as text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from stablelist_conformance.report import picture
from stablelist_conformance.report.playback import Live
from stablelist_conformance.wire.text import COLUMNS
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.picturing import picture as pictured
from stablelist_spec.systems.stable_list.state import State


def state(insertions: int, *removed: int, **parameters: int | None) -> State:
    """A list after insertions and removals."""
    history = STABLE_LIST.begin(Parameters(**parameters))  # type: ignore[arg-type] # ids and lengths are all ints
    for _ in range(insertions):
        history.perform(Operation("add"))
    for key in removed:
        history.perform(Operation("remove", key=key))
    made: State = history.state
    return made


GOLDEN = """\
  space 16, opened 9, live 6, next id 9
           +---- q1 2/4 ----+---- q2 3/4 ----+------------ h2 1/8 ------------+
  position |   0   1   2   3|   4   5   6   7|   8   9  10  11  12  13  14  15|
  element  |   .   1   2   .|   4   .   6   7|   8                            |
  id, next | end   1   2  >0|   4 end   6   7|   8                            |
                           ^
  free in q1: 3 -> 0 -> end
  free in q2: 5 -> end
  free in h2: end"""


def test_a_small_space_is_shown_whole() -> None:
    """Partitions, positions, elements, ids, free lists and the touched cell."""
    shown = replace(pictured(state(9, 5, 0, 3)), costs={})
    assert "\n".join(picture.lines(shown, {0: {3}})) == GOLDEN


@pytest.mark.parametrize("insertions", [0, 1, 4, 5, 17, 33, 64, 65, 100, 300, 5000])
def test_every_picture_fits_a_terminal(insertions: int) -> None:
    """80 columns, and not many rows, however large the space is."""
    shown = picture.lines(
        pictured(state(insertions, *range(0, insertions, 3))), {0: {0, insertions // 2}}
    )
    assert max(map(len, shown)) <= COLUMNS
    assert len(shown) < 45


def test_wide_ids_fit_a_terminal() -> None:
    """A 32-bit id takes ten columns."""
    wide = state(9)._replace(next_id=2**32 - 1)
    cells = (wide.cells[0]._replace(id=2**32 - 1), *wide.cells[1:])  # type: ignore[call-arg] # it is live
    assert max(map(len, picture.lines(pictured(wide._replace(cells=cells))))) <= COLUMNS


def test_every_cell_of_a_small_space_is_in_the_picture() -> None:
    """64 cells are four rows; only rows that were never touched are summed up."""
    shown = "\n".join(picture.lines(pictured(state(33))))
    positions = [
        int(word) for row in re.findall(r"position (.*)", shown) for word in re.findall(r"\d+", row)
    ]
    assert positions == list(range(48))
    assert "48 to 63, 16 cells: 16 untouched" in shown


def test_a_large_space_is_summed_up_exactly() -> None:
    """Cells that are shown and cells that are counted make up the space."""
    large = state(300, *range(0, 300, 7))
    shown = "\n".join(picture.lines(pictured(large), {0: {123}}))
    counted = sum(int(number) for number in re.findall(r"(\d+) cells:", shown))
    positions = [
        word for row in re.findall(r"position (.*)", shown) for word in re.findall(r"\d+", row)
    ]
    assert counted + len(positions) == large.space
    assert "123" in positions
    assert {str(free[0]) for free in free_lists(large) if free} <= set(positions)


def test_a_long_free_list_says_how_much_is_left_out() -> None:
    """Its beginning is what decides which cell is reused next."""
    assert picture.free_list_words(range(100)) == (
        "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> (88 more) -> end"
    )


def test_partitions_that_share_a_row_with_others_keep_their_names() -> None:
    """A space whose quarters are no multiple of a row: bounds lie within rows."""
    shown = "\n".join(picture.lines(pictured(state(0, capacity=20))))
    assert "+------ q1 0/5 ------+------ q2 0/5 ------+" in shown
    cut = picture.lines(pictured(state(68, capacity=68, minimum=68)), {0: {16}})
    assert any(re.search(r"\+ q1 \+-", line) for line in cut)


def test_live_keys_are_shown_with_their_elements() -> None:
    """At contract level, cells are not visible."""
    live = Live({0: 0, 2: 11, 11: 2}, frozenset({1}))
    assert picture.lines(live, {0: {2}}) == [
        "  3 live keys, 1 retired",
        "  insertion   0   2  11",
        "  element     0  11   2",
        "                  ^",
    ]


def test_many_live_keys_are_summed_up() -> None:
    """The first, the last and the touched ones stay."""
    live = Live({number: number for number in range(1000)})
    shown = picture.lines(live, {0: {500}})
    assert (
        sum(int(n) for n in re.findall(r"(\d+) live keys more", "\n".join(shown))) == 1000 - 3 * 8
    )
    assert any(" 500 " in line for line in shown)
    assert max(map(len, shown)) <= COLUMNS


def test_no_live_key_is_no_row() -> None:
    """The first line says that the container is empty."""
    assert picture.lines(Live({})) == ["  0 live keys, 0 retired"]
