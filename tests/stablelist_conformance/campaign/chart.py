"""Charts of a campaign: lines that only climb, as SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, log10
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from stablelist_conformance.campaign.durations import unit_of
from stablelist_conformance.wire.text import legal

__all__ = ["Line", "bar", "chart", "even"]

WIDTH: Final = 360
HEIGHT: Final = 190
LEFT: Final = 44
RIGHT: Final = 10
TOP: Final = 10
BOTTOM: Final = 26
MOST_TICKS: Final = 5
MOST_STEPS: Final = 5.0
LONG: Final = 100_000
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Number = int | float


class Line(NamedTuple):
    """A line: its name, and its points from left to right, each in seconds."""

    name: str
    points: Sequence[tuple[float, float]]


def chart(title: str, lines: Sequence[Line], most: float, seconds: float, *, powers: bool) -> str:
    """Lines over the time of work; with *powers*, each tenfold takes as much room as the next."""
    root = ET.Element("svg", {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "class": "chart"})
    ET.SubElement(root, "title").text = legal(title)
    scale = _Scale(most, seconds, powers)
    for value in scale.ticks():
        y = scale.y(value)
        _put(root, "line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y).set("class", "grid")
        _text(root, amount(value), LEFT - 4, y + 3, "end")
    for at, name in scale.times():
        x = scale.x(at)
        _put(root, "line", x1=x, x2=x, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM + 3).set(
            "class", "grid"
        )
        _text(root, name, x, HEIGHT - 8, "middle" if x < WIDTH - 2 * RIGHT else "end")
    for number, line in enumerate(lines):
        drawn = ET.SubElement(root, "path", {"class": f"line line-{number}"})
        drawn.set("d", " ".join(_path(line, scale)))
    return ET.tostring(root, encoding="unicode")


def even(most: float, least: float = 0.0) -> Iterator[float]:
    """Zero and the multiples of a round step, up to *most*; the step is *least* or more.

    >>> list(even(225)), list(even(107)), list(even(3, least=1))
    ([0.0, 50.0, 100.0, 150.0, 200.0], [0.0, 50.0, 100.0], [0.0, 1.0, 2.0, 3.0])
    """
    tenfold = 10.0 ** floor(log10(most / MOST_STEPS))
    rounded = (tenfold * each for each in (1, 2, 5, 10))
    step = max(next(each for each in rounded if most / each <= MOST_STEPS), least)
    yield from (number * step for number in range(int(most / step) + 1))


def amount(value: float) -> str:
    """A number, as a power of ten if it is long.

    >>> amount(10_000), amount(1e7)
    ('10,000', '10⁷')
    """
    if value < LONG:
        return f"{value:,.0f}"
    return f"10{str(round(log10(value))).translate(RAISED)}"


def bar(share: float) -> str:
    """A bar of that share of the room."""
    root = ET.Element("svg", {"viewBox": "0 0 100 8", "class": "bar", "aria-hidden": "true"})
    root.set("preserveAspectRatio", "none")
    _put(root, "rect", width=100 * share, height=8)
    return ET.tostring(root, encoding="unicode")


class _Scale:
    """Where a point is on the chart."""

    def __init__(self, most: float, seconds: float, powers: bool) -> None:
        self.most, self.seconds, self.powers = max(most, 1.0), max(seconds, 1.0), powers

    def x(self, second: float) -> float:
        """From the left."""
        return LEFT + (WIDTH - LEFT - RIGHT) * min(second / self.seconds, 1.0)

    def y(self, value: float) -> float:
        """From the top."""
        share = value / self.most
        if self.powers:
            share = log10(max(value, 1.0)) / (log10(self.most) or 1.0)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def ticks(self) -> Iterator[float]:
        """The values that are named at the left."""
        if self.powers:
            power = int(log10(self.most))
            yield from (10.0**each for each in range(0, power + 1, 1 + power // MOST_TICKS))
        else:
            yield from even(self.most, least=1.0)

    def times(self) -> Iterator[tuple[float, str]]:
        """The times that are named at the bottom, in seconds, and their names."""
        unit = unit_of(self.seconds)
        for amount in even(self.seconds / unit.seconds):
            yield amount * unit.seconds, f"{amount:,g} {unit.sign}"


def _path(line: Line, scale: _Scale) -> Iterator[str]:
    """A staircase through the points."""
    for number, (second, value) in enumerate(line.points):
        x, y = f"{scale.x(second):.1f}", f"{scale.y(value):.1f}"
        yield f"H{x}V{y}" if number else f"M{x} {y}"


def _put(root: ET.Element, shape: str, **attributes: Number) -> ET.Element:
    """Add a shape."""
    return ET.SubElement(root, shape, {name: f"{value:.1f}" for name, value in attributes.items()})


def _text(root: ET.Element, text: str, x: float, y: float, anchor: str) -> None:
    """Add a word."""
    element = _put(root, "text", x=x, y=y)
    element.set("text-anchor", anchor)
    element.text = text
