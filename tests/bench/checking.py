"""A picture of where the time of the kit goes: two bars, from the recorded counts of instructions."""

from __future__ import annotations

from typing import Final

from matplotlib.figure import Figure

from stablelist_conformance.running.engines import SAMPLE

from .figures import Figures
from .instructions import expected

__all__ = ["WIDTH", "checking", "shares"]

WIDTH: Final = 5.0
REST: Final = "send, compare, note"
PARTS: Final = {
    "draw": ("draw programs", "#2a9d8f", 1),
    "answer by container": ("answer by the container", "#c1121f", 1),
    "answer by model": ("answer by the model", "#d17f0a", SAMPLE),
    "reach": ("follow how far they go", "#4361ee", 1),
}
"""The stages that are parts of a check: how they are called, their colour, and of how many programs one has it."""


def shares(counts: dict[str, float]) -> dict[str, float]:
    """The part of each stage in the instructions of a check, and the rest.

    >>> counts = {"check": 20.0, "draw": 2.0, "answer by container": 8.0, "answer by model": 32.0, "reach": 4.0}
    >>> shares(counts)["draw"], shares(counts)["answer by model"], shares(counts)[REST]
    (0.1, 0.05, 0.25)
    """
    parts = {name: counts[name] / every / counts["check"] for name, (_, _, every) in PARTS.items()}
    return {**parts, REST: 1 - sum(parts.values())}


def checking(_: Figures) -> Figure:
    """A check whose answers are judged, part by part, above one whose answers are known."""
    counts = expected()
    figure = Figure(figsize=(WIDTH, 3.4), layout="constrained")
    panel, left = figure.subplots(), 0.0
    for name, share in shares(counts).items():
        called, colour, _every = PARTS.get(name, (name, "#7a7a7a", 1))
        panel.barh("judged", share, left=left, color=colour, label=f"{called}, {share:.0%}")
        left += share
    known = counts["compare"] / counts["check"]
    panel.barh("known", known, color="#9d4edd", label=f"compare with known answers, {known:.1%}")
    panel.invert_yaxis()
    panel.xaxis.set_major_formatter(lambda part, _place: f"{part:.0%}")
    panel.set(xlim=(0, 1), xlabel="instructions of the kit for an operation")
    figure.legend(loc="outside lower center", frameon=False)
    return figure
