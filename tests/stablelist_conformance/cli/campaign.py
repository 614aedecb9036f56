"""The commands ``stablelist campaign``, and ``report`` of its store."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from math import inf
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from stablelist_conformance.campaign import Campaign, Limits, Processes, Store, WorkerPool
from stablelist_conformance.campaign.port_campaign import CALLED
from stablelist_conformance.campaign.progress import show_progress
from stablelist_conformance.campaign.summary import Summary, complaints
from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.options import memory_option, shrink_option, timeout_option
from stablelist_conformance.cli.run import UNUSABLE, gravest
from stablelist_conformance.cli.types import Count, Hours
from stablelist_conformance.judging.verdict import Verdict
from stablelist_conformance.report import summary
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import clip, plain

__all__ = ["campaign"]


class Verbs(click.Group):
    """A group whose first argument is a verb, or else a port of the verb that runs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the verb that runs before a port."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [RUN, *args]
        return super().parse_args(ctx, args)


RUN: Final = "run"


@click.group(cls=Verbs)
def campaign() -> None:
    """Fuzz ports for hours, here or on a cluster.

    A campaign runs on all processors of this machine, or on the workers of a Dask scheduler. It keeps its results in a
    store, can be stopped at any moment, and is continued by --continue.

    \b
    Example:
      stablelist campaign "node port.mjs" --hours 8 --store nightly
      stablelist campaign "node port.mjs" --hours 8 --store nightly --continue
      stablelist campaign report nightly
    """


@campaign.command(RUN)
@click.argument("ports", nargs=-1, required=True, metavar="PORT...")
@click.option("--hours", type=Hours(), help="How long to submit shards, such as 8 or 0.5.")
@click.option("--shards", type=Count(1), help="How many shards to submit, instead or at most.")
@click.option(
    "--store",
    "place",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the results.",
)
@click.option("--continue", "goes_on", is_flag=True, help="Go on with a store that is there.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Run on the workers of a Dask scheduler, not here."
)
@click.option(
    "--seed", default=0, show_default=True, type=Count(), help="Number of the first shard."
)
@click.option(
    "--operations",
    type=Count(1),
    help="Operations of a shard.  [default: as many as take ten seconds]",
)
@click.option(
    "--system",
    "system_name",
    help="The system that is expected, as for 'stablelist verify'.",
)
@click.option("--by-model", is_flag=True, help="Judge every program by the model.")
@timeout_option
@memory_option
@shrink_option
@jobs_option
@click.pass_context
def run_command(
    context: click.Context,
    /,
    ports: tuple[str, ...],
    hours: float | None,
    shards: int | None,
    place: Path,
    goes_on: bool,
    scheduler: str | None,
    operations: int | None,
    jobs: int,
    **given: Any,
) -> None:
    """Run a campaign on PORTs, each a command line that every worker can start.

    \b
    Example:
      stablelist campaign "node port.mjs" --hours 8 --store nightly
      stablelist campaign ./my-port --hours 8 --store nightly --scheduler tcp://10.0.0.1:8786

    Exit status: 0 verified, 1 a counterexample, 2 bad usage or environment, 3 not decided.
    """
    if hours is None and shards is None:
        raise UsageError("a campaign has no end; give --hours 8, or --shards 100")
    jobs_given = context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE
    if scheduler is not None and jobs_given:
        raise UsageError(
            "--jobs is for this machine; with --scheduler, start as many workers as you want"
        )
    limits = Limits(inf if hours is None else hours * 3600, shards, operations)
    open_store = Store.open if goes_on else Store.create
    with worker_pool_of(scheduler, jobs) as crew, open_store(place) as store:
        with show_progress() as watcher:
            run = Campaign(ports, Options(**given), store, crew, limits, watcher)
            verdicts = run.run()
        told = print_verdicts(verdicts, store)
    sys.exit(gravest(told | ({UNUSABLE} if run.excluded else set())))


def worker_pool_of(scheduler: str | None, jobs: int) -> AbstractContextManager[WorkerPool]:
    """The workers."""
    if scheduler is None:
        return Processes(jobs)
    from stablelist_conformance.campaign.cluster import Cluster

    return Cluster(scheduler)


def print_verdicts(verdicts: Sequence[Verdict], store: Store) -> set[int]:
    """Print the verdicts, with the files of their counterexamples, and write them; return their exit statuses."""
    store.report(verdicts)
    for verdict in verdicts:
        click.echo(summary.report(verdict, store.save))
    return {verdict.outcome.exit_status for verdict in verdicts}


@campaign.command("report")
@click.argument("place", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--system", help="The system of your own that the ports are of, as module:ATTRIBUTE.")
def report_command(place: Path, system: str | None) -> None:
    """Print the verdict of all shards of the store in DIR, at any time, and write it beside them.

    No module that a store names is imported, but that of --system.

    \b
    Example:
      stablelist campaign report nightly
    """
    with Store.open(place) as store:
        found = Summary.of(store, system)
        unread = [
            f"the port {clip(port.command, CALLED)} is of the system {port.system}, which is code; "
            f"add --system {port.system} to import it"
            for port in sorted(found.unread)
        ]
        verdicts = [port.verdict() for port in found.ports.values()]
        if not verdicts:
            why, *_ = [*unread, *complaints(found.excluded), "no shard was done yet"]
            raise UsageError(f"there is nothing to report of the store in {str(place)!r}: {why}")
        for sentence in unread:
            click.echo(f"stablelist: {plain(sentence)}", err=True)
        told = print_verdicts(verdicts, store)
    sys.exit(gravest(told | ({UNUSABLE} if unread else set())))
