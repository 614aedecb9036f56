"""The pictures of docs follow the reader's colours; those of docs/pictures are drawn from real lists, and are shown."""

import re
import runpy
from pathlib import Path

import pytest

from suite.docs.pages import ROOT, links

FOLDER = ROOT / "docs/pictures"
PICTURES = runpy.run_path(str(FOLDER / "draw.py"))["PICTURES"]
DRAWN = sorted((ROOT / "docs").rglob("*.svg"))
LARGE = {"smallest-list", "cells"}
"""Pictures of very many cells."""


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.stem)
def test_picture_follows_the_colour_scheme(path: Path) -> None:
    """Each colour is defined for both schemes, and named wherever it is used; no other file is needed."""
    text = path.read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in text
    light, dark = (re.findall(r"--[\w-]+", each) for each in re.findall(r"svg \{([^}]*)\}", text))
    assert light == dark
    assert re.search(r"text \{[^}]*fill: var\(--ink\) \}", text)  # where it names no colour
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= set(light)
    shapes = text.partition("</style>")[2]
    assert re.findall(r"#[0-9a-f]{3,6}|fill: (?:black|white)", shapes) == []
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(
    "path", [each for each in DRAWN if each.stem not in LARGE], ids=lambda path: path.stem
)
def test_picture_text_is_large_enough_for_a_phone(path: Path) -> None:
    """A phone is 360 pixels wide; there the text is at least ten pixels high."""
    text = path.read_text(encoding="utf-8")
    (width,) = re.findall(r'viewBox="0 0 ([\d.]+) ', text)
    sizes = [float(size) for size in re.findall(r"font(?:-size)?[:=][ \"]*([\d.]+)px", text)]
    assert min(sizes) * 360 / max(360, float(width)) >= 10


def test_every_picture_is_shown_with_alternative_text() -> None:
    """The page about truncation shows each, with an alternative text."""
    page = (ROOT / "docs/truncation.md").read_text(encoding="utf-8")
    assert {link for link in links(page) if link.endswith(".svg")} == {
        f"pictures/{name}" for name in PICTURES
    }
    assert {path.name for path in FOLDER.glob("*.svg")} == set(PICTURES)
    described = re.findall(r"!\[([^\]]*)\]\(pictures/[^)]*\)", page)
    assert all(len(text) > 20 for text in described)
    assert len(described) == len(PICTURES)


def test_burst_is_the_picture_of_the_readme() -> None:
    """It has an alternative text."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    described = re.findall(r"!\[([^\]]*)\]\(docs/pictures/burst.svg\)", page)
    assert [len(text) > 20 for text in described] == [True]
