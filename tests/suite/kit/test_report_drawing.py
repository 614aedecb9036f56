"""The drawing: a standalone SVG that people with any eyesight can read."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.report import sheet
from stablelist_conformance.report.drawing import svg
from stablelist_conformance.report.recorder import record_trace

from .test_reports import SAMPLES, WORDS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", [*SAMPLES, "large", "many-keys"])
def test_drawing_is_a_whole_document(name: str) -> None:
    """It needs nothing from elsewhere, has a title and a description, and everything is on the paper."""
    text = svg(record_trace({**SAMPLES, **WORDS}[name]))
    root = ET.fromstring(text)
    assert text.count("http") == 1
    assert not {"script", "style", "image", "use", "font-face"} & {
        element.tag.removeprefix(SVG) for element in root.iter()
    }
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert height < 2500
    for rect in root.iter(f"{SVG}rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= x <= x + float(rect.get("width", 0)) <= width
        assert 0 <= y <= y + float(rect.get("height", 0)) <= height


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
