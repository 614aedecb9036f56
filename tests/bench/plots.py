"""The figures as pictures: SVG files that depend on the figures alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from .figures import PERCENTILES, Figures
from .names import AFTERWARDS, COLLIDERS, CROSSED, DICT, LOOP, OPERATIONS, STABLE, STEP, TRAVERSE

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
BANDS: Final = ((0, 8, 0.15), (1, 7, 0.25), (2, 6, 0.4), (3, 5, 0.9))
"""All, 95 %, 75 % and 50 % of the measurements, by their places among the percentiles."""


def draw(figures: Figures, folder: Path) -> list[Path]:
    """All pictures; returns where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = mpl.rc_context(
        {
            "svg.hashsalt": "stablelist",  # or the names in the file would be drawn by lot
            "svg.fonttype": "none",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.3,
        }
    )
    with settings:
        return [drawn(make(figures), folder / f"{name}.svg") for name, make in PICTURES.items()]


def drawn(figure: Figure, file: Path) -> Path:
    """The picture in its file, without the date and the program that drew it."""
    figure.savefig(file, metadata={"Date": None, "Creator": None})
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")
    return file


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
    panel.set(xscale="log", yscale="log")
    label(panel.yaxis)
    panel.axhline(1, color=COLOURS[STABLE], linewidth=1)
    for peer in COLOURS:
        if peer == STABLE or peer not in ratios[sizes[0]]:
            continue
        x = [int(size) for size in sizes]
        low, middle, high = ([ratios[size][peer][place] for size in sizes] for place in (3, 4, 5))
        panel.plot(x, middle, color=COLOURS[peer], marker="o", markersize=3, label=peer)
        panel.fill_between(x, low, high, color=COLOURS[peer], alpha=0.15, linewidth=0)


def label(axis: Axis) -> None:
    """A logarithmic axis with numbers as people write them: 0.5, 1, 2, 5."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(LogLocator(subs=(1,)))


def basic(figures: Figures) -> Figure:
    """The thesis' figures 6.1 to 6.4: four operations on 10,000 elements."""
    figure = Figure(figsize=(9, 6), layout="constrained")
    panels = figure.subplots(2, 2).flat
    for panel, what in zip(panels, ("add", "values", "at hit", "remove"), strict=True):
        bands(panel, figures.times[what]["10000"], 1e9)
        panel.set_title(f"{what}, 10,000 elements", fontsize=9)
    figure.supxlabel("nanoseconds per element; all, 95 %, 75 % and 50 % of the repetitions, median")
    return figure


def met(figures: Figures) -> Figure:
    """The thesis' figure 6.5: cross-iteration of 1,000 colliders."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    panel = figure.subplots()
    bands(panel, figures.times[COLLIDERS]["1000"], 1e3)
    panel.set_xlabel("milliseconds; all, 95 %, 75 % and 50 % of the repetitions, median")
    return figure


def bands(panel: Axes, peers: Mapping[str, Sequence[float]], factor: float) -> None:
    """A row for each peer, fastest on top, with bands about its median."""
    shown = [peer for peer in peers if peer != LOOP]
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
    below.set_xlabel("step; 10,000 particles are added at step 100")
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
    panel.set_xlabel("step; 200 particles are added at step 100")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure


def follow(panel: Axes, steps: Mapping[str, Sequence[float]], what: str) -> None:
    """Microseconds against steps."""
    for peer, colour in COLOURS.items():
        micros = [seconds * 1e6 for seconds in steps[peer]]
        wide = 1.8 if peer == STABLE else 0.9
        panel.plot(range(1, len(micros) + 1), micros, color=colour, linewidth=wide, label=peer)
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
