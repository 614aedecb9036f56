"""The figures of chapter 6: builds the program, runs it round by round, and reads what it recorded.

Each round measures every container in every scenario, in another order. A ratio is one of two lower quartiles of the
same round: a machine that is busy for a while slows down both, and the lower quartile less than the median. Where the
system allows it, the program runs on the last processor and before other programs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, NamedTuple

from bench.particles import BURST_AT, LONGEST, STEPS
from bench.parts import Figures
from bench.setting import setting

__all__ = [
    "COURSE",
    "FULL",
    "PHASES",
    "QUICK",
    "SPIKE",
    "STABLE",
    "STEPPED",
    "STRIDE",
    "Plan",
    "measure",
]

NATIVE: Final = Path("tests/bench/thesis/native")
RECORDED: Final = NATIVE / "target/chapter6"
STABLE: Final = "StableList"
CLOCK: Final = "clock"
QUARTILE, MEDIAN, LATE = 1, 2, 4
"""The places of the percentiles 25, 50 and 95 in a line."""
SPIKE: Final = "spike"

STEPPED: Final = (
    "particles",
    "particles-with-room",
    "meet",
    "meet-references",
    "meet-after",
    "meet-after-references",
)
"""The scenarios whose repetitions have a time for each step."""
COURSE: Final = "particles"
"""The scenario whose course is shown in a picture (figures 6.6 to 6.8)."""
STRIDE: Final = 5
"""The number of steps that one point of a course represents, by the slowest of them."""

PHASES: Final[Mapping[str, tuple[int, int]]] = {
    "before": (LONGEST + 1, BURST_AT - 1),
    "burst": (BURST_AT, BURST_AT),
    "fading": (BURST_AT + 1, BURST_AT + LONGEST - 1),
    "right after": (BURST_AT + LONGEST, BURST_AT + LONGEST + 9),
    "in the end": (STEPS - 49, STEPS),
}
"""The first and the last step of each phase."""

Round = dict[str, dict[str, list[list[int]]]]
"""The lines of a round, by scenario and container."""


class Plan(NamedTuple):
    """How long to measure."""

    rounds: int
    seconds: float
    """The time for each container in each scenario in a round, apart from warming up."""
    size: int = 10_000


FULL: Final = Plan(rounds=5, seconds=0.3)
QUICK: Final = Plan(rounds=2, seconds=0.05)


def measure(plan: Plan) -> Figures:
    """Run all rounds; returns the figures."""
    bench = ["cargo", "bench", "--quiet", "--manifest-path", str(NATIVE / "Cargo.toml")]
    subprocess.run([*bench, "--no-run"], check=True)
    rounds = []
    for number in range(plan.rounds):
        print(f"round {number + 1} of {plan.rounds}", file=sys.stderr, flush=True)
        rounds.append(measured(bench, plan, number))
    return figures(rounds, plan)


def measured(bench: list[str], plan: Plan, number: int) -> Round:
    """Run one round; returns what it recorded."""
    shutil.rmtree(RECORDED, ignore_errors=True)
    times = ["--warm-up-time", f"{plan.seconds / 3}", "--measurement-time", f"{plan.seconds}"]
    environment = {**os.environ, "ROUND": f"{number}", "SIZE": f"{plan.size}"}
    command = [*undisturbed(), *bench, "--", *times]
    run = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{run.stderr}")
    return {
        scenario.name: {file.stem: read(file) for file in sorted(scenario.glob("*.tsv"))}
        for scenario in sorted(RECORDED.iterdir())
    }


def undisturbed() -> list[str]:
    """A command that lets another one run on the last processor, and before others if the user may do so."""
    last = f"{(os.cpu_count() or 1) - 1}"
    pinned = ["taskset", "--cpu-list", last] if shutil.which("taskset") else []
    return [*pinned, "nice", "-n", "-5"]


def read(file: Path) -> list[list[int]]:
    """The lines of a container: the percentiles of each time of a repetition, in nanoseconds."""
    return [[*map(int, line.split("\t"))] for line in file.read_text("utf-8").splitlines()]


def figures(rounds: list[Round], plan: Plan) -> Figures:
    """The figures of several rounds."""

    def of_each(make: Callable[[str, str], Any], scenarios: Iterable[str]) -> dict[str, Any]:
        return {name: {each: make(name, each) for each in rounds[0][name]} for name in scenarios}

    def times(scenario: str, name: str) -> list[float]:
        return [median(wholes(rounds, scenario, name, place)) for place in (QUARTILE, MEDIAN, LATE)]

    def ratios(scenario: str, name: str) -> list[float]:
        ours = wholes(rounds, scenario, STABLE, QUARTILE)
        theirs = wholes(rounds, scenario, name, QUARTILE)
        found = [one / other for one, other in zip(theirs, ours, strict=True)]
        return [float(f"{each:.3g}") for each in (min(found), median(found), max(found))]

    all_but_clock = [name for name in rounds[0] if name != CLOCK]
    return {
        "setting": {**origin(), "rounds": plan.rounds, "elements": plan.size}
        | {"clock": median(wholes(rounds, CLOCK, "nothing", MEDIAN))},
        "times": of_each(times, all_but_clock),
        "ratios": of_each(ratios, all_but_clock),
        "phases": of_each(lambda *of: phases(steps(rounds, *of)), STEPPED),
        "courses": of_each(lambda *of: course(steps(rounds, *of)), [COURSE]),
    }


def wholes(rounds: list[Round], scenario: str, name: str, place: int) -> list[int]:
    """For each round, what a repetition took: the sum of its times, each by its percentile."""
    return [sum(line[place] for line in each[scenario][name]) for each in rounds]


def steps(rounds: list[Round], scenario: str, name: str) -> list[float]:
    """For each step, what it took in the median."""
    lines = zip(*(each[scenario][name] for each in rounds), strict=True)
    return [median(line[MEDIAN] for line in of) for of in lines]


def phases(steps: list[float]) -> dict[str, float]:
    """The mean of each phase, and how much the worst step of the fading burst stands out from those around it."""
    means = {name: round(mean(steps[first - 1 : last])) for name, (first, last) in PHASES.items()}
    fading = range(BURST_AT + 1, BURST_AT + LONGEST - 1)
    stands_out = max(steps[at] / median(steps[at - 2 : at + 3]) for at in fading)
    return {**means, SPIKE: round(stands_out, 2)}


def course(steps: list[float]) -> list[int]:
    """The slowest of each few steps."""
    return [round(max(steps[at : at + STRIDE])) for at in range(0, STEPS, STRIDE)]


def said(*command: str) -> str:
    """The output of a command."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def origin() -> dict[str, str]:
    """The machine, the compiler, and the crates."""
    known = setting()
    package = tomllib.loads((NATIVE / "Cargo.toml").read_text("utf-8"))
    crates = package["dependencies"] | package["dev-dependencies"]
    pins = {
        name: (of["version"] if isinstance(of, dict) else of).removeprefix("=")
        for name, of in crates.items()
        if "path" not in of
    }
    return {
        "machine": known["machine"],
        "system": known["system"],
        "compiler": " ".join(said("rustc", "--version").split()[:2]),
        **pins,
    }
