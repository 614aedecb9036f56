"""The command: exit statuses, one sentence for bad input, and nothing lost when a run is cut short."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stablelist_conformance.cli import main as cli
from stablelist_conformance.judging.coverage import Reachable
from stablelist_conformance.report import itf
from stablelist_conformance.running import verify
from suite.kit.ports import ANSWER, DEFECT, command, tiny
from suite.kit.processes import heed, soon

Said = Callable[..., tuple[int, str, str]]
BROKEN = tiny(after_word=DEFECT)
SMALL = ("--operations", "3000", "--jobs", "1")
LONGEST = 60.0
"""Seconds that anything is waited for which is to happen soon."""


def traces(folder: Path) -> list[Path]:
    """The counterexamples in a report folder."""
    return sorted(folder.glob("*.itf.json"))


# --- Exit statuses --------------------------------------------------------------------------------


def test_verified_port_has_status_0(said: Said, tmp_path: Path) -> None:
    """The verdict is said and saved; nothing is said on standard error, which is no terminal."""
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, err) == (0, "")
    assert "labels      7 of 7" in out
    assert "verified" in out
    report = tmp_path / "stablelist-report"
    assert sorted(path.name for path in report.iterdir()) == ["junit.xml", "verdict.txt"]
    assert "verified" in (report / "verdict.txt").read_text(encoding="utf-8")


def test_refuted_port_has_status_1(said: Said, tmp_path: Path) -> None:
    """The minimal program in plain words, expected against answered, and how to see it again."""
    status, out, err = said("verify", BROKEN, *SMALL)
    (trace,) = traces(tmp_path / "stablelist-report")
    assert (status, err) == (1, "")
    assert "expected" in out
    assert "/ answered" in out
    assert f"stablelist replay {trace.relative_to(tmp_path)}" in " ".join(out.split())


def test_undecided_port_has_status_3(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong, but a label within reach was not met: it is named, and nothing is verified."""
    out_of_luck = Reachable(frozenset({"add", "add_at_full_moon"}), {})
    monkeypatch.setattr(verify, "reach", lambda *_: out_of_luck)
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, err) == (3, "")
    assert "add_at_full_moon" in out
    assert "undecided" in out


def test_port_that_refuses_is_refuted(said: Said) -> None:
    """Full is no answer of a container that was given no bound."""
    refuse = "if name == 'add' and len(live) > 3: live.popitem(); said[-1] = '!full'"
    status, out, _ = said("verify", tiny(after_word=refuse), *SMALL)
    assert status == 1
    assert "expected ok / answered !full" in out


def test_graver_status_of_several_ports_counts(said: Said) -> None:
    """One of two is refuted; the table has both, and the other's verdict is not lost."""
    status, out, _ = said("verify", tiny(), BROKEN, *SMALL)
    assert status == 1
    table = out.rstrip()[-400:]
    assert "verified" in table
    assert "refuted" in table


def test_manifest_says_what_is_expected(said: Said, tmp_path: Path) -> None:
    """A failure that is expected is none, its absence is one, and a missing toolchain is said."""

    def entry(name: str, start: str, more: str = "") -> str:
        return f"[[port]]\nname = {json.dumps(name)}\nstart = {json.dumps(start)}\n{more}\n"

    manifest = tmp_path / "ports.toml"
    known = entry("known", BROKEN, 'expect = "refuted"')
    absent = entry("absent", "./absent", 'needs = ["no-such-program"]')
    manifest.write_text(known + absent + entry("right", tiny()), encoding="utf-8")
    status, out, _ = said("verify", "--manifest", str(manifest), *SMALL)
    assert status == 0
    assert "known fails as expected\n" in out
    assert "no-such-program not found" in out
    manifest.write_text(entry("mended", tiny(), 'expect = "refuted"'), encoding="utf-8")
    status, out, _ = said("verify", "--manifest", str(manifest), *SMALL)
    assert status == 3  # no counterexample was printed
    assert "was expected to fail, but did not" in out


def test_manifest_of_which_nothing_is_verified_has_status_3(said: Said, tmp_path: Path) -> None:
    """Every toolchain is missing: that is no verification."""
    entry = "[[port]]\nname = '{}'\nstart = './{}'\nneeds = ['no-such-program']\n"
    manifest = tmp_path / "ports.toml"
    for names in (("one",), ("one", "two")):
        manifest.write_text("".join(entry.format(name, name) for name in names), encoding="utf-8")
        status, out, _ = said("verify", "--manifest", str(manifest), *SMALL)
        assert status == 3
        assert "nothing was verified" in out


# --- Bad input: status 2, one line, nothing overwritten -------------------------------------------


def refused(result: tuple[int, str, str], *words: str) -> None:
    """It is one sentence with the value and what to do."""
    status, out, err = result
    assert status == 2, err
    assert out == ""
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err


@pytest.mark.parametrize("below", ["", "/deeper"])
def test_report_folder_that_cannot_be_written_is_refused(
    said: Said, tmp_path: Path, below: str
) -> None:
    """A file is in its place: it stays as it is, and the port is not even started."""
    file = tmp_path / "report"
    file.write_text("mine", encoding="utf-8")
    note = tmp_path / "started"
    port = command(f"open({str(note)!r}, 'w')")
    refused(said("verify", port, "--report", f"{file}{below}"), "report", "choose another")
    assert file.read_text(encoding="utf-8") == "mine"
    assert not note.exists()


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A counterexample as it is saved."""
    folder = tmp_path_factory.mktemp("saved")
    assert cli.main(["verify", BROKEN, *SMALL, "--report", str(folder)]) == 1
    return traces(folder)[0].read_text(encoding="utf-8")


# --- Replay ---------------------------------------------------------------------------------------


def test_replay_says_1_while_broken_and_0_when_mended(
    said: Said, tmp_path: Path, trace: str
) -> None:
    """On the port that failed, and on a mended one that is given in its place."""
    file = tmp_path / "trace.itf.json"
    file.write_text(trace, encoding="utf-8")
    status, out, _ = said("replay", str(file), "--run")
    assert status == 1
    assert "expected" in out
    status, out, _ = said("replay", str(file), "--port", tiny())
    assert status == 0
    assert out.startswith("passes: ")
    refused(said("replay", str(file), "--port", "./no-such-port"), "cannot be started")


# --- Help -----------------------------------------------------------------------------------------


def test_help_fits_one_screen_and_names_an_example(said: Said) -> None:
    """This holds for the command and for each subcommand."""
    status, out, _ = said("--help")
    assert status == 0
    assert len(out.splitlines()) <= 24
    for name in ("verify", "fuzz", "campaign", "replay", "serve"):
        assert name in out
        status, shown, _ = said(name, "--help")
        assert status == 0
        assert "Example:" in shown
        assert f"stablelist {name}" in shown.partition("Example:")[2]


@pytest.mark.parametrize("words", [("verify",), ("campaign", "run"), ("explore",)])
def test_help_names_only_bounds_that_there_are(said: Said, words: tuple[str, ...]) -> None:
    """A whole number is at least 0, unless its option says otherwise."""
    status, shown, _ = said(*words, "--help")
    assert (status, "None" in shown) == (0, False)
    status, _, err = said(*words, "./port", "--seed", "-1")
    assert status == 2
    assert "'--seed'" in err or "No such option" in err


def test_without_a_word_the_help_is_shown(said: Said) -> None:
    """On standard error, because something is missing, and as it is."""
    status, out, err = said()
    assert (status, out) == (2, "")
    assert err.startswith("Usage: stablelist ")


# --- A run that is cut short ----------------------------------------------------------------------


@contextmanager
def running(*arguments: str, stdout: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """The command as a process of its own, ended whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "stablelist_conformance", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def noting(note: Path, after: int) -> str:
    """A right port that leaves a note once it has answered so many programs of some length."""
    count = "n = globals().get('n', 0) + (len(words) > 300)"
    leave = f"n == {after} and open({str(note)!r}, 'w').close()"
    return tiny(answer=f"{count}; {leave}; {ANSWER}")


def test_interrupted_run_leaves_its_verdict(tmp_path: Path) -> None:
    """Ctrl-C in the middle of the swarm: status 3, no traceback, and what was found so far on disk."""
    note = tmp_path / "underway"
    report = tmp_path / "report"
    arguments = ("--operations", "1000000000", "--jobs", "2", "--report", str(report))
    with running("verify", noting(note, 20), *arguments) as process:
        assert soon(note.exists)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 3
    assert "Traceback" not in err
    assert "interrupted" in out
    verdict = (report / "verdict.txt").read_text(encoding="utf-8")
    assert "interrupted" in verdict
    assert "undecided" in verdict
    assert (report / "junit.xml").exists()


def test_killed_run_leaves_a_counterexample_that_is_being_shrunk(tmp_path: Path) -> None:
    """Ports that start after the first failure hang, so the run is killed while it shrinks."""
    failed = tmp_path / "failed"
    report = tmp_path / "report"
    stuck = f"globals().setdefault('late', os.path.exists({str(failed)!r})) and time.sleep(600)"
    wrong = f"'remove:1' in words and open({str(failed)!r}, 'w').close()"
    port = tiny(after_word=DEFECT, answer=f"{stuck}; {wrong}; {ANSWER}")
    arguments = ("--jobs", "1", "--timeout", "600", "--report", str(report))
    with running("verify", port, *arguments) as process:
        assert soon(lambda: any(path.stat().st_size for path in traces(report)))
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
    (trace,) = traces(report)
    assert itf.load(trace).kind == "answer"


def test_killed_run_keeps_the_counterexample_of_an_earlier_port(tmp_path: Path) -> None:
    """The first of two ports was refuted; the second hangs, and the run is killed."""
    report = tmp_path / "report"
    hanging = tiny(answer="time.sleep(600)")
    arguments = (*SMALL, "--timeout", "600", "--report", str(report))
    with running("verify", BROKEN, hanging, *arguments) as process:
        assert soon(lambda: any("unshrunk" not in trace.name for trace in traces(report)))
        assert soon(lambda: not any("unshrunk" in trace.name for trace in traces(report)))
        os.killpg(process.pid, signal.SIGKILL)
    (trace,) = traces(report)
    assert itf.load(trace).program.words[:3] == ("add", "add", "remove:1")
    assert cli.main(["replay", str(trace), "--run"]) == 1


def test_counterexample_is_saved_though_nobody_listens(tmp_path: Path) -> None:
    """Standard output is a closed pipe: the trace is on the disk, and there is no traceback."""
    report = tmp_path / "report"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with running("verify", BROKEN, *SMALL, "--report", str(report), stdout=writing) as process:
            _, err = process.communicate(timeout=LONGEST)
    finally:
        os.close(writing)
    assert "Traceback" not in err
    assert process.returncode == cli.UNREAD
    assert len(traces(report)) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["explore", "--positions", "4", "--jobs", "1"],
        [
            "prove",
            "--only",
            "growth_moves_at_most_two_cells_per_insertion/conclusion",
            "--jobs",
            "1",
        ],
        ["verify", tiny(), *SMALL],
        ["replay", "layout index_bits=0 : add"],
        ["serve", "--model"],
        ["replay", "--help"],
    ],
    ids=["explore", "prove", "verify", "replay", "serve", "help"],
)
def test_closed_pipe_is_no_counterexample(arguments: list[str], tmp_path: Path) -> None:
    """If the reader of the pipe has gone, all commands have the same separate exit status, and print no traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "stablelist_conformance", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            input="hello 5\n",
            text=True,
            cwd=tmp_path,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (cli.UNREAD, "")
