"""The figures as pictures: small SVG files that depend on the figures alone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from .figures import PERCENTILES, STRIDE, Figures
from .names import (
    AFTERWARDS,
    COLLIDERS,
    CROSSED,
    DICT,
    LOOP,
    OPERATIONS,
    STABLE,
    STEP,
    TRAVERSE,
    WIDE,
)

__all__ = ["PICTURES", "draw"]

COLOURS: Final = {
    STABLE: "#c1121f",
    DICT: "#111111",
    "OrderedDict": "#7a7a7a",
    "list of optionals": "#2a9d8f",
    "slot map in Python": "#e9a13b",
    "rustworkx graph": "#8d5a3a",
    "llist nodes": "#4361ee",
    "esper entities": "#9d4edd",
}
"""One for each peer, in all pictures."""

MEDIAN: Final = PERCENTILES.index(50.0)
BANDS: Final = ((0, 4, 0.35), (1, 3, 0.9))
"""95 % and 50 % of the measurements, by their places among the percentiles."""

SHAPES: Final = re.compile(r"<path .*?/>|<text .*?</text>", re.DOTALL)
"""What is seen of an SVG file that matplotlib writes; around it are groups and names."""

CLUTTER: Final = re.compile(
    r' clip-path="[^"]*"| transform="rotate\(-0 [^"]*"|; stroke-linecap: \w+|font-family: [^;]*; |font-size: 9px; '
)
"""What changes nothing that is seen, or is said once for the whole picture in HEAD."""

PLACES: Final = re.compile(r' (?:d|x|y|transform)="[^"]*"')

HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}pt" height="{1:g}pt" viewBox="0 0 {0:g} {1:g}" '
    'stroke-linejoin="round" font-family="DejaVu Sans, Verdana, sans-serif" font-size="9px">'
)


def draw(figures: Figures, folder: Path) -> list[Path]:
    """All pictures; returns where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = mpl.rc_context(
        {
            "svg.fonttype": "none",
            "font.size": 9,
            "xtick.bottom": False,  # the grid says where they are
            "ytick.left": False,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.3,
        }
    )
    with settings:
        return [drawn(make(figures), folder / f"{name}.svg") for name, make in PICTURES.items()]


def drawn(figure: Figure, file: Path) -> Path:
    """The picture in its file, with a line for each path and each text."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg")
    svg = buffer.getvalue()
    assert "<use" not in svg, "a marker or a tick would be lost: it is no path, but refers to one"
    head = HEAD.format(*(72 * figure.get_size_inches()))
    lines = [head, *map(shortened, SHAPES.findall(svg)), "</svg>"]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def shortened(shape: str) -> str:
    r"""Without clutter, and with its places to a tenth of a point.

    >>> shortened('<path d="M 46.840626 139.793585\nL 329.0 0\n" clip-path="url(#a)" style="opacity: 0.15"/>')
    '<path d="M 46.8 139.8 L 329 0" style="opacity: 0.15"/>'
    """

    def rounded(places: re.Match[str]) -> str:
        return re.sub(r"\d+\.\d+", lambda number: f"{round(float(number[0]), 1):g}", places[0])

    return PLACES.sub(rounded, CLUTTER.sub("", " ".join(shape.split()).replace(' "', '"')))


def colour(peer: str) -> str:
    """That of the peer, of which a form begins with the name."""
    return COLOURS[peer.partition(":")[0]]


def operations(figures: Figures) -> Figure:
    """For each operation: StableList's time to each peer's, against the number of elements."""
    figure = Figure(figsize=(9, 9), layout="constrained")
    panels = figure.subplots(4, 2, sharex=True).flat
    for panel, what in zip(panels, OPERATIONS, strict=True):
        compare(panel, figures.ratios[what])
        panel.set_title(what, fontsize=9)
    for panel in figure.axes[-2:]:
        panel.set_xlabel("elements")
    figure.supylabel("StableList's time / the other's: below 1 StableList is faster")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return figure


def compare(panel: Axes, ratios: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """One line for each peer, with the middle half of its repetitions."""
    sizes = sorted(ratios, key=int)
    x = [int(size) for size in sizes]
    panel.set(xscale="log", yscale="log")
    panel.set_xticks(x, [f"{size:,}" for size in x])
    panel.xaxis.set_minor_locator(NullLocator())
    label(panel.yaxis)
    panel.axhline(1, color=COLOURS[STABLE], linewidth=1)
    for peer in COLOURS:
        if peer == STABLE or peer not in ratios[sizes[0]]:
            continue
        low, middle, high = ([ratios[size][peer][place] for size in sizes] for place in (1, 2, 3))
        panel.plot(x, middle, color=COLOURS[peer], label=peer)
        around = [*x, *reversed(x)], [*low, *reversed(high)]
        panel.fill(*around, color=COLOURS[peer], alpha=0.15, linewidth=0)


def label(axis: Axis) -> None:
    """A logarithmic axis with numbers as people write them: 0.5, 1, 2, 5."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(NullLocator())


def basic(figures: Figures) -> Figure:
    """The thesis' figures 6.1 to 6.4: four operations on 10,000 elements."""
    figure = Figure(figsize=(9, 6), layout="constrained")
    panels = figure.subplots(2, 2).flat
    for panel, what in zip(panels, ("add", "values", "at hit", "remove"), strict=True):
        bands(panel, figures.times[what]["10000"], 1e9)
        panel.set_title(f"{what}, 10,000 elements", fontsize=9)
    figure.supxlabel("nanoseconds per element; 95 % and 50 % of the repetitions, median")
    return figure


def met(figures: Figures) -> Figure:
    """The thesis' figure 6.5: cross-iteration of 1,000 colliders."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    panel = figure.subplots()
    bands(panel, figures.times[COLLIDERS]["1000"], 1e3)
    panel.set_xlabel("milliseconds; 95 % and 50 % of the repetitions, median")
    return figure


def bands(panel: Axes, peers: Mapping[str, Sequence[float]], factor: float) -> None:
    """A row for each peer, fastest on top, with bands about its median."""
    shown = [peer for peer in peers if peer not in {LOOP, WIDE}]
    order = sorted(shown, key=lambda peer: peers[peer][MEDIAN], reverse=True)
    for row, peer in enumerate(order):
        values = [value * factor for value in peers[peer]]
        for low, high, alpha in BANDS:
            width = values[high] - values[low]
            panel.barh(row, width, left=values[low], color=colour(peer), alpha=alpha, linewidth=0)
        panel.plot([values[MEDIAN]] * 2, [row - 0.4, row + 0.4], color="white", linewidth=1.5)
    panel.set_yticks(range(len(order)), order)
    panel.set_xscale("log")
    label(panel.xaxis)
    panel.grid(visible=False, axis="y")


def particles(figures: Figures) -> Figure:
    """The thesis' figures 6.6 to 6.8: each step, and an iteration after it."""
    figure = Figure(figsize=(9, 7), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    follow(above, figures.steps[STEP], "a step: add, age, remove")
    follow(below, figures.steps[AFTERWARDS], "one iteration after it")
    below.set_xlabel("step, the longest of each five; 10,000 particles are added at step 100")
    handles, labels = below.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return figure


def crossed(figures: Figures) -> Figure:
    """What the thesis leaves for the future: StableList beside the fastest form of each peer."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    panel = figure.subplots()
    ((_, totals),) = figures.times[CROSSED].items()
    fastest: dict[str, Sequence[float]] = {}
    for form in sorted(totals, key=lambda form: totals[form][MEDIAN]):
        if form == TRAVERSE or not form.startswith(f"{STABLE}:"):
            fastest.setdefault(form.partition(":")[0], figures.steps[CROSSED][form])
    follow(panel, fastest, "a step: add, meet, age, remove")
    panel.set_xlabel("step, the longest of each five; 200 particles are added at step 100")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure


def follow(panel: Axes, steps: Mapping[str, Sequence[float]], what: str) -> None:
    """Microseconds against steps: the longest of each five, where the five begin."""
    for peer, colour in COLOURS.items():
        micros = [seconds * 1e6 for seconds in steps[peer]]
        wide = 1.8 if peer == STABLE else 0.9
        begins = range(0, STRIDE * len(micros), STRIDE)
        panel.plot(begins, micros, color=colour, linewidth=wide, label=peer)
    panel.set(yscale="log", ylabel="microseconds")
    label(panel.yaxis)
    panel.set_title(what, fontsize=9)


PICTURES: Final[dict[str, Callable[[Figures], Figure]]] = {
    "operations": operations,
    "basic": basic,
    "colliders": met,
    "particles": particles,
    "crossed": crossed,
}
"""By the names of their files."""
