"""The results as tables: for a terminal, and for the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import median
from typing import Final

from .hunt import NOT_FOUND, Budget
from .results import VERIFY, Hunt, Spread, Summary, summary
from .rows import defects
from .ways import WAYS

__all__ = [
    "NAMES",
    "by_defect",
    "in_short",
    "measured",
    "of_defects",
    "overall",
    "seconds",
    "sound",
    "vain",
]

NAMES: Final = {
    "kit": "this kit",
    "swarm": "its swarm",
    "machine": "Hypothesis",
    "words": "random words",
}
"""How tables call the ways."""
Summaries = Mapping[str, Mapping[str, Summary]]
"""By the name of the port, and by the way."""


def summaries(hunts: Sequence[Hunt]) -> Summaries:
    """The hunts of each port by each way, in the order in which they were made."""
    some: dict[str, dict[str, list[Hunt]]] = {}
    for each in hunts:
        if each.way != VERIFY:
            some.setdefault(each.port, {}).setdefault(each.way, []).append(each)
    return {
        port: {way: summary([one.caught for one in found]) for way, found in ways.items()}
        for port, ways in some.items()
    }


def of_defects(hunts: Sequence[Hunt]) -> list[Hunt]:
    """The hunts of releases with a defect."""
    known = {each.port for each in defects()}
    return [each for each in hunts if each.port in known]


def compared(hunts: Sequence[Hunt]) -> Summaries:
    """The ports that were hunted by every way; a run may have been interrupted."""
    return {
        port: ways
        for port, ways in summaries(of_defects(hunts)).items()
        if ways.keys() >= WAYS.keys()
    }


def in_short(budget: Budget, hunts: Sequence[Hunt]) -> str:
    """A line for each port, for a terminal."""
    rows = [["", *NAMES.values()]]
    for port, ways in summaries(hunts).items():
        rows.append([port, *(typical(ways[way]) if way in ways else "" for way in WAYS)])
    head = f"median of operations, within {budget.operations:,} and {budget.seconds:g} s of processor time:"
    lines = [f"{port:58}" + "".join(f"{each:>14}" for each in cells) for port, *cells in rows]
    return "\n".join([head, *lines])


def typical(summary: Summary) -> str:
    """The median of the operations, or how many hunts found something."""
    few = f"{summary.found} of {summary.hunts}"
    return few if summary.operations.median is None else f"{summary.operations.median:,}"


def whole(summary: Summary, spread: Spread, form: str) -> str:
    """The median, and the worst, or how many hunts found something if not all did.

    >>> nine = Summary(9, 10, Spread(1_234, None), Spread(0.5, None))
    >>> whole(nine, nine.operations, ","), whole(nine, Spread(0.5, 1.25), ".2f")
    ('1,234 (9 of 10)', '0.50 (1.25)')
    """
    few = f"{summary.found} of {summary.hunts}"
    if spread.median is None:
        return few
    worst = few if spread.worst is None else format(spread.worst, form)
    return f"{spread.median:{form}} ({worst})"


def table(head: Sequence[str], names: int, rows: Sequence[Sequence[str]]) -> str:
    """A table whose first columns are names, and whose others are numbers."""
    rule = ["---"] * names + ["---:"] * (len(head) - names)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))


def measured(budget: Budget, hunts: Sequence[Hunt]) -> str:
    """What was measured."""
    made = of_defects(hunts)
    found = sum(each.caught.found != NOT_FOUND for each in made)
    ports, seeds = {each.port for each in made}, {each.seed for each in made}
    languages = {each.language for each in defects() if each.port in ports}
    return (
        f"*Measured* with `make zoo`: {len(ports)} defects of releases in {len(languages)} languages, "
        f"by {len(WAYS)} ways with {len(seeds)} seeds: {len(made):,} hunts, of which {found:,} found something. "
        f"A hunt ended after {budget.operations:,} operations, or after {budget.seconds:g} seconds of processor time."
    )


def overall(hunts: Sequence[Hunt]) -> str:
    """How many defects each way finds: of all, and of those that the projects know."""
    found, known = compared(hunts), {each.port for each in defects() if each.known}
    kinds = {"": {*found}, ", known to the project": known}
    rows = [
        counts(NAMES[way] + kind, [ways[way] for port, ways in found.items() if port in ports])
        for kind, ports in kinds.items()
        for way in WAYS
    ]
    return table(["", "defects", "every seed", "some", "none", "operations", "seconds"], 1, rows)


def vain(hunts: Sequence[Hunt]) -> str:
    """The operations of hunts that found nothing, by each way."""
    lost = [each for each in of_defects(hunts) if each.caught.found == NOT_FOUND]
    middles = [
        f"{median(operations):,.0f} by {NAMES[way]}"
        for way in WAYS
        if (operations := [each.caught.operations for each in lost if each.way == way])
    ]
    return f"In the median, a hunt that found nothing made {', '.join(middles)}."


def counts(name: str, some: Sequence[Summary]) -> list[str]:
    """The row of a way: how many defects it finds, and the medians of the medians."""
    every = sum(each.found == each.hunts for each in some)
    none = sum(each.found == 0 for each in some)
    numbers = (len(some), every, len(some) - every - none, none)
    operations = middle([each.operations.median for each in some], ",.0f")
    seconds = middle([each.seconds.median for each in some], ".2f")
    return [name, *map(str, numbers), operations, seconds]


def middle(medians: Sequence[float | None], form: str) -> str:
    """The median of some medians; nothing is worse than anything.

    >>> middle([3, None, 5], ",.0f"), middle([3, None, None], ",.0f")
    ('5', 'none')
    """
    found = median(inf if each is None else each for each in medians)
    return "none" if found == inf else format(found, form)


def by_defect(hunts: Sequence[Hunt]) -> str:
    """The operations until each defect is found by each way."""
    return each_defect(hunts, lambda found: whole(found, found.operations, ","))


def seconds(hunts: Sequence[Hunt]) -> str:
    """The seconds until each defect is found by each way."""
    return each_defect(hunts, lambda found: whole(found, found.seconds, ".2f"))


def each_defect(hunts: Sequence[Hunt], cell: Callable[[Summary], str]) -> str:
    """A table of all defects and all ways."""
    found = compared(hunts)
    rows = [
        [
            each.port,
            f"{each.language}, {each.system}",
            *(cell(found[each.port][way]) for way in WAYS),
        ]
        for each in defects()
        if each.port in found
    ]
    return table(["release", "language, system", *NAMES.values()], 2, rows)


def sound(hunts: Sequence[Hunt]) -> str:
    """The releases without a known defect, what they were asked, and what the other ways found in them."""
    found = {each[:2]: each.caught.found for each in hunts}
    rows = [
        [
            each.port,
            each.caught.found,
            *(found.get((each.port, way), "") for way in WAYS),
            f"{each.caught.operations:,}",
        ]
        for each in hunts
        if each.way == VERIFY
    ]
    return table(["release", "outcome", *NAMES.values(), "operations"], 6, rows)
