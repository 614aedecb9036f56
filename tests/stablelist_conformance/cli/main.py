"""The command ``stablelist``."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any, Final

import click

from stablelist_conformance.cli.campaign import campaign
from stablelist_conformance.cli.explore import explore
from stablelist_conformance.cli.init import init
from stablelist_conformance.cli.options import coverage_option, run_options
from stablelist_conformance.cli.replay import replay
from stablelist_conformance.cli.run import run_ports
from stablelist_conformance.cli.terminal import nowhere
from stablelist_conformance.cli.vectors import vectors
from stablelist_conformance.judging.expected import read_expected
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.programs.cache import cleared
from stablelist_conformance.python.answerers import Answerer, ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import CONTAINER, bundled, python_answerer
from stablelist_conformance.python.serve import serve as serve_lines
from stablelist_conformance.report import folder
from stablelist_conformance.running.manifest import ListedPort, read_manifest
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import REFUSALS, UsageError
from stablelist_conformance.wire.protocol import LEVELS
from stablelist_conformance.wire.systems import exact_system
from stablelist_conformance.wire.text import count, plain
from stablelist_conformance.wire.versions import KIT_VERSION
from stablelist_spec.systems import STABLE_LIST

__all__ = ["main"]

UNREAD: Final = 141
"""Exit status of a command whose output pipe was closed, as shells report SIGPIPE."""


ORDER: Final = (
    "verify",
    "replay",
    "init",
    "fuzz",
    "serve",
    "explore",
    "campaign",
    "vectors",
    "cache",
)
"""The commands, those that most people need first."""


class Kit(click.Group):
    """The command; click exits with status 1 if the output pipe was closed, which here would mean a counterexample."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of use."""
        return sorted(super().list_commands(ctx), key=ORDER.index)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.exit(UNREAD)


@click.group(
    cls=Kit, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(KIT_VERSION, prog_name="stablelist")
def stablelist() -> None:
    """Verify containers that hand out keys: StableList, slot maps, arenas, slabs.

    \b
    stablelist verify ./my-port        a port in any language
    stablelist fuzz                    the bundled container

    Exit status: 0 verified, 1 a counterexample, 2 bad usage, 3 not decided.
    """


@stablelist.command("verify")
@click.argument("ports", nargs=-1, metavar="PORT...")
@click.option(
    "--manifest", type=click.Path(path_type=Path), help="Verify the ports listed in a TOML file."
)
@click.option(
    "--system",
    "system_name",
    type=str,
    help="The system that is expected, such as slotmap (docs/systems.md has all), or your own as module:ATTRIBUTE.",
)
@click.option(
    "--by-model",
    is_flag=True,
    help="Judge every program by the model, as for a port that is built on the bundled container; "
    "python: ports always are.",
)
@click.option(
    "--compare",
    metavar="SYSTEM",
    help="Then compare the port with the exact model of a system, by its keys and the order of iteration; "
    "a difference is told, and changes neither verdict nor exit status.",
)
@coverage_option
@run_options
def verify_command(
    ports: tuple[str, ...], manifest: Path | None, compare: str | None, **given: Any
) -> None:
    """Verify ports against the model.

    PORT is a command line, quoted as one word, or python:module:factory, with what it declares.

    \b
    Example:
      stablelist verify "node port.mjs" --id-bits 1-4 --seconds 30
      stablelist verify python:mypackage:MyPool --system slotmap
      stablelist verify "python:mypackage:MyRing capacity=fixed full=refuses" --system ring
      stablelist verify ./my-map --compare lifo-slotmap
      stablelist verify ./my-port --keep-going
      stablelist verify ./my-port --expected-failures known.toml
    """
    listed = [ListedPort(port, port, compare=compare) for port in ports]
    if manifest is not None:
        listed += read_manifest(manifest)
    if not listed:
        raise UsageError("there is no port to verify; give a command line, or --manifest FILE")
    if len(listed) > 1 and given["expected_failures"] is not None:
        raise UsageError(
            "--expected-failures is about one port; in a manifest, each port can have expected-failures of its own"
        )
    sys.exit(run_ports(listed, options_of(given)))


@stablelist.command()
@run_options
def fuzz(**given: Any) -> None:
    """Fuzz the bundled container; the model judges everything.

    \b
    Example:
      stablelist fuzz --operations 5000000 --seed 7
    """
    listed = [ListedPort(STABLE_LIST.name, CONTAINER)]
    sys.exit(run_ports(listed, options_of(given | {"by_model": True})))


@stablelist.command()
@click.argument("factory", required=False)
@click.option("--model", is_flag=True, help="Answer from the model instead of the container.")
@click.option(
    "--system",
    "system_name",
    help="System of FACTORY, or of the model: one of the registry, or module:ATTRIBUTE.  [default: stablelist]",
)
def serve(factory: str | None, model: bool, system_name: str | None) -> None:
    """Speak the port protocol on standard input and output.

    FACTORY is python:module:factory; without it, the bundled container answers.

    \b
    Example:
      echo "layout id_bits=2 : add add remove:0 add layout" | stablelist serve --model
      echo "layout universe=8 : insert:5 layout" | stablelist serve --model --system sparse-set
    """
    if model and factory is not None:
        raise UsageError(
            f"--model and {factory!r} exclude each other; leave one of them out, or name a system by --system"
        )
    if factory is None and system_name is not None and not model:
        raise UsageError(
            f"--system {system_name} needs a FACTORY or --model; give one of them, or leave --system out"
        )
    out = sys.stdout
    with redirect_stdout(sys.stderr):  # what a container prints is not an answer
        if model:
            exact_system(system_name or STABLE_LIST.name)
            answerer: Answerer = ModelAnswerer(system_name or STABLE_LIST.name)
        elif factory is not None:
            served, *declared = factory.removeprefix("python:").split(" ")
            system = [f"system={system_name}"] * (system_name is not None)
            answerer = python_answerer(served, *system, *declared)
        else:
            answerer = ContainerAnswerer(bundled, name=STABLE_LIST.name, version=KIT_VERSION)
        serve_lines(answerer, sys.stdin, out, sys.stderr)


@stablelist.group("cache")
def cache_group() -> None:
    """Clear what is kept between runs in the user's cache folder."""


@cache_group.command()
def clear() -> None:
    """Remove them all; they are made again when they are needed.

    \b
    Example:
      stablelist cache clear
    """
    try:
        files, size = cleared()
    except OSError as error:
        raise UsageError(
            f"the cache cannot be cleared: {error}; remove its folder yourself"
        ) from error
    click.echo(f"removed {count(files, 'file')}, {size / 1e6:.1f} MB")


stablelist.add_command(campaign)
stablelist.add_command(init)
stablelist.add_command(replay)
stablelist.add_command(explore)
stablelist.add_command(vectors)


def options_of(given: dict[str, Any]) -> Options:
    """Options from the command line; checks first that the report folder can be written."""
    level, known = given.pop("level"), given.pop("expected_failures")
    options = Options(
        level=None if level is None else LEVELS[level],
        expected=() if known is None else read_expected(known),
        **given,
    )
    assert options.report is not None
    folder.prepare(options.report)
    return options


EXHAUSTED: Final = "the system has run out of resources"
REMEDY: Final = "lower --jobs, or end other programs"
INTERNAL: Final = 3
"""Exit status if this program itself has a defect: nothing is decided."""
TRACEBACK: Final = "STABLELIST_TRACEBACK"
"""The environment variable that turns on tracebacks."""


def main(
    arguments: Sequence[str] | None = None,
    command: click.Command = stablelist,
    name: str = "stablelist",
) -> int:
    """Run the command; every error is one sentence, and none has the status of a counterexample."""
    try:
        command.main(arguments, prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except SystemExit as done:
        if isinstance(done.__context__, BrokenPipeError):
            nowhere()  # if rich prints the error, the status is 1
            return UNREAD
        return done.code if isinstance(done.code, int) else 0
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message(), err=True)
        return 2
    except Exception as error:
        return complain(*sentence(error))
    return 0


def complain(text: str, status: int = 2) -> int:
    """Print the error to standard error, without control characters; return the exit status."""
    lines = [plain(line) for line in f"stablelist: {text}".split("\n")]
    with suppress(OSError):  # the status still tells
        click.echo("\n".join(lines), err=True)
    return status


def sentence(error: Exception) -> tuple[str, int]:
    """The error in one sentence, and its exit status."""
    match error:
        case UsageError():
            return str(error), 2
        case click.Abort():
            return "interrupted", Outcome.UNDECIDED.exit_status
        case click.ClickException():
            return error.format_message(), 2
        case MemoryError():
            return "there is not enough memory for this; ask for less, or end other programs", 2
        case OSError():
            return refused(error), 2
        case RuntimeError() if "start new thread" in str(error):
            return f"{EXHAUSTED} ({error}); {REMEDY}", 2
    return unforeseen(error), INTERNAL


def refused(error: OSError) -> str:
    """The sentence about a system error; usually standard output cannot be written, so no more is written to it."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename} cannot be written: {reason}"
    if error.errno in REFUSALS:
        return f"{EXHAUSTED} ({reason}); {REMEDY}"
    nowhere()
    return f"standard output cannot be written: {reason}"


def unforeseen(error: Exception) -> str:
    """The sentence that this program itself has a defect, and where."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    *_, last = traceback.extract_tb(error.__traceback__)
    return (
        f"this is a defect of stablelist, not of a port: {type(error).__name__}: {error} "
        f"({Path(last.filename).name}, line {last.lineno}); nothing is decided. "
        f"Please report it with what {TRACEBACK}=1 adds to this"
    )
