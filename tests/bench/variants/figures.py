"""``python -m bench.variants``: every load and every worst case, as figures that do not depend on the machine.

The figures are exact, and the same in every run: the models count, and the seeds are fixed.
"""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.particles import STEPS

from .container import COMPARED, VARIANTS
from .loads import LOADS, Numbers, particles, steps
from .worst import FAMILIES, SIZES, searched

__all__ = ["FIGURES", "SEEDS", "STRIDE", "course", "load", "made", "save"]

FIGURES: Final = Path("docs/variants/figures.json")
SEED: Final = 1
SEEDS: Final = (1, 2, 3, 4, 5)
"""For what depends on chance: how the load of 6.3 ends."""
STRIDE: Final = 5
"""A point of a curve stands for so many steps: their longest iteration."""

Figures = dict[str, Any]


def made(jobs: int) -> Figures:
    """All figures; takes some minutes."""
    with ProcessPoolExecutor(jobs) as pool:
        loads = {load: pool.map(partial(loaded, load), COMPARED) for load in LOADS}
        ends = {seed: pool.map(partial(ended, seed), COMPARED) for seed in SEEDS}
        families = {family: pool.map(partial(grown, family), COMPARED) for family in FAMILIES}
        courses, searches = pool.map(course, COMPARED), pool.map(searched, VARIANTS)
        return {
            "loads": {load: beside(found) for load, found in loads.items()},
            "ends": {str(seed): beside(found) for seed, found in ends.items()},
            "worst": {family: beside(found) for family, found in families.items()},
            "searched": dict(zip(VARIANTS, (each._asdict() for each in searches), strict=True)),
            "courses": beside(courses),
        }


def beside(found: Any) -> dict[str, Any]:
    """What was found, by the names of the systems."""
    return dict(zip(COMPARED, found, strict=True))


def loaded(load: str, name: str) -> Numbers:
    """The numbers of a load, rounded to what a table shows."""
    return {what: round(number, 2) for what, number in LOADS[load](name, SEED).items()}


def ended(seed: int, name: str) -> Numbers:
    """How the load of 6.3 ends, with some seed."""
    found = particles(name, seed)
    wanted = ("cells of an iteration, afterwards", "element space at the end", "worst operation")
    return {what: round(found[what], 2) for what in wanted}


def grown(family: str, name: str) -> dict[str, int]:
    """The worst operation of a family, by size."""
    return {str(size): FAMILIES[family](name, size) for size in SIZES}


def course(name: str) -> list[int]:
    """The longest iteration of each few steps of 6.3."""
    cells = [visited for _, visited in steps(name, SEED)]
    return [max(cells[step : step + STRIDE]) for step in range(0, STEPS, STRIDE)]


def save(figures: Figures, file: Path) -> None:
    """Write figures, one line for each system of a load."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        f'"{part}": {{\n'
        + ",\n".join(f' "{name}": {json.dumps(of)}' for name, of in within.items())
        + "\n}"
        for part, within in figures.items()
    ]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def load(file: Path) -> Figures:
    """Read figures."""
    figures: Figures = json.loads(file.read_text("utf-8"))
    return figures
