"""The results as tables."""

from __future__ import annotations

from collections.abc import Sequence

from .hunt import Budget
from .results import VERIFY, Hunt, Summary, summary
from .ways import WAYS

__all__ = ["in_short", "summaries"]


def summaries(hunts: Sequence[Hunt]) -> dict[str, dict[str, Summary]]:
    """The hunts of each port by each way, in the order in which they were made."""
    some: dict[str, dict[str, list[Hunt]]] = {}
    for each in hunts:
        if each.way == VERIFY:
            continue
        some.setdefault(each.port, {way: [] for way in WAYS})[each.way].append(each)
    return {
        port: {way: summary(one.caught for one in found) for way, found in ways.items() if found}
        for port, ways in some.items()
    }


def in_short(budget: Budget, hunts: Sequence[Hunt]) -> str:
    """A line for each port: the median of operations by each way, or how often something was found."""
    lines = [f"within {budget.operations:,} operations and {budget.seconds:g} s of processor time:"]
    lines.append(f"{'':58}" + "".join(f"{way:>16}" for way in WAYS))
    for port, ways in summaries(hunts).items():
        cells = [cell(ways[way]) if way in ways else "" for way in WAYS]
        lines.append(f"{port:58}" + "".join(f"{each:>16}" for each in cells))
    return "\n".join(lines)


def cell(summary: Summary) -> str:
    """The median, or how many hunts found something."""
    few = f"{summary.found} of {summary.hunts}"
    return few if summary.median is None else f"{summary.median:,}"
