"""The pictures of docs/performance.md on light and dark paper, and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from bench import plots, svg
from bench.names import DICT, STABLE
from bench.page import FIGURES
from bench.plots import PICTURES
from suite.docs.pages import ROOT

PHONE = 360
"""Pixels."""
LEGIBLE = 10
"""Pixels, for text on a phone."""


@pytest.fixture(params=PICTURES)
def text(request: pytest.FixtureRequest) -> str:
    """Each picture."""
    return (ROOT / FIGURES).with_name(f"{request.param}.svg").read_text("utf-8")


def test_every_colour_has_a_dark_one(text: str) -> None:
    """All shapes name a colour, and each colour is defined for both schemes."""
    light, dark = re.findall(r"^svg \{ (.*?) \}", text, flags=re.MULTILINE)
    assert "@media (prefers-color-scheme: dark)" in text
    assert re.findall(r"--[\w-]+", light) == re.findall(r"--[\w-]+", dark)
    shapes = text.partition("</style>")[2]
    assert set(re.findall(r"var\((--\w+)\)", shapes)) <= set(re.findall(r"--\w+", light))
    assert re.findall(r"#[0-9a-f]{3,6}|fill: (?:black|white)", shapes) == []


def test_it_can_be_read_on_a_phone(text: str) -> None:
    """The picture is no wider than a phone, so its text is not made smaller."""
    (width,) = re.findall(r'viewBox="0 0 ([\d.]+) ', text)
    assert float(width) <= PHONE
    sizes = [float(size) for size in re.findall(r"font(?:-size)?[:=][ \"]*([\d.]+)px", text)]
    assert min(sizes) >= LEGIBLE


def test_text_follows_the_scheme(text: str) -> None:
    """This includes text that does not name a colour."""
    assert "text { fill: var(--ink) }" in text


def test_stable_list_and_dict_are_drawn_stronger() -> None:
    """They have wider lines, above the others, and bold names."""
    strong = {peer for peer in plots.COLOURS if plots.line(peer)["linewidth"] > 1}
    assert strong == {STABLE, DICT}
    assert {peer for peer in plots.COLOURS if plots.line(peer)["zorder"] > 2} == strong
    assert {peer for peer in plots.COLOURS if plots.weight(peer) == "bold"} == strong
    assert plots.weight(f"{DICT}: slices") == "bold"


def test_unknown_colour_is_an_error(tmp_path: Path) -> None:
    """The colour would be unreadable on one of the two papers."""
    figure = Figure(facecolor="#123456")
    with pytest.raises(KeyError, match="#123456"):
        svg.write(figure, tmp_path / "x.svg")
