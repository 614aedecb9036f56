"""``python -m stablelist_proofs.criteria.table``: table 3.2 of the thesis, derived from the models.

`make table` prints it. docs/comparison.md has the same text between its marks, which a test compares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_proofs.marked import filled
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

from .confusion import Confusion, Severity, narrowest
from .findings import Burst, Findings, findings
from .releases import RELEASES
from .sorting import Sorting
from .thesis import CONDITIONS, EXPLAINED, ROWS, Criterion, Row

__all__ = ["PAGE", "Cell", "cells", "contents", "decided", "main"]

PAGE: Final = Path("docs/comparison.md")
HEADER: Final = ("insertion, removal, access", "reuses space", "ABA", "truncates", "sorts")
"""The criteria that are decided from behaviour, in the order of the columns."""
COLUMNS: Final = dict(
    zip(("access", "reuse", "immunity", "truncation", "sorting"), HEADER, strict=True)
)
"""The column of each criterion."""


class Cell(NamedTuple):
    """One cell: the result of the thesis, that of the models, and what this holds for."""

    criterion: Criterion
    thesis: str
    model: str
    condition: str = ""

    @property
    def differs(self) -> bool:
        """Whether the two differ."""
        return self.thesis != self.model

    def __str__(self) -> str:
        """The models' result, with a mark if it has a condition; if the thesis differs, its result as well."""
        model = f"{self.model} †" if self.condition else self.model
        return f"**{model}** (thesis: {self.thesis})" if self.differs else model


@cache
def decided(name: str) -> tuple[Findings, ...]:
    """The findings of a row, one for each of its configurations."""
    row = next(row for row in ROWS if row.name == name)
    system = SYSTEMS[row.system]
    return tuple(findings(system, configured(system, options)) for options in row.options)


def configured(system: System, options: Mapping[str, str]) -> object:
    """The default configuration with some options replaced by members of enumerations."""
    usual = system.configuration()
    return system.configuration(
        **{name: type(getattr(usual, name))(value) for name, value in options.items()}
    )


def cells(row: Row) -> tuple[Cell, ...]:
    """The cells of a row that are decided from behaviour."""
    found = decided(row.name)
    severities = {each.severity for one in found for each in one.confusions}
    immunity = ", ".join(each for each in Severity if each in severities) or str(Severity.IMMUNE)
    truncates = any(one.burst is not None and one.burst.truncates for one in found)
    sorts = all(one.sorting is not None and one.sorting.sorts for one in found)
    decisions = {
        "access": (yes(row.access), yes(all(one.accesses for one in found))),
        "reuse": (yes(row.reuse), yes(all(one.reuses for one in found))),
        "immunity": (row.immunity, immunity),
        "truncation": (yes(row.truncation), yes(truncates)),
        "sorting": (yes(row.sorts), yes(sorts)),
    }
    return tuple(
        Cell(criterion, thesis, model, CONDITIONS.get((row.name, criterion), ""))
        for criterion, (thesis, model) in decisions.items()
    )


def yes(holds: bool) -> str:
    """The word for a yes or a no."""
    return "yes" if holds else "no"


# --- What the page shows --------------------------------------------------------------------------


def contents() -> Mapping[str, Callable[[], str]]:
    """The content of each marked place of the page."""
    return {
        "derived": derived,
        "explained": explained,
        "conditions": conditions,
        "confusions": confusions,
        "sorted": sorted_rows,
        "bursts": bursts,
        "others": others,
        "releases": releases,
    }


def derived() -> str:
    """Table 3.2, as far as it is decided from behaviour."""
    return table(("container", *HEADER), *((row.name, *map(str, cells(row))) for row in ROWS))


def explained() -> str:
    """Every difference, with its explanation; rows with the same one share a line."""
    names = dict[tuple[Criterion, str], list[str]]()
    for row in ROWS:
        for cell in cells(row):
            if cell.differs:
                why = cell.criterion, EXPLAINED[row.name, cell.criterion]
                names.setdefault(why, []).append(row.name)
    return "\n".join(
        f"- {' and '.join(of)}, {COLUMNS[criterion]}: {why}"
        for (criterion, why), of in names.items()
    )


def conditions() -> str:
    """What each marked cell holds for."""
    return "\n".join(
        f"- {row.name}, {COLUMNS[cell.criterion]}: *{cell.model}* {cell.condition}"
        for row in ROWS
        for cell in cells(row)
        if cell.condition
    )


def confusions() -> str:
    """The shortest program after which a key finds something unexpected."""
    rows = (
        (row.name, confusion.severity, f"`{confusion.program}`", told(confusion))
        for row in ROWS
        for confusion in shortest(decided(row.name))
    )
    narrow = (
        (row.name, narrow_ids(one.system), f"`{one.narrow.program}`", told(one.narrow))
        for row in ROWS
        for one in decided(row.name)
        if one.narrow is not None and not one.confusions
    )
    return table(("container", "confusion", "shortest program", "then"), *rows, *narrow)


def narrow_ids(system: System) -> str:
    """The narrowest ids of a system, in words.

    >>> narrow_ids(SYSTEMS["stablelist"])
    'with ids of 1 bit'
    """
    bits: int = narrowest(system.configuration()).id_bits
    return f"with ids of {bits} bit" + "s" * (bits > 1)


def shortest(found: Iterable[Findings]) -> Iterator[Confusion]:
    """The shortest confusion of each severity, in any configuration."""
    every = [each for one in found for each in one.confusions]
    for severity in Severity:
        some = [each for each in every if each.severity is severity]
        if some:
            yield min(some, key=lambda each: each.program.count(" "))


def told(confusion: Confusion) -> str:
    """What a key finds, in words."""
    found = "nothing" if confusion.found is None else f"element {confusion.found}"
    return f"key {confusion.number} finds {found}"


def sorted_rows() -> str:
    """What keys find after a sort, of the containers that can be sorted."""
    rows = (
        (row.name, f"`{one.sorting.operation}`", *after_sort(one.sorting))
        for row in ROWS
        for one in decided(row.name)[-1:]
        if one.sorting is not None
    )
    return table(("container", "operation", "keys find", "shortest program", "then"), *rows)


def after_sort(sorting: Sorting) -> tuple[str, str, str]:
    """What keys find after a sort, and the shortest program that shows it."""
    if sorting.confusion is None:
        return "their own elements", "-", "-"
    return "other elements", f"`{sorting.confusion.program}`", told(sorting.confusion)


def bursts() -> str:
    """The space before and after a burst."""
    header = (
        "container",
        "at the height",
        "oldest left",
        "oldest left, youngest removed first",
        "youngest left",
        "visited by an iteration",
    )
    rows = ((row.name, *spaces(one.burst)) for row in ROWS for one in decided(row.name)[-1:])
    return table(header, *rows)


def spaces(burst: Burst | None) -> tuple[str, ...]:
    """The numbers of a burst."""
    return (
        ("-",) * len(Burst._fields)
        if burst is None
        else tuple("-" if n is None else str(n) for n in burst)
    )


def others() -> str:
    """The same for systems that the thesis does not compare."""
    compared = {row.system for row in ROWS}
    rows = []
    for system in SYSTEMS.values():
        if system.exact and system.name not in compared and system.family is POOL:
            one = findings(system)
            truncates = one.burst is not None and one.burst.truncates
            sorts = one.sorting is not None and one.sorting.sorts
            space = (yes(bool(one.reuses)), one.severity, yes(truncates))
            rows.append((system.name, yes(one.accesses), *space, yes(sorts)))
    return table(("system", *HEADER), *rows)


def releases() -> str:
    """The cells that the releases decide."""
    header = (
        "container",
        "release",
        "changes two elements at once",
        "method that sorts",
        "safe Rust",
    )
    return table(header, *map(released, ROWS))


def released(row: Row) -> tuple[str, ...]:
    """The cells of a row, in bold where the thesis differs."""
    release = RELEASES[row.name]
    place = release.place
    safe = row.safe if place is None else place.safe
    return (
        row.name,
        release.crate,
        beside(release.cross, row.cross, bool(release.cross)),
        f"`{release.sorts}`" if release.sorts else "none",
        beside(yes(safe), row.safe, safe) + (f": {place}" if place else " (quoted)"),
    )


def beside(word: str, thesis: bool, found: bool) -> str:
    """A result; if the thesis differs, its result as well."""
    return word if thesis is found else f"**{word}** (thesis: {yes(thesis)})"


def table(*rows: Iterable[str]) -> str:
    """A table whose first row is its header, with columns of even width."""
    lines = [tuple(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    header, *rest = (
        "| "
        + " | ".join(word.ljust(width) for word, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    )
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([header, rule, *rest])


def main() -> int:
    """Print the tables, and write them into the page."""
    made = contents()
    print("\n\n".join(content() for content in made.values()))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
