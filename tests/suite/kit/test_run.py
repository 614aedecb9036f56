"""A run over several ports: what is said of each, what is on disk at any moment, and the one exit status."""

import io
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from signal import SIGKILL

import pytest
from msgspec.structs import replace as changed
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance.cli import run
from stablelist_conformance.cli.progress import PortsProgress, columns, progress
from stablelist_conformance.cli.run import run_ports
from stablelist_conformance.judging.expected import ExpectedFailure
from stablelist_conformance.judging.verdict import (
    Counterexample,
    Finding,
    Outcome,
    Signature,
    Verdict,
)
from stablelist_conformance.report import folder, words
from stablelist_conformance.running import listed as listing
from stablelist_conformance.running.comparison import Comparison
from stablelist_conformance.running.failures import BatchDone, CounterexampleFound
from stablelist_conformance.running.manifest import ListedPort
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.side_by_side import Tell
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.parts.parameters import Parameters

from .conftest import Golden
from .played import SLOTS
from .processes import soon

FOUND = Counterexample(
    port="./mine", handshake=SLOTS, program=Program(Parameters(), ("add", "len"), "slotmap"),
    level=Level.CONTRACT, answers=("ok", "7"), at=1, expected="1", answered="7", detail="it cannot count",
)  # fmt: skip
VERIFIED = Verdict(
    "./mine", SLOTS, Level.CONTRACT, 0, "unbounded", covered={"add"}, reachable={"add"}
)
REFUTED = replace(VERIFIED, counterexample=FOUND)
UNDECIDED = replace(VERIFIED, covered=set())
UNUSABLE = UsageError("it cannot be\nstarted")
Found = Verdict | UsageError
Status = Callable[..., int]


def port(name: str, **fields: object) -> ListedPort:
    """A listed port."""
    return ListedPort(name, f"./{name}", **fields)  # type: ignore[arg-type]


class Runs:
    """Stands in for the verification of ports, of which several are verified in processes of their own.

    Attributes:
        found: the verdicts, by the start commands.
        meanwhile: what happens while a port is verified.
    """

    def __init__(self, folder: Path) -> None:
        self.options = Options(report=folder / "report", jobs=1)
        self.notes = folder / "asked"
        self.notes.mkdir()
        self.found: dict[str, Found] = {}
        self.meanwhile: Callable[[str, Tell], object] = lambda *_: None

    def verify(self, start: str, options: Options, tell: Tell) -> Verdict:
        """The verdict of a port."""
        note = self.notes / str(time.monotonic_ns())
        note.write_bytes(pickle.dumps((start, options)))
        note.rename(note.with_suffix(".whole"))
        self.meanwhile(start, tell)
        found = self.found[start]
        if isinstance(found, UsageError):
            raise found
        return replace(found, port=start)

    @property
    def asked(self) -> list[tuple[str, Options]]:
        """The start commands, and how each port was to be verified."""
        return [pickle.loads(note.read_bytes()) for note in sorted(self.notes.glob("*.whole"))]

    def status(self, listed: list[ListedPort], *found: Found) -> int:
        """The exit status of ports that are found to be so."""
        there = (port.start for port in listed if port.missing() is None)
        self.found = dict(zip(there, found, strict=False))
        return run_ports(listed, self.options)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Ports with prepared verdicts."""
    found = Runs(tmp_path)
    folder.prepare(tmp_path / "report")
    monkeypatch.setattr(listing, "verify", found.verify)
    return found


MINE, YOURS = port("mine"), port("yours")
ABSENT = port("absent", needs=("no-such-program",))
WRONG = port("wrong", expect=Outcome.REFUTED)


def test_comparison_is_printed_after_the_verdict(
    runs: Runs, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It changes no exit status; a refuted port is not compared, and a system without a model is an error."""
    monkeypatch.setattr(listing, "compare", lambda _, model, __: Comparison(SLOTS, model, 7))
    like = port("like", compare="lifo-slotmap")
    assert runs.status([like], VERIFIED) == 0
    assert capsys.readouterr().out.endswith("compared with lifo-slotmap: same in 7 operations\n\n")
    assert runs.status([like], REFUTED) == 1
    assert "compared with" not in capsys.readouterr().out
    with pytest.raises(UsageError, match="no exact model of slab"):
        runs.status([port("like", compare="slab")], VERIFIED)


@pytest.mark.parametrize(
    ("listed", "found", "status"),
    [
        ([MINE], [VERIFIED], 0),
        ([MINE], [REFUTED], 1),
        ([MINE], [UNDECIDED], 3),
        ([MINE, YOURS], [VERIFIED, VERIFIED], 0),
        ([MINE, YOURS], [REFUTED, UNDECIDED], 1),
        ([MINE, YOURS], [UNDECIDED, VERIFIED], 3),
        ([MINE, YOURS], [VERIFIED, UNUSABLE], 2),
        ([MINE, YOURS], [UNUSABLE, UNDECIDED], 2),
        ([MINE, YOURS], [UNUSABLE, REFUTED], 1),
        ([MINE, YOURS], [UNUSABLE, UNUSABLE], 2),
        ([ABSENT], [], 3),
        ([ABSENT, MINE], [VERIFIED], 0),
        ([WRONG], [REFUTED], 0),
        ([WRONG], [VERIFIED], 3),
        ([WRONG], [UNDECIDED], 3),
    ],
)
def test_exit_status_is_the_gravest(
    runs: Runs, listed: list[ListedPort], found: list[Found], status: int
) -> None:
    """A port that is left out because it cannot be built here is no reason; that all are is one."""
    assert runs.status(listed, *found) == status
    assert len(runs.asked) == len(found)


def test_run_ports_raises_for_the_only_port_that_cannot_be_used(runs: Runs) -> None:
    with pytest.raises(UsageError, match="it cannot be"):
        runs.status([MINE], UNUSABLE)


FINDINGS = [
    Finding(Signature("answer", ("length_counts_the_live_elements",), "len", "a"), FOUND),
    Finding(Signature("answer", shape="b"), replace(FOUND, answered="9"), reason="known"),
    Finding(
        Signature("answer", operation="at", shape="c"),
        replace(FOUND, answered="8", answers=("ok", "8")),
    ),
]

PRINTED: dict[str, tuple[list[ListedPort], list[Found]]] = {
    "every-port-left-out": ([changed(ABSENT, name="a\x1b[1m"), MINE], [UNUSABLE]),
    "one-as-expected": ([WRONG, MINE], [REFUTED, VERIFIED]),
    "one-unexpectedly-verified": ([WRONG, MINE, YOURS], [VERIFIED] * 3),
    "verified": ([MINE], [VERIFIED]),
    "refuted-with-a-note": ([MINE], [replace(REFUTED, notes=["it could not be shrunk"])]),
    "long-name": (
        [MINE],
        [replace(VERIFIED, handshake=replace(SLOTS, name="x" * 80, version="y" * 80))],
    ),
    "fails-as-expected": ([changed(WRONG, name="wrong\x1b")], [REFUTED]),
    "did-not-fail": ([WRONG], [VERIFIED]),
    "went-on": ([MINE], [replace(REFUTED, findings=FINDINGS)]),
}
"""Runs whose whole output is compared: ports, and what is found of them."""


@pytest.mark.parametrize("name", PRINTED)
def test_run_prints_verdicts_and_a_table(
    runs: Runs, golden: Golden, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Control characters are escaped, and a single port needs no table."""
    listed, found = PRINTED[name]
    status = runs.status(listed, *found)
    out, err = capsys.readouterr()
    text = f"{out}--- standard error\n{err}--- status {status}\n"
    golden(f"runs/{name}.txt", text.replace(str(runs.options.report), "REPORT"))


WIDE = replace(
    REFUTED,
    counterexample=replace(FOUND, expected="1" * 50, answered="7" * 50, answers=("ok", "7" * 50)),
)


COLOURED = {"verified": VERIFIED, "undecided": UNDECIDED, "refuted": REFUTED, "wide": WIDE}


@pytest.mark.parametrize("colours", ["coloured", "bold"])
@pytest.mark.parametrize("name", COLOURED)
def test_terminal_shows_outcome_and_answers_in_colours(
    runs: Runs, golden: Golden, monkeypatch: pytest.MonkeyPatch, name: str, colours: str
) -> None:
    text = io.StringIO()
    terminal = partial(Console, file=text, force_terminal=True, color_system="standard")
    monkeypatch.setattr(run, "Console", terminal)
    monkeypatch.setenv("NO_COLOR", "1" if colours == "bold" else "")
    runs.status([MINE], COLOURED[name])
    shown = text.getvalue().replace(str(runs.options.report), "REPORT")
    golden(f"runs/{colours}-{name}.txt", shown)


@pytest.mark.parametrize("asked", [None, "arena"])
@pytest.mark.parametrize("listed", [None, "slab"])
def test_entry_of_a_port_decides_before_the_options(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, listed: str | None, asked: str | None
) -> None:
    """The port is built before it is verified."""
    built: list[str] = []
    monkeypatch.setattr(ListedPort, "prepare", lambda self: built.append(self.name))
    for mine, all_of_them in ((False, False), (False, True), (True, False)):
        runs.options = replace(runs.options, system_name=asked, by_model=all_of_them, seed=5)
        runs.status([port("mine", system=listed, by_model=mine)], VERIFIED)
        _, options = runs.asked[-1]
        assert options.jobs == runs.options.jobs
        right = replace(runs.options, system_name=listed or asked, by_model=mine or all_of_them)
        assert options == right
    assert built == ["mine"] * 3


@pytest.mark.parametrize("least", [400, 6_000])
def test_swarm_runs_the_larger_number_of_operations(runs: Runs, least: int) -> None:
    """An entry that does not say a number has as many as the options say."""
    runs.options = replace(runs.options, operations=5_000)
    runs.status([port("mine", operations=least), YOURS], VERIFIED, VERIFIED)
    asked = {start: options.operations for start, options in runs.asked}
    assert asked == {"./mine": max(least, 5_000), "./yours": 5_000}


def test_each_port_has_its_own_expected_failures(runs: Runs, tmp_path: Path) -> None:
    """The common options replace them; a file that cannot be read is refused before the build."""
    file = tmp_path / "known.toml"
    file.write_text("[[failure]]\nkind = 'died'\nreason = 'x'", encoding="utf-8")
    asked = ExpectedFailure(kind="hung", reason="y")
    runs.options = replace(runs.options, expected=(asked,))
    runs.status([port("mine", expected_failures=file), YOURS], VERIFIED, VERIFIED)
    mine, yours = (dict(runs.asked)[start] for start in ("./mine", "./yours"))
    assert [known.kind for known in mine.expected] == ["died"]
    assert yours.expected == (asked,)
    assert mine.goes_on
    note = tmp_path / "built"
    with pytest.raises(UsageError, match="cannot be read"):
        runs.status([port("mine", expected_failures=tmp_path, build=f"touch {note}")])
    assert not note.exists()


# --- Side by side -----------------------------------------------------------------------------------


def test_ports_run_side_by_side_and_are_told_in_order(
    runs: Runs, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each waits for the others here. They share the processes, and names of files do not tell who was first."""
    theirs, report = port("theirs"), runs.options.report or Path()

    def meanwhile(start: str, tell: Tell) -> None:
        assert soon(lambda: len(runs.asked) == 3)
        if start == "./mine":
            assert soon((report / "verdict.txt").exists)
            assert soon(lambda: "./theirs" in (report / "verdict.txt").read_text("utf-8"))
        else:
            tell(CounterexampleFound(FOUND))

    runs.meanwhile, runs.options = meanwhile, replace(runs.options, jobs=7)
    other = replace(FOUND, answered="8", answers=("ok", "8"))
    found = (REFUTED, VERIFIED, replace(REFUTED, counterexample=other))
    assert runs.status([MINE, YOURS, theirs], *found) == 1
    out, err = capsys.readouterr()
    assert [line for line in out.splitlines() if line.startswith(("page ", "verified"))] == [
        f"page        {report}/counterexample-a-1.html",
        "verified",
        f"page        {report}/counterexample-a-2.html",
    ]
    assert "ports: mine refuted" not in err.splitlines()[0]
    assert {options.jobs for _, options in runs.asked} == {2}
    assert [each for each in report.iterdir() if each.is_dir()] == []


@pytest.mark.parametrize("batches", [0, 1])
def test_port_whose_process_is_killed_takes_no_other_one_along(
    runs: Runs, capsys: pytest.CaptureFixture[str], batches: int
) -> None:
    """What is known of it is told, and is not decided."""

    def meanwhile(start: str, tell: Tell) -> None:
        if start == "./mine":
            for _ in range(batches):
                tell(BatchDone(replace(VERIFIED, port=start), 1))
            os.kill(os.getpid(), SIGKILL)

    runs.meanwhile = meanwhile
    assert runs.status([MINE, YOURS], VERIFIED, VERIFIED) == 3
    out, _ = capsys.readouterr()
    assert "the process that verified it was killed, perhaps because memory" in out
    assert out.count("\nverified\n") == 1
    assert ("mine is left out: " in out) is not batches


def test_defect_of_the_kit_ends_the_run(runs: Runs) -> None:
    """Nobody foresaw it, so it is not taken for a port that cannot be used."""

    def meanwhile(start: str, _: Tell) -> None:
        if start == "./yours":
            raise KeyError(start)

    runs.meanwhile = meanwhile
    with pytest.raises(KeyError, match=r"\./yours"):
        runs.status([MINE, YOURS], VERIFIED, VERIFIED)


# --- On disk --------------------------------------------------------------------------------------


def test_folder_is_up_to_date_at_any_moment(runs: Runs) -> None:
    """An unfinished port is shown as not decided; finished ones are kept."""
    runs.options = replace(runs.options, jobs=1)
    assert runs.options.report is not None
    file, noted = runs.options.report / "verdict.txt", runs.notes.parent

    def verdicts() -> str:
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def meanwhile(start: str, tell: Tell) -> None:
        tell(BatchDone(replace(VERIFIED, port=start), 1))
        assert soon(lambda: f"port        {start}\n" in verdicts())
        (noted / start[2:]).write_text(verdicts(), encoding="utf-8")

    runs.meanwhile = meanwhile
    assert runs.status([MINE, YOURS], REFUTED, VERIFIED) == 1
    first, second = ((noted / name).read_text(encoding="utf-8") for name in ("mine", "yours"))
    for text, outcomes in ((first, ["undecided"]), (second, ["refuted", "undecided"])):
        assert [line for line in text.splitlines() if line in list(Outcome)] == outcomes
        assert "the run had not ended when this was written" in text
    last = verdicts()
    assert [line for line in last.splitlines() if line in list(Outcome)] == ["refuted", "verified"]
    assert "had not ended" not in last


def test_run_ports_reports_a_full_disk_once(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first reason is reported at the end; the verdicts are printed as usual."""
    reasons = iter(["it is full\x1b", "still full", "full again"])

    def full(*_: object) -> None:
        raise UsageError(next(reasons))

    monkeypatch.setattr(folder, "save_verdicts", full)
    assert runs.status([MINE, YOURS], VERIFIED, VERIFIED) == 2
    out, err = capsys.readouterr()
    assert out.count("\nverified\n") == 2
    assert err.endswith(
        "ports: yours verified\nstablelist: not all of this is on disk: it is full\\x1b\n"
    )


def test_run_ports_prints_a_counterexample_that_cannot_be_saved(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reason is reported; the counterexample decides the exit status."""
    reasons = iter([KeyError("nobody foresaw this"), OSError("no space left")])

    def failing(*_: object) -> None:
        raise next(reasons)

    monkeypatch.setattr(folder, "save", failing)
    assert runs.status([MINE, YOURS], REFUTED, REFUTED) == 1
    out, err = capsys.readouterr()
    assert out.count("expected 1 / answered 7") == 2
    assert "itf.json" not in out
    assert err.endswith("stablelist: not all of this is on disk: 'nobody foresaw this'\n")


@pytest.mark.parametrize(
    "broken", [(folder, "write"), (folder, "svg"), (folder, "explain"), (words, "explain")]
)
def test_run_ports_prints_a_counterexample_that_cannot_be_explained(
    runs: Runs,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    broken: tuple[object, str],
) -> None:
    """A defect of the reports does not lose it."""

    def defective(*_: object, **__: object) -> None:
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(*broken, defective)
    assert runs.status([MINE], REFUTED) == 1
    out = capsys.readouterr().out
    assert "contract : add len" in out
    assert "refuted" in out


# --- Progress -------------------------------------------------------------------------------------


def line_of(bars: Progress) -> str:
    """The line of a progress."""
    with bars.console.capture() as told:
        bars.console.print(bars.make_tasks_table(bars.tasks))
    return told.get().rstrip()


def test_progress_has_a_unit_and_an_end() -> None:
    """How much is done, of how much, and the time that is left; in 80 columns."""
    now = [0.0]
    bars = Progress(*columns("operations"), console=Console(width=80), get_time=lambda: now[0])
    task = bars.add_task(f"{'x' * 16} swarm", total=1_500_000)
    line = partial(line_of, bars)
    assert line().endswith(" 0 of 1,500,000 operations")
    for now[0], done in ((1.0, 500_000), (2.0, 500_000)):
        bars.advance(task, done)
    assert line().endswith(" 1,000,000 of 1,500,000 operations, 00:01 left")


def test_several_ports_have_one_line_of_progress(capsys: pytest.CaptureFixture[str]) -> None:
    """Its total grows with the covering programs, and shrinks by what a port leaves undone; it fits 80 columns."""
    now = [0.0]
    bars = Progress(*columns("operations"), console=Console(width=80), get_time=lambda: now[0])
    shown = PortsProgress(bars, ["x"] * 43, [1_500_000] * 43)

    def line() -> str:
        return " ".join(line_of(bars).split()[1:])

    assert line() == "0 of 43 ports 0 of 64,500,000 operations"
    shown.more(0, 500_000)
    for now[0] in (1.0, 2.0):
        shown.advance(0, 1_000_000)
    shown.advance(1, 100_000)
    shown.finish(0, "mine verified")
    shown.finish(1, "yours refuted")
    left = "2 of 43 ports 2,100,000 of 63,600,000 operations, 00:56 left"
    assert line() == left
    assert max(map(len, line_of(bars).splitlines())) <= 80
    assert capsys.readouterr().err == ""


class Terminal(io.StringIO):
    """Standard error, as a terminal or not."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        """Whether it is one."""
        return self.terminal


@pytest.mark.parametrize("terminal", [False, True])
def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool
) -> None:
    """It is on standard error, and removed afterwards; the name of the only port is shown literally, and cut."""
    shown_on, out = Terminal(terminal=terminal), Terminal(terminal=True)
    monkeypatch.setattr(sys, "stderr", shown_on)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", "xterm")
    with progress(["[red][/x]" + "y" * 50], [1000]) as shown:
        shown.advance(0, 1)
        shown.bars.refresh()
        assert shown.bars.live.transient
    assert ("[red][/x]yyyy... " in shown_on.getvalue()) is terminal
    assert (shown_on.getvalue() == "") is not terminal
    assert out.getvalue() == ""


@pytest.mark.parametrize("terminal", [False, True])
def test_progress_of_ports_makes_room_for_results(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool
) -> None:
    """On a terminal it is one line, without a thread, for processes are forked; elsewhere a line for each port."""
    shown_on = Terminal(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", shown_on)
    monkeypatch.setenv("TERM", "xterm")
    before = threading.active_count()
    with progress(["mine", "yours"], [500, 1500]) as shown:
        shown.refresh()
        shown.finish(0, "mine\x1b verified")
        with shown.aside():
            assert not shown.bars.live.is_started
        assert threading.active_count() == before
    told = shown_on.getvalue()
    assert ("0 of 2,000 operations" in told) is terminal
    assert (told == "1 of 2 ports: mine\\x1b verified\n") is not terminal
