"""A verdict on each sentence of chapter 6 that can be measured, with conditions that the figures must meet.

Texts and conditions, in verdicts.toml, name figures by paths. `insert/Slab` is Slab's time in the scenario `insert`,
divided by StableList's, and `particles/burst/Slab` is the same for the steps of a phase. A colon divides by something
else: `insert/Slab:Arena` by Arena's time, `particles/fading:before/Slab` by Slab's own time in another phase,
`meet:cross/Slab` by that in another scenario. `spike/Slab` is how much the worst step of a fading burst stands out, and
`late:insert/Slab` the 95th percentile of a repetition divided by its median. Several names, with commas, stand for the
range of their figures.
"""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from bench.parts import Figures
from bench.tables import markdown

from .measured import SPIKE, STABLE
from .tables import slowest, times

__all__ = ["VERDICTS", "Verdict", "holds", "table", "told", "values"]

LATE: Final = "late:"


class Verdict(NamedTuple):
    """What the thesis says, the verdict, what was found here, and the conditions under which this is true."""

    section: str
    sentence: str
    word: str
    found: str
    conditions: list[str]


def loaded() -> tuple[Verdict, ...]:
    """The verdicts of verdicts.toml."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["verdict"]
    return tuple(Verdict(**each) for each in tables)


VERDICTS: Final = loaded()
"""In the order of the sentences."""


def table(section: str, figures: Figures) -> str:
    """The verdicts on the sentences of a section."""
    rows = [
        [each.sentence, f"*{each.word}*", told(figures, each.found)]
        for each in VERDICTS
        if each.section == section
    ]
    head, _, *rest = markdown(["the thesis", "verdict", "here"], rows).splitlines()
    return "\n".join([head, "| :-- | :-- | :-- |", *rest])


def told(figures: Figures, text: str) -> str:
    """A text with its figures."""

    def shown(path: re.Match[str]) -> str:
        found = values(figures, path[1])
        low, high = times(min(found)), times(max(found))
        return low if low == high else f"{low} to {high}"

    return re.sub(r"\{(.*?)\}", shown, text)


def holds(figures: Figures, condition: str) -> bool:
    """Whether each part of a condition, figures or a number, is below the next one."""
    parts = [values(figures, part) for part in condition.split(" < ")]
    return all(max(low) < min(high) for low, high in pairwise(parts))


def values(figures: Figures, path: str) -> list[float]:
    """The figures of a path, or the number that it is."""
    what, slash, names = path.rpartition("/")
    if not slash:
        return [float(path)]
    return [value(figures, what, name) for name in names.split(",")]


def value(figures: Figures, what: str, name: str) -> float:
    """The figure of a path that names one container."""
    if what == SPIKE:
        return float(figures["phases"]["particles"][name][SPIKE])
    if what.startswith(LATE):
        scenarios = what.removeprefix(LATE).split(",")
        return max(slowest(figures, scenario, name) for scenario in scenarios)
    if ":" not in what + name:
        name = f"{name}:{STABLE}"
    (scenario, below), (phase, before), (one, other) = map(
        split, [*f"{what}/".split("/")[:2], name]
    )
    return amount(figures, scenario, phase, one) / amount(figures, below, before, other)


def split(part: str) -> tuple[str, str]:
    """What is divided, and what it is divided by.

    >>> split("fading:before"), split("Slab")
    (('fading', 'before'), ('Slab', 'Slab'))
    """
    one, _, other = part.partition(":")
    return one, other or one


def amount(figures: Figures, scenario: str, phase: str, name: str) -> float:
    """The time of a container in a scenario, or in one of its phases."""
    if phase:
        return float(figures["phases"][scenario][name][phase])
    return float(figures["times"][scenario][name][0])
