"""What a campaign costs: the first table of ``make bench-kit``, and by itself ``python -m …bench_campaign``.

A campaign runs some shards on workers, which are processes of this machine or workers of a Dask scheduler on the
loopback: one worker on one processor, and two workers on two processors. A worker that has more processors than one
uses more than one, because it judges while its port answers, so both are compared only if each has the same share of
the machine. The third row says how fast one worker is if nothing is kept from it.

A worker counts from its first to its last completed shard, so the edges are left out, when not every worker is busy.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from stablelist_conformance.campaign import Campaign, Limits, Processes, Store, WorkerPool
from stablelist_conformance.campaign.port_campaign import CampaignObserver
from stablelist_conformance.campaign.records import Record
from stablelist_conformance.cli.types import Count
from stablelist_conformance.running.engines import COVER
from stablelist_conformance.running.options import Options

__all__ = [
    "Figures",
    "Timed",
    "campaign_table",
    "cluster",
    "free_port",
    "measured",
    "processors",
    "wait_for",
]

SHARDS: Final = 12
"""In each campaign."""
WORKERS: Final = ((1, 1), (2, 2), (1, None))
"""The rows of the table: workers, and the processors that they share; all, if None."""
HEADS: Final = (
    *("where", "workers", "processors"),
    *("operations/s", "times the first", "a shard", "overhead in 10 s"),
)
TOO_FEW: Final = "too few shards"
LONGEST_WAIT: Final = 60.0
"""Seconds that a scheduler or its workers may take to start."""


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


class Timed(CampaignObserver):
    """Notes when shards came back, and from which worker."""

    def __init__(self) -> None:
        self.shards = defaultdict[str, list[tuple[float, Record]]](list)

    def shard(self, record: Record, labels: int, further: int) -> None:
        """One came back."""
        self.note(time.perf_counter(), record)

    def note(self, at: float, record: Record) -> None:
        """One came back at that time."""
        self.shards[record.worker].append((at, record))

    def figures(self, workers: int) -> Figures | None:
        """The sum of the workers' speeds, and means of the counted shards; None if a worker has not done two."""
        if len(self.shards) < workers or any(len(each) < 2 for each in self.shards.values()):
            return None
        speed = wall = work = number = 0.0
        for (began, _), *counted in self.shards.values():
            lasted = counted[-1][0] - began
            speed += sum(result.operations for _, result in counted) / lasted
            work += sum(result.seconds for _, result in counted)
            wall += lasted
            number += len(counted)
        return Figures(speed, work / number, (wall - work) / number)


@contextmanager
def processors(number: int | None) -> Iterator[str]:
    """Keep this process, and those that it starts, to so many processors; yield how many they are, in words."""
    if number is None or not hasattr(os, "sched_setaffinity"):
        yield f"all {os.cpu_count()}"
        return
    before = os.sched_getaffinity(0)
    kept = set(sorted(before)[:number])
    os.sched_setaffinity(0, kept)
    try:
        yield str(len(kept))
    finally:
        os.sched_setaffinity(0, before)


def measured(
    port: str, crew: WorkerPool, workers: int, shards: int, operations: int | None
) -> Figures | None:
    """Run a campaign, after a short one that does what is done once."""
    options = Options(excluded_class=COVER)  # these programs are run once, and are not measured
    with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder) / "store") as store:
        first = Limits(shards=2, operations=1_000)
        Campaign([port], options, store, crew, first).run()
        timed = Timed()
        limits = Limits(shards=shards, operations=operations)
        Campaign([port], options, store, crew, limits, timed).run()
        return timed.figures(workers)


def campaign_table(
    port: str,
    shards: int = SHARDS,
    operations: int | None = None,
    rows: Sequence[tuple[int, int | None]] = WORKERS,
) -> Table:
    """The figures on processes, and on a Dask scheduler if Dask is installed."""
    title = f"a campaign of {shards} shards; Dask is on the loopback; {kept()}"
    shown = Table(title=title, title_justify="left")
    for name in HEADS:
        shown.add_column(name, justify="left" if name == "where" else "right")
    kinds: dict[str, Callable[[int], AbstractContextManager[WorkerPool]]] = {"processes": Processes}
    if find_spec("distributed"):
        kinds["Dask"] = cluster
    for where, crew_of in kinds.items():
        alone: float | None = None
        for workers, number in rows:
            with processors(number) as told, crew_of(workers) as crew:
                found = measured(port, crew, workers, shards, operations)
            alone = alone or (found and found.speed)
            cells = found.cells(alone) if found and alone else (TOO_FEW,)
            shown.add_row(where, str(workers), told, *cells)
    return shown


def kept() -> str:
    """Whether processes can be kept to some processors here."""
    if hasattr(os, "sched_setaffinity"):
        return "everything is kept to the first processors"
    return "this system cannot keep processes to some of its processors"


@contextmanager
def cluster(workers: int) -> Iterator[WorkerPool]:
    """The workers of a Dask scheduler that is started for this."""
    from distributed import Client

    from stablelist_conformance.campaign.cluster import Cluster

    number = free_port()
    address = f"tcp://127.0.0.1:{number}"
    count = ("--nworkers", str(workers), "--nthreads", "1")
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        opened.enter_context(running("scheduler", "--port", str(number)))
        wait_for(number)
        opened.enter_context(running("worker", address, *count, "--local-directory", folder))
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=LONGEST_WAIT)
        yield opened.enter_context(Cluster(address))


@contextmanager
def running(program: str, *arguments: str) -> Iterator[None]:
    """One of Dask's programs."""
    from stablelist_conformance.campaign.cluster import LOOPBACK

    inside = LOOPBACK.split()
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments, *inside]
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
    end = time.monotonic() + LONGEST_WAIT
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
