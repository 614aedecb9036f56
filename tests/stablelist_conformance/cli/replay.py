"""The command ``stablelist replay``: runs a counterexample or a program again."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path

import click

from stablelist_conformance.cli.options import memory_option, timeout_option
from stablelist_conformance.judging.verdict import Answered, Counterexample, Outcome, Passed
from stablelist_conformance.programs.target import CONTAINERS, Target
from stablelist_conformance.python.serve import CONTAINER
from stablelist_conformance.report import words
from stablelist_conformance.report.itf import Starts
from stablelist_conformance.report.page import page as paper
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.trace import Trace
from stablelist_conformance.report.transcript import transcript
from stablelist_conformance.running.replay import (
    ProgramAtLevel,
    again,
    read,
    run_program,
    with_layouts,
)
from stablelist_conformance.running.rerun import ALONE_IT_PASSES
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.text import plain
from stablelist_spec.systems import STABLE_LIST, SYSTEMS

__all__ = ["replay"]


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="FILE|PROGRAM")
@click.option(
    "--port",
    help="Replay on this port instead of the one that failed, or of the bundled container.",
)
@click.option(
    "--system",
    default=STABLE_LIST.name,
    show_default=True,
    help="The system of PROGRAM: one of the registry, or your own as module:ATTRIBUTE.",
)
@click.option(
    "--run",
    is_flag=True,
    help="Start the command, and import the module, that FILE names, without being asked.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    help="Write a page to step through the program: one HTML file, which must not exist yet.",
)
@timeout_option
@memory_option
def replay(
    source: tuple[str, ...],
    port: str | None,
    system: str,
    run: bool,
    page: Path | None,
    timeout: float,
    memory: int,
) -> None:
    """Replay a saved counterexample, or a program.

    PROGRAM is a line of the port protocol, as explore prints it; FILE contains one, or is a counterexample
    that verify saved; - is standard input. The model judges. A program runs on the bundled container, or
    on the model of another --system, unless --port is given. Every operation is shown with its answer and the resulting
    container. A counterexample runs on the port that failed, and is explained if it still fails.

    FILE names the command of that port, and perhaps a module. They are shown, and run if you agree, or with --run; or
    give others by --port and --system.

    \b
    Example:
      stablelist replay stablelist-report/counterexample-my-port-1.itf.json --run
      stablelist replay "layout id_bits=2 : add add remove:0 add at:0" --page aba.html

    Exit status: 0 answered rightly, 1 not, 2 bad usage or environment.
    """
    asked = read(source, system, partial(agreed, port=port, system=system, run=run))
    if page is not None:
        check_free(page)
    if isinstance(asked, ProgramAtLevel):
        name = asked.program.line(asked.level)
        by = usual_port(asked.program.system) if port is None else port
        played: Counterexample | Passed | None = run_program(asked, timeout, by, memory)
    else:
        name, played = " ".join(source), again(asked, timeout, port, memory)
    match played:
        case None:
            assert isinstance(asked, Counterexample)
            answered = rightly(asked, port)
            trace, status = record_trace(answered), 0
        case Passed(answered, breach=breach):
            trace = record_trace(answered, most=None)
            click.echo(transcript(played, trace))
            status = 0 if breach is None else Outcome.REFUTED.exit_status
        case Counterexample() as answered:
            trace, status = record_trace(answered), Outcome.REFUTED.exit_status
            click.echo(words.explain(trace, again_by(answered, name, port)))
            if page is not None:
                trace = record_trace(seen_inside(answered, timeout, memory))
    if page is not None:
        write_page(page, trace, again_by(answered, name, port))
    sys.exit(status)


def agreed(name: str, starts: Starts, port: str | None, system: str, run: bool) -> None:
    """Check that the user agrees to run what a file names; on a terminal, ask.

    Raises:
        UsageError: the user does not.
    """
    would = [f"start {starts.port!r}"] * (port is None)
    would += [f"import {starts.system!r}"] * (starts.system not in ("", system))
    if run or not would:
        return
    told = f"{name} would {' and '.join(would)}"
    if name == "standard input" or sys.stdin is None or not sys.stdin.isatty():
        raise UsageError(f"{told}; add --run if you trust that, or give --port and --system")
    if not click.confirm(plain(f"{told}. Do you trust that?"), err=True):
        raise UsageError(f"{told}; you did not agree, so nothing was run")


def check_free(path: Path) -> None:
    """Check, before anything runs, that a file can be written without overwriting another one.

    Raises:
        UsageError: it cannot.
    """
    if path.exists():
        raise UsageError(
            f"{str(path)!r} exists already; give --page a new name, or remove the file"
        )
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {str(path.parent)!r} for --page; make it first")


def write_page(path: Path, trace: Trace, command: str) -> None:
    """Write the page that is asked for.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        replaced(path, paper(trace, f"stablelist replay {command}"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"cannot write {str(path)!r} ({reason}); give --page another name"
        ) from error
    click.echo(f"page        {plain(str(path))}")


def rightly(saved: Counterexample, port: str | None) -> Answered:
    """Tell that a port answers the program of a counterexample rightly now."""
    alone = " (as it did when this was saved: it failed only after other programs)"
    told = alone if ALONE_IT_PASSES in saved.detail and port is None else ""
    click.echo(f"passes: {port or saved.port} answers this program rightly{told}")
    return Answered(
        port=port or saved.port, handshake=saved.handshake, program=saved.program, level=saved.level
    )


def usual_port(system: str) -> str:
    """The port if none is given: the bundled container, or the system's model.

    Raises:
        UsageError: the system has no model.
    """
    if system in CONTAINERS:
        return CONTAINER
    if not system_named(system).exact:
        raise UsageError(
            f"there is no model of {system} that could answer; name a port with --port"
        )
    return shlex.join(
        [sys.executable, "-m", "stablelist_conformance", "serve", "--model", "--system", system]
    )


def seen_inside(found: Counterexample, timeout: float, memory: int) -> Counterexample:
    """A counterexample with the port's layouts, if it shows them."""
    port = found.handshake
    target = Target(found.port, port, found.level, timeout, port.system_name, memory=memory)
    return with_layouts(target, found)


def again_by(answered: Answered, source: str, port: str | None) -> str:
    """The arguments of the command that replays it again."""
    system, saved = answered.program.system, source.endswith(".json")
    usual = system == STABLE_LIST.name or (saved and (system in SYSTEMS or port is None))
    own = "" if usual else f" --system {system}"
    run = " --run" if saved and port is None else ""
    return shlex.quote(source) + own + (f" --port {shlex.quote(port)}" if port else run)
