"""The outcomes of the mutants as a table, and the survivors as entries for the list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit

from .trial import Outcome

__all__ = ["Row", "as_entry", "table"]

HEAD: Final = ("module", "mutants", "killed", "timed out", "equivalent", "survived", "score")
LINE: Final = "| {:<20} | {:>7} | {:>6} | {:>9} | {:>10} | {:>8} | {:>6} |".format
RULE: Final = ("-" * 20, *("-" * (width - 1) + ":" for width in (7, 6, 9, 10, 8, 6)))


class Row(NamedTuple):
    """The numbers of a module's mutants by outcome; *equivalent* counts the survivors that are listed."""

    module: str
    counts: Counter[Outcome | None]
    equivalent: int

    @property
    def line(self) -> str:
        """The row as a line; the score is the percentage of the noticeable mutants that were noticed."""
        killed, late = self.counts[Outcome.KILLED], self.counts[Outcome.TIMED_OUT]
        mutants = self.counts.total()
        possible = mutants - self.equivalent
        score = f"{100 * (killed + late) / possible:.1f}" if possible else "-"
        survived = possible - killed - late
        return LINE(self.module, mutants, killed, late, self.equivalent, survived, score)


def table(rows: Sequence[Row]) -> str:
    """A Markdown table that is also readable as text, with the sum of all rows at its end."""
    counts = sum((row.counts for row in rows), Counter[Outcome | None]())
    whole = Row("all", counts, sum(row.equivalent for row in rows))
    return "\n".join([LINE(*HEAD), LINE(*RULE), *(row.line for row in (*rows, whole))])


def as_entry(package: str, module: str, mutant: Edit) -> str:
    """A survivor, in the form of an entry for the list."""
    edit = json.dumps([mutant.within, mutant.before, mutant.after], ensure_ascii=False)
    key = f'"{module}"' if "." in module else module
    return f'[[{package}.{key}]]\nedit = {edit}\nreason = ""'
