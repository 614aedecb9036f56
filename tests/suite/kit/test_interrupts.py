"""Signals at any moment of a run: no process is left, no file is damaged, and what was found is not lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.port import interrupts
from suite.captured import captured
from suite.kit.ports import ANSWER, DEFECT, command, script_of, tiny
from suite.kit.processes import MARK, heed, marked, soon
from suite.kit.samples import loaded

SLOWLY = "time.sleep(0.01)"
NEVER = "time.sleep(600)"
"""What a port does that a run must not wait for when it is interrupted: the time-out is as long."""
STRAY = (
    "import os, subprocess, sys, time\n"
    "subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'], start_new_session=True,\n"
    "    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
)
"""What starts a process that leaves the group of its parent."""


class Scene(NamedTuple):
    """A run with its folders, to be struck."""

    process: subprocess.Popen[str]
    notes: Path
    report: Path
    mark: str


# --- Moments of a run -----------------------------------------------------------------------------


def note(folder: Path, name: str) -> str:
    """A statement that leaves a note."""
    return f"open({str(folder / name)!r}, 'w').close()"


def meeting(notes: Path, _: str) -> str:
    """A port that takes its time to answer ``hello``, and has started a process that left its group."""
    return command(f"import sys, time\n{STRAY}\n{note(notes, 'there')}\n{NEVER}")


def covering(notes: Path, pause: str) -> str:
    """A right port that is slow."""
    return tiny(answer=f"{note(notes, 'there')}; {pause}; {ANSWER}")


def swarming(notes: Path, pause: str) -> str:
    """A right port that is slow at long programs."""
    return tiny(answer=f"len(words) > 300 and ({note(notes, 'there')}, {pause}); {ANSWER}")


def shrinking(notes: Path, pause: str) -> str:
    """A wrong port that is slow once its failure is in a verdict on disk."""
    report = str(notes.parent / "stablelist-report")
    failed = f"os.path.exists({report!r} + '/verdict.txt') and 'refuted' in open({report!r} + '/verdict.txt').read()"
    return tiny(after_word=DEFECT, answer=f"{failed} and {pause}; {ANSWER}")


MOMENTS: dict[str, Callable[[Path, str], str]] = {
    each.__name__: each for each in (meeting, covering, swarming, shrinking)
}


def refuted(report: Path) -> bool:
    """Whether a verdict in a report folder tells a failure."""
    verdict = report / "verdict.txt"
    return verdict.exists() and "refuted" in verdict.read_text("utf-8")


def has_come(scene: Scene, moment: str) -> bool:
    """Whether a run has come to a moment."""
    if moment == "shrinking":
        return refuted(scene.report)
    return (scene.notes / "there").exists()


# --- Strokes ----------------------------------------------------------------------------------------


def killed(process: subprocess.Popen[str], _: random.Random) -> None:
    """Kill the whole process group at once, so that no parent can clean up."""
    os.killpg(process.pid, signal.SIGKILL)


def interrupted_twice(process: subprocess.Popen[str], dice: random.Random) -> None:
    """Ctrl-C reaches the whole group, and is pressed twice."""
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(dice.random() * 0.1)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)


def hung_up(process: subprocess.Popen[str], _: random.Random) -> None:
    """The terminal is closed."""
    os.killpg(process.pid, signal.SIGHUP)


STROKES = {each.__name__: each for each in (killed, interrupted_twice, hung_up)}


def struck(
    folder: Path, moment: str, stroke: str, seed: int, *, beside: bool = False
) -> tuple[Scene, str]:
    """A run that is struck some time after it came to a moment, and what it said; perhaps with a port *beside* it."""
    dice, notes = random.Random(seed), folder / "notes"
    notes.mkdir()
    ports = [MOMENTS[moment](notes, SLOWLY if seed else NEVER)]
    if beside:
        (folder / "other").mkdir()
        ports.append(covering(folder / "other", NEVER))
    mark = f"{os.getpid()}-{folder.name}-{seed}"
    arguments = ["--operations", "1000000000", "--jobs", "2", "--timeout", "600"]
    process = subprocess.Popen(
        [sys.executable, "-m", "stablelist_conformance", "verify", *ports, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=os.environ | {MARK: mark},
        start_new_session=True,
        preexec_fn=heed,
    )
    scene = Scene(process, notes, folder / "stablelist-report", mark)
    assert soon(
        lambda: (
            (has_come(scene, moment) and (not beside or (folder / "other" / "there").exists()))
            or process.poll() is not None
        )
    )
    time.sleep(dice.random() * 0.3)
    STROKES[stroke](process, dice)
    out, _ = process.communicate(timeout=300)
    return scene, out


def unharmed(report: Path) -> None:
    """Every file in the report folder is whole."""
    for path in report.iterdir() if report.exists() else ():
        assert path.suffix in {".html", ".json", ".txt", ".svg", ".sarif", ".xml"}, path
        if path.name.endswith(".itf.json"):
            loaded(path)
        elif path.suffix == ".json":
            json.loads(path.read_text("utf-8"))
        elif path.suffix in {".xml", ".svg"}:
            ET.parse(path)
        elif path.suffix == ".html":
            assert path.read_text("utf-8").endswith("</html>\n")
        else:
            assert path.read_text("utf-8").endswith("\n")


def strike(folder: Path, moment: str, stroke: str, seed: int, *, beside: bool = False) -> None:
    """Strike, and look at what is left."""
    scene, out = struck(folder, moment, stroke, seed, beside=beside)
    assert "Traceback" not in out
    assert soon(lambda: not marked(scene.mark)), marked(scene.mark)
    unharmed(scene.report if stroke != "killed" else Path(folder / "nothing"))
    if moment == "shrinking":
        assert refuted(scene.report)
    if stroke != "killed":
        assert scene.process.returncode == (1 if moment == "shrinking" else 3), out
        assert "interrupted" in out
        assert moment != "shrinking" or "refuted" in out
    if stroke != "killed" and moment in ("swarming", "shrinking"):
        assert "interrupted" in (scene.report / "verdict.txt").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "side-by-side"])
@pytest.mark.parametrize("stroke", STROKES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_signal_leaves_no_process_and_no_damaged_file(
    moment: str, stroke: str, tmp_path: Path, *, beside: bool
) -> None:
    """Nor is a counterexample lost, even if another port is verified at the same time."""
    strike(tmp_path, moment, stroke, 0, beside=beside)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("stroke", STROKES)
def test_signal_at_a_random_moment_leaves_no_process_and_no_damaged_file(
    stroke: str, seed: int, tmp_path: Path
) -> None:
    moment = random.Random(f"{stroke}/{seed}").choice(list(MOMENTS))
    strike(tmp_path, moment, stroke, seed + 1)


# --- The mechanism --------------------------------------------------------------------------------


HOLDING = """
import os, signal, sys, time
from stablelist_conformance.port import interrupts
interrupts.listen()
try:
    with interrupts.uninterrupted():
        for _ in range(3):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
        print("finished", flush=True)
    print("went on", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(0.01)
    print("once", flush=True)
"""
"""A block is finished first, and one interrupt is enough: however many came meanwhile, none comes afterwards."""

SWALLOWING = """
import gc, os, signal, sys, time
from stablelist_conformance.port import interrupts
interrupts.listen()

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

Dying()
print("went on", flush=True)
try:
    interrupts.check()
except KeyboardInterrupt:
    print("heard", flush=True)
interrupts.check()
print("once", flush=True)
"""
"""An interrupt that came while a finaliser ran, which cannot raise, is heard all the same."""

BURST = """
import os, signal, time
from stablelist_conformance.port import interrupts
interrupts.listen()
run = os.getpid()
try:
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT) * 3:
            os.kill(run, number)
        os._exit(0)
    while True:
        time.sleep(0.01)
        interrupts.check()  # Python may have swallowed it, at work on the fork
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
"""Different signals at the same moment are one interrupt; Python would say that it ignored the other one."""

FORKING = """
import os, signal
from stablelist_conformance.port import interrupts
from stablelist_conformance.running.workers import workers
interrupts.listen()
run, fork = os.getpid(), os.fork

def struck():
    child = fork()
    os.kill(os.getpid(), signal.SIGINT)
    return child

os.fork = struck
try:
    with workers(2) as pool:
        print("went on", flush=True)
except KeyboardInterrupt:
    print("interrupted", "in the run" if os.getpid() == run else "in a worker", flush=True)
"""
"""An interrupt in the middle of a fork is one of the run, and not of the worker, though both get it."""


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (HOLDING, "finished\ninterrupted\nonce\n"),
        (SWALLOWING, "went on\nheard\nonce\n"),
        *[(BURST, "interrupted\n")] * 5,
        (FORKING, "interrupted in the run\n"),
    ],
)
def test_signals_become_one_interrupt(script: str, said: str) -> None:
    """Whatever the process does at that moment, and without a traceback."""
    done = captured([sys.executable, "-c", script], preexec_fn=heed, timeout=120)
    assert (done.stdout, done.stderr) == (said, "")


def test_listen_leaves_ignored_signals_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """``nohup`` asks for this, and a shell for its background jobs."""
    taken: list[int] = []
    monkeypatch.setattr(
        interrupts, "getsignal", lambda number: signal.SIG_IGN if number == signal.SIGHUP else None
    )
    monkeypatch.setattr(interrupts, "signal", lambda number, _: taken.append(number))
    interrupts.listen()
    assert taken == [signal.SIGINT, signal.SIGTERM]


# --- What a port leaves behind --------------------------------------------------------------------


@pytest.mark.slow
def test_verdict_names_processes_that_left_the_group(tmp_path: Path) -> None:
    """They are ended; this is no fault of the container."""
    script = STRAY + script_of(tiny())
    done = captured([sys.executable, "-m", "stablelist_conformance", "verify", command(script),
         "--operations", "3000", "--jobs", "1"], cwd=tmp_path, env=os.environ | {MARK: "left-behind"})  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        "left behind processes outside of its process group, which were ended: python"
        in done.stdout
    )
    assert soon(lambda: not marked("left-behind"))


HERMIT = """
import os, subprocess, sys
subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'], start_new_session=True, env={},
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
"""
"""A script that starts a process without a mark in its group or its environment."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_supervisor_struck_by_port_leaves_no_process(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it is killed, the run is not decided; if it is stopped, it is continued."""
    strike = f"{HERMIT}\nos.kill(os.getppid(), {int(number)})\n{note(tmp_path, 'struck')}\n"
    script = strike + script_of(tiny())
    done = captured([sys.executable, "-m", "stablelist_conformance", "verify", command(script), "--jobs", "1",
         "--operations", "3000", "--timeout", "600"], cwd=tmp_path, timeout=300)  # fmt: skip
    assert (tmp_path / "struck").exists() or number == signal.SIGKILL
    if number == signal.SIGKILL:
        assert (done.returncode, done.stdout) == (2, "")
        assert "the process that starts the ports was killed, by a port or" in done.stderr
    else:
        assert done.returncode == 0, done.stdout + done.stderr
    assert soon(lambda: not hermits())


def hermits() -> list[str]:
    """The processes that `HERMIT` started, by what they run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if entry.read_bytes().endswith(b"-S\0-c\0import time; time.sleep(600)\0"):
                found.append(entry.parent.name)
    return [pid for pid in found if (Path("/proc") / pid / "environ").read_bytes() == b""]
