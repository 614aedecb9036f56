"""Reports of systems that do not exist: nothing in them is StableList's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.judging.verdict import Passed
from stablelist_conformance.report import picture
from stablelist_conformance.report.drawing import svg
from stablelist_conformance.report.retold import retold, strip
from stablelist_conformance.report.words import explain
from stablelist_conformance.wire.text import COLUMNS
from stablelist_spec.core.picture import VACANT, Cell, Chain, Group, Picture, Row
from stablelist_spec.systems import STABLE_LIST, SYSTEMS

from .made_up import COUNTER, EMPTY, SLAB, SPARSE_SET, VERSIONED, dyadic
from .test_report_drawing import SVG, texts
from .test_report_samples import SMALL

ALL = (COUNTER, EMPTY, SPARSE_SET, SLAB, VERSIONED, dyadic(1), dyadic(4), Picture())

Drawn = Callable[[Picture], ET.Element]


@pytest.fixture
def pictured(monkeypatch: pytest.MonkeyPatch) -> Callable[[Picture], None]:
    """Whatever happens, the container looks like this."""

    def look(shown: Picture) -> None:
        monkeypatch.setitem(SYSTEMS, "stablelist", replace(STABLE_LIST, picture=lambda _: shown))

    return look


@pytest.fixture
def drawn(pictured: Callable[[Picture], None]) -> Drawn:
    """The drawing of a program that leaves this."""

    def draw(shown: Picture) -> ET.Element:
        pictured(shown)
        return ET.fromstring(svg(SMALL))

    return draw


# --- As text --------------------------------------------------------------------------------------


def test_numbers_alone_are_told() -> None:
    """A word is shown unchanged, a number with thousands separators."""
    assert picture.lines(COUNTER) == ["  count 1,234, last 7v3", "  cost so far: 5,678 steps"]
    assert strip(COUNTER) == "count 1,234, last 7v3, cost so far: 5,678 steps"


TWO_ROWS = """\
  live 3
  dense:
           +--------------------------------+
  position |   0   1   2   3   4   5   6   7|
  key      |   5   0   2                    |
                   ^
  sparse:
           +--------------------------------+
  position |   0   1   2   3   4   5   6   7|
  place    |   1   .   2   .   .   0        |
               ^                   ^"""


def test_two_rows_are_shown_below_each_other() -> None:
    """Each with its name, its words and its marks, without groups, chains or second words."""
    assert "\n".join(picture.lines(SPARSE_SET, {0: {1}, 1: {0, 5}})) == TWO_ROWS
    assert strip(SPARSE_SET) == "dense 5 0 2 _ _ _ _ _ | sparse 1 . 2 . . 0 _ _"


def test_row_without_cells_says_so() -> None:
    """Nothing below its name would look like a mistake."""
    assert picture.lines(EMPTY) == ["  live 0", "  dense:", "  no cells"]


ONE_CHAIN = """\
  live 2
           +------------------------+
  position |   0   1   2   3   4   5|
  element  |   .  11   .  33        |
  next     | end      >0            |
  free: 2 -> 0 -> end"""


def test_the_only_chain_needs_no_name() -> None:
    """Elements need no ids here."""
    assert "\n".join(picture.lines(SLAB)) == ONE_CHAIN
    assert strip(SLAB) == ". 11 . 33 _ _; free 2 -> 0 -> end"


VERSIONS = """\
  slots:
                +------------------------+
  position      |     0     1     2     3|
  element       |     7     .     .      |
  version, next |     1 2 end 12 >1      |
  free: 2 -> 1 -> end"""


def test_a_vacant_cell_may_have_words_too() -> None:
    """The labels are as wide as they must be."""
    assert "\n".join(picture.lines(VERSIONED)) == VERSIONS


BLOCKS = """\
           + b0 0/1 + b1 1/1 +---- b2 1/2 ----+------------ b3 3/4 ------------+
  position |       0|       1|       2       3|       4       5       6       7|
  element  |       .|       1|       2       .|       4       5       .       7|
  id, next |     end|       1|       2     end|       4       5     end       7|
           +---------------------------- b4 5/8 ----------------------------+"""


def test_groups_of_different_sizes_are_told_apart() -> None:
    """There are seven blocks, the first two with one cell."""
    shown = picture.lines(dyadic(1))
    assert "\n".join(shown[1:6]) == BLOCKS
    assert shown[-1] == "  free in b6: 45 -> 42 -> 39 -> 36 -> 33 -> end"


@pytest.mark.parametrize("shown", ALL)
def test_every_picture_fits_a_terminal(shown: Picture) -> None:
    """This holds for the whole picture; in one line, a long row is only counted."""
    assert max(map(len, picture.lines(shown)), default=0) <= COLUMNS


def test_small_groups_with_long_names_fit_a_terminal() -> None:
    """If there is too little room, the numbers are left out, then the name."""
    names = ("a", "front", "the very front")
    groups = [Group(name, at, at + 1) for at, name in enumerate(names)] + [Group("rest", 3, 40)]
    shown = picture.lines(Picture(rows=[Row(40, [], groups)]))
    assert (
        shown[0].strip() == "+ a 0/1 -+ front -+--------+-------------- rest 0/37 ---------------+"
    )
    assert max(map(len, shown)) <= COLUMNS


# --- As a drawing ---------------------------------------------------------------------------------


def test_numbers_alone_have_no_legend(drawn: Drawn) -> None:
    """There are no boxes to be explained."""
    root = drawn(COUNTER)
    assert "count 1,234, last 7v3" in texts(root)
    assert len(list(root.iter(f"{SVG}rect"))) == 1


def test_two_rows_are_drawn_below_each_other(drawn: Drawn) -> None:
    """No brackets, no arrows."""
    lines = texts(drawn(SPARSE_SET))
    assert lines.index("dense") < lines.index("sparse")
    assert {"live: key, place", "vacant"} <= set(lines)
    assert not list(drawn(SPARSE_SET).iter(f"{SVG}desc/{SVG}path"))


def test_row_without_cells_is_drawn(drawn: Drawn) -> None:
    """Before and after."""
    assert texts(drawn(EMPTY)).count("no cells") == 2


def test_blocks_and_chains_are_drawn(drawn: Drawn) -> None:
    """Every block has its bracket and every chain its arrows and its head, before and after."""
    root = drawn(dyadic(1))
    lines = texts(root)
    assert {"b0 0/1", "b2 1/2", "b3: 3 of 4 live", "b6: 11 of 32 live"} <= set(lines)
    assert lines.count("head") == 2 * 6
    assert sum("marker-end" in path.attrib for path in root.iter(f"{SVG}path")) == 2 * (2 + 4 + 4)


def test_a_long_legend_takes_two_lines(drawn: Drawn) -> None:
    """No word of it is cut off at the margin."""
    dense = Row(1, [Cell(True, "7", "1")], name="dense", second="slot")
    places = {
        text.text: (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in drawn(replace(VERSIONED, rows=[*VERSIONED.rows, dense])).iter(f"{SVG}text")
    }
    first = places["live: element, version, slot"]
    second = places["changes, or is named by the operation"]
    assert (second[0], second[1] > first[1]) == (first[0], True)
    assert places["untouched"][1] == first[1]


def test_words_of_a_vacant_cell_are_drawn(drawn: Drawn) -> None:
    """Its version, then the next vacancy."""
    lines = texts(drawn(VERSIONED))
    assert {"version 1", "2 end", "12 \N{RIGHTWARDS ARROW} 1"} <= set(lines)
    assert "vacant: version, next vacancy" in lines


@pytest.mark.parametrize(
    ("name", "shown"), [("b0", "b0 1/1"), ("front", "front"), ("the front", "1/1")]
)
def test_a_bracket_says_what_there_is_room_for(drawn: Drawn, name: str, shown: str) -> None:
    """Name and numbers, or the name, or the numbers."""
    row = Row(4, [Cell(True, "7")], [Group(name, 0, 1), Group("rest", 1, 4)])
    assert shown in texts(drawn(Picture(rows=[row])))


# --- As a whole -----------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", ALL)
def test_every_picture_is_reported(pictured: Callable[[Picture], None], shown: Picture) -> None:
    """Explained, drawn and retold, and nothing has a heading without a picture."""
    pictured(shown)
    told = explain(SMALL) + retold(Passed(SMALL, (), modelled=False, breach=None))
    assert ("at the end:" in told) == ("before operation" in told) == (shown != Picture())
    assert not [line for line in told.split("\n") if line.endswith(" ")]
    assert ET.fromstring(svg(SMALL)).get("height")


def test_a_vacancy_in_no_chain_has_no_successor() -> None:
    """It waits, or is lost."""
    row = Row(4, [VACANT, VACANT], chains=[Chain("", (1,))])
    assert any("next     |     end" in line for line in picture.lines(Picture(rows=[row])))
