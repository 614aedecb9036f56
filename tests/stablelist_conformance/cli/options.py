"""The options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.types import Count, Seconds
from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.wire.protocol import LEVELS
from stablelist_conformance.wire.widths import Widths

__all__ = ["coverage_option", "memory_option", "run_options", "shrink_option", "timeout_option"]

F = TypeVar("F", bound=Callable[..., Any])


class WidthsType(click.ParamType[Widths]):
    """Widths on the command line, written as in a handshake."""

    name = "widths"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Widths:
        """Read ``2``, ``1-8`` or ``0,8,16``."""
        try:
            return value if isinstance(value, Widths) else Widths.parse(value)
        except ValueError:
            self.fail(
                f"{value!r} is not a list of widths; write 2, 1-8 or 0,8,16 (0 is unbounded, 64 the most)",
                param,
                ctx,
            )


def words_of(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> frozenset[str]:
    """The words of all values, each a list that is separated by commas."""
    return frozenset(word for each in given for word in each.split(","))


timeout_option: Final = click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=Seconds(positive=True),
    help="Seconds for one answer line.",
)
memory_option: Final = click.option(
    "--memory",
    default=MEMORY,
    show_default=True,
    type=Count(1),
    metavar="MIB",
    help="Memory in MiB that a port may use; on Linux only.",
)
shrink_option: Final = click.option(
    "--shrink-seconds",
    default=60.0,
    show_default=True,
    type=Seconds(),
    help="Seconds to spend on shrinking a counterexample.",
)
coverage_option: Final = click.option(
    "--coverage",
    is_flag=True,
    help="Say which lines of the port's own code ran, by the coverage tool of its language (docs/verify.md).",
)
OPTIONS: Final = (
    click.option("--seed", default=0, show_default=True, type=Count(), help="Seed of the swarm."),
    click.option(
        "--seeds", default=1, show_default=True, type=Count(1),
        help="Run the swarm with so many seeds, and say what one of them alone would have missed.",
    ),
    click.option(
        "--operations", default=500_000, show_default=True, type=Count(1),
        help="Minimum number of operations that the swarm runs, after the covering programs.",
    ),
    click.option("--seconds", type=Seconds(), help="Stop the swarm after so many seconds."),
    click.option("--level", type=click.Choice(list(LEVELS)), help="Highest level to check."),
    click.option("--id-bits", type=WidthsType(), help="Use only these id widths."),
    click.option("--index-bits", type=WidthsType(), help="Use only these index widths."),
    click.option(
        "--without", multiple=True, metavar="WORD", callback=words_of,
        help="Leave these operations or abilities out, so that a known bug does not hide others "
        "(repeatable, or separated by commas).",
    ),
    click.option(
        "--far", is_flag=True,
        help="Let one word take up to a minute: ids of 32 bits wrap, if the port is fast enough.",
    ),
    click.option(
        "--turns", type=Count(1),
        help="How often a program may use a slot by loops inside the port.  [default: as its speed allows]",
    ),
    timeout_option,
    memory_option,
    jobs_option,
    click.option(
        "--cache/--no-cache", "cached", default=True, show_default=True, envvar="STABLELIST_CACHE",
        help="Keep right answers in the cache folder, and compare with those that were kept.",
    ),
    click.option(
        "--report", default="stablelist-report", show_default=True, type=click.Path(path_type=Path),
        help="Folder for counterexamples and verdicts.",
    ),
    shrink_option,
    click.option(
        "--keep-going", is_flag=True,
        help="Go on after a failure until the budget is used up, and report every distinct failure, each after up to "
        "--shrink-seconds of shrinking.",
    ),
    click.option(
        "--expected-failures", type=click.Path(path_type=Path), metavar="FILE",
        help="Keep going; defects that this TOML file lists, as --keep-going prints them, are expected.",
    ),
)  # fmt: skip


def run_options(command: F) -> F:
    """The options of a run."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
