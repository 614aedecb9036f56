"""What a campaign costs: the first table of ``make bench-kit``, and by itself ``python -m …bench_campaign``.

A campaign runs some shards on one and on two workers, which are processes of this machine or workers of a Dask
scheduler on the loopback. Shards at both ends are left out, when not every worker is busy.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from .amounts import Count
from .campaign import Campaign, Crew, Limits, Processes, Store
from .campaign.front import Watcher
from .campaign.shard import ShardResult
from .campaign.summary import PortSummary
from .options import Options

__all__ = ["Figures", "campaign_table", "cluster", "measured"]

SHARDS: Final = 12
"""In each campaign."""
WORKERS: Final = (1, 2)
PATIENCE: Final = 60.0
"""Seconds that a scheduler may take to start."""


class Figures(NamedTuple):
    """What was measured of a campaign.

    Attributes:
        speed: operations a second, of all workers together.
        seconds: of work in a shard.
        overhead: seconds for each shard in which its worker did nothing.
    """

    speed: float
    seconds: float
    overhead: float

    def cells(self, alone: float) -> tuple[str, ...]:
        """The cells of a table, if one worker has the speed *alone*."""
        return (
            f"{self.speed:,.0f}",
            f"{self.speed / alone:.2f}",
            f"{self.seconds:.1f} s",
            f"{10 * self.overhead / self.seconds:.3f} s",
        )


class _Timed(Watcher):
    """Notes when shards came back."""

    def __init__(self) -> None:
        self.shards: list[tuple[float, ShardResult]] = []

    def shard(self, port: PortSummary, result: ShardResult, labels: int, further: int) -> None:
        """One came back."""
        self.shards.append((time.perf_counter(), result))

    def figures(self, workers: int) -> Figures:
        """The figures, without the first and the last shards of each worker."""
        (began, _), *counted = self.shards[workers - 1 : len(self.shards) - workers + 1]
        wall = counted[-1][0] - began
        work = sum(result.seconds for _, result in counted)
        idle = (wall * workers - work) / len(counted)
        operations = sum(result.operations for _, result in counted)
        return Figures(operations / wall, work / len(counted), idle)


def measured(port: str, crew: Crew, workers: int, shards: int, operations: int | None) -> Figures:
    """Run a campaign, after a short one that does what is done once."""
    options = Options()
    with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder) / "store") as store:
        first = Limits(shards=2, operations=1_000)
        Campaign([port], options, store, crew, first).run()
        timed = _Timed()
        Campaign(
            [port], options, store, crew, Limits(shards=shards, operations=operations), timed
        ).run()
        return timed.figures(workers)


def campaign_table(port: str, shards: int = SHARDS, operations: int | None = None) -> Table:
    """The figures on processes, and on a Dask scheduler if Dask is installed."""
    title = f"a campaign of {shards} shards; Dask is on the loopback"
    shown = Table(title=title, title_justify="left")
    for name in ("where", "workers", "operations/s", "times one", "a shard", "overhead in 10 s"):
        shown.add_column(name, justify="left" if name == "where" else "right")
    kinds: dict[str, Callable[[int], AbstractContextManager[Crew]]] = {"processes": Processes}
    if find_spec("distributed"):
        kinds["Dask"] = cluster
    for where, crew_of in kinds.items():
        alone = 0.0
        for workers in WORKERS:
            with crew_of(workers) as crew:
                found = measured(port, crew, workers, shards, operations)
            alone = alone or found.speed
            shown.add_row(where, str(workers), *found.cells(alone))
    return shown


@contextmanager
def cluster(workers: int) -> Iterator[Crew]:
    """The workers of a Dask scheduler that is started for this."""
    from .campaign.cluster import Cluster

    number = free_port()
    address = f"tcp://127.0.0.1:{number}"
    count = ("--nworkers", str(workers), "--nthreads", "1")
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        opened.enter_context(running("scheduler", "--port", str(number)))
        wait_for(number)
        opened.enter_context(running("worker", address, *count, "--local-directory", folder))
        crew = opened.enter_context(Cluster(address))
        while crew.size() < workers:
            time.sleep(0.1)
        yield crew


@contextmanager
def running(program: str, *arguments: str) -> Iterator[None]:
    """One of Dask's programs."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments]
    command += ["--no-dashboard", "--host", "127.0.0.1"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens to."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
        return number


def wait_for(number: int) -> None:
    """Wait until somebody listens at a port of this machine."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", number), 1):
            return
        time.sleep(0.05)


@click.command()
@click.argument("port")
@click.option("--shards", default=SHARDS, type=Count(6), show_default=True)
@click.option("--operations", type=Count(1), help="Of a shard.  [default: about ten seconds]")
def main(port: str, shards: int, operations: int | None) -> None:
    """Measure campaigns on PORT."""
    Console().print(campaign_table(port, shards, operations))


if __name__ == "__main__":
    main()
