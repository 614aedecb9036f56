"""``python -m bench.variants``: every load and every worst case, as figures that do not depend on the machine.

The figures are exact, and the same in every run: the models count, and the seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.particles import STEPS
from bench.parts import Figures

from .container import ALL, COMPARED, SUMMARISED, WAYS
from .loads import LOADS, Numbers, particles
from .worst import FAMILIES, SIZES, searched

__all__ = ["FIGURES", "OF_MODES", "SEEDS", "STRIDE", "burst", "made", "names_of", "repartitioned"]

FIGURES: Final = Path("docs/variants/figures.json")
SEEDS: Final = (1, 2, 3)
"""The first seed is used for every load; the others for the end of the load of 6.3, which depends on chance."""
ENDS: Final = ("cells of an iteration, afterwards", "element space at the end", "worst operation")
OF_MODES: Final = ("memory", "edge")
"""The loads that compare modes of truncation."""
STRIDE: Final = 5
"""The number of steps that one point of a curve represents, by their longest iteration."""


def made(jobs: int) -> Figures:
    """Compute all figures; this takes some minutes."""
    with ProcessPoolExecutor(jobs) as pool:
        searches = pool.map(searched, ALL)
        bursts = pool.map(partial(burst, SEEDS[0]), ALL)
        again = {seed: pool.map(partial(burst, seed), SUMMARISED) for seed in SEEDS[1:]}
        loads = {load: pool.map(partial(loaded, load), names_of(load)) for load in LOADS}
        families = {family: pool.map(partial(grown, family), SUMMARISED) for family in FAMILIES}
        ways = pool.map(repartitioned, WAYS)
        first = beside(bursts)
        ends = {SEEDS[0]: {name: first[name] for name in SUMMARISED}} | {
            seed: beside(found, SUMMARISED) for seed, found in again.items()
        }
        return {
            "loads": {"particles": {name: numbers for name, (numbers, _) in first.items()}}
            | {load: beside(found, names_of(load)) for load, found in loads.items()},
            "ends": {
                str(seed): {
                    name: {what: numbers[what] for what in ENDS}
                    for name, (numbers, _) in of.items()
                }
                for seed, of in ends.items()
            },
            "worst": {family: beside(found, SUMMARISED) for family, found in families.items()},
            "searched": beside(each._asdict() for each in searches),
            "ways": beside(ways, WAYS),
            "courses": {name: first[name][1] for name in COMPARED},
        }


def names_of(load: str) -> Sequence[str]:
    """The systems that a load is given to: only the variants have modes."""
    return COMPARED if load in OF_MODES else ALL


def beside(found: Iterable[Any], names: Sequence[str] = ALL) -> dict[str, Any]:
    """The results of a search, by the names of the systems."""
    return dict(zip(names, found, strict=True))


def rounded(numbers: Numbers) -> Numbers:
    """Numbers, rounded to the number of digits that a table shows."""
    return {what: round(number, 2) for what, number in numbers.items()}


def loaded(load: str, name: str) -> Numbers:
    """The results of a load."""
    return rounded(LOADS[load](name, SEEDS[0]))


def burst(seed: int, name: str) -> tuple[Numbers, list[int]]:
    """The load of 6.3 with a seed: its results, and the longest iteration of each few steps."""
    numbers, cells = particles(name, seed)
    return rounded(numbers), [max(cells[at : at + STRIDE]) for at in range(0, STEPS, STRIDE)]


def repartitioned(way: str) -> dict[str, Numbers]:
    """What tells the ways of a deferred list apart: the load of 6.3, and the edge of a full space."""
    return {"particles": burst(SEEDS[0], way)[0], "edge": loaded("edge", way)}


def grown(family: str, name: str) -> dict[str, int]:
    """The worst operation of a family, by size."""
    return {str(size): FAMILIES[family](name, size) for size in SIZES}
