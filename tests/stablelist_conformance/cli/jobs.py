"""The default number of processes: as many as this process may keep busy.

That is the least of three numbers: the machine's processors, those that the scheduler allows this process, and the
quota of its control group (in a container, or on a build server).
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from stablelist_conformance.cli.types import Count

__all__ = ["default_jobs", "jobs_option"]

MOST_JOBS: Final = 256
GROUPS: Final = Path("/sys/fs/cgroup")


def default_jobs(groups: Path = GROUPS, own: Path = Path("/proc/self/cgroup")) -> int:
    """How many processes this one may keep busy."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(usable or 1, MOST_JOBS, *quotas(groups, own)))


def quotas(groups: Path, own: Path) -> Iterator[int]:
    """The processors that each control group around this process allows, rounded up."""
    with suppress(OSError):
        for line in own.read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            root = groups / controllers if controllers else groups
            for folder in (*(root / path.lstrip("/")).parents, root / path.lstrip("/")):
                if folder.is_relative_to(root):
                    yield from quota(folder)


def quota(group: Path) -> Iterator[int]:
    """The processors that one control group of either version allows, if it sets a limit."""
    with suppress(OSError, ValueError, ZeroDivisionError):
        if (group / "cpu.max").exists():
            allowed, period = (group / "cpu.max").read_text("ascii").split()
        else:
            allowed = (group / "cpu.cfs_quota_us").read_text("ascii")
            period = (group / "cpu.cfs_period_us").read_text("ascii")
        if int(allowed) > 0:  # "max" is not a number, and -1 means no limit
            yield math.ceil(int(allowed) / int(period))


jobs_option: Final = click.option(
    "--jobs",
    default=default_jobs,
    show_default="one for each processor that it may use",
    type=Count(1, MOST_JOBS),
    help="Processes.",
)
"""The option of every command that works in several processes."""
