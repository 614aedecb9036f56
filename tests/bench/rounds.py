"""A complete measurement: one process after another, whose suites are joined."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyperf

from .plan import PLANS

__all__ = ["measure"]


def measure(plan: str, folder: Path, say: Callable[[str], None]) -> pyperf.BenchmarkSuite:
    """Run every round of the plan. The suite is also saved in the folder, for `pyperf`."""
    folder.mkdir(parents=True, exist_ok=True)
    whole: pyperf.BenchmarkSuite | None = None
    for number in range(PLANS[plan].rounds):
        say(f"round {number + 1} of {PLANS[plan].rounds}")
        part = one_round(plan, number, folder / "round.json")
        if whole is None:
            whole = part
        else:
            whole.add_runs(part)
    assert whole is not None
    (folder / "round.json").unlink()
    whole.dump(str(folder / "suite.json"), replace=True)
    return whole


def one_round(plan: str, number: int, file: Path) -> pyperf.BenchmarkSuite:
    """The results of one process."""
    file.unlink(missing_ok=True)
    command = [sys.executable, "-m", "bench.worker", plan, str(number), str(file)]
    subprocess.run(command, check=True)
    return pyperf.BenchmarkSuite.load(str(file))
