"""The picture of operations to find: how many hunts have found something after how many operations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from bench.plots import WIDTH, legend, styled
from bench.svg import write

from .hunt import NOT_FOUND, Budget
from .results import Hunt
from .tables import NAMES, of_defects

__all__ = ["draw", "found_by"]

COLOURS: Final = {"kit": "#c1121f", "swarm": "#d17f0a", "machine": "#4361ee", "words": "#7a7a7a"}


def found_by(hunts: Sequence[Hunt], way: str) -> tuple[list[int], list[float]]:
    """The operations after which hunts found something, ascending, and the share of all that had until then.

    >>> from .hunt import Caught
    >>> hunts = [Hunt("a", "kit", n, Caught("answer", 9 - n, 0.1)) for n in range(2)]
    >>> found_by([*hunts, Hunt("a", "kit", 2, Caught("no", 100, 5.0))], "kit")
    ([8, 9], [0.3333333333333333, 0.6666666666666666])
    """
    mine = [each.caught for each in hunts if each.way == way]
    found = sorted(each.operations for each in mine if each.found != NOT_FOUND)
    return found, [(1 + at) / len(mine) for at in range(len(found))]


def draw(budget: Budget, hunts: Sequence[Hunt], file: Path) -> Path:
    """A rising line for each way, up to the budget."""
    with styled():
        figure = Figure(figsize=(WIDTH, 4.2), layout="constrained")
        panel = figure.subplots()
        for way, colour in COLOURS.items():
            operations, shares = found_by(of_defects(hunts), way)
            x = [1, *operations, budget.operations]
            y = [0.0, *shares, shares[-1] if shares else 0.0]
            panel.plot(x, y, drawstyle="steps-post", color=colour, label=NAMES[way])
        panel.set(xscale="log", xlabel="operations", ylabel="share of hunts that found something")
        panel.set(xlim=(1, budget.operations), ylim=(0, 1))
        ticks = [10**power for power in range(len(str(budget.operations)))]
        panel.set_xticks(ticks, [f"{each:,}" for each in ticks])
        panel.xaxis.set_minor_locator(NullLocator())
        legend(figure)
        return write(figure, file)
