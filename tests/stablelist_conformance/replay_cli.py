"""The command ``stablelist replay``: runs a counterexample or a program again."""

from __future__ import annotations

import shlex
import sys

import click

from stablelist_spec.systems import STABLE_LIST, SYSTEMS

from .alone import ALONE_IT_PASSES
from .amounts import Seconds
from .replay import CONTAINER, Asked, Passed, again, play, read
from .report import words
from .report.retold import retold
from .subject import CONTAINERS
from .verdict import Counterexample, Outcome

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
    "--timeout",
    default=10.0,
    show_default=True,
    type=Seconds(positive=True),
    help="Seconds for one answer line.",
)
def replay(source: tuple[str, ...], port: str | None, system: str, timeout: float) -> None:
    """Replay a saved counterexample, or a program.

    PROGRAM is a line of the port protocol, as prove and explore print it; FILE contains one, or is a counterexample
    that verify saved; - is standard input. The model judges. A program runs on the bundled container, or
    on the model of another --system, unless --port is given. Every operation is shown with its answer and the resulting
    container. A counterexample runs on the port that failed, and is explained if it still fails.

    \b
    Example:
      stablelist replay stablelist-report/counterexample-my-port-1.itf.json
      stablelist replay "layout,4,0,iteration,2,0 add add remove:0 add at:0"

    Exit status: 0 answered rightly, 1 not, 2 bad usage or environment.
    """
    asked = read(source, system)
    if isinstance(asked, Asked):
        sys.exit(replay_program(asked, port, timeout))
    sys.exit(replay_saved(asked, " ".join(source), port, timeout))


def replay_saved(saved: Counterexample, name: str, port: str | None, timeout: float) -> int:
    """Replay a counterexample as it was found."""
    found = again(saved, timeout, port)
    if found is not None:
        return refuted(found, name, port)
    alone = " (as it did when this was saved: it failed only after other programs)"
    told = alone if ALONE_IT_PASSES in saved.detail and port is None else ""
    click.echo(f"passes: {port or saved.port} answers this program rightly{told}")
    return 0


def replay_program(asked: Asked, port: str | None, timeout: float) -> int:
    """Replay a program, watched at every step."""
    played = play(asked, timeout, usual_port(asked.program.system) if port is None else port)
    if not isinstance(played, Passed):
        return refuted(played, asked.program.line(asked.level), port)
    click.echo(retold(played))
    return 0 if played.breach is None else Outcome.REFUTED.exit_status


def usual_port(system: str) -> str:
    """The port if none is given: the bundled container, or the system's model."""
    if system in CONTAINERS:
        return CONTAINER
    return shlex.join(
        [sys.executable, "-m", "stablelist_conformance", "serve", "--model", "--system", system]
    )


def refuted(found: Counterexample, source: str, port: str | None) -> int:
    """How a port fails, and how to reproduce it."""
    own = "" if source.endswith(".json") else f" --system {found.program.system}"
    own = "" if found.program.system in SYSTEMS else own
    command = shlex.quote(source) + own + (f" --port {shlex.quote(port)}" if port else "")
    click.echo(words.explain(found, command))
    return Outcome.REFUTED.exit_status
