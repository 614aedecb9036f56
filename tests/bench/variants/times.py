"""The times of the native variants: a dyadic list and a StableList in Rust, under the same loads.

Times depend on the machine, and on what else it does. So only ratios within a round count, in which both lists get
the same operations one after the other; a figure is the median over all rounds. `native` is the program.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from bench.setting import setting

__all__ = ["PLAN", "ratios", "said", "timed"]

PACKAGE: Final = Path("tests/bench/variants/native/Cargo.toml")
PLAN: Final = {100: 201, 10_000: 101, 1_000_000: 15}
"""The rounds, by the number of elements."""


def timed(plan: Mapping[int, int]) -> dict[str, Any]:
    """Build the program and run it; return the ratios of each load, and their origin."""
    cargo = ["cargo", "run", "--quiet", "--release", "--manifest-path", str(PACKAGE), "--"]
    rounds = [f"{size}:{count}" for size, count in plan.items()]
    known = setting()
    return {
        "times": ratios(said(*cargo, *rounds).splitlines()),
        "timed": {
            "machine": known["machine"],
            "system": known["system"],
            "compiler": " ".join(said("rustc", "--version").split()[:2]),
            "rounds": {str(size): count for size, count in plan.items()},
        },
    }


def said(*command: str) -> str:
    """The output of a command."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def ratios(lines: Iterable[str]) -> dict[str, dict[str, list[float]]]:
    r"""Quartiles of the ratios of a dyadic list to a StableList, by load and number of elements.

    >>> ratios(["9\tadd\t1\t2", "9\tadd\t3\t4", "9\tadd\t5\t5"])
    {'add': {'9': [0.625, 0.75, 0.875]}}
    """
    found: dict[tuple[str, str], list[float]] = {}
    for line in lines:
        size, load, dyadic, stable_list = line.split("\t")
        found.setdefault((load, size), []).append(float(dyadic) / float(stable_list))
    loads: dict[str, dict[str, list[float]]] = {}
    for (load, size), each in found.items():
        middle = quantiles(each, n=4, method="inclusive")
        loads.setdefault(load, {})[size] = [float(f"{ratio:.3g}") for ratio in middle]
    return loads
