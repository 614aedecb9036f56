"""The scenarios in C and in Rust: builds two drivers, which run the same programs, and reads what they found.

Each driver runs a program by a container of the thesis, and by what its standard library has, in turns. A ratio is one
of two lower quartiles of the same round.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench.parts import Figures
from bench.setting import setting

from .scenarios import ALLOCATORS, CONTAINERS, ENTITIES

__all__ = ["OWN", "SCENARIOS", "STANDARD", "Outcome", "build", "measure", "run"]

SCENARIOS: Final = (*ALLOCATORS, *CONTAINERS, *ENTITIES)
OWN, STANDARD = "own", "standard"
NATIVE: Final = Path(__file__).with_name("native")
DRIVERS: Final[Mapping[str, Path]] = {
    "C": NATIVE / "target/driver",
    "Rust": NATIVE / "target/release/engine",
}


class Outcome(NamedTuple):
    """What a container came to: a sum over its answers and what is left, its bytes, and its time in nanoseconds."""

    sum: int
    bytes: int
    time: int


Found = list[dict[str, Outcome]]
"""For each scenario, the outcomes of one or two containers."""


def build() -> None:
    """Build both drivers."""
    manifest = str(NATIVE / "Cargo.toml")
    in_c = ["make", "--silent", "--directory", str(NATIVE)]
    in_rust = ["cargo", "build", "--quiet", "--release", "--manifest-path", manifest]
    for command in (in_c, in_rust):
        subprocess.run(command, check=True)


def run(language: str, milliseconds: int) -> Found:
    """Run all scenarios, each with every container for a time, or once."""
    programs = "".join(f"{each.system} {each.program}\n" for each in SCENARIOS)
    command = [str(DRIVERS[language]), str(milliseconds)]
    ran = subprocess.run(command, check=True, input=programs, capture_output=True, text=True)
    return [dict(map(outcome, part.splitlines())) for part in ran.stdout.rstrip().split("\n\n")]


def outcome(line: str) -> tuple[str, Outcome]:
    """Read a line.

    >>> outcome("own 6 96 1200")
    ('own', Outcome(sum=6, bytes=96, time=1200))
    """
    name, *numbers = line.split()
    return name, Outcome(*map(int, numbers))


def measure(rounds: int, milliseconds: int) -> Figures:
    """Run some rounds; returns the figures."""
    build()
    found = []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        found.append({language: run(language, milliseconds) for language in DRIVERS})
    keys = [f"{each.name}: {each.model}" for each in SCENARIOS]
    return {
        "setting": {**origin(), "rounds": rounds, "milliseconds": milliseconds},
        "ratios": {key: dict(ratios(found, place)) for place, key in enumerate(keys)},
        "bytes": {key: sizes(found[0], place) for place, key in enumerate(keys)},
    }


def ratios(found: list[dict[str, Found]], place: int) -> Iterator[tuple[str, list[float]]]:
    """For each language, our time to that of its library; and of ours, Rust to C: least, median, most."""
    pairs = {each: ((each, OWN), (each, STANDARD)) for each in DRIVERS}
    for name, (one, other) in {**pairs, "Rust to C": (("Rust", OWN), ("C", OWN))}.items():
        rounds = [
            {
                (language, kind): of.time
                for language in each
                for kind, of in each[language][place].items()
            }
            for each in found
        ]
        if other in rounds[0]:
            values = [times[one] / times[other] for times in rounds]
            yield (
                name,
                [float(f"{each:.3g}") for each in (min(values), median(values), max(values))],
            )


def sizes(found: dict[str, Found], place: int) -> dict[str, int]:
    """Our bytes, and those of each standard library."""
    standard = {each: found[each][place].get(STANDARD) for each in DRIVERS}
    return {OWN: found["C"][place][OWN].bytes} | {
        language: of.bytes for language, of in standard.items() if of is not None
    }


def origin() -> dict[str, str]:
    """The machine and the compilers."""
    known = setting()
    said = [
        subprocess.run([each, "--version"], check=True, capture_output=True, text=True).stdout
        for each in ("cc", "rustc")
    ]
    return {
        "machine": known["machine"],
        "system": known["system"],
        "C": said[0].splitlines()[0],
        "Rust": " ".join(said[1].split()[:2]),
    }
