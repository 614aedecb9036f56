"""What became of the mutants, as a table; and what is to be done about the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from .mutants import Change, Unasked
from .trial import Outcome

__all__ = ["Row", "as_entry", "table", "total", "unasked"]


class Row(NamedTuple):
    """A module's mutants, counted."""

    module: str
    counts: Counter[Outcome | Unasked | None]
    equivalent: int

    @property
    def asked(self) -> int:
        """How many were put before the tests, or are still to be."""
        return self.counts.total() - sum(self.counts[reason] for reason in Unasked)

    @property
    def noticed(self) -> int:
        """How many the tests noticed."""
        return self.counts[Outcome.KILLED] + self.counts[Outcome.TIMED_OUT]

    @property
    def score(self) -> str:
        """How many of those that can be noticed are, in percent."""
        possible = self.asked - self.equivalent
        return f"{100 * self.noticed / possible:.1f}" if possible else "-"

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        survived = self.asked - self.noticed - self.equivalent
        counts = (
            self.asked,
            self.counts[Outcome.KILLED],
            self.counts[Outcome.TIMED_OUT],
            self.equivalent,
            survived,
        )
        return (self.module, *map(str, counts), self.score)


HEAD: Final = ("module", "mutants", "killed", "timed out", "equivalent", "survived", "score")


def total(name: str, rows: Iterable[Row]) -> Row:
    """All rows in one."""
    counts, equivalent = Counter[Outcome | Unasked | None](), 0
    for row in rows:
        counts += row.counts
        equivalent += row.equivalent
    return Row(name, counts, equivalent)


def table(rows: Sequence[Row]) -> str:
    """A table in Markdown, which is read as it stands as well."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ("-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:]))
    shown = [aligned(line, widths) for line in lines]
    return "\n".join([shown[0], aligned(rule, widths), *shown[1:]])


def aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """One line of a table."""
    first, *counts = zip(cells, widths, strict=True)
    texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in counts)]
    return f"| {' | '.join(texts)} |"


def unasked(row: Row) -> str:
    """How many were not put before the tests, and why."""
    parts = ", ".join(f"{row.counts[reason]} {reason}" for reason in Unasked)
    return f"not put before the tests: {parts}"


def as_entry(package: str, module: str, change: Change) -> str:
    """A survivor, in the form in which it would be listed."""
    fields = {**change._asdict(), "reason": ""}
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join([f"[[{package}.{module}]]", *lines])
