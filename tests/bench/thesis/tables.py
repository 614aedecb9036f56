"""The figures as Markdown tables, beside those of the thesis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bench.parts import Figures
from bench.tables import in_units, markdown

from .measured import SPIKE, STABLE
from .said import PEAKS, SAID, ratio, shown

__all__ = ["TABLES", "of", "ranked", "slowest", "times"]

NONE: Final = "-"

STATED: Final = [SAID[scenario][STABLE][0] for scenario in ("insert", "iterate", "cross")]
NANOSECONDS: Final = {"ms": 1e6, "µs": 1e3}
READINGS: Final = (
    ("ms", "one repetition", 1),
    ("ms", "all 100", 100),
    ("µs", "one repetition", 1),
    ("µs", "all 100", 100),
)
ELEMENTS: Final = 10_000
COMPARISONS: Final = 1_000 * 999
ALLOWED: Final = PEAKS[STABLE][0] * NANOSECONDS["µs"] / (ELEMENTS + 1)
"""In one step of 6.3, 10,001 particles are inserted and visited (nanoseconds for each)."""


def time(nanoseconds: float) -> str:
    """A time with its unit.

    >>> time(412_200), time(20)
    ('412 µs', '20 ns')
    """
    return in_units(nanoseconds / 1e9)


def strong(name: str) -> str:
    """The name of a container; StableList stands out."""
    return f"**{name}**" if name == STABLE else name


def times(ratio: float) -> str:
    """A ratio to StableList.

    >>> times(0.117), times(14.96)
    ('0.12', '15.0')
    """
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def of(figures: Figures, scenario: str, name: str) -> float:
    """The time of a container divided by StableList's."""
    found: float = figures["ratios"][scenario][name][1]
    return found


def ranked(figures: Figures, scenario: str, names: Sequence[str]) -> list[str]:
    """Containers from the slowest to the fastest."""
    return sorted(names, key=lambda name: -of(figures, scenario, name))


def slowest(figures: Figures, scenario: str, name: str) -> float:
    """The percentile 95 of the repetitions, divided by their median."""
    _, middle, high = figures["times"][scenario][name]
    return float(high / middle)


def with_range(ratios: Sequence[float]) -> str:
    """The median ratio of the rounds, and their range."""
    low, middle, high = map(times, ratios)
    return f"{middle} ({low} to {high})"


def row(figures: Figures, scenario: str, name: str) -> list[str]:
    """The time of a container, its slowest repetitions, and its ratio."""
    if name not in figures["times"][scenario]:
        return [NONE, NONE, NONE]
    middle = figures["times"][scenario][name][1]
    late = times(slowest(figures, scenario, name))
    return [time(middle), late, with_range(figures["ratios"][scenario][name])]


def basic(scenario: str, figures: Figures) -> str:
    """A scenario beside the thesis' figures, the fastest container first."""
    said = SAID[scenario]
    names = reversed(ranked(figures, scenario, [*figures["times"][scenario]]))
    head = ["", "time", "95 % / median", "ratio here", "thesis, ratio", "thesis, “ms”"]

    def cells(name: str) -> list[str]:
        thesis = shown(ratio(said, name), ".2f"), shown(said.get(name))
        return [*row(figures, scenario, name), *thesis]

    return markdown(head, [[strong(name), *cells(name)] for name in names])


def side_by_side(scenarios: Mapping[str, str], figures: Figures) -> str:
    """The times and ratios of several scenarios; the last one, which every container takes part in, gives the order."""
    *_, last = scenarios
    names = reversed(ranked(figures, last, [*figures["times"][last]]))
    head = ["", *(f"{title}, {what}" for title in scenarios.values() for what in ("time", "ratio"))]

    def cells(name: str) -> list[str]:
        return [cell for scenario in scenarios for cell in row(figures, scenario, name)[::2]]

    return markdown(head, [[strong(name), *cells(name)] for name in names])


def peaks(figures: Figures) -> str:
    """What a step takes in each phase (6.3), beside the highest step of the thesis."""
    found = figures["phases"]["particles"]
    names = sorted(found, key=lambda name: found[name]["burst"])
    phases = [phase for phase in found[STABLE] if phase != SPIKE]
    head = ["", *phases, SPIKE, "burst, ratio", "thesis, ratio", "thesis: peak, µs"]

    def cells(name: str) -> list[str]:
        spike, burst = found[name][SPIKE], found[name]["burst"] / found[STABLE]["burst"]
        thesis = shown(ratio(PEAKS, name), ".2f"), shown(PEAKS.get(name))
        return [time(found[name][phase]) for phase in phases] + [
            times(spike),
            times(burst),
            *thesis,
        ]

    return markdown(head, [[strong(name), *cells(name)] for name in names])


def room(figures: Figures) -> str:
    """The steps before the burst, in new containers and in those that have room for it."""
    new, roomy = (figures["phases"][each] for each in ("particles", "particles-with-room"))
    names = sorted(new, key=lambda name: roomy[name]["before"])
    rows = [
        [strong(name), time(new[name]["before"]), time(roomy[name]["before"])] for name in names
    ]
    return markdown(["", "new", "with room"], rows)


def after(figures: Figures) -> str:
    """Cross-iteration of what is left after a burst: the mean step of two phases, by both ways."""
    own, references = (figures["phases"][each] for each in ("meet-after", "meet-after-references"))
    names = sorted(references, key=lambda name: references[name]["in the end"])
    phases = ("right after", "in the end")

    def cells(name: str) -> list[str]:
        return [
            time(found[name][phase]) if name in found else NONE
            for found in (own, references)
            for phase in phases
        ]

    head = [f"{way}, {phase}" for way in ("own method", "references") for phase in phases]
    return markdown(["", *head], [[strong(name), *cells(name)] for name in names])


def units(figures: Figures) -> str:
    """What one operation takes if the thesis' figures of 6.1 and 6.2 are read in several ways."""
    readings = {
        f"{unit}, for {scope}": [NANOSECONDS[unit] / repetitions * each for each in STATED]
        for unit, scope, repetitions in READINGS
    }
    found = [figures["times"][scenario][STABLE][1] for scenario in ("insert", "iterate", "cross")]
    return markdown(
        ["", "an insertion and a visit", "6.3 allows at most", "one comparison in 6.2"],
        [
            [reading, time((insert + iterate) / ELEMENTS), time(ALLOWED), time(cross / COMPARISONS)]
            for reading, (insert, iterate, cross) in [*readings.items(), ("here", found)]
        ],
    )


def setting(figures: Figures) -> str:
    """The machine, the versions, and how much was measured."""
    known = dict(figures["setting"])
    known["elements"] = f"{known['elements']:,}"
    known["reading the clock"] = time(known.pop("clock"))
    return markdown(["what", "which"], [[name, f"{value}"] for name, value in known.items()])


TABLES: Final[Mapping[str, Callable[[Figures], str]]] = {
    "setting": setting,
    "units": units,
    "insert": partial(basic, "insert"),
    "room": partial(side_by_side, {"insert": "new", "insert-with-room": "with room"}),
    "iterate": partial(basic, "iterate"),
    "look_up": partial(basic, "look-up"),
    "remove": partial(basic, "remove"),
    "cross": partial(side_by_side, {"cross": "own method", "cross-references": "references"}),
    "particles": peaks,
    "before": room,
    "meet": partial(side_by_side, {"meet": "own method", "meet-references": "references"}),
    "after": after,
}
"""Every table of the page, by the name of its place."""
