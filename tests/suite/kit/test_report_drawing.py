"""The drawing: a standalone SVG that people with any eyesight can read."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import sheet
from stablelist_conformance.report.drawing import svg
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.parts.parameters import Parameters

from .test_report_samples import ALL, OPEN, SILENT, SMALL, TRUNCATION, counterexample

SVG = "{http://www.w3.org/2000/svg}"
TOUCHED = "#a3260f"


def drawn(sample: Counterexample) -> ET.Element:
    """The drawing, parsed."""
    return ET.fromstring(svg(sample))


def texts(root: ET.Element) -> list[str]:
    """Every line of text in it."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def frames(root: ET.Element) -> int:
    """How many cells are framed; the legend has one frame of its own."""
    return sum(rect.get("stroke") == TOUCHED for rect in root.iter(f"{SVG}rect")) - 1


@pytest.mark.parametrize("sample", ALL)
def test_a_drawing_needs_nothing_from_elsewhere(sample: Counterexample) -> None:
    """No script, no style sheet, no image, no font, no address but the name of the format."""
    text = svg(sample)
    assert text.count("http") == 1
    assert not {"script", "style", "image", "use", "font-face"} & {
        element.tag.removeprefix(SVG) for element in drawn(sample).iter()
    }


@pytest.mark.parametrize("sample", ALL)
def test_a_drawing_says_in_words_what_it_shows(sample: Counterexample) -> None:
    """Title and description are for readers who cannot see it."""
    root = drawn(sample)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert (title.text or "").startswith(sample.handshake.name)
    assert "live" in (description.text or "")


@pytest.mark.parametrize("sample", ALL)
def test_everything_is_on_the_paper(sample: Counterexample) -> None:
    """Nothing is drawn outside of the picture."""
    root = drawn(sample)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for rect in root.iter(f"{SVG}rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= x <= x + float(rect.get("width", 0)) <= width
        assert 0 <= y <= y + float(rect.get("height", 0)) <= height


def test_before_stands_above_after() -> None:
    """Both panels, in the order of time."""
    lines = texts(drawn(TRUNCATION))
    assert lines.index("before operation 13") < lines.index(
        "after operation 13, as the model has it"
    )
    assert any(line.startswith("cost so far: 3 visits") for line in lines)


def test_elements_ids_and_free_lists_are_drawn() -> None:
    """The drawing shows what the text shows."""
    lines = texts(drawn(SMALL))
    assert {"id 2", "q1 1/1", "end", "head", "free in q2: 1 \N{RIGHTWARDS ARROW} end"} <= set(lines)


def test_exactly_the_touched_cells_are_framed() -> None:
    """The removed element's cell, before and after."""
    assert frames(drawn(SMALL)) == 2
    assert frames(drawn(OPEN)) == 0


def test_touched_keys_are_framed_at_contract_level() -> None:
    """The key that is removed, before it is."""
    assert frames(drawn(counterexample("contract index_bits=0 : add add remove:1"))) == 1


def test_a_free_list_is_an_arrow_from_each_vacancy_to_the_next() -> None:
    """Three vacancies are two arrows."""
    root = drawn(
        counterexample(
            "layout capacity=16 id_bits=2 index_bits=0 : add add add add remove:0 remove:2 remove:1 len"
        )
    )
    assert sum("marker-end" in path.attrib for path in root.iter(f"{SVG}path")) == 2


def test_a_large_space_is_drawn_in_part() -> None:
    """The drawing of a thousand cells fits a page."""
    root = drawn(counterexample("layout index_bits=0 : " + "add " * 1000 + "remove:999"))
    assert float(root.get("height", 0)) < 2500
    assert any("cells:" in line for line in texts(root))


def test_many_live_keys_are_drawn_in_part() -> None:
    """At contract level as well."""
    root = drawn(counterexample("contract index_bits=0 : " + "add " * 200 + "len"))
    assert any(line.endswith("live keys more") for line in texts(root))


def test_a_fault_without_an_operation_shows_the_end() -> None:
    """The reason stands where the difference would."""
    lines = texts(drawn(SILENT))
    assert {"the port ended with status 3", "at the end of the program"} <= set(lines)


def test_an_empty_program_still_has_a_drawing() -> None:
    """Only words, but a document."""
    empty = replace(SMALL, program=Program(Parameters(), ()), at=None)
    assert texts(drawn(empty))[1:] == ["the port lost an element"]


def test_hostile_text_is_harmless() -> None:
    """Markup and control characters of a port are text."""
    root = drawn(replace(SMALL, answered="<script>\x00&"))
    assert any(r"answered <script>\x00&" in line for line in texts(root))


def test_colours_differ_in_lightness() -> None:
    """In a grey print, live and vacant cells can still be distinguished, and text is readable on both."""
    live, vacant, quiet = map(luminance, (sheet.LIVE, sheet.VACANT, sheet.QUIET))
    assert vacant - live > 0.2
    assert (live + 0.05) / (quiet + 0.05) > 4.5


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
