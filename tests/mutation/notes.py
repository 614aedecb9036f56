"""The verdict on each mutant of a module, recorded until the module's source changes.

An interrupted run continues where it stopped. Survivors are judged again in each run, because tests may have been
added since; mutants that were killed are not.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from stablelist_proofs.edits import Edit

from .equivalents import listed
from .mutants import mutants
from .packages import Package
from .table import Row, as_entry
from .trial import Outcome, Verdict

__all__ = ["Notes"]


class Notes:
    """The mutants of one module and their verdicts: a file with a line of JSON for each verdict."""

    def __init__(self, package: Package, module: str, folder: Path) -> None:
        self.package, self.module = package, module
        self.source = package.path(module).read_text(encoding="utf-8")
        self.mutants = mutants(self.source)
        self.listed = listed(package.name, module)
        digest = sha256(self.source.encode()).hexdigest()[:12]
        self.path = folder / package.name / f"{module}-{digest}.jsonl"
        self.known = self.read()

    def read(self) -> dict[Edit, Verdict]:
        """The last verdict on each mutant; incomplete lines are ignored."""
        known: dict[Edit, Verdict] = {}
        for line in (
            self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ()
        ):
            with suppress(json.JSONDecodeError):
                within, before, after, outcome, by = json.loads(line)
                edit = Edit(within=within, before=before, after=after)
                known[edit] = Verdict(Outcome(outcome), by)
        return known

    def note(self, mutant: Edit, verdict: Verdict) -> None:
        """Record the outcome of a mutant."""
        self.known[mutant] = verdict
        line = [mutant.within, mutant.before, mutant.after, verdict.outcome, verdict.by]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def outcome(self, mutant: Edit) -> Outcome | None:
        """The outcome of a mutant, if it is recorded."""
        verdict = self.known.get(mutant)
        return verdict and verdict.outcome

    def survived(self, mutant: Edit) -> bool:
        """Whether no test noticed the mutant."""
        return self.outcome(mutant) is Outcome.SURVIVED

    def waiting(self) -> list[Edit]:
        """The mutants without a verdict, and then the survivors that are not listed."""
        unjudged = [mutant for mutant in self.mutants if mutant not in self.known]
        survivors = [mutant for mutant in self.mutants if self.survived(mutant)]
        return unjudged + [mutant for mutant in survivors if mutant not in self.listed]

    def wrong(self) -> list[str]:
        """The survivors that are not listed, and the listed mutants that did not survive."""
        return [
            self.complaint(mutant)
            for mutant in self.mutants
            if self.survived(mutant) != (mutant in self.listed)
        ]

    def complaint(self, mutant: Edit) -> str:
        """What is wrong with a mutant, followed by the entry that lists it, or would list it."""
        entry = as_entry(self.package.name, self.module, mutant)
        noticed = f"listed, but noticed by {self.known[mutant].by}"
        return f"# {noticed if mutant in self.listed else 'survived'}\n{entry}"

    def row(self) -> Row:
        """The numbers of mutants, by outcome."""
        counts = Counter(map(self.outcome, self.mutants))
        equivalent = sum(self.survived(mutant) for mutant in self.mutants if mutant in self.listed)
        return Row(self.module, counts, equivalent)
