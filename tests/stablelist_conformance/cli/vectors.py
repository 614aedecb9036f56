"""The command ``stablelist vectors run``."""

from __future__ import annotations

import sys
from collections.abc import Set
from pathlib import Path
from typing import Final

import click

from stablelist_conformance.cli.options import timeout_option
from stablelist_conformance.vectors.manifest import newest, read_manifest
from stablelist_conformance.vectors.running import Result, read_expected, run
from stablelist_conformance.wire.text import plain

__all__ = ["vectors"]

HERE: Final = Path(__file__).parents[1]
PLACES: Final = (HERE / "vectors" / "files", HERE.parent / "vectors")
"""The folder of the vectors in a wheel, and in a clone."""
MOST_TOLD: Final = 10
"""The number of failures that are printed; the others are only counted."""
UNDECIDED: Final = 3


@click.group()
def vectors() -> None:
    """Programs and right answers in files: run a port on them.

    docs/vectors.md describes the files, and how to run them without this command.
    """


@vectors.command("run")
@click.argument("port")
@click.option(
    "--vectors",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of the vectors, or of one version; without it, those that come with the kit.",
)
@click.option(
    "--expected-failures",
    "expected",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A list of programs that are expected to fail; one that passes all the same is an error.",
)
@timeout_option
def run_command(port: str, folder: Path | None, expected: Path | None, timeout: float) -> None:
    """Run PORT on the vectors that it can take, and compare its answers.

    \b
    Example:
      stablelist vectors run "node port.mjs"

    Exit status: 0 all are right, 1 a wrong answer, 2 bad usage or environment, 3 one that was expected to fail passes.
    """
    known = frozenset() if expected is None else read_expected(expected)
    version = newest(packaged() if folder is None else folder)
    result = run(version, read_manifest(version), port, timeout)
    sys.exit(print_result(result, known, version.name))


def packaged() -> Path:
    """The folder of the vectors that come with the kit."""
    return next((place for place in PLACES if place.is_dir()), PLACES[-1])


def print_result(result: Result, expected: Set[str], version: str) -> int:
    """Print what was run and what failed; returns the exit status."""
    port, failed = result.handshake, {failure.id for failure in result.failures}
    unexpected = [failure for failure in result.failures if failure.id not in expected]
    for failure in unexpected[:MOST_TOLD]:
        say(f"wrong       {failure.id} in {failure.path}.in\n            {failure.detail}")
        say(f"            {failure.line[:200]}{'…' if len(failure.line) > 200 else ''}\n")
    if others := unexpected[MOST_TOLD:]:
        say(f"wrong       {len(others)} more: {' '.join(each.id for each in others)}\n")
    say(f"{port.name} {port.version}, system {port.system.name}, level {port.level.word}")
    say(f"vectors     {version}: {len(result.files)} entries of {len(result.files) + result.left}")
    say(f"programs    {result.programs:,}, of which {len(unexpected):,} are answered wrongly")
    say(f"operations  {result.operations:,}")
    passed = sorted(expected - failed)
    if expected:
        say(f"expected    {len(expected) - len(passed)} of {len(expected)} fail as expected")
    for name in passed:
        what = "passes" if name in result.ids else "unknown"
        why = "was expected to fail" if name in result.ids else "is in no file that this port takes"
        say(f"{what:11} {name}, which {why}; take it out of the list")
    if unexpected:
        return 1
    return UNDECIDED if passed else 0


def say(text: str) -> None:
    """Print lines that a port or a file may have had a part in."""
    click.echo("\n".join(map(plain, text.split("\n"))))
