"""The command ``stablelist init``."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from stablelist_conformance.cli.starter import starter_for, starters
from stablelist_conformance.wire.systems import system_named

__all__ = ["init"]


@click.command(
    epilog=f"LANGUAGE is one of {', '.join(starters())}.",
)
@click.argument("language")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--system",
    default="slotmap",
    show_default=True,
    help="The kind of container (docs/systems.md), or module:ATTRIBUTE for one of your own.",
)
def init(language: str, folder: Path, system: str) -> None:
    """Begin a port: a starter and an adapter with blanks.

    Both are written into a new FOLDER.

    \b
    Example:
      stablelist init rust my-port --system slotmap
      stablelist init go my-port --system counter:COUNTER
    """
    starter = starter_for(language)
    for path in starter.write(folder, system_named(system)):
        click.echo(f"wrote {path}")
    click.echo(f"\nFill in the blanks in {folder / starter.adapter}, and then, in {folder}:\n")
    verify = f"stablelist verify {shlex.quote(starter.start)}"
    if ":" in system:  # its module is found from here, but not from there
        here = os.path.relpath(Path.cwd(), folder.resolve())
        verify = f"PYTHONPATH={shlex.quote(here)} {verify} --system {system}"
    for step in (starter.build, verify):
        if step is not None:
            click.echo(f"  {step}")
