"""The performance goals of each build, and whether they are met."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .figures import PERCENTILES, Figures, Table, best_form
from .methods import METHODS
from .names import (
    AFTERWARDS,
    BESIDE,
    COLLIDERS,
    DICT,
    INTERPRETED,
    SLOT_MAP,
    SPARSE,
    STABLE,
    WIDE,
)

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
"""The native build's time divided by dict's, by operation; equivalent operations are compared, see the peers."""

METHOD_LIMIT: Final = 1.0
"""The native build's time of any other method, divided by that of the statements with a dict."""

METHOD_LIMITS: Final = {"new": 3.0, "ten adds to a new one": 2.0}
"""The same of making a list: a dict is part of the language."""

SMALL: Final = ("10", 1.5)
"""With so few elements, the ratio may be as large as this for every operation."""

FEW: Final = ("10000", 0.3)
"""The part of dict's iteration that an iteration may take if 26 of so many elements are left, whichever they are."""

INTERPRETED_LIMITS: Final = {"add": 10.0, "at hit": 5.0, "remove": 8.0}
"""The interpreted build's time divided by dict's."""

TO_SLOT_MAP: Final = 2.0
"""The interpreted build's time divided by that of the slot map in plain Python."""

MANY: Final = 10_000
"""From this number of elements on, a StableList takes no more memory than a dict."""

WITH_WIDE_IDS: Final = ", ids of 64 bits"

MEDIAN: Final = PERCENTILES.index(50.0)
QUARTERS: Final = (PERCENTILES.index(25.0), PERCENTILES.index(75.0))


class Goal(NamedTuple):
    """A bound for a ratio, and the ratio."""

    what: str
    size: str
    beside: str
    limit: float
    ratio: list[float]
    """The percentiles of the ratio."""

    @property
    def median(self) -> float:
        """The median, which is compared with the bound."""
        return self.ratio[MEDIAN]

    @property
    def quarters(self) -> tuple[float, float]:
        """The quartiles: the middle half of the repetitions lies between them."""
        return self.ratio[QUARTERS[0]], self.ratio[QUARTERS[1]]

    @property
    def met(self) -> bool:
        """Whether the median is within the bound."""
        return self.median <= self.limit


def goals(figures: Figures) -> Iterator[Goal]:
    """All goals, in the order in which the page shows them."""
    interpreted = figures.setting.get("stablelist") == INTERPRETED
    limits = INTERPRETED_LIMITS if interpreted else LIMITS
    yield from of_operations(figures.ratios, limits)
    yield from of_operations(figures.variants, limits, WITH_WIDE_IDS)
    yield from of_slot_map(figures) if interpreted else of_iterations(figures)
    if not interpreted:
        yield from of_methods(figures)
        yield from of_companions(figures)
    yield from of_bytes(figures)


def of_operations(ratios: Table, limits: dict[str, float], form: str = "") -> Iterator[Goal]:
    """The goals for single operations, by the number of elements."""
    few, more = SMALL
    for what, limit in limits.items():
        for size in sorted(ratios[what], key=int):
            allowed = max(limit, more) if size == few else limit
            yield Goal(what + form, size, DICT, allowed, ratios[what][size][DICT])


def of_methods(figures: Figures) -> Iterator[Goal]:
    """The goals for the other methods, as far as they were measured."""
    for method in METHODS:
        for size in sorted(figures.ratios.get(method.name, ()), key=int):
            limit = METHOD_LIMITS.get(method.name, METHOD_LIMIT)
            yield Goal(method.name, size, DICT, limit, figures.ratios[method.name][size][DICT])


def of_slot_map(figures: Figures) -> Iterator[Goal]:
    """How much the checks and partitions may cost, compared with a slot map in plain Python."""
    for what in INTERPRETED_LIMITS:
        for size in sorted(figures.ratios[what], key=int):
            ratio = figures.ratios[what][size][SLOT_MAP]
            yield Goal(f"{what}, both in Python", size, SLOT_MAP, TO_SLOT_MAP, ratio)


def of_iterations(figures: Figures) -> Iterator[Goal]:
    """The goals for iterations: with few elements left, after a burst, and for cross-iteration."""
    size, limit = FEW
    yield Goal(SPARSE, size, DICT, limit, figures.ratios[SPARSE][size][DICT])
    yield Goal(SPARSE + WITH_WIDE_IDS, size, DICT, limit, figures.variants[SPARSE][size][DICT])
    for size, after in figures.ratios[AFTERWARDS].items():
        yield Goal("values, burst gone", size, DICT, 1 / 5, after[DICT])
    for form, ratios in (("traverse", figures.ratios), ("pivots", figures.variants)):
        for size, met in ratios[COLLIDERS].items():
            best = best_form(figures.times[COLLIDERS][size])
            yield Goal(form, size, best, 1.0, met[best])


def of_companions(figures: Figures) -> Iterator[Goal]:
    """The goals for what a list has beside its elements; figures of earlier runs have none."""
    for what in BESIDE:
        for size in sorted(figures.ratios.get(what, {}), key=int):
            for peer, ratio in figures.ratios[what][size].items():
                if peer != STABLE:
                    yield Goal(what, size, peer, 1.0, ratio)


def of_bytes(figures: Figures) -> Iterator[Goal]:
    """The goals for the bytes of the container and of the keys that the program keeps, each counted once."""
    for peer, form in ((STABLE, ""), (WIDE, WITH_WIDE_IDS)):
        for size in sorted(figures.memory[peer], key=int):
            if int(size) >= MANY:
                ratio = bytes_of(figures, peer, size) / bytes_of(figures, DICT, size)
                yield Goal(f"bytes{form}", size, DICT, 1.0, [ratio] * len(PERCENTILES))


def bytes_of(figures: Figures, peer: str, size: str) -> float:
    """Bytes for each element: of the container, and of the key if the container does not store it."""
    traced, kept, _ = figures.memory[peer][size]
    assert traced is not None
    assert kept is not None
    return traced + kept
