"""The command ``stablelist explore``: every state within a scope."""

from __future__ import annotations

import sys
import time
from concurrent.futures import BrokenExecutor
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stablelist_conformance.cli.explore_any import (
    any_system_is_meant,
    explored_by_description,
    say,
    status,
)
from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.types import Count
from stablelist_conformance.running.exploring import Bounds
from stablelist_conformance.wire.errors import UsageError
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems import STABLE_LIST

if TYPE_CHECKING:
    from stablelist_proofs.explore.scope import Scope

__all__ = ["explore"]


@click.command()
@click.argument("system", default=STABLE_LIST.name, metavar="[SYSTEM]")
@click.option(
    "--configuration",
    "configurations",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="Of any system: explore this configuration; may be repeated.  [default: its scopes]",
)
@click.option(
    "--depth", type=Count(0), help="Of any system: follow no state that is so many steps away."
)
@click.option(
    "--states",
    default=500_000,
    show_default=True,
    type=Count(1),
    help="Of any system: stop after so many states of a configuration.",
)
@click.option("--minimum", default=4, show_default=True, help="The list's minimum.")
@click.option("--capacity", default=0, show_default=True, help="Its initial capacity.")
@click.option(
    "--mode",
    default="iteration",
    show_default=True,
    type=click.Choice([m.value for m in Truncate]),
    help="Its truncation mode.",
)
@click.option(
    "--positions",
    default=8,
    show_default=True,
    help="Positions that it may use, 4 to 32: the bound of the scope.",
)
@click.option(
    "--keep",
    default="order",
    show_default=True,
    type=click.Choice(["sets", "order", "key"]),
    help="What is kept of a state: which cells are live; also free lists; also a followed key.",
)
@click.option(
    "--id-bits",
    type=Count(0, 3),
    help="Width of ids if a key is followed; 0 is unbounded.  [default: 2]",
)
@click.option(
    "--invariant",
    "invariants",
    multiple=True,
    metavar="NAME",
    help="Check only this one; may be repeated.  [default: all]",
)
@click.option(
    "--label", metavar="NAME", help="Stop at a shortest program whose last step has this label."
)
@click.option(
    "--find",
    metavar="EXPRESSION",
    help="Stop at a shortest program to a state in which this is true.",
)
@click.option(
    "--run",
    "folder",
    type=click.Path(path_type=Path),
    help="Keep the run in this folder; continue it if there is one.",
)
@click.option(
    "--graph", type=click.Path(path_type=Path), help="Write the graph, as .dot or .graphml."
)
@click.option(
    "--sample",
    default=200,
    show_default=True,
    type=Count(0, 100_000),
    help="How many random states to compare with the model.",
)
@click.option(
    "--seed", default=0, show_default=True, type=Count(0), help="Seed of the random states."
)
@jobs_option
@click.pass_context
def explore(context: click.Context, /, system: str, **given: Any) -> None:
    """Explore every state within a scope, breadth first.

    SYSTEM is any system with an exact model, or your own as module:ATTRIBUTE; without it, a StableList.

    A scope is a list whose positions are bounded. States that differ only in what is not kept count as one.
    The scopes of other systems are small configurations, which are declared in their descriptions or given
    by --configuration. The options --configuration, --depth and --states are about these; all others are about
    StableList.

    \b
    Examples:
      stablelist explore dyadic                              the scopes that its page lists
      stablelist explore sparse-set --configuration universe=3
      stablelist explore counter:COUNTER --depth 6
      stablelist explore --positions 14                      6 million states, free lists kept, well within a minute
      stablelist explore --keep key --id-bits 1              what happens to a key when ids wrap
      stablelist explore --label truncate_reverses --positions 12
      stablelist explore --find "h2.live == 1 and q1.vacant == 2"

    \b
    Names in an expression: space opened live vacant; size opened live vacant of q1 q2 h2, as in q1.live.
    With --keep order or key: allocated, q1.head q2.head h2.head (-1: none).
    With --keep key: key.position key.retired key.resolves key.wrapped.
    An expression has the meaning that it has in Python; numbers beyond 64 bits are refused, and a division
    by 0 unless it is guarded, as in "live != 0 and 10 // live > 2".

    Exit status: 0 explored, 1 an invariant is broken, 2 bad usage or too little memory, 3 not decided.
    A program is printed as the command that runs it again, on the bundled
    container or the model of another system.
    """
    bounds = Bounds(given.pop("states"), given.pop("depth"))
    configurations: tuple[str, ...] = given.pop("configurations")
    if any_system_is_meant(context, system):
        sys.exit(explored_by_description(system, configurations, bounds))
    from stablelist_proofs.explore.resources import ResourceError
    from stablelist_proofs.explore.scope import ExploreError

    try:
        sys.exit(explored(**given))
    except ModuleNotFoundError as missing:
        raise UsageError(
            f"explore needs {missing.name}, which is not installed; in a clone of the repository, "
            "run: pip install './tests[explore]'"
        ) from None
    except (ExploreError, ResourceError) as error:
        raise UsageError(str(error)) from None
    except BrokenExecutor:
        raise UsageError(
            "a process of the run was killed, perhaps because memory ran out; with --run, call again to go on, "
            "and lower --jobs"
        ) from None


def explored(
    *,
    invariants: tuple[str, ...],
    label: str | None,
    find: str | None,
    folder: Path | None,
    graph: Path | None,
    sample: int,
    seed: int,
    jobs: int,
    **given: Any,
) -> int:
    """Explore, print what was found, and return the exit status."""
    from stablelist_proofs.explore import answer, report
    from stablelist_proofs.explore.graph import check_writable, export
    from stablelist_proofs.explore.inquiry import Inquiry
    from stablelist_proofs.explore.need import need
    from stablelist_proofs.explore.place import place
    from stablelist_proofs.explore.search import searching

    began, scope = time.perf_counter(), scope_of(**given)
    inquiry = Inquiry(scope, invariants, label, find)
    if graph is not None:
        check_writable(graph)
    say(report.beforehand(scope, need(scope, jobs)))
    with place(folder) as there, searching(scope, inquiry.question, there, jobs=jobs) as search:
        before = copy(search.run.tally)
        with status() as show:
            search.go_on(
                lambda run: show(run.level, run.tally.states, run.tally.transitions),
                inquiry.enough,
            )
        say(report.counted(search.run, before, time.perf_counter() - began, inquiry))
        found = []
        for each in answer.answers(search, inquiry, sample, seed):
            say(each.lines)
            found.append(each.status)
        if graph is not None:
            drawn = export(search.system, search.run.levels, graph)
            click.echo(f"graph      {drawn:,} states in {graph}")
    return answer.gravest(found)


def scope_of(*, mode: str, keep: str, id_bits: int | None, **bounds: int) -> Scope:
    """The scope that the options describe."""
    from stablelist_proofs.explore.scope import Keep, Scope

    if id_bits is None and keep == Keep.KEY:
        id_bits = 2
    return Scope(mode=Truncate(mode), keep=Keep(keep), id_bits=id_bits or None, **bounds)
