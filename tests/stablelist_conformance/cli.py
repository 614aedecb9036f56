"""The command ``stablelist``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from .answerers import ContainerAnswerer, ModelAnswerer
from .errors import UsageError
from .manifest import ListedPort, read_manifest
from .profiles import PROFILES
from .protocol import LEVELS, Widths
from .report import folder, itf, summary, words
from .serve import bundled, python_answerer
from .serve import serve as serve_lines
from .verdict import Outcome, Verdict
from .verify import Options, Silent, replay_alone, verify
from .versions import KIT_VERSION

__all__ = ["main"]

BUNDLED: Final = "python:stablelist_conformance.serve:bundled"
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
                f"{value!r} is no list of widths; write 2, 1-8 or 0,8,16 (0 is unbounded)",
                param,
                ctx,
            )


OPTIONS: Final = (
    click.option("--seed", default=0, show_default=True, help="Seed of the swarm."),
    click.option(
        "--operations", default=500_000, show_default=True, type=click.IntRange(1),
        help="Operations the swarm runs.",
    ),
    click.option("--seconds", type=click.FloatRange(0), help="Stop the swarm after so long."),
    click.option("--level", type=click.Choice(list(LEVELS)), help="Highest level to check."),
    click.option("--id-bits", type=WidthsType(), help="Use only these id widths."),
    click.option("--index-bits", type=WidthsType(), help="Use only these index widths."),
    click.option(
        "--timeout", default=10.0, show_default=True, type=click.FloatRange(0, min_open=True),
        help="Seconds for one answer line.",
    ),
    click.option(
        "--jobs", default=lambda: os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1),
        help="Processes.",
    ),
    click.option(
        "--report", default="stablelist-report", show_default=True, type=click.Path(path_type=Path),
        help="Folder for counterexamples and verdicts.",
    ),
    click.option(
        "--shrink-seconds", default=60.0, show_default=True, type=click.FloatRange(0),
        help="Look for a smaller counterexample for so long.",
    ),
)  # fmt: skip


def run_options(command: F) -> F:
    """The options of a run."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(KIT_VERSION, prog_name="stablelist")
def stablelist() -> None:
    r"""Verify containers that hand out keys: StableList, slot maps, arenas, slabs.

    \b
    stablelist verify ./my-port        a port in any language
    stablelist fuzz                    the container of this distribution
    stablelist serve --model           ask the reference, by hand

    Exit status: 0 verified, 1 a counterexample, 2 bad usage or environment, 3 not decided.
    """


@stablelist.command("verify")
@click.argument("ports", nargs=-1, metavar="PORT...")
@click.option(
    "--manifest", type=click.Path(path_type=Path), help="Verify the ports listed in a TOML file."
)
@click.option("--profile", type=str, help=f"Expect this profile ({', '.join(PROFILES)}).")
@run_options
def verify_command(ports: tuple[str, ...], manifest: Path | None, **given: Any) -> None:
    r"""Verify ports against the model.

    PORT is a command line, quoted as one word, or python:module:factory.

    \b
    Example:
      stablelist verify "node port.mjs" --id-bits 1-4 --seconds 30
      stablelist verify python:mypackage:MyPool --profile slotmap
    """
    listed = [ListedPort(port, port) for port in ports]
    if manifest is not None:
        listed += read_manifest(manifest)
    if not listed:
        raise UsageError("there is no port to verify; give a command line, or --manifest FILE")
    sys.exit(run_ports(listed, options_of(given)))


@stablelist.command()
@run_options
def fuzz(**given: Any) -> None:
    r"""Fuzz the container of this distribution; the model judges everything.

    \b
    Example:
      stablelist fuzz --operations 5000000 --seed 7
    """
    sys.exit(run_ports([ListedPort("stablelist", BUNDLED)], options_of(given | {"by_model": True})))


@stablelist.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--port", help="Replay on this port instead of the one that failed.")
@click.option("--timeout", default=10.0, show_default=True, type=click.FloatRange(0, min_open=True))
def replay(file: Path, port: str | None, timeout: float) -> None:
    r"""Replay a saved counterexample.

    \b
    Example:
      stablelist replay stablelist-report/counterexample-my-port-1.itf.json
    """
    saved = itf.load(file)
    found = replay_alone(replace(saved, port=port or saved.port), timeout)
    if found is None:
        click.echo(f"passes: {port or saved.port} answers this program rightly now")
        return
    click.echo(words.explain(found))
    sys.exit(Outcome.REFUTED.exit_status)


@stablelist.command()
@click.argument("factory", required=False)
@click.option("--model", is_flag=True, help="Answer from the model instead of the container.")
@click.option("--profile", default="stablelist", help="Profile of FACTORY.")
def serve(factory: str | None, model: bool, profile: str) -> None:
    r"""Speak the port protocol on standard input and output.

    FACTORY is python:module:factory; without it, the container of this distribution answers.

    \b
    Example:
      echo "layout,4,0,iteration,2,0 add add remove:0 add layout" | stablelist serve --model
    """
    if model and factory is not None:
        raise UsageError(f"--model and {factory!r} exclude each other; leave one of them out")
    if model:
        answerer: ModelAnswerer | ContainerAnswerer = ModelAnswerer()
    elif factory is not None:
        answerer = python_answerer(factory.removeprefix("python:"), profile)
    else:
        answerer = ContainerAnswerer(bundled, name="stablelist", version=KIT_VERSION)
    try:
        serve_lines(answerer, sys.stdin, sys.stdout, sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@stablelist.command()
@click.option("--only", help="Only defects whose name contains this.")
@click.option(
    "--jobs", default=lambda: os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1)
)
@click.option("--ports", type=click.Path(path_type=Path), help="Folder with the ports' sources.")
def selfcheck(only: str | None, jobs: int, ports: Path | None) -> None:
    r"""Check the checker: every planted defect and every hostile port must be caught.

    \b
    Example:
      stablelist selfcheck --only js-
    """
    from .selfcheck import selfcheck as check

    console = Console()
    with progress(console) as shown:
        report = check(only=only, jobs=jobs, sources=ports, observer=shown)
    click.echo(report.table())
    sys.exit(report.exit_status)


def options_of(given: dict[str, Any]) -> Options:
    """Options from the command line; the report folder is tried before anything else."""
    level = given.pop("level")
    options = Options(level=None if level is None else LEVELS[level], **given)
    assert options.report is not None
    folder.prepare(options.report)
    return options


def run_ports(listed: Sequence[ListedPort], options: Options) -> int:
    """Verify ports one after the other, say what was found, and give the exit status."""
    console = Console()
    verdicts: list[Verdict] = []
    left_out: list[tuple[str, str]] = []
    statuses = [0]
    for port in listed:
        missing = port.missing()
        if missing is not None:
            left_out.append((port.name, missing))
            continue
        port.prepare()
        with progress(console, port.name) as shown:
            verdict = verify(
                port.start, replace(options, profile=port.profile or options.profile), shown
            )
        verdicts.append(verdict)
        assert options.report is not None
        folder.save_verdicts(verdicts, options.report)
        tell(console, verdict, port, options.report)
        statuses.append(status_of(verdict, port))
        if any("interrupted" in note for note in verdict.notes):
            break
    if len(listed) > 1:
        click.echo("\n" + summary.table(verdicts, left_out))
    return next((status for status in (1, 3) if status in statuses), 0)


def tell(console: Console, verdict: Verdict, port: ListedPort, report: Path) -> None:
    """Say what was found of one port."""
    if verdict.counterexample is not None:
        saved = folder.save(verdict.counterexample, report)
        click.echo(words.explain(verdict.counterexample, str(saved)))
    text = Text(summary.describe(verdict))
    colours = {"verified": "bold green", "refuted": "bold red", "undecided": "bold yellow"}
    for outcome, colour in colours.items():
        text.highlight_regex(rf"(?m)^{outcome}.*$", colour)
    console.print(text, soft_wrap=True)
    if verdict.outcome is not port.expect:
        if port.expect is Outcome.REFUTED:
            click.echo(f"{port.name} was expected to fail and did not: its finding may be mended")
    elif port.expect is Outcome.REFUTED:
        click.echo(f"{port.name} fails as expected; see docs/findings.md")


def status_of(verdict: Verdict, port: ListedPort) -> int:
    """The exit status of one port: a failure that is expected is none, and its absence is one."""
    if port.expect is Outcome.REFUTED:
        return 0 if verdict.outcome is Outcome.REFUTED else 1
    return verdict.outcome.exit_status


class _Shown(Silent):
    """Progress on a terminal."""

    def __init__(self, progress: Progress, name: str) -> None:
        self.progress, self.name = progress, name
        self.task: TaskID | None = None

    def engine(self, name: str, total: int) -> None:
        """The bar of an engine."""
        if self.task is not None:
            self.progress.remove_task(self.task)
        self.task = self.progress.add_task(f"{self.name} {name}".strip(), total=total or None)

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """Move the bar."""
        if self.task is not None:
            self.progress.advance(self.task, operations)


@contextmanager
def progress(console: Console, name: str = "") -> Iterator[_Shown]:
    """Progress on standard error, if that is a terminal."""
    shown = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with shown:
        yield _Shown(shown, name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; every expected error is one sentence."""
    try:
        stablelist.main(arguments, prog_name="stablelist", standalone_mode=False)
    except click.exceptions.Exit as done:
        return done.exit_code
    except UsageError as error:
        click.echo(f"stablelist: {error}", err=True)
        return 2
    except click.Abort:
        click.echo("stablelist: interrupted", err=True)
        return Outcome.UNDECIDED.exit_status
    except click.ClickException as error:
        click.echo(f"stablelist: {error.format_message()}", err=True)
        return 2
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0
