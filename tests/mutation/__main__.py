"""``python -m mutation``: judges the mutants that have no verdict yet, and prints the verdicts of all."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .judge import Judge, survey
from .notes import Notes
from .packages import PACKAGES, Package
from .table import table
from .trial import TrialError

__all__ = ["main"]

FOLDER: Final = Path("build/mutation")
"""The folder of the recorded verdicts."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 if every mutant was noticed or is listed, 1 if not, 2 if this could not be determined."""
    modules = sorted({module for package in PACKAGES.values() for module in package.modules})
    parser = argparse.ArgumentParser(prog="mutation", description="Mutants before the tests")
    parser.add_argument("packages", nargs="*", choices=PACKAGES, help="default: all")
    parser.add_argument("--module", action="append", choices=modules, help="only this one")
    options = parser.parse_args(arguments)
    try:
        done = [run(PACKAGES[name], options.module) for name in options.packages or PACKAGES]
    except TrialError as error:
        say(f"Error: {error}.")
        return 2
    return 0 if all(done) else 1


def run(package: Package, only: Sequence[str] | None) -> bool:
    """Judge the mutants of a package, and print the table; returns whether every mutant was noticed or is listed."""
    judge = Judge(package, durations(package))
    done = [judged(judge, module) for module in package.modules if module in (only or [module])]
    wrong = [complaint for notes in done for complaint in notes.wrong()]
    print(f"\n{package.source}\n\n{table([notes.row() for notes in done])}\n")
    print("".join(f"\n{complaint}\n" for complaint in wrong), end="", flush=True)
    return not wrong


def judged(judge: Judge, module: str) -> Notes:
    """Judge the remaining mutants of a module, after the controls."""
    notes = Notes(judge.package, module, FOLDER)
    waiting = notes.waiting()
    say(f"{judge.package.name}: {module}: {len(waiting)} to judge")
    if waiting:
        judge.require_controls(module)
    for mutant in waiting:
        notes.note(mutant, judge.judge(module, mutant.made(notes.source)))
    return notes


def durations(package: Package) -> dict[str, float]:
    """The duration of each test, measured once."""
    path = FOLDER / package.name / "seconds.json"
    if not path.exists():
        say(f"{package.name}: one run of all its tests, to learn what each takes")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(survey(package), indent=1), encoding="utf-8")
    seconds: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return seconds


def say(line: str) -> None:
    """Print the progress on standard error, apart from the table."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
