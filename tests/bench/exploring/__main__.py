"""``python -m bench.exploring``: the seconds of an exploration in each way."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from bench.exploring.apart import Explored, apart
from bench.kit_campaign import cluster
from stablelist_conformance.campaign.cluster import Cluster
from stablelist_conformance.cli.types import Count
from stablelist_conformance.running.workers import workers
from stablelist_proofs.explore.expand import Question
from stablelist_proofs.explore.scope import Scope
from stablelist_proofs.explore.search import searching

__all__ = ["main", "shared"]

POSITIONS: Final = 14


def shared(scope: Scope, jobs: int) -> Explored:
    """Explore as `stablelist explore` does, without invariants."""
    with (
        tempfile.TemporaryDirectory() as folder,
        searching(scope, Question(()), Path(folder), jobs=jobs) as search,
    ):
        began = time.perf_counter()
        search.go_on()
        seconds = time.perf_counter() - began
        return Explored(search.run.tally.states, search.run.tally.transitions, seconds)


@contextmanager
def executor_of(where: str, jobs: int) -> Iterator[Executor]:
    """Workers that share nothing."""
    if where == "processes":
        with workers(jobs) as pool:
            yield pool
        return
    with cluster(jobs) as crew:
        assert isinstance(crew, Cluster)
        yield crew.client.get_executor(pure=False)


def rows(scope: Scope, jobs: tuple[int, ...]) -> Iterator[tuple[str, int, Explored]]:
    """Explore a scope in every way."""
    for each in jobs:
        yield "one map", each, shared(scope, each)
    for where in ("processes", "Dask"):
        for each in jobs:
            with executor_of(where, each) as executor:
                yield where, each, apart(scope, executor)


@click.command()
@click.option("--positions", default=POSITIONS, type=Count(4), show_default=True)
@click.option("--jobs", "most", default=2, type=Count(1), show_default=True)
@click.option("--only-most", is_flag=True, help="Leave out what one worker takes.")
def main(positions: int, most: int, only_most: bool) -> None:
    """Explore a scope with a shared map, and with workers that share nothing."""
    table = Table(title=f"exploring a scope of {positions} positions", title_justify="left")
    for name in ("where", "workers", "states", "transitions", "seconds", "handed over"):
        table.add_column(name, justify="left" if name == "where" else "right")
    jobs = (most,) if only_most else tuple(sorted({1, most}))
    for where, each, found in rows(Scope(positions=positions), jobs):
        handed_over = f"{found.handed_over:,}" if found.handed_over else "-"
        counts = (f"{found.states:,}", f"{found.transitions:,}", f"{found.seconds:.1f}")
        table.add_row(where, str(each), *counts, handed_over)
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
