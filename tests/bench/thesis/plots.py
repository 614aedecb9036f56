"""The course of 6.3 as a picture, with the containers in the groups of figures 6.6 to 6.8 of the thesis."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from matplotlib.figure import Figure

from bench.parts import Figures
from bench.plots import WIDTH, label, styled
from bench.svg import write

from .measured import COURSE, STRIDE

__all__ = ["GROUPS", "draw"]

GROUPS: Final = {
    "figure 6.6": {"Vec": "#111111", "Slab": "#7a7a7a", "StableGraph": "#8d5a3a"},
    "figure 6.7": {"SlotMap": "#d17f0a", "Arena": "#4361ee"},
    "figure 6.8, and a dyadic list": {
        "StableList": "#c1121f",
        "HopSlotMap": "#d17f0a",
        "DenseSlotMap": "#9d4edd",
        "dyadic list": "#2a9d8f",
    },
}
"""The containers of each picture of the thesis, with their colours."""


def draw(figures: Figures, file: Path) -> Path:
    """Draw the picture."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with styled():
        return write(course(figures), file)


def course(figures: Figures) -> Figure:
    """The slowest of each few steps, on a logarithmic scale."""
    figure = Figure(figsize=(WIDTH, 9), layout="constrained")
    panels = figure.subplots(len(GROUPS), 1, sharex=True, sharey=True)
    for panel, (title, colours) in zip(panels, GROUPS.items(), strict=True):
        for name, colour in colours.items():
            times = figures["courses"][COURSE][name]
            steps = range(1, STRIDE * len(times) + 1, STRIDE)
            panel.plot(steps, times, color=colour, label=name, linewidth=2)
        panel.set(yscale="log", ylabel="nanoseconds")
        label(panel.yaxis)
        panel.yaxis.set_major_formatter("{x:,.0f}")
        panel.set_title(title)
        panel.legend(frameon=False)
    panels[-1].set_xlabel("step (10,000 particles are added at step 100)")
    return figure
