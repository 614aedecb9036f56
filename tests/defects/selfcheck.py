"""A check of the checker: every planted defect and every hostile port must be found, every control must pass.

A defect counts as killed if the patched port is refuted; a hostile port, if it is refuted for its own reason. Each
counterexample is shrunk briefly: if that ends with an error, the shrinker has a defect, and the check fails. The
controls are the same ports without a patch: if they were refuted as well, kills would prove nothing.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from defects import Defect, Head, defects, tables
from defects.hostile import HOSTILE
from stablelist_conformance.judging.verdict import Counterexample, Outcome, Verdict
from stablelist_conformance.programs.loops import TURNS
from stablelist_conformance.running.covering import COVER
from stablelist_conformance.running.failures import UNSHRUNK
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.running.workers import workers
from stablelist_conformance.wire.errors import UsageError
from stablelist_proofs.edits import BUILT

__all__ = ["Report", "Row", "Sources", "chosen", "planted", "selfcheck", "sources"]

OPTIONS: Final = Options(
    operations=150_000, jobs=1, timeout=10.0, shrink_seconds=0.0, batch=50_000, turns=1 << 13
)
"""The options of a run without shrinking, with as many turns on every machine."""
PORTS: Final = Path(__file__).parents[1] / "ports"
BRIEFLY: Final = 1.0
"""Seconds to shrink each counterexample. Nobody reads them, but all passes of the shrinker should run."""
FAR: Final = replace(OPTIONS, operations=Options().operations, turns=1 << 17)
"""For defects that only far-reaching programs find: the default budget of a run."""
IMPATIENT: Final = replace(OPTIONS, operations=20_000, timeout=5.0, batch=20_000)
"""For hostile ports: a short time-out, because every hang takes that long."""


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        wanted: the required kind of failure; empty for any, ``passes`` for a control.
        length: the operations of the refuting program.
        reach: the class of programs that it was planted for.
        found: the refuting counterexample.
        unshrunk: why it could not be shrunk; empty if it could.
    """

    name: str
    port: str
    wanted: str
    outcome: Outcome
    kind: str = ""
    programs: int = 0
    operations: int = 0
    length: int = 0
    reach: str = ""
    found: Counterexample | None = None
    unshrunk: str = ""

    @property
    def good(self) -> bool:
        """Whether the result is as required."""
        if self.wanted == "passes":
            return self.outcome is Outcome.VERIFIED
        refuted = self.outcome is Outcome.REFUTED and self.wanted in ("", self.kind)
        return refuted and not self.unshrunk

    def cells(self) -> tuple[str, ...]:
        """The line as text."""
        if self.wanted == "passes":
            return (
                self.name,
                "passes" if self.good else f"DOES NOT PASS: {self.outcome}",
                "",
                "",
                "",
                "",
            )
        killed = (
            "killed" if self.good else self.unshrunk or f"SURVIVED: {self.kind or self.outcome}"
        )
        return (
            self.name,
            killed,
            self.kind,
            f"{self.programs:,}",
            f"{self.operations:,}",
            str(self.length) if self.length else "",
        )


@dataclass(frozen=True)
class Report:
    """All lines, and the ports that were left out."""

    rows: tuple[Row, ...]
    excluded: tuple[tuple[str, str], ...]

    @property
    def killed(self) -> int:
        """Defects and hostile ports that were caught."""
        return sum(row.good for row in self.rows if row.wanted != "passes")

    @property
    def planted(self) -> int:
        """Defects and hostile ports that were run."""
        return sum(row.wanted != "passes" for row in self.rows)

    @property
    def exit_status(self) -> int:
        """The exit status: if anything survived, nothing is decided."""
        good = all(row.good for row in self.rows)
        return (Outcome.VERIFIED if good else Outcome.UNDECIDED).exit_status

    def table(self) -> str:
        """A table, and the line ``killed K of K``."""
        heads = ("defect", "", "how", "programs", "operations", "length")
        lines = [heads, *(row.cells() for row in self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
        shown = [
            "  ".join(
                cell.ljust(width) if column < 3 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        shown += [f"left out: {what} ({why})" for what, why in self.excluded]
        shown += [
            f"killed {killed} of {planted} planted for {reach}"
            for reach, killed, planted in self.classes()
        ]
        return "\n".join([*shown, f"killed {self.killed} of {self.planted}"])

    def classes(self) -> Iterator[tuple[str, int, int]]:
        """For every class of far-reaching programs, how many defects planted for it were killed, and of how many."""
        for reach in sorted({row.reach for row in self.rows if row.reach}):
            rows = [row for row in self.rows if row.reach == reach]
            yield reach, sum(row.good for row in rows), len(rows)


@dataclass(frozen=True)
class Sources:
    """The sources of a port, which get patched.

    Attributes:
        head: how a copy is built and started.
        folder: where the port itself is.
    """

    head: Head
    folder: Path

    @property
    def folders(self) -> list[Path]:
        """All folders that are copied."""
        return [self.folder, *((self.folder / path).resolve() for path in self.head.beside)]

    def missing(self) -> str | None:
        """Why the port cannot be run here, if it cannot."""
        absent = [program for program in self.head.needs if not shutil.which(program)]
        return f"{' and '.join(absent)} not found" if absent else None

    def copy(self, top: Path) -> Path:
        """Copy the sources, without what was built of them; the folders lie to each other as before.

        Returns:
            where the port itself is.
        """
        _, *beside = self.folders
        above = os.path.commonpath([self.folder.parent, *beside])
        for folder in self.folders:
            built = shutil.ignore_patterns(*BUILT, "*.so")
            shutil.copytree(folder, top / folder.relative_to(above), ignore=built)
        return top / self.folder.relative_to(above)


def sources() -> dict[str, Sources]:
    """The ports that defects are planted in, by the heads of their tables."""
    return {
        port: Sources(
            head,
            package(head.package) if head.package else (PORTS / (head.sources or port)).resolve(),
        )
        for port, head, _ in tables()
    }


def package(name: str) -> Path:
    """The folder of an installed package."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


Watched = Callable[[Iterable[Future["Row"]], int], Iterable[Future["Row"]]]


def selfcheck(
    *,
    only: str | None = None,
    jobs: int = 2,
    watched: Watched = lambda futures, _: futures,
    excluded_class: str = "",
    shrink_seconds: float = BRIEFLY,
) -> Report:
    """Run the planted defects, the hostile ports and the controls.

    Args:
        only: run only what has this in its name.
        jobs: processes.
        watched: passes on what is done, of so many, and may show how far that is.
        excluded_class: a class of programs that is left out. Only the defects that need it are run, and should survive.
        shrink_seconds: how long to shrink each counterexample, whose length is in the table.

    Raises:
        UsageError: nothing that can be run matches *only*; or a defect no longer fits its source.
    """
    known = sources()
    excluded = tuple((name, why) for name, port in known.items() if (why := port.missing()))
    usable = known.keys() - {name for name, _ in excluded}
    tasks = list(named(only, planned(known, usable)))
    if excluded_class:
        tasks = [
            replace(each, excluded=True) for each in tasks if each.is_found_only_by(excluded_class)
        ]
    tasks = [replace(each, shrink_seconds=shrink_seconds) for each in tasks]
    if not tasks:
        ports = {task.port for task in named(only, planned(known, set(known)))}
        raise UsageError(
            "; ".join(f"{name} is left out: {why}" for name, why in excluded if name in ports)
            or f"no defect's name contains {only!r}; leave out --only to run all of them"
        )
    rows: dict[str, Row] = {}
    with workers(jobs) as pool:
        running = {pool.submit(task.run): task for task in tasks}
        for future in watched(as_completed(running), len(tasks)):
            rows[running[future].name] = future.result()
    return Report(tuple(rows[task.name] for task in tasks), excluded)


def planned(known: dict[str, Sources], usable: set[str]) -> Iterator[Task]:
    """Controls, defects, hostile ports."""
    for name in known:
        if name in usable:
            yield Task(f"control: {name}", name, "passes", known[name])
    for defect in defects():
        if defect.port in usable:
            yield Task(defect.name, defect.port, "", known[defect.port], defect)
    for name, hostility in HOSTILE.items():
        yield Task(f"hostile-{name}", "hostile", str(hostility.kind))


def named(only: str | None, tasks: Iterator[Task]) -> Iterator[Task]:
    """The tasks whose name contains *only*; without it, all of them."""
    return (task for task in tasks if only is None or only in task.name)


@dataclass(frozen=True)
class Task:
    """One line of the table, to be run."""

    name: str
    port: str
    wanted: str
    sources: Sources | None = None
    defect: Defect | None = None
    excluded: bool = False
    shrink_seconds: float = 0.0

    @property
    def reach(self) -> str:
        """The class of programs that it was planted for."""
        return self.defect.reach if self.defect else ""

    def is_found_only_by(self, name: str) -> bool:
        """Whether it survives without a class of programs."""
        return self.defect is not None and self.defect.only and self.defect.reach == name

    def run(self) -> Row:
        """Plant the defect, verify the port, and record the result."""
        if self.sources is None:
            hostile = self.name.removeprefix("hostile-")
            command = shlex.join([sys.executable, "-m", "defects.hostile", hostile])
            return self._row(verify(command, IMPATIENT))
        options = replace(chosen(self.defect), shrink_seconds=self.shrink_seconds)
        if self.excluded:
            options = replace(options, excluded_class=self.reach)
        with planted(self.sources, self.defect) as command:
            return self._row(verify(command, options))

    def _row(self, verdict: Verdict) -> Row:
        """The row for a verdict."""
        found = verdict.counterexample
        return Row(
            self.name,
            self.port,
            self.wanted,
            verdict.outcome,
            found.kind if found else "",
            verdict.programs + (found is not None),
            verdict.operations,
            len(found.program.words) if found else 0,
            self.reach,
            found,
            next((note for note in verdict.notes if note.startswith(UNSHRUNK)), ""),
        )


def chosen(defect: Defect | None) -> Options:
    """The options for a defect; the covering programs of small presets do not find what was planted to go far.

    Those that loop do.
    """
    if not (defect and defect.reach):
        return OPTIONS
    return FAR if defect.reach == TURNS else replace(FAR, excluded_class=COVER)


@contextmanager
def planted(sources: Sources, defect: Defect | None) -> Iterator[str]:
    """Build a patched copy of a port; the value is the command that starts it."""
    with tempfile.TemporaryDirectory(prefix="stablelist-") as top:
        folder = sources.copy(Path(top))
        if defect is not None:
            defect.plant(Path(top))
        parent = str(folder.parent)
        paths = {"folder": str(folder), "parent": parent, "python": sys.executable}
        places = {name: shlex.quote(path) for name, path in paths.items()}
        if sources.head.build:
            build(sources.head.build.format(**places), parent, defect)
        yield sources.head.start.format(**places)


def build(command: str, parent: str, defect: Defect | None) -> None:
    """Build a patched copy in the folder above it; this must succeed, or the defect proves nothing."""
    built = subprocess.run(
        shlex.split(command), cwd=parent, capture_output=True, text=True, check=False
    )
    if built.returncode != 0:
        raise UsageError(
            f"the port with the defect {defect.name if defect else 'none'} does not build; bring it "
            f"up to date:\n{built.stderr[-2000:]}"
        )
