"""``python -m zoo``, which is ``make zoo``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from stablelist_conformance.__main__ import main as started
from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.main import main as run
from stablelist_conformance.cli.types import Count

from . import results
from .hunt import Budget
from .run import Plan, Run
from .tables import in_short
from .ways import WAYS

__all__ = ["main"]


@click.command()
@click.option("--file", type=Path, default=Path("build/zoo/results.tsv"), show_default=True)
@click.option("--operations", type=Count(1), default=50_000, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.1), default=5.0, show_default=True)
@click.option("--seeds", type=Count(1), default=10, show_default=True)
@click.option("--only", default="", help="Only releases whose name contains this.")
@click.option("--way", "ways", multiple=True, type=click.Choice([*WAYS]), help="Only these ways.")
@jobs_option
def zoo(
    file: Path,
    operations: int,
    seconds: float,
    seeds: int,
    only: str,
    ways: Sequence[str],
    jobs: int,
) -> None:
    """Verify the sound releases of zoo.toml, and measure how soon the defects of the others are found.

    What is in the file is not measured again: give the same command to continue.

    \b
    Example:
      python -m zoo --only gods --seeds 3

    Exit status: 0 every sound release was verified, 1 one was not, 2 bad usage or environment.
    """
    plan = Plan(file, Budget(operations, seconds), seeds, only, ways or tuple(WAYS), jobs)
    done = Run(plan, click.echo)
    done.all()
    click.echo(in_short(*results.read(file)))
    sys.exit(1 if done.unsound else 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, with the sentences and exit statuses of `stablelist`."""
    return run(arguments, zoo, "python -m zoo")


if __name__ == "__main__":
    sys.exit(started("zoo.__main__"))
