"""``python -m defects``, which is ``make selfcheck``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

import click

from stablelist_conformance.__main__ import main as started
from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.main import main as run
from stablelist_conformance.cli.progress import line

from .selfcheck import selfcheck

__all__ = ["main"]


@click.command()
@click.option("--only", help="Only defects whose name contains this.")
@jobs_option
def defects(only: str | None, jobs: int) -> None:
    """Check the checker: every planted defect and every hostile port must be caught.

    \b
    Example:
      python -m defects --only hostile-

    Exit status: 0 all were caught, 2 bad usage or environment, 3 something survived.
    """
    with line("defects", forking=False) as bars:
        report = selfcheck(
            only=only, jobs=jobs, watched=partial(bars.track, description="selfcheck")
        )
    click.echo(report.table())
    sys.exit(report.exit_status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, with the sentences and exit statuses of `stablelist`."""
    return run(arguments, defects, "python -m defects")


if __name__ == "__main__":
    sys.exit(started("defects.__main__"))
