"""``python -m vector_files``, which is ``make vectors``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from stablelist_conformance.__main__ import main as started
from stablelist_conformance.cli.jobs import jobs_option
from stablelist_conformance.cli.main import main as run
from stablelist_spec.systems import SYSTEMS

from .writing import write

__all__ = ["main"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--system",
    "systems",
    multiple=True,
    type=click.Choice([name for name, each in SYSTEMS.items() if not each.covered_by]),
    help="Only the files of this system; can be given several times.",
)
@jobs_option
def vectors(folder: Path, systems: tuple[str, ...], jobs: int) -> None:
    """Write the vectors into FOLDER, in a new folder for their version. It takes minutes."""
    entries = write(folder, systems, jobs)
    programs = sum(entry.programs for entry in entries)
    operations = sum(entry.operations for entry in entries)
    click.echo(f"{len(entries):,} entries, {programs:,} programs, {operations:,} operations")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, with the sentences and exit statuses of `stablelist`."""
    return run(arguments, vectors, "python -m vector_files")


if __name__ == "__main__":
    sys.exit(started("vector_files.__main__"))
