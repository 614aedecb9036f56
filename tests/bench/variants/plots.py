"""The figures as pictures, in the style of docs/performance.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from bench.parts import Figures
from bench.plots import WIDTH, label, legend, styled
from bench.svg import write

from .container import ALL, COMPARED, RELATIVES
from .figures import STRIDE
from .tables import shown, worst_of
from .worst import SIZES

__all__ = ["PICTURES", "draw"]

COLOURS: Final = {
    "stablelist": "#c1121f",
    "deferred": "#8d5a3a",
    "first-free": "#4361ee",
    "first-free-skipping": "#9d4edd",
    "dyadic": "#2a9d8f",
    "lifo-slab": "#7a7a7a",
    **dict.fromkeys(RELATIVES[1:], "#b0b0b0"),
}
"""Of the containers that never truncate, the slab is the only one in every picture."""
DASHED: Final = {"deferred": (0, (3, 3)), "first-free-skipping": (0, (6, 2))}
"""Lines that coincide with another line, in part or as a whole."""


def draw(figures: Figures, folder: Path) -> list[Path]:
    """Draw all pictures; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with styled():
        return [write(make(figures), folder / f"{name}.svg") for name, make in PICTURES.items()]


def line(panel: Axes, name: str, x: list[int], y: list[float]) -> None:
    """The line of a system."""
    panel.plot(
        x,
        y,
        color=COLOURS[name],
        label=name,
        linewidth=2.4 if name in {"stablelist", "dyadic"} else 1.5,
        linestyle=DASHED.get(name, "-"),
    )


def burst(figures: Figures) -> Figure:
    """Figure 6.8 of the thesis in cells: the iteration of each step."""
    figure = Figure(figsize=(WIDTH, 4.6), layout="constrained")
    panel = figure.subplots()
    for name in COMPARED:
        cells = figures["courses"][name]
        line(panel, name, list(range(1, STRIDE * len(cells) + 1, STRIDE)), cells)
    panel.set(yscale="log", ylabel="cells", xlabel="step (10,000 particles are added at step 100)")
    label(panel.yaxis)
    panel.yaxis.set_major_formatter("{x:,.0f}")
    panel.set_title("cells that an iteration visits")
    legend(figure)
    return figure


def worst(figures: Figures) -> Figure:
    """The worst single operation against the number of cells."""
    figure = Figure(figsize=(WIDTH, 4.6), layout="constrained")
    panel = figure.subplots()
    for name in COMPARED:
        line(panel, name, list(SIZES), [worst_of(figures, name, size) for size in SIZES])
    panel.set(xscale="log", xlabel="cells", ylabel="visits and comparisons")
    panel.set_yscale("symlog", linthresh=1)
    panel.set_yticks([0, 1, 10, 100, 1_000, 10_000], ["0", "1", "10", "100", "1,000", "10,000"])
    panel.set_xticks([10, 100, 1_000, 10_000], ["10", "100", "1,000", "10,000"])
    panel.minorticks_off()
    panel.set_ylim(bottom=-0.3)
    panel.set_title("the worst single insertion or removal")
    legend(figure)
    return figure


CELLS: Final = {
    "basic operations, half full": ("basic", "cells of an iteration, half full"),
    "particles, while the burst fades": ("particles", "cells of an iteration, while it fades"),
    "particles, after the burst": ("particles", "cells of an iteration, afterwards"),
    "tide": ("tide", "cells of an iteration"),
    "25 survivors of 10,000": ("survivors", "cells of an iteration, as others come and go"),
}
LEFT: Final = 10
"""The left end of the logarithmic axis."""
LIKE_ANOTHER: Final = ("deferred", "lifo-slotmap", "stable-graph")
"""These visit the same cells as a StableList or a slab."""


def cells(figures: Figures) -> Figure:
    """Cells that an iteration visits on average, by load."""
    figure = Figure(figsize=(WIDTH, 11), layout="constrained")
    names = [name for name in reversed(ALL) if name not in LIKE_ANOTHER]
    panels = figure.subplots(len(CELLS), 1, sharex=True)
    for panel, (title, (load, what)) in zip(panels, CELLS.items(), strict=True):
        numbers = [figures["loads"][load][name][what] for name in names]
        bars = panel.barh(
            range(len(names)),
            [number - LEFT for number in numbers],
            left=LEFT,  # a bar that begins at 0 would be drawn over the names
            color=[COLOURS[name] for name in names],
        )
        panel.bar_label(bars, [shown(number) for number in numbers], padding=3, fontsize=8)
        panel.set_yticks(range(len(names)), names)
        panel.set_title(title)
        panel.grid(visible=False, axis="y")
        panel.set(xscale="log", xlim=(LEFT, 100_000))
        panel.xaxis.set_major_formatter("{x:,.0f}")
        panel.xaxis.set_minor_locator(NullLocator())
    figure.supxlabel("cells that an iteration visits, on average (logarithmic)")
    return figure


PICTURES: Final[dict[str, Callable[[Figures], Figure]]] = {
    "burst": burst,
    "worst": worst,
    "cells": cells,
}
"""The pictures, by the names of their files."""
