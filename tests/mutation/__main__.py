"""``python -m mutation``: judge what was not judged yet, and say what became of all mutants."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from .judge import Judge, survey
from .mutants import Place
from .packages import PACKAGES, Package
from .session import Session
from .table import table, total, unasked
from .trial import TrialError

__all__ = ["main"]

FOLDER: Final = Path("build/mutation")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if every mutant was noticed or is listed, 1 if not, 2 if that could not be found out."""
    options = parse(arguments)
    if options.fresh:
        shutil.rmtree(options.folder, ignore_errors=True)
    try:
        done = [run(PACKAGES[name], options.module, options.folder) for name in options.packages]
    except TrialError as error:
        say(f"Error: {error}.")
        return 2
    return 0 if all(done) else 1


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What is said on the command line."""
    parser = argparse.ArgumentParser(prog="mutation", description="Mutants before the tests")
    parser.add_argument("packages", nargs="*", help=f"any of {', '.join(PACKAGES)} (default: all)")
    parser.add_argument("--module", action="append", help="only this module; may be repeated")
    parser.add_argument("--fresh", action="store_true", help="forget what is known")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"sessions (default: {FOLDER})")
    options = parser.parse_args(arguments)
    options.packages = options.packages or list(PACKAGES)
    require(parser, "package", options.packages, list(PACKAGES))
    modules = [module for name in options.packages for module in PACKAGES[name].modules]
    require(parser, "module", options.module or [], modules)
    return options


def require(
    parser: argparse.ArgumentParser, what: str, named: Sequence[str], there_are: Sequence[str]
) -> None:
    """Names that do not exist are an error of usage."""
    for name in named:
        if name not in there_are:
            parser.error(f"there is no {what} {name!r}; there are {', '.join(there_are)}")


def run(package: Package, only: Sequence[str] | None, folder: Path) -> bool:
    """Judge the mutants of a package, and show the table; whether all is well."""
    judge = Judge(package, durations(package, folder))
    modules = [module for module in package.modules if only is None or module in only]
    rows, wrong = [], list[str]()
    for module in modules:
        with closing(Session(package, module, folder)) as session:
            waiting = session.waiting()
            say(f"{package.name}: {module}: {len(waiting)} to judge")
            judge_all(judge, session, waiting)
            rows.append(session.row())
            wrong += session.wrong()
    if rows:
        whole = total("all", rows)
        print(f"\n{package.source}\n\n{table([*rows, whole])}\n\n{unasked(whole)}")
    print("".join(f"\n{complaint}\n" for complaint in wrong), end="", flush=True)
    return not wrong


def judge_all(judge: Judge, session: Session, waiting: Sequence[Place]) -> None:
    """Judge some mutants of a module, after the controls."""
    if waiting:
        judge.require_controls(session.module)
    for place in waiting:
        session.record(place, judge.judge(session.module, session.mutant(place).source))


def durations(package: Package, folder: Path) -> dict[str, float]:
    """What each test takes, measured once."""
    path = folder / package.name / "seconds.json"
    if not path.exists():
        say(f"{package.name}: one run of all its tests, to learn what each takes")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(survey(package), indent=1), encoding="utf-8")
    seconds: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return seconds


def say(line: str) -> None:
    """How far it has come; beside the table."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
