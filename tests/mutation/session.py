"""What is known of each mutant of a module: a session of Cosmic Ray, kept until the module's source changes.

A run that was broken off goes on where it was. What survived is judged again in each run, because tests may
have been added since; what was killed is not.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

from .equivalents import listed, matches
from .mutants import Mutant, Place, Unasked, mutant_at, mutants
from .operators import OPERATORS
from .packages import Package
from .table import Row, as_entry
from .trial import Outcome, Verdict

__all__ = ["Known", "Session"]


class Known(NamedTuple):
    """A mutant, and what is known of it."""

    place: Place
    outcome: Outcome | Unasked | None
    by: str


class Session:
    """What is known of the mutants of one module; kept in a database, to be closed when it is done with."""

    def __init__(self, package: Package, module: str, folder: Path) -> None:
        self.package, self.module = package, module
        path = package.path(module)
        self.source = path.read_text(encoding="utf-8")
        digest = sha256("\n".join([*OPERATORS, self.source]).encode()).hexdigest()[:12]
        stored = folder / package.name / f"{module}-{digest}.sqlite"
        if not stored.exists():
            create(stored, path)
        self.database = WorkDB(str(stored), WorkDB.Mode.open)
        self.listed = {
            mutant.place for mutant in matches(listed(package.name, module), self.source)
        }

    def close(self) -> None:
        """Give the database back."""
        self.database.close()

    def known(self) -> list[Known]:
        """All mutants in the order of their places."""
        results = dict(self.database.results)
        items = (
            (place_of(item.mutations[0]), results.get(item.job_id))
            for item in self.database.work_items
        )
        return sorted(
            (
                Known(place, outcome_of(result), result.output if result else "")
                for place, result in items
            ),
            key=lambda known: (known.place.start, known.place),
        )

    def waiting(self) -> list[Place]:
        """What was not judged yet, and then what survived and is not listed."""
        known = self.known()
        unjudged = [place for place, outcome, _ in known if outcome is None]
        survivors = [place for place, outcome, _ in known if outcome is Outcome.SURVIVED]
        return unjudged + [place for place in survivors if place not in self.listed]

    def wrong(self) -> list[str]:
        """What survived and is not listed, and what is listed and did not survive."""
        return [
            self.complaint(known)
            for known in self.known()
            if (known.outcome is Outcome.SURVIVED) != (known.place in self.listed)
        ]

    def complaint(self, known: Known) -> str:
        """What is wrong with a mutant, above the entry that lists it, or would."""
        entry = as_entry(self.package.name, self.module, self.mutant(known.place).change)
        if known.place in self.listed:
            return f"# listed, but noticed by {known.by}\n{entry}"
        return f"# survived: line {known.place.start[0]}\n{entry}"

    def row(self) -> Row:
        """The mutants, counted."""
        known = self.known()
        counts = Counter(outcome for _, outcome, _ in known)
        equivalent = sum(
            outcome is Outcome.SURVIVED and place in self.listed for place, outcome, _ in known
        )
        return Row(self.module, counts, equivalent)

    def mutant(self, place: Place) -> Mutant:
        """The mutant of a place."""
        return mutant_at(self.source, place)

    def record(self, place: Place, verdict: Verdict) -> None:
        """Keep what became of a mutant."""
        survived = verdict.outcome is Outcome.SURVIVED
        outcome = TestOutcome.SURVIVED if survived else TestOutcome.KILLED
        by = TIMEOUT if verdict.outcome is Outcome.TIMED_OUT else verdict.by
        self.database.set_result(job(place), WorkResult(WorkerOutcome.NORMAL, by, outcome))


TIMEOUT = "timeout"
"""What Cosmic Ray notes of a mutant that took too long."""


def create(stored: Path, path: Path) -> None:
    """A session in which nothing was judged; it is there as a whole or not at all."""
    stored.parent.mkdir(parents=True, exist_ok=True)
    unfinished = stored.with_suffix(f".{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    database = WorkDB(str(unfinished), WorkDB.Mode.create)
    found = list(mutants(path))
    database.add_work_items(WorkItem.single(job(m.place), spec(m.place, path)) for m in found)
    for mutant in found:
        if mutant.unasked:
            skipped = WorkResult(WorkerOutcome.SKIPPED, mutant.unasked.value)
            database.set_result(job(mutant.place), skipped)
    database.close()
    unfinished.rename(stored)


def job(place: Place) -> str:
    """What a mutant is called in its session."""
    return f"{place.operator}-{place.occurrence}"


def spec(place: Place, path: Path) -> MutationSpec:
    """A place, as Cosmic Ray notes it."""
    return MutationSpec(
        module_path=path,
        operator_name=place.operator,
        occurrence=place.occurrence,
        start_pos=place.start,
        end_pos=place.end,
        definition_name=place.definition,
    )


def place_of(spec: MutationSpec) -> Place:
    """A place, from Cosmic Ray's note."""
    start, end = tuple(spec.start_pos), tuple(spec.end_pos)
    return Place(spec.operator_name, spec.occurrence, start, end, spec.definition_name or "")


def outcome_of(result: WorkResult | None) -> Outcome | Unasked | None:
    """What became of a mutant, from Cosmic Ray's note."""
    if result is None:
        return None
    if result.worker_outcome is WorkerOutcome.SKIPPED:
        return Unasked(result.output)
    if result.test_outcome is TestOutcome.SURVIVED:
        return Outcome.SURVIVED
    return Outcome.TIMED_OUT if result.output == TIMEOUT else Outcome.KILLED
