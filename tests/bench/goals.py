"""What the compiled list is meant to reach, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .figures import PERCENTILES, Figures, best_form
from .names import AFTERWARDS, COLLIDERS, DICT

__all__ = ["Goal", "goals"]

LIMITS: Final = {
    "at hit": 1.25,
    "[] hit": 1.25,
    "at stale": 1.25,
    "remove": 1.25,
    "values": 1.25,
    "items": 1.25,
    "add": 2.0,
}
"""StableList's time to dict's, by operation; like with like: see the peers."""

MEDIAN: Final = PERCENTILES.index(50.0)
QUARTERS: Final = (PERCENTILES.index(25.0), PERCENTILES.index(75.0))


class Goal(NamedTuple):
    """A bound for a ratio, and the ratio."""

    what: str
    size: str
    beside: str
    limit: float
    ratio: list[float]
    """Its percentiles."""

    @property
    def median(self) -> float:
        """What is judged."""
        return self.ratio[MEDIAN]

    @property
    def quarters(self) -> tuple[float, float]:
        """Between them lies the middle half of the repetitions."""
        return self.ratio[QUARTERS[0]], self.ratio[QUARTERS[1]]

    @property
    def met(self) -> bool:
        """Whether the median keeps the bound."""
        return self.median <= self.limit


def goals(figures: Figures) -> Iterator[Goal]:
    """All of them, in the order in which they are shown."""
    for what, limit in LIMITS.items():
        for size in sorted(figures.ratios[what], key=int):
            yield Goal(what, size, DICT, limit, figures.ratios[what][size][DICT])
    for size, after in figures.ratios[AFTERWARDS].items():
        yield Goal("values, burst gone", size, DICT, 1 / 5, after[DICT])
    for size, met in figures.ratios[COLLIDERS].items():
        best = best_form(figures.times[COLLIDERS][size])
        yield Goal("traverse", size, best, 1.0, met[best])
