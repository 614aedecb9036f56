"""The figures as Markdown tables: a row for each number, a column for each system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bench.parts import Figures
from bench.tables import markdown

from .container import ALL, COMPARED, RELATIVES, SUMMARISED, WAYS
from .figures import SEEDS
from .loads import NEVER, SHORT_AGAIN
from .worst import SIZES

__all__ = ["TABLES", "TOGETHER", "shown", "worst_of"]


def shown(number: float) -> str:
    """A number as the tables show it.

    >>> shown(2062.63), shown(29.33), shown(0.0), shown(1.5), shown(110000)
    ('2,063', '29.3', '0', '1.5', '110,000')
    """
    if number >= 100 or number == int(number):
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}".rstrip("0").rstrip(".")


def numbers(figures: Figures, load: str) -> str:
    """The numbers of a load in which the variants differ."""
    found = figures["loads"][load]
    rows = [(each, [found[name][each] for name in COMPARED]) for each in found[COMPARED[0]]]
    return table((what, cells_of(what, row)) for what, row in rows if len({*row}) > 1)


def cells_of(what: str, row: Iterable[float]) -> Iterator[str]:
    """A row of numbers, one of which may say that something never happens.

    >>> [*cells_of(SHORT_AGAIN, [50, NEVER])], [*cells_of("cells", [NEVER])]
    (['50', 'never'], ['156'])
    """
    return ("never" if (what, each) == (SHORT_AGAIN, NEVER) else shown(each) for each in row)


def table(rows: Iterable[tuple[str, Iterable[str]]], names: Sequence[str] = COMPARED) -> str:
    """A table with these systems as columns."""
    return markdown(["", *names], [[what, *cells] for what, cells in rows])


def worst_of(figures: Figures, name: str, size: int) -> int:
    """The cost of the most expensive operation in any of the families, for a size."""
    return max(int(family[name][str(size)]) for family in figures["worst"].values())


def worst(figures: Figures) -> str:
    """The worst single operation by size."""
    return table(
        (f"{size:,} cells", [shown(worst_of(figures, name, size)) for name in COMPARED])
        for size in SIZES
    )


def searched(figures: Figures) -> str:
    """The most expensive operations in all small layouts."""
    found = figures["searched"]
    return merged(ALL, [(what, [f"{found[name][key]}" for name in ALL]) for what, key in SOUGHT])


SOUGHT: Final = (
    ("bookkeeping of one operation", "bookkeeping"),
    ("cells moved by one operation", "moved"),
    ("cells of an iteration, one element left", "one_left"),
    ("cells of an iteration, no element left", "none_left"),
)
"""Rows of what was searched for."""


def ends(figures: Figures) -> str:
    """The end of the load of 6.3, over all seeds."""
    what = figures["ends"][str(SEEDS[0])][COMPARED[0]]
    return table((each, (spread(figures, name, each) for name in COMPARED)) for each in what)


def spread(figures: Figures, name: str, what: str) -> str:
    """The least and the greatest value of a number over all seeds."""
    found = [figures["ends"][str(seed)][name][what] for seed in SEEDS]
    least, most = shown(min(found)), shown(max(found))
    return least if least == most else f"{least} to {most}"


def summary(figures: Figures) -> str:
    """The most important figures, side by side."""
    return table(summarised(figures), SUMMARISED)


def summarised(figures: Figures) -> Iterator[tuple[str, list[str]]]:
    """A row for each of the figures."""
    loads = figures["loads"]

    def of(load: str, what: str) -> list[str]:
        return [shown(loads[load][name][what]) for name in SUMMARISED]

    yield (
        "worst operation, 16,384 cells",
        [shown(worst_of(figures, name, SIZES[-1])) for name in SUMMARISED],
    )
    yield "bookkeeping of an operation, tide", of("tide", "bookkeeping of an operation")
    yield "cells of an iteration, tide", of("tide", "cells of an iteration")
    yield (
        "cells of an iteration, particles, afterwards",
        [spread(figures, name, "cells of an iteration, afterwards") for name in SUMMARISED],
    )
    yield (
        "cells of an iteration, survivors",
        of("survivors", "cells of an iteration, as others come and go"),
    )
    yield (
        "space (of the last three: memory) after the particles",
        of("particles", "element space at the end"),
    )


OF_WAYS: Final = (
    ("bookkeeping of an operation, particles", "particles", "bookkeeping of an operation"),
    ("worst operation, particles", "particles", "worst operation"),
    ("visits of a turn around 1,024 cells", "edge", "visits of a turn, iteration"),
    (
        "cells of an iteration, particles, afterwards",
        "particles",
        "cells of an iteration, afterwards",
    ),
    ("space after the particles", "particles", "element space at the end"),
)
"""The rows of the table of ways."""


def ways(figures: Figures) -> str:
    """The ways in which a deferred list finds its vacancies, beside each other."""
    found = figures["ways"]
    rows = [
        (title, [shown(found[way][load][what]) for way in WAYS]) for title, load, what in OF_WAYS
    ]
    return table(rows, ("walk", "scan", "lesser"))


TOGETHER: Final = ("stablelist", "first-free-skipping", "dyadic", *RELATIVES)
"""The containers that never truncate, and some of the variants."""

Row = tuple[str, str, str]
"""The title of a row, the load, and the number."""

VISITED: Final[tuple[Row, ...]] = (
    ("basic operations (6.1), half full", "basic", "cells of an iteration, half full"),
    ("cross-iteration (6.2), a quarter left", "crossed", "a quarter left"),
    ("particles (6.3), before the burst", "particles", "cells of an iteration, before"),
    ("particles, while it fades", "particles", "cells of an iteration, while it fades"),
    ("particles, afterwards", "particles", "cells of an iteration, afterwards"),
    (
        "particles, cross-iteration afterwards (6.4)",
        "particles",
        "cells of cross-iteration, afterwards",
    ),
    ("tide", "tide", "cells of an iteration"),
    ("survivors", "survivors", "cells of an iteration, as others come and go"),
)
"""Rows of visited cells."""
OTHER_COSTS: Final[tuple[Row, ...]] = (
    ("worst operation, particles", "particles", "worst operation"),
    ("moved by an insertion, basic operations", "basic", "moved by an insertion"),
    ("moved by a removal, basic operations", "basic", "moved by a removal"),
    ("moved by an operation, tide", "tide", "moved by an operation"),
    (
        "space, or memory if it never truncates, after the particles",
        "particles",
        "element space at the end",
    ),
    ("space, or memory if it never truncates, after the tide", "tide", "element space at the end"),
)
"""Rows of other costs."""


def visited(figures: Figures) -> str:
    """Visited cells of some variants and of containers that never truncate; the fewest of each load are bold."""
    return merged(TOGETHER, [(what, marked(each)) for what, each in chosen(figures, VISITED)])


def costs(figures: Figures) -> str:
    """Other costs of the same containers."""
    rows = chosen(figures, OTHER_COSTS)
    return merged(TOGETHER, [(what, [*map(shown, each)]) for what, each in rows])


def chosen(figures: Figures, rows: Iterable[Row]) -> Iterator[tuple[str, list[float]]]:
    """Rows of numbers, each with its title."""
    for title, load, what in rows:
        found = figures["loads"][load]
        yield title, [found[name][what] for name in TOGETHER]


def marked(numbers: Sequence[float]) -> list[str]:
    """Numbers as the tables show them, the smallest bold.

    >>> marked([32, 26.9, 10032])
    ['32', '**26.9**', '10,032']
    """
    least = min(numbers)
    return [f"**{shown(each)}**" if each == least else shown(each) for each in numbers]


def merged(names: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """A table in which systems with the same figures share a column.

    >>> print(merged(["x", "y", "z"], [("cells", ["5", "7", "5"]), ("moved", ["0", "0", "0"])]))
    |  | x, z | y |
    | :-- | --: | --: |
    | cells | 5 | 7 |
    | moved | 0 | 0 |
    """
    columns = dict[tuple[str, ...], list[str]]()
    for name, *column in zip(names, *(cells for _, cells in rows), strict=True):
        columns.setdefault(tuple(column), []).append(name)
    heads = [", ".join(alike) for alike in columns.values()]
    return table(zip((what for what, _ in rows), zip(*columns, strict=True), strict=True), heads)


TABLES: Final[dict[str, Callable[[Figures], str]]] = {
    "summary": summary,
    "worst": worst,
    "ways": ways,
    "searched": searched,
    "particles": lambda figures: numbers(figures, "particles"),
    "ends": ends,
    "tide": lambda figures: numbers(figures, "tide"),
    "survivors": lambda figures: numbers(figures, "survivors"),
    "straggler": lambda figures: numbers(figures, "straggler"),
    "basic": lambda figures: numbers(figures, "basic"),
    "crossed": lambda figures: numbers(figures, "crossed"),
    "memory": lambda figures: numbers(figures, "memory"),
    "visited": visited,
    "costs": costs,
    "edge": lambda figures: numbers(figures, "edge"),
}
"""Every table of the page, by the name of its place."""
