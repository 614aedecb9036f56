"""What each build of the list is meant to reach, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .figures import PERCENTILES, Figures, best_form
from .names import AFTERWARDS, COLLIDERS, DICT, INTERPRETED, SPARSE

__all__ = ["Goal", "goals"]

LIMITS: Final = {
    "add": 1.0,
    "at hit": 1.0,
    "[] hit": 1.0,
    "at stale": 1.0,
    "remove": 1.0,
    "values": 1.0,
    "items": 1.1,
}
"""The native build's time to dict's, by operation; like with like: see the peers."""

SMALL: Final = ("10", 1.5)
"""With so few elements it may be this much for all of them."""

FEW: Final = ("10000", 0.3)
"""So much of dict's iteration may one take where 26 of so many are left, whichever they are."""

INTERPRETED_LIMITS: Final = {"add": 10.0, "at hit": 5.0, "remove": 8.0}
"""The interpreted build's time to dict's."""

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
    if figures.setting.get("stablelist") == INTERPRETED:
        yield from of_operations(figures, INTERPRETED_LIMITS)
        return
    yield from of_operations(figures, LIMITS)
    size, limit = FEW
    yield Goal(SPARSE, size, DICT, limit, figures.ratios[SPARSE][size][DICT])
    for size, after in figures.ratios[AFTERWARDS].items():
        yield Goal("values, burst gone", size, DICT, 1 / 5, after[DICT])
    for size, met in figures.ratios[COLLIDERS].items():
        best = best_form(figures.times[COLLIDERS][size])
        yield Goal("traverse", size, best, 1.0, met[best])


def of_operations(figures: Figures, limits: dict[str, float]) -> Iterator[Goal]:
    """Those of single operations, by the number of elements."""
    few, more = SMALL
    for what, limit in limits.items():
        for size in sorted(figures.ratios[what], key=int):
            allowed = max(limit, more) if size == few else limit
            yield Goal(what, size, DICT, allowed, figures.ratios[what][size][DICT])
