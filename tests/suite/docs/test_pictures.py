"""The pictures of docs follow the reader's colours; those of docs/pictures are drawn from real lists, and are shown."""

import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from suite.docs.pages import ROOT, links

FOLDER = ROOT / "docs/pictures"
PICTURES = runpy.run_path(str(FOLDER / "draw.py"))["PICTURES"]
DRAWN = sorted((ROOT / "docs").rglob("*.svg"))
LARGE = {"smallest-list", "cells"}
"""Pictures of very many cells."""


def words(name: str) -> list[str]:
    """The texts in a picture, in order."""
    root = ET.fromstring((FOLDER / name).read_text(encoding="utf-8"))
    return [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]


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


@pytest.mark.parametrize("name", PICTURES)
def test_picture_has_title_and_its_own_background(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert "<title>" in text
    assert '<rect class="paper"' in text


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


def test_truncation_step_is_that_of_the_ruling() -> None:
    """R5: 3 1 2 0 becomes 1 0 and 2 3."""
    assert [word for word in words("truncation-step.svg") if "→" in word] == [
        "3→1→2→0",
        "1→0",
        "2→3",
    ]


def test_cells_are_those_of_the_list() -> None:
    """8 live ones, 5 vacant, 3 untouched, and one of each in the legend."""
    text = (FOLDER / "element-space.svg").read_text(encoding="utf-8")
    counts = {kind: text.count(f'<rect class="{kind}"') for kind in ("live", "vacant", "untouched")}
    assert counts == {"live": 8 + 1, "vacant": 5 + 1, "untouched": 3 + 1}


def test_burst_says_what_the_page_says() -> None:
    """Without truncation 1020 cells for the rest of the time; with it, few after step 80."""
    drawing = runpy.run_path(str(FOLDER / "draw.py"))
    modes = drawing["Truncate"]
    never = [layout.opened for layout in drawing["history"](modes.NEVER)]
    truncated = [layout.opened for layout in drawing["history"](modes.ITERATION)]
    assert never == [20] * 20 + [1020] * 100
    assert max(truncated[80:]) <= 32
    assert min(truncated[20:79]) == 1020
