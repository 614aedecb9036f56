"""The figures as Markdown tables: a row for each number, a column for each system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bench.tables import markdown

from .container import COMPARED, RELATIVES, VARIANTS
from .figures import SEEDS, Figures
from .worst import CELLS, SIZES

__all__ = ["TABLES", "shown", "worst_of"]


def shown(number: float) -> str:
    """A number as people read it.

    >>> shown(2062.63), shown(29.33), shown(0.0), shown(1.5), shown(110000)
    ('2,063', '29.3', '0', '1.5', '110,000')
    """
    if number >= 100 or number == int(number):
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}".rstrip("0").rstrip(".")


def numbers(figures: Figures, load: str, wanted: Sequence[str] = ()) -> str:
    """The numbers of a load, all or some."""
    found = figures["loads"][load]
    what = wanted or list(found[COMPARED[0]])
    return table((each, (shown(found[name][each]) for name in COMPARED)) for each in what)


def table(rows: Iterable[tuple[str, Iterable[str]]], names: Sequence[str] = COMPARED) -> str:
    """A table with these systems as columns."""
    return markdown(["", *names], [[what, *cells] for what, cells in rows])


def worst_of(figures: Figures, name: str, size: int) -> int:
    """The most that one operation costs in any of the families, for a size."""
    return max(int(family[name][str(size)]) for family in figures["worst"].values())


def worst(figures: Figures) -> str:
    """The worst single operation by size, and what the search found."""
    rows = [
        (f"{size:,} cells", [shown(worst_of(figures, name, size)) for name in COMPARED])
        for size in SIZES
    ]
    found = figures["searched"]
    searched = [f"{found[name]['bookkeeping']}" if name in found else "" for name in COMPARED]
    return table([(f"{CELLS} cells, found by search", searched), *rows])


def searched(figures: Figures) -> str:
    """How much was searched for the worst operation."""
    found = figures["searched"]
    rows = [
        (what, [f"{found[name][key]:,}" for name in VARIANTS])
        for what, key in (
            ("states", "states"),
            ("most bookkeeping of one operation", "bookkeeping"),
            ("most cells moved by one operation", "moved"),
        )
    ]
    return table(rows, VARIANTS)


def ends(figures: Figures) -> str:
    """How the load of 6.3 ends, over all seeds."""
    what = figures["ends"][str(SEEDS[0])][COMPARED[0]]
    return table((each, (spread(figures, name, each) for name in COMPARED)) for each in what)


def spread(figures: Figures, name: str, what: str) -> str:
    """The least and the most of a number over all seeds."""
    found = [figures["ends"][str(seed)][name][what] for seed in SEEDS]
    least, most = shown(min(found)), shown(max(found))
    return least if least == most else f"{least} to {most}"


def summary(figures: Figures) -> str:
    """The numbers that decide, side by side."""
    return table(summarised(figures))


def summarised(figures: Figures) -> Iterator[tuple[str, list[str]]]:
    """A row for each of them."""
    loads = figures["loads"]

    def of(load: str, what: str) -> list[str]:
        return [shown(loads[load][name][what]) for name in COMPARED]

    yield (
        "worst operation, 16,384 cells",
        [shown(worst_of(figures, name, SIZES[-1])) for name in COMPARED],
    )
    yield "bookkeeping of an operation, tide", of("tide", "bookkeeping of an operation")
    yield "cells of an iteration, tide", of("tide", "cells of an iteration")
    yield (
        "cells of an iteration, after a burst",
        [spread(figures, name, "cells of an iteration, afterwards") for name in COMPARED],
    )
    yield (
        "cells of an iteration, survivors",
        of("survivors", "cells of an iteration, as others come and go"),
    )


def relatives(figures: Figures) -> str:
    """Dyadic and skipping beside relatives that never truncate."""
    variants, others = ("dyadic", "first-free-skipping", "lifo-slab"), RELATIVES
    rows = [
        (
            f"{load}: {what}",
            [
                *(shown(figures["loads"][load][name][what]) for name in variants),
                *(shown(figures["relatives"][load][name][what]) for name in others),
            ],
        )
        for load, what in (
            ("particles", "cells of an iteration, before"),
            ("particles", "cells of an iteration, while it fades"),
            ("particles", "cells of an iteration, afterwards"),
            ("particles", "element space at the end"),
            ("tide", "cells of an iteration"),
            ("survivors", "cells of an iteration, as others come and go"),
            ("crossed", "a quarter left"),
        )
    ]
    return table(rows, (*variants, *others))


def times(figures: Figures) -> str:
    """How long a dyadic list takes where a StableList takes 1, by load and number of elements."""
    found = figures["times"]
    sizes = [*next(iter(found.values()))]
    rows = [[load, *(ratio(of[size]) for size in sizes)] for load, of in found.items()]
    return markdown(["", *(f"{int(size):,}" for size in sizes)], rows)


def ratio(quartiles: Sequence[float]) -> str:
    """A median, and where the middle half is; small ratios as fractions.

    >>> ratio([0.991, 1.02, 1.1]), ratio([0.00021, 0.00025, 0.1])
    ('1.02 (0.99 to 1.10)', '1/4,000 (1/4,762 to 0.10)')
    """
    low, middle, high = (
        f"{each:.2f}" if each >= 0.05 else f"1/{1 / each:,.0f}" for each in quartiles
    )
    return f"{middle} ({low} to {high})"


def timed(figures: Figures) -> str:
    """Where the times come from."""
    of = figures["timed"]
    rounds = ", ".join(f"{count} with {int(size):,}" for size, count in of["rounds"].items())
    return f"{of['machine']}; {of['system']}; {of['compiler']}. Rounds: {rounds} elements."


TABLES: Final[dict[str, Callable[[Figures], str]]] = {
    "summary": summary,
    "worst": worst,
    "searched": searched,
    "particles": lambda figures: numbers(figures, "particles"),
    "ends": ends,
    "tide": lambda figures: numbers(figures, "tide"),
    "survivors": lambda figures: numbers(figures, "survivors"),
    "straggler": lambda figures: numbers(figures, "straggler"),
    "basic": lambda figures: numbers(figures, "basic"),
    "crossed": lambda figures: numbers(figures, "crossed"),
    "memory": lambda figures: numbers(figures, "memory"),
    "relatives": relatives,
    "edge": lambda figures: numbers(figures, "edge"),
    "times": times,
    "timed": timed,
}
"""Every table of the page by the name of its place."""
