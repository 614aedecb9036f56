"""The drawing: a standalone SVG of the explanation."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.report.drawing import svg
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.words import explain, headline
from stablelist_conformance.wire.text import legal

from .samples import RUST, SMALL
from .test_reports import SAMPLES, WORDS

SVG = "{http://www.w3.org/2000/svg}"
NAMED = replace(SMALL, handshake=replace(RUST, name="{title} {{ <&>"))
DRAWN = {**SAMPLES, **WORDS, "named": NAMED}


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_is_a_whole_document(name: str) -> None:
    """It needs nothing from elsewhere, has a title, and shows the words of the explanation in their order."""
    trace = record_trace(DRAWN[name])
    text = svg(trace)
    root = ET.fromstring(text)
    assert text.count("http") == 1
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        *("svg", "title", "style", "defs", "clipPath", "rect", "g", "text"),
    }
    title = root.find(f"{SVG}title")
    assert title is not None
    assert root.get("aria-labelledby") == title.get("id")
    assert title.text == legal(headline(trace.counterexample))
    shown = " ".join(each.text or "" for each in root.iter(f"{SVG}text"))
    assert shown.split() == legal(explain(trace)).split()
    assert float(root.attrib["viewBox"].split()[2]) < 1000


def test_drawing_has_the_colours_of_a_terminal() -> None:
    """The right answer is green, and the wrong one red."""
    root = ET.fromstring(svg(record_trace(SMALL)))
    style = (root.findtext(f"{SVG}style") or "").splitlines()
    for word, colour in (("expected", "#008000"), ("answered", "#800000")):
        (kind,) = {
            each.get("class")
            for each in root.iter(f"{SVG}text")
            if (each.text or "").split()[:1] == [word]
        }
        assert any(line.startswith(f".{kind} ") and colour in line for line in style)
