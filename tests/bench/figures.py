"""From times to figures: medians, spreads, ratios, and how costs grow.

A ratio is StableList's time divided by the peer's *in the same repetition*; the page shows the median of these ratios.
Below 1, StableList is faster.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Final

from .names import (
    AFTERWARDS,
    COLLIDERS,
    CROSSED,
    DICT,
    OPERATIONS,
    PIVOTS,
    SPARSE,
    STABLE,
    STEP,
    STEPPED,
    TRAVERSE,
    WIDE,
)

__all__ = [
    "GONE",
    "PERCENTILES",
    "STRIDE",
    "Figures",
    "Repetitions",
    "Table",
    "best_form",
    "figures",
    "growth",
    "load",
    "longest",
    "percentiles",
    "save",
]

PERCENTILES: Final = (2.5, 25.0, 50.0, 75.0, 97.5)
"""The bands of the thesis' figures, which contain 95 % and 50 % of the measurements, and the median."""

GONE: Final = 151
"""The first step in which no particle of the burst is left."""

STRIDE: Final = 5
"""The number of consecutive steps of which only the longest is kept."""

DIGITS: Final = 4
"""The number of significant digits that are kept."""

Repetitions = Mapping[tuple[str, str, str], Sequence[Sequence[float]]]
"""Times by operation, size and peer: for each repetition one time, or one for each step."""

Table = dict[str, dict[str, dict[str, list[float]]]]
"""Memory by operation, size and peer."""


@dataclass(frozen=True)
class Figures:
    """The results of a run, from which the page is made."""

    setting: dict[str, str]
    """The machine, Python, the build."""
    versions: dict[str, str]
    """The versions of the packages that were compared."""
    plan: dict[str, int]
    """How many repetitions the figures come from."""
    times: Table
    """Percentiles of seconds."""
    ratios: Table
    """Percentiles of StableList's time divided by the peer's."""
    variants: Table
    """The same for its variants: with ids of 64 bits, and `pivots` for a cross-iteration."""
    steps: dict[str, dict[str, list[float]]]
    """By scenario and peer: the median time of a step, in seconds; only the longest of each five steps is kept."""
    exponents: dict[str, dict[str, list[float]]]
    """By operation and peer: the exponent of growth and its residual, as `growth` returns them."""
    memory: dict[str, dict[str, list[float | None]]]
    """By peer and size: bytes as in `memory.Bytes`."""


def save(figures: Figures, file: Path) -> None:
    """Write the figures as JSON, with a line for each size and each row of steps."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(figures), indent=1, separators=(", ", ": "), ensure_ascii=False)
    text = re.sub(r"\n( {4,}|   (?=[]}]))", "", text).replace(", \n", ",\n")
    file.write_text(text + "\n", encoding="utf-8")


def load(file: Path) -> Figures:
    """Read what `save` has written."""
    return Figures(**json.loads(file.read_text(encoding="utf-8")))


def figures(
    repetitions: Repetitions,
    setting: dict[str, str],
    versions: dict[str, str],
    plan: dict[str, int],
    memory: dict[str, dict[str, list[float | None]]],
) -> Figures:
    """Compute all figures from the repetitions."""
    stepped = {key: them for key, them in repetitions.items() if key[0] in STEPPED}
    single = {key: [whole(key[0], one) for one in them] for key, them in repetitions.items()}
    return Figures(
        setting=setting,
        versions=versions,
        plan=plan,
        times=table((key, percentiles(times)) for key, times in single.items()),
        ratios=table(ratios(single, STABLE, TRAVERSE)),
        variants=table(ratios(single, WIDE, PIVOTS)),
        steps=medians_of_steps(stepped),
        exponents=exponents(single),
        memory=memory,
    )


def whole(what: str, times: Sequence[float]) -> float:
    """The time of a repetition; for iterations after a step, the mean of those after the burst."""
    return fmean(times[GONE - 1 :]) if what == AFTERWARDS else sum(times)


def percentiles(values: Sequence[float]) -> list[float]:
    """The values at each of PERCENTILES, linear in between.

    >>> percentiles([1.0, 2.0, 3.0, 4.0, 5.0])
    [1.1, 2.0, 3.0, 4.0, 4.9]
    """
    ordered = sorted(values)
    return [significant(at(ordered, percent / 100 * (len(ordered) - 1))) for percent in PERCENTILES]


def at(ordered: Sequence[float], place: float) -> float:
    """The value at a place, which may lie between two values."""
    below, share = math.floor(place), place - math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] * (1 - share) + ordered[above] * share


def significant(value: float) -> float:
    """Round to the significant digits.

    >>> significant(123456.0), significant(0.00012345678)
    (123500.0, 0.0001235)
    """
    return float(f"{value:.{DIGITS}g}")


def table(rows: Iterable[tuple[tuple[str, str, str], list[float]]]) -> Table:
    """The rows as nested dictionaries."""
    nested: Table = {}
    for (what, size, peer), values in sorted(rows):
        nested.setdefault(what, {}).setdefault(size, {})[peer] = values
    return nested


def ratios(
    single: Mapping[tuple[str, str, str], list[float]], usual: str, crossing: str
) -> Iterator[tuple[tuple[str, str, str], list[float]]]:
    """StableList's time divided by each other container's, for every repetition in which both were measured."""
    for (what, size, peer), theirs in single.items():
        ours = single.get((what, size, crossing if what in {COLLIDERS, CROSSED} else usual))
        if ours is not None:
            yield (
                (what, size, peer),
                percentiles([one / other for one, other in zip(ours, theirs, strict=True)]),
            )


def medians_of_steps(stepped: Repetitions) -> dict[str, dict[str, list[float]]]:
    """The median time of the longest of five steps, by scenario and peer."""
    found: dict[str, dict[str, list[float]]] = {STEP: {}, AFTERWARDS: {}, CROSSED: {}}
    for (what, _size, peer), repetitions in sorted(stepped.items()):
        steps = zip(*repetitions, strict=True)
        found[what][peer] = longest([significant(median(times)) for times in steps])
    return found


def longest(steps: Sequence[float]) -> list[float]:
    """The longest of each five steps, by their numbers: of 1 to 4, of 5 to 9, of 10 to 14, and so on.

    >>> longest([7.0, 2.0, 2.0, 2.0, 3.0, 4.0])
    [7.0, 4.0]
    """
    numbered = [0.0, *steps]
    return [max(numbered[first : first + STRIDE]) for first in range(0, len(numbered), STRIDE)]


def exponents(
    single: Mapping[tuple[str, str, str], list[float]],
) -> dict[str, dict[str, list[float]]]:
    """How the time of an operation on all elements grows with the number of elements."""
    points: defaultdict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for (what, size, peer), times in single.items():
        if what in OPERATIONS and what != SPARSE:
            points[what, peer].append((float(size), float(size) * median(times)))
    found: dict[str, dict[str, list[float]]] = {}
    for (what, peer), them in sorted(points.items()):
        found.setdefault(what, {})[peer] = [significant(value) for value in growth(them)]
    return found


def growth(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The exponent of the power that fits best, and by which factor the points miss it.

    Least squares on the logarithms. The factor is the root mean square distance: 1.1 means that the
    points lie 10 % off.

    >>> growth([(10, 30.0), (100, 300.0), (1000, 3000.0)])
    (1.0, 1.0)
    """
    logs = [(math.log(size), math.log(time)) for size, time in points]
    x, y = fmean(size for size, _ in logs), fmean(time for _, time in logs)
    slope = sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
    misses = fmean((b - y - slope * (a - x)) ** 2 for a, b in logs)
    return round(slope, 4), round(math.exp(math.sqrt(misses)), 4)


def best_form(times: Mapping[str, Sequence[float]], peer: str = DICT) -> str:
    """The fastest way to cross-iterate a peer, by the median."""
    middle = PERCENTILES.index(50.0)
    forms = [form for form in times if form.startswith(f"{peer}: ")]
    return min(forms, key=lambda form: times[form][middle])
