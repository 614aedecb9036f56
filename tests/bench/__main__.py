"""``python -m bench``: measure, print every table, write the figures and the pictures to a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pyperf

import stablelist

from .figures import Figures, Repetitions, figures, save
from .memory import memory
from .names import INTERPRETED, NATIVE, STEPPED, split
from .plan import PLANS, Plan
from .plots import draw
from .rounds import measure
from .setting import repetitions_of, setting, versions
from .tables import TABLES

__all__ = ["main"]

FOLDER: Final = Path("build/bench")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; nothing is asserted."""
    options = parser().parse_args(arguments)
    plan = "quick" if options.quick else "full"
    say(f"measuring stablelist, {NATIVE if stablelist.__compiled__ else INTERPRETED}")
    suite = measure(plan, options.folder, say)
    say("bytes")
    found = collect(suite, PLANS[plan])
    save(found, options.folder / "figures.json")
    for title, make in TABLES.items():
        print(f"\n{title}\n\n{make(found)}")
    for picture in draw(found, options.folder):
        say(f"drew {picture}")
    return 0


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog="bench", description="StableList beside its peers")
    parser.add_argument("--quick", action="store_true", help="a look, in under a minute")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help=f"results go to (default: {FOLDER})"
    )
    return parser


def say(line: str) -> None:
    """Print progress on standard error."""
    print(line, file=sys.stderr, flush=True)


def collect(suite: pyperf.BenchmarkSuite, plan: Plan) -> Figures:
    """The figures of a suite, and those of the memory, which is measured here."""
    bytes_of = {
        peer: {str(size): list(values) for size, values in of_size.items()}
        for peer, of_size in memory(plan.sizes).items()
    }
    return figures(repetitions(suite), setting(), versions(), repetitions_of(plan), bytes_of)


def repetitions(suite: pyperf.BenchmarkSuite) -> Repetitions:
    """The repetitions of each benchmark: single values, or the values of each run if it has one for each step."""
    found = {}
    for benchmark in suite.get_benchmarks():
        what, size, peer = split(benchmark.get_name())
        runs = [run.values for run in benchmark.get_runs()]
        stepped = what in STEPPED
        found[what, size, peer] = runs if stepped else [(value,) for run in runs for value in run]
    return found


if __name__ == "__main__":
    sys.exit(main())
