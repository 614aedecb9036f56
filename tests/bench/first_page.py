"""The README's table of ratios: both builds compared with dict, from the same figures as docs/performance.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from .figures import PERCENTILES, Figures
from .names import AFTERWARDS, DICT
from .tables import grouped, markdown, times

__all__ = ["README", "filled_in", "ratios"]

README: Final = Path("README.md")

OF_EVERY_SIZE: Final = {
    "`add`": "add",
    "`at`, key valid": "at hit",
    "`at`, key stale": "at stale",
    "`remove`": "remove",
    "iterate over the elements": "values",
}
"""The table shows the best and the worst ratio of all sizes."""

OF_ONE_SIZE: Final = {"iterate, burst of 10,000 gone": AFTERWARDS}

SIZE: Final = "10000"
MEDIAN: Final = PERCENTILES.index(50.0)


def filled_in(page: str, native: Figures, interpreted: Figures) -> str:
    """The README with the table of these figures."""
    return filled(page, {"ratios": lambda: ratios(native, interpreted)})


def ratios(native: Figures, interpreted: Figures) -> str:
    """StableList's time divided by dict's."""
    builds = {"native": native, "interpreted": interpreted}
    header = ["time divided by `dict`'s", *(f"{name} build" for name in builds)]
    rows = zip(labels(), *map(column, builds.values()), strict=True)
    return markdown(header, rows)


def labels() -> Iterator[str]:
    """The labels of the first column."""
    yield "numbers of elements"
    yield from (*OF_EVERY_SIZE, *OF_ONE_SIZE)


def column(figures: Figures) -> Iterator[str]:
    """The column of a build."""
    sizes = sorted(figures.ratios["add"], key=int)
    yield f"{grouped(sizes[0])} to {grouped(sizes[-1])}"
    for what in OF_EVERY_SIZE.values():
        yield span(medians(figures.ratios[what]))
    for what in OF_ONE_SIZE.values():
        yield times(figures.ratios[what][SIZE][DICT][MEDIAN])


def medians(of_size: Mapping[str, Mapping[str, Sequence[float]]]) -> list[float]:
    """The ratios of all sizes."""
    return [peers[DICT][MEDIAN] for peers in of_size.values()]


def span(values: Sequence[float]) -> str:
    """The range from the best to the worst.

    >>> span([0.5, 0.8, 0.4])
    '0.40 to 0.80'
    """
    return f"{times(min(values))} to {times(max(values))}"
