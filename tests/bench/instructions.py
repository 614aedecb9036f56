"""``make instructions``: detects operations that became more expensive, by counting instructions.

Two things are watched: the native container (`program`), and how the kit checks what a port
answers (`judging`), which is done in plain Python. valgrind counts the instructions of either program,
with the hash seed fixed. The same work on a dict is counted in the same run of this command, and the
ratio of both counts is compared with the recorded ratio. So neither the processor nor the build of
Python matters much. No time is measured.

The exit status is 0 if no ratio got worse by more than TOLERANCE, 1 if one did, 2 if it could not be
counted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import stablelist

from .names import DICT, JUDGE, STABLE
from .tables import markdown

__all__ = [
    "CONTAINER",
    "KIT",
    "RECORDED",
    "TOLERANCE",
    "WATCHED",
    "Cost",
    "UncountableError",
    "Watched",
    "main",
    "record",
    "verdict",
]

TOLERANCE: Final = 0.05
"""How much a ratio may exceed the recorded one: 5 %. Repeated counts differ by 0.1 %."""

RECORDED: Final = Path(__file__).with_name("instructions.json")

TOTAL: Final = re.compile(r"Collected : (\d+)")


class Watched(NamedTuple):
    """A program whose instructions are watched, and the yardstick that it is compared with."""

    module: str
    ours: str
    theirs: str
    compiled: bool
    """Whether the container is the native one."""


CONTAINER: Final = Watched("bench.program", STABLE, DICT, compiled=True)
KIT: Final = Watched("bench.judging", JUDGE, DICT, compiled=False)
WATCHED: Final = (CONTAINER, KIT)


class UncountableError(Exception):
    """There is no valgrind, no record, or the program failed."""


class Cost(NamedTuple):
    """Instructions per operation."""

    stage: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """The instructions of the watched program divided by those of the yardstick."""
        return self.ours / self.theirs


def main(arguments: Sequence[str] | None = None) -> int:
    """Count the instructions, and compare the ratios with the recorded ones or record them."""
    parser = argparse.ArgumentParser(prog="instructions", description="instructions per operation")
    parser.add_argument("--record", action="store_true", help="make today's ratios the record")
    options = parser.parse_args(arguments)
    try:
        counted = [count(watched) for watched in WATCHED]
        costs = [cost for costs in counted for cost in costs]
        if options.record:
            record(costs)
        recorded = expected()
    except UncountableError as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 2
    tables = (table(*pair, recorded) for pair in zip(WATCHED, counted, strict=True))
    print("\n\n".join(tables))
    complaint = verdict(costs, recorded)
    if complaint is not None:
        print(f"instructions: {complaint}", file=sys.stderr)
    return 0 if complaint is None else 1


def count(watched: Watched) -> list[Cost]:
    """The instructions of every stage, for the watched program and for the yardstick."""
    if shutil.which("valgrind") is None:
        raise UncountableError("valgrind is not installed; it is what counts")
    if watched.compiled and not stablelist.__compiled__:
        raise UncountableError("the record is of the native list; use `make instructions`")
    with ThreadPoolExecutor() as both:
        ours, theirs = both.map(of_stages, [watched] * 2, [watched.ours, watched.theirs])
    return [Cost(stage, ours[stage], theirs[stage]) for stage in ours]


def of_stages(watched: Watched, peer: str) -> dict[str, float]:
    """The instructions per operation of every stage."""
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    command += [sys.executable, "-S", "-m", watched.module, peer]
    environment = {"PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(path(watched))}
    environment |= {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    counts = [int(count) for count in TOTAL.findall(done.stderr)]
    times: dict[str, int] = {} if done.returncode else json.loads(done.stdout)
    if done.returncode or len(counts) != len(times) + 3:
        raise UncountableError(f"{' '.join(command)} failed:\n{done.stderr}")
    costs = beyond_idle(counts[:-1])  # the last is the parent's
    return {stage: cost / times[stage] for stage, cost in zip(times, costs, strict=True)}


def path(watched: Watched) -> list[str]:
    """Where its modules are found: as here, with the native container in front if that is watched."""
    if watched.compiled or not stablelist.__compiled__:
        return sys.path
    compiled = Path(stablelist.__file__).parents[1]
    return [entry for entry in sys.path if Path(entry).resolve() != compiled.resolve()]


def beyond_idle(counts: Sequence[int]) -> list[float]:
    """For each child but the first and the last, the instructions beyond those of these two (see `stages`).

    >>> beyond_idle([100, 160, 140, 130])
    [50.0, 20.0]
    """
    first, *stages, last = counts
    fork = (last - first) / (len(stages) + 1)
    return [stage - first - fork * (n + 1) for n, stage in enumerate(stages)]


def python() -> str:
    """The minor version of Python, whose interpreter loop is part of every count."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def record(costs: Sequence[Cost], file: Path = RECORDED) -> None:
    """Record these ratios as the expected ones for this version of Python."""
    every = json.loads(file.read_text("utf-8")) if file.exists() else {}
    every[python()] = {cost.stage: round(cost.ratio, 3) for cost in costs}
    file.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", "utf-8")


def expected(file: Path = RECORDED) -> dict[str, float]:
    """The recorded ratios for this version of Python."""
    every: dict[str, dict[str, float]] = json.loads(file.read_text("utf-8"))
    if python() not in every:
        raise UncountableError(
            f"no ratios are recorded for Python {python()}, only for {', '.join(every)}; "
            "`make instructions INSTRUCTIONS=--record` records them"
        )
    return every[python()]


def table(watched: Watched, costs: Sequence[Cost], recorded: dict[str, float]) -> str:
    """Instructions per operation, their ratio, and the recorded one."""
    rows = (
        [c.stage, f"{c.ours:.0f}", f"{c.theirs:.0f}", f"{c.ratio:.3f}", f"{recorded[c.stage]:.3f}"]
        for c in costs
    )
    header = ["instructions per operation", watched.ours, watched.theirs, "ratio", "recorded"]
    return markdown(header, rows)


def verdict(costs: Sequence[Cost], recorded: dict[str, float]) -> str | None:
    """The regressions, if any, in one sentence."""
    worse = [
        f"{cost.stage} takes {cost.ratio:.3f} times dict's instead of {recorded[cost.stage]:.3f}"
        for cost in costs
        if cost.ratio > recorded[cost.stage] * (1 + TOLERANCE)
    ]
    if not worse:
        return None
    return f"worse by more than {TOLERANCE:.0%}: {'; '.join(worse)}"


if __name__ == "__main__":
    sys.exit(main())
