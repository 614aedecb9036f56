"""The figures as Markdown tables, the same on standard output and on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from .figures import PERCENTILES, Figures
from .goals import Goal, goals
from .methods import METHODS
from .names import (
    AFTERWARDS,
    COLLIDERS,
    CROSSED,
    DICT,
    LOOP,
    OPERATIONS,
    SPARSE,
    STABLE,
    STEP,
    WIDE,
)

__all__ = ["TABLES", "in_units", "markdown"]

MEDIAN: Final = PERCENTILES.index(50.0)
QUARTERS: Final = (PERCENTILES.index(25.0), PERCENTILES.index(75.0))

TEXT, NUMBER = ":--", "--:"


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A Markdown table whose first column is text.

    >>> print(markdown(["what", "time"], [["add", "1 ns"]]))
    | what | time |
    | :-- | --: |
    | add | 1 ns |
    """
    rules = [TEXT, *[NUMBER] * (len(header) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, rules, *rows])


def in_units(seconds: float) -> str:
    """A time with a suitable unit.

    >>> in_units(1.234e-8), in_units(0.0456), in_units(12.3)
    ('12.3 ns', '45.6 ms', '12.3 s')
    """
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def times(ratio: float) -> str:
    """A ratio.

    >>> times(1.2345), times(0.01234), times(123.4)
    ('1.23', '0.012', '123')
    """
    return f"{ratio:.2f}" if 0.1 <= ratio < 100 else f"{ratio:.2g}" if ratio < 1 else f"{ratio:.0f}"


def with_quarters(ratio: Sequence[float]) -> str:
    """The median, and in parentheses the quartiles."""
    low, high = (times(ratio[place]) for place in QUARTERS)
    return f"{times(ratio[MEDIAN])} ({low} to {high})"


def grouped(size: str) -> str:
    """A number with thousands separators."""
    return f"{int(size):,}"


def peers_of(columns: dict[str, dict[str, list[float]]]) -> list[str]:
    """StableList, dict, the other peers, and the empty loop."""
    names = {peer for column in columns.values() for peer in column}
    ends = [STABLE, WIDE, DICT], [LOOP]
    middle = sorted(names - {STABLE, WIDE, DICT, LOOP})
    return [name for name in [*ends[0], *middle, *ends[1]] if name in names]


def setting(figures: Figures) -> str:
    """The machine, Python, the build, and the packages that were compared."""
    rows = [*figures.setting.items(), *figures.versions.items()]
    plan = ", ".join(f"{number:,} {what}" for what, number in figures.plan.items())
    return markdown(["what", "which"], [*rows, ("repetitions", plan)]).replace(NUMBER, TEXT)


def of_goals(figures: Figures) -> str:
    """Each goal at each size."""
    header = ["goal", "beside", "at most", "elements", "ratio (middle half)", ""]
    return markdown(header, (goal_row(goal) for goal in goals(figures)))


def goal_row(goal: Goal) -> list[str]:
    """One line of the goals."""
    verdict = "met" if goal.met else "**missed**"
    ratio = with_quarters(goal.ratio)
    return [goal.what, goal.beside, times(goal.limit), grouped(goal.size), ratio, verdict]


def summary(figures: Figures) -> str:
    """Each goal in one line: met at all sizes, or the sizes at which it is missed."""
    rows = []
    for what, them in groupby(goals(figures), attrgetter("what")):
        same = list(them)
        worst = max(same, key=lambda goal: goal.median / goal.limit)
        missed = [grouped(goal.size) for goal in same if not goal.met]
        verdict = f"**missed** at {'; '.join(missed)}" if missed else "met"
        rows.append([what, times(worst.limit), with_quarters(worst.ratio), verdict])
    return markdown(["goal", "at most", "worst ratio (middle half)", ""], rows)


def of_operation(figures: Figures, what: str) -> str:
    """The time and the ratio of each peer at each size."""
    columns = figures.times[what]
    sizes = sorted(columns, key=int)
    rows = []
    for peer in peers_of(columns):
        cells = (cell(figures, what, size, peer) for size in sizes)
        rows.append([peer, *cells])
    return markdown([what, *(f"{grouped(size)} elements" for size in sizes)], rows)


def cell(figures: Figures, what: str, size: str, peer: str) -> str:
    """A peer's time, and StableList's time divided by it."""
    if peer not in figures.times[what][size]:
        return "-"
    time = in_units(figures.times[what][size][peer][MEDIAN])
    ratio = figures.ratios[what][size][peer]
    return time if peer in {STABLE, LOOP} else f"{time}, {times(ratio[MEDIAN])}"


def operations(figures: Figures) -> str:
    """All operations."""
    shown = (what for what in OPERATIONS if what in figures.times)
    return "\n\n".join(of_operation(figures, what) for what in shown)


def methods(figures: Figures) -> str:
    """The time of each method, and its ratio to the statements with a dict, at each size."""
    sizes = sorted(figures.times[METHODS[0].name], key=int)
    rows = []
    for method in METHODS:
        cells = [cell(figures, method.name, size, DICT) for size in sizes]
        rows.append([method.name, f"`{method.theirs.splitlines()[-1].strip()}`", *cells])
    return markdown(["method", "beside", *(f"{grouped(size)} elements" for size in sizes)], rows)


def scenario(figures: Figures, what: str) -> str:
    """The time that each peer needs for a whole scenario, the fastest first."""
    rows = []
    for size, peers in figures.times[what].items():
        for peer in sorted(peers, key=lambda peer: peers[peer][MEDIAN]):
            ratio = with_quarters(figures.ratios[what][size][peer])
            rows.append([peer, in_units(peers[peer][MEDIAN]), ratio])
    return markdown(["who", "time", "StableList's is"], rows)


def burst(figures: Figures) -> str:
    """The time of the whole run, the longest step, and an iteration after the burst."""
    ((size, peers),) = figures.times[STEP].items()
    after = figures.times[AFTERWARDS][size]
    rows = [
        [
            peer,
            in_units(peers[peer][MEDIAN]),
            in_units(max(figures.steps[STEP][peer])),
            in_units(after[peer][MEDIAN]),
            with_quarters(figures.ratios[AFTERWARDS][size][peer]),
            in_units(figures.steps[AFTERWARDS][peer][-1]),
        ]
        for peer in sorted(peers, key=lambda peer: after[peer][MEDIAN])
    ]
    header = ["who", "255 steps", "longest step", "iteration, burst gone", "StableList's is"]
    return markdown([*header, "at step 255"], rows)


def memory(figures: Figures) -> str:
    """Bytes per element, and per key that the program keeps."""
    rows = []
    sizes = sorted({size for row in figures.memory.values() for size in row}, key=int)
    for peer, of_size in figures.memory.items():
        rows.append([peer, *(bytes_cell(of_size[size]) for size in sizes)])
    return markdown(
        ["bytes for an element", *(f"{grouped(size)} elements" for size in sizes)], rows
    )


def bytes_cell(values: Sequence[float | None]) -> str:
    """The bytes that were traced, the bytes of a kept key, and the size that the container reports."""
    traced, kept, sized = values
    said = "-" if sized is None else f"{sized:.0f}"
    return f"{traced:.0f} + {kept:.0f} ({said})"


def growths(figures: Figures) -> str:
    """The exponent of each operation for each peer, with its residual."""
    shown = [what for what in OPERATIONS if what != SPARSE]
    peers = peers_of({what: dict(figures.exponents[what]) for what in shown})
    rows = []
    for peer in peers:
        fits = (figures.exponents[what].get(peer) for what in shown)
        rows.append([peer, *("-" if fit is None else exponent(*fit) for fit in fits)])
    return markdown(["time of all n", *shown], rows)


def exponent(power: float, miss: float) -> str:
    """The exponent, and the deviation of the points.

    >>> exponent(1.0417, 1.12)
    '1.04 ± 12 %'
    """
    return f"{power:.2f} ± {100 * (miss - 1):.0f} %"


TABLES: Final = {
    "setting": setting,
    "summary": summary,
    "goals": of_goals,
    "operations": operations,
    "methods": methods,
    "colliders": lambda figures: scenario(figures, COLLIDERS),
    "burst": burst,
    "crossed": lambda figures: scenario(figures, CROSSED),
    "memory": memory,
    "growth": growths,
}
"""The tables, by their names on the page."""
