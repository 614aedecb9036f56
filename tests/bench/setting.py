"""The machine and the versions of a measurement, without date and host name."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

import pyperf

import stablelist

from .names import INTERPRETED, NATIVE
from .peers.every import PEERS
from .plan import Plan

__all__ = ["repetitions_of", "setting", "versions"]


def setting() -> dict[str, str]:
    """The machine, Python, and the build of the list."""
    known = pyperf.Run([1.0]).get_metadata()
    processor = known.get("cpu_model_name", platform.machine())
    return {
        "machine": f"{processor}, {os.cpu_count()} processors",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "stablelist": NATIVE if stablelist.__compiled__ else INTERPRETED,
    }


def versions() -> dict[str, str]:
    """The packages that are compared."""
    packages = sorted({kind.package for kind in PEERS} - {"", "stablelist"})
    return {package: version(package) for package in packages}


def repetitions_of(plan: Plan) -> dict[str, int]:
    """The number of values behind each figure."""
    cycles = {f"cycles of {size:,}": n * plan.rounds for size, n in plan.cycles.items()}
    met, bursts = plan.crossings * plan.rounds, plan.bursts * plan.rounds
    return {"processes": plan.rounds, **cycles, "cross-iterations": met, "bursts": bursts}
