"""The figures as pictures: small SVG files that depend only on the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from .checking import checking
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
from .svg import write

__all__ = ["PICTURES", "WIDTH", "draw", "label", "legend", "styled"]

COLOURS: Final = {
    STABLE: "#c1121f",
    DICT: "#111111",
    "OrderedDict": "#7a7a7a",
    "list of optionals": "#2a9d8f",
    "slot map in Python": "#d17f0a",
    "rustworkx graph": "#8d5a3a",
    "llist nodes": "#4361ee",
    "esper entities": "#9d4edd",
}
"""The colours of the peers, the same in all pictures."""

MEDIAN: Final = PERCENTILES.index(50.0)
BANDS: Final = ((0, 4, 0.35), (1, 3, 0.9))
"""The bands with 95 % and 50 % of the measurements, as indices into the percentiles."""

STRONG: Final = frozenset({STABLE, DICT})
"""The peers that are emphasised."""

WIDTH: Final = 5.0
"""The width in inches. With it, text of ten points is readable if the picture is as wide as a phone."""


def styled() -> AbstractContextManager[None]:
    """A context in which all pictures have the same settings."""
    return mpl.rc_context(
        {
            "svg.fonttype": "none",
            "font.size": 10,
            "axes.titlesize": 10,
            "axes.titleweight": "bold",
            "legend.fontsize": 10,
            "xtick.bottom": False,  # the grid shows the places of the ticks
            "ytick.left": False,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.5,
        }
    )


def draw(figures: Figures, folder: Path) -> list[Path]:
    """Draw all pictures; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with styled():
        return [write(make(figures), folder / f"{name}.svg") for name, make in PICTURES.items()]


def colour(peer: str) -> str:
    """The colour of a peer; the name of a form begins with the name of its peer."""
    return COLOURS[peer.partition(":")[0]]


def operations(figures: Figures) -> Figure:
    """For each operation: StableList's time divided by each peer's, against the number of elements."""
    figure = Figure(figsize=(WIDTH, 11), layout="constrained")
    panels = figure.subplots(4, 2, sharex=True).flat
    for panel, what in zip(panels, OPERATIONS, strict=True):
        compare(panel, figures.ratios[what])
        panel.set_title(what)
    for panel in figure.axes[-2:]:
        panel.set_xlabel("elements")
    figure.supylabel("StableList's time / the other's (below 1: StableList is faster)")
    legend(figure)
    return figure


def legend(figure: Figure) -> None:
    """The legend below all plots, as wide as a phone."""
    handles, labels = figure.axes[0].get_legend_handles_labels()
    box = figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False)
    for text in box.get_texts():
        text.set_fontweight(weight(text.get_text()))


def weight(peer: str) -> str:
    """The font weight of a name."""
    return "bold" if peer.partition(":")[0] in STRONG else "normal"


def line(peer: str) -> dict[str, Any]:
    """How the line of a peer is drawn: emphasised peers are wider, and above the others."""
    strong = peer in STRONG
    return {
        "color": COLOURS[peer],
        "label": peer,
        "linewidth": 2.6 if strong else 1,
        "zorder": 3 if strong else 2,
    }


def compare(panel: Axes, ratios: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """One line for each peer, with the middle half of its repetitions."""
    sizes = sorted(ratios, key=int)
    x = [int(size) for size in sizes]
    panel.set(xscale="log", yscale="log")
    panel.set_xticks(x, [short(size) for size in x])
    panel.xaxis.set_minor_locator(NullLocator())
    label(panel.yaxis)
    panel.axhline(1, **line(STABLE))
    for peer in COLOURS:
        if peer == STABLE or peer not in ratios[sizes[0]]:
            continue
        low, middle, high = ([ratios[size][peer][place] for size in sizes] for place in (1, 2, 3))
        panel.plot(x, middle, **line(peer))
        around = [*x, *reversed(x)], [*low, *reversed(high)]
        panel.fill(*around, color=COLOURS[peer], alpha=0.15, linewidth=0)


def short(size: int) -> str:
    """A size as a short string.

    >>> short(100), short(10_000), short(1_000_000)
    ('100', '10k', '1M')
    """
    for factor, letter in ((1_000_000, "M"), (1_000, "k")):
        if size >= factor:
            return f"{size // factor}{letter}"
    return str(size)


def label(axis: Axis) -> None:
    """Label a logarithmic axis with ordinary numbers: 0.5, 1, 2, 5."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(NullLocator())


def basic(figures: Figures) -> Figure:
    """Four operations on 10,000 elements, as in the thesis' figures 6.1 to 6.4."""
    figure = Figure(figsize=(WIDTH, 9.5), layout="constrained")
    panels = figure.subplots(4, 1)
    for panel, what in zip(panels, ("add", "values", "at hit", "remove"), strict=True):
        bands(panel, figures.times[what]["10000"], 1e9)
        panel.set_title(f"{what}, 10,000 elements")
    figure.supxlabel("nanoseconds per element: median, 50 % and 95 %")
    return figure


def met(figures: Figures) -> Figure:
    """Cross-iteration of 1,000 colliders, as in the thesis' figure 6.5."""
    figure = Figure(figsize=(WIDTH, 4.5), layout="constrained")
    panel = figure.subplots()
    bands(panel, figures.times[COLLIDERS]["1000"], 1e3)
    panel.set_xlabel("milliseconds: median, 50 % and 95 %")
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
    for text in panel.get_yticklabels():
        text.set_fontweight(weight(text.get_text()))
    panel.set_xscale("log")
    label(panel.xaxis)
    panel.grid(visible=False, axis="y")


def particles(figures: Figures) -> Figure:
    """The time of each step, and of an iteration after it, as in the thesis' figures 6.6 to 6.8."""
    figure = Figure(figsize=(WIDTH, 7.5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    follow(above, figures.steps[STEP], "a step: add, age, remove")
    follow(below, figures.steps[AFTERWARDS], "one iteration after it")
    below.set_xlabel("step (10,000 particles are added at step 100)")
    legend(figure)
    return figure


def crossed(figures: Figures) -> Figure:
    """Particles that are cross-iterated: StableList compared with the fastest form of each peer."""
    figure = Figure(figsize=(WIDTH, 4.5), layout="constrained")
    panel = figure.subplots()
    ((_, totals),) = figures.times[CROSSED].items()
    fastest: dict[str, Sequence[float]] = {}
    for form in sorted(totals, key=lambda form: totals[form][MEDIAN]):
        if form == TRAVERSE or not form.startswith(f"{STABLE}:"):
            fastest.setdefault(form.partition(":")[0], figures.steps[CROSSED][form])
    follow(panel, fastest, "a step: add, meet, age, remove")
    panel.set_xlabel("step (200 particles are added at step 100)")
    legend(figure)
    return figure


def follow(panel: Axes, steps: Mapping[str, Sequence[float]], what: str) -> None:
    """Microseconds against steps: the longest of each five steps, plotted at the first of the five."""
    for peer in COLOURS:
        micros = [seconds * 1e6 for seconds in steps[peer]]
        begins = range(0, STRIDE * len(micros), STRIDE)
        panel.plot(begins, micros, **line(peer))
    panel.set(yscale="log", ylabel="microseconds")
    label(panel.yaxis)
    panel.set_title(what)


PICTURES: Final[dict[str, Callable[[Figures], Figure]]] = {
    "operations": operations,
    "basic": basic,
    "colliders": met,
    "particles": particles,
    "crossed": crossed,
    "checking": checking,
}
"""The pictures, by the names of their files."""
