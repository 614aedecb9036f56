"""Under attack: whatever happens to the command, its exit status and its words are true.

Status 1 means that a counterexample was printed, and nothing else does.
"""

from __future__ import annotations

import errno
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.cli import main as cli
from stablelist_conformance.cli import run
from stablelist_conformance.cli.run import gravest
from stablelist_conformance.report import folder, words
from stablelist_conformance.running import failures
from stablelist_conformance.wire import files
from suite.kit.ports import ANSWER, DEFECT, HANDSHAKE, command, script_of, tiny

SMALL = ("--operations", "3000", "--jobs", "1")
BROKEN = tiny(after_word=DEFECT)
Said = Callable[..., tuple[int, str, str]]


def started(
    folder: Path, *arguments: str, closed: str = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command as a process, with a standard stream closed as a shell closes it."""
    script = f'exec "$0" -m stablelist_conformance "$@" {closed}'
    return subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | (environment or {}),
    )


def defective(*_: object, **__: object) -> None:
    """A function of the kit that has a defect."""
    raise KeyError("nobody foresaw this")


def full(*_: object) -> None:
    """A disk without room."""
    raise OSError(errno.ENOSPC, "No space left on device")


def one_sentence(err: str, *said: str) -> None:
    """One line on standard error, which says this."""
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for each in said:
        assert each in err


# --- A counterexample is printed whatever happens to the folder -----------------------------------


def test_counterexample_is_printed_though_its_folder_is_gone(said: Said, tmp_path: Path) -> None:
    """The port deletes it, and puts a file in its place, once it has failed."""
    report = tmp_path / "stablelist-report"
    spoil = (
        "import shutil\n"
        f"        if 'remove:1' in words and os.path.isdir({str(report)!r}):\n"
        f"            shutil.rmtree({str(report)!r}); open({str(report)!r}, 'w').close()\n"
        f"        {DEFECT}"
    )
    status, out, err = said("verify", tiny(after_word=spoil), *SMALL)
    assert status == 1
    assert re.search("expected .* / answered", out)
    assert "refuted" in out
    assert "send        contract id_bits=0 : add add remove:1 " in out
    assert "--port" in out
    one_sentence(err, "not all of this is on disk", "stablelist-report")


def test_counterexample_is_printed_though_the_disk_is_full(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file can be written from the first failure on."""
    for module in (files, folder):
        monkeypatch.setattr(module, "whole", full)
    status, out, err = said("verify", BROKEN, *SMALL)
    assert status == 1
    assert re.search("expected .* / answered", out)
    one_sentence(err, "No space left on device")


def test_verdict_is_printed_though_the_disk_is_full(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right port is still verified; that the folder does not have it is the environment's fault."""
    for module in (files, folder):
        monkeypatch.setattr(module, "whole", full)
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, out.rstrip().endswith("verified")) == (2, True)
    one_sentence(err, "not all of this is on disk", "No space left on device")


@pytest.mark.parametrize(
    "broken", [(folder, "write"), (folder, "svg"), (folder, "explain"), (words, "explain")]
)
def test_counterexample_is_printed_though_it_cannot_be_explained(
    said: Said, monkeypatch: pytest.MonkeyPatch, broken: tuple[object, str]
) -> None:
    """A defect of the reports is no reason to lose it."""
    monkeypatch.setattr(*broken, defective)
    status, out, _ = said("verify", BROKEN, *SMALL)
    assert status == 1
    assert "add add remove:1" in out
    assert "refuted" in out


def test_counterexample_is_printed_though_it_cannot_be_shrunk(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was found."""
    monkeypatch.setattr(failures, "smallest", defective)
    status, out, _ = said("verify", BROKEN, *SMALL)
    assert status == 1
    assert "could not be shrunk: KeyError('nobody foresaw this')" in out
    assert "refuted" in out


@pytest.mark.parametrize("kind", ["fifo", "endless", "folder", "huge"])
def test_what_stands_in_the_way_of_a_counterexample_is_left_alone(
    said: Said, tmp_path: Path, kind: str
) -> None:
    """Only a file can hold a counterexample already; nothing else is opened, and the next number is taken."""
    report = tmp_path / "stablelist-report"
    report.mkdir()
    there = report / "counterexample-tiny-1.itf.json"
    match kind:
        case "fifo":
            os.mkfifo(there)
        case "endless":
            there.symlink_to("/dev/zero")
        case "folder":
            there.mkdir()
        case "huge":
            there.touch()
            os.truncate(there, 1 << 40)
    status, out, err = said("verify", BROKEN, *SMALL)
    assert (status, err) == (1, "")
    assert "counterexample-tiny-2.itf.json" in out


# --- No crash has the status of a counterexample --------------------------------------------------


def test_signal_without_a_name_is_told_by_its_number(said: Said) -> None:
    """Real-time signals have none."""
    dying = f"'remove:1' in words and os.kill(os.getpid(), 35); {ANSWER}"
    status, out, _ = said("verify", tiny(answer=dying), *SMALL)
    assert status == 1
    assert "signal 35" in out


def test_worker_that_is_killed_decides_nothing(tmp_path: Path) -> None:
    """As the system does that runs out of memory; the verdict so far is told."""
    kill = (
        "parent = lambda pid: int(open(f'/proc/{pid}/stat').read().rpartition(')')[2].split()[1]); "
        "worker = globals().get('worker') or parent(os.getppid()); "  # who is not there later
        "len(words) > 300 and os.kill(worker, 9)"
    )
    done = started(tmp_path, "verify", tiny(answer=f"{kill}; {ANSWER}"), "--jobs", "2")
    assert (done.returncode, done.stderr) == (3, "")
    assert "a judging process was killed" in " ".join(done.stdout.split())
    assert done.stdout.rstrip().endswith("undecided")


@pytest.mark.parametrize(("port", "status"), [(tiny(), 0), (BROKEN, 1)])
def test_closed_standard_error_changes_nothing(port: str, status: int, tmp_path: Path) -> None:
    """Progress and complaints go nowhere, the verdict goes where it did."""
    done = started(tmp_path, "verify", port, *SMALL, closed="2>&-")
    assert done.returncode == status
    *_, ending = done.stdout.rstrip().split("\n\n")
    assert ("\n" + ending).count("\nverified" if status == 0 else "\nrefuted") == 1


@pytest.mark.parametrize("port", [tiny(), BROKEN])
def test_closed_standard_output_is_an_error(port: str, tmp_path: Path) -> None:
    """A counterexample that nobody can read was not printed; it is on disk."""
    done = started(tmp_path, "verify", port, *SMALL, closed=">&-")
    assert (done.returncode, done.stdout) == (2, "")
    one_sentence(done.stderr, "standard output cannot be written")
    assert len(list((tmp_path / "stablelist-report").glob("*.itf.json"))) == (port == BROKEN)


def test_closed_standard_input_is_no_error(tmp_path: Path) -> None:
    """Nothing is read from it, but for replay, where it is empty."""
    assert started(tmp_path, "verify", tiny(), *SMALL, closed="<&-").returncode == 0
    done = started(tmp_path, "replay", "-", closed="<&-")
    assert done.returncode == 2
    one_sentence(done.stderr, "standard input is empty")


def test_letters_that_standard_output_does_not_have_are_escaped(tmp_path: Path) -> None:
    """The folder's name is not ASCII, and standard output is."""
    narrow = {"PYTHONIOENCODING": "ascii"}
    done = started(
        tmp_path, "verify", BROKEN, *SMALL, "--report", "b\u00fccher", environment=narrow
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"b(\u00fc|\\xfc)cher/counterexample", done.stdout)


def test_argument_that_is_no_text_loses_no_counterexample(tmp_path: Path) -> None:
    """A command line may hold any bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "stablelist_conformance", "verify", BROKEN.encode() + b" \xff", *SMALL],
        capture_output=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert len(list((tmp_path / "stablelist-report").glob("*.itf.json"))) == 1


def test_name_with_markup_is_shown_on_a_terminal(tmp_path: Path) -> None:
    """Progress is shown there, and to rich ``[/x]`` is the end of something."""
    port = tmp_path / "[red][" / "x]"
    port.parent.mkdir()
    port.write_text(f"#!/bin/sh\nexec {tiny()}\n", encoding="utf-8")
    port.chmod(0o755)
    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "stablelist_conformance", "verify", "'./[red][/x]'", *SMALL],
            stdout=subprocess.PIPE, stderr=follower, text=True, cwd=tmp_path,
            env=os.environ | {"TERM": "xterm"},
        )  # fmt: skip
    finally:
        os.close(follower)
        shown = os.read(leader, 1 << 16)
        os.close(leader)
    assert (done.returncode, done.stdout.rstrip()[-8:]) == (0, "verified")
    assert b"[/x]" in shown


def test_defect_of_this_program_is_called_one(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever nobody foresaw: one sentence, where it was, and that nothing is decided."""
    monkeypatch.setattr(run, "verify", defective)
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, out) == (3, "")
    one_sentence(
        err,
        "a defect of stablelist, not of a port",
        "KeyError: 'nobody foresaw this'",
        "test_under_attack.py",
    )
    monkeypatch.setenv(cli.TRACEBACK, "1")
    assert "Traceback (most recent call last)" in said("verify", tiny(), *SMALL)[2]


@pytest.mark.parametrize(
    "error",
    [
        BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
        OSError(errno.EMFILE, "Too many open files"),
        RuntimeError("can't start new thread"),
    ],
    ids=["processes", "files", "threads"],
)
def test_system_that_has_nothing_left_is_not_standard_output(
    said: Said, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Not every error of the system is one of writing."""

    def exhausted(*_: object) -> None:
        raise error

    monkeypatch.setattr(run, "verify", exhausted)
    status, _, err = said("verify", tiny(), *SMALL)
    assert status == 2
    one_sentence(err, "the system has run out of resources", "lower --jobs")


def test_gravest_status_counts() -> None:
    """A counterexample before what could not be used, that before what is open, that before all is well."""
    assert gravest(set()) == gravest({0}) == 0
    assert gravest({0, 3}) == 3
    assert gravest({0, 2, 3}) == 2
    assert gravest({0, 1, 2, 3}) == 1


# --- Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["verify", tiny()], ["replay", "layout id_bits=2 index_bits=0 : add"]]
)
def test_folder_that_is_gone_is_told_of(tmp_path: Path, arguments: list[str]) -> None:
    """Nothing can be imported there."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$0" -m stablelist_conformance "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, str(gone), *arguments],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    one_sentence(done.stderr, "the current folder does not exist any more")


# --- Nothing steers the terminal ------------------------------------------------------------------

STEERING = "\x1b[2J\x07"


def test_names_of_ports_that_are_left_out_do_not_steer_either(said: Said, tmp_path: Path) -> None:
    """They stand on standard output."""
    entry = f"[[port]]\nname = {json.dumps(STEERING)}\nstart = './{{}}'\n{{}}\n"
    known = f"[[port]]\nname = {json.dumps(STEERING)}\nstart = {json.dumps(BROKEN)}\nexpect = 'refuted'\n"
    (tmp_path / "ports.toml").write_text(
        entry.format("none", "needs = ['no-such-program']") + entry.format("none", "") + known,
        encoding="utf-8",
    )
    _, out, err = said("verify", "--manifest", "ports.toml", *SMALL)
    assert "fails as expected" in out
    assert all(line.isprintable() for line in (out + err).splitlines())


def test_build_that_fails_does_not_steer_either(said: Said, tmp_path: Path) -> None:
    """What it printed is escaped."""
    build = json.dumps("sh -c \"printf '\\033[2J\\377'; exit 3\"")
    (tmp_path / "ports.toml").write_text(
        f"[[port]]\nname = 'x'\nstart = 'y'\nbuild = {build}\n", encoding="utf-8"
    )
    status, out, err = said("verify", "--manifest", "ports.toml")
    assert (status, out) == (2, "")
    assert "\\x1b[2J" in err
    assert all(line.isprintable() for line in err.splitlines())


def test_build_that_prints_other_letters_is_no_failure(said: Said, tmp_path: Path) -> None:
    """Compilers print in the letters of their users."""
    start, build = json.dumps(tiny()), json.dumps("printf '\\377\\376'")
    (tmp_path / "ports.toml").write_text(
        f"[[port]]\nname = 'tiny'\nstart = {start}\nbuild = {build}\n", encoding="utf-8"
    )
    assert said("verify", "--manifest", "ports.toml", *SMALL)[0] == 0


# --- Handshakes -----------------------------------------------------------------------------------


TYPO: Final = HANDSHAKE.replace("without=", "with\x1bout=")
SHOWN: Final = TYPO.replace("\x1b", "\\x1b")


def test_typo_in_a_handshake_leaves_a_port_out_of_several(said: Said, tmp_path: Path) -> None:
    """The others are verified, and the status is that of bad usage."""
    status, out, _ = said("verify", tiny(handshake=TYPO), tiny(), *SMALL)
    assert status == 2
    assert f"the port sent: {SHOWN}\n" in out
    assert "verified" in out
    cases = ET.parse(tmp_path / "stablelist-report" / "junit.xml").iter("testcase")
    assert not [case for case in cases if case.find("failure") is not None]


def test_handshake_that_changes_is_refused(said: Said, tmp_path: Path) -> None:
    """What is verified is what was offered; only the name may be another one, such as with a number in it."""
    again = f"os.path.exists({str(tmp_path / 'met')!r})"
    greet = f"{again} or open({str(tmp_path / 'met')!r}, 'w').close()"
    script = script_of(tiny()).replace(
        f"{HANDSHAKE!r}", f"({HANDSHAKE!r}.replace(*CHANGE) if {again} else {HANDSHAKE!r})"
    )
    script = script.replace("print((", "print((").replace(
        "        continue", f"        {greet}; continue"
    )
    for change, status in ((("name=tiny", "name=tiny2"), 0), (("id_bits=0", "id_bits=3"), 1)):
        (tmp_path / "met").unlink(missing_ok=True)
        ended, out, _ = said("verify", command(script.replace("CHANGE", repr(change))), *SMALL)
        assert ended == status, out
    assert "it was started again, and its handshake was" in " ".join(out.split())


def test_process_that_holds_the_output_open_costs_no_time(said: Said) -> None:
    """A port ended rightly, and left something behind: nobody waits for that until the time-out."""
    behind = "import subprocess, sys\nsubprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
    status, out, _ = said("verify", command(behind + script_of(tiny())), *SMALL, "--timeout", "600")
    assert (status, out.rstrip()[-8:]) == (0, "verified")


def test_port_that_ends_before_its_handshake_is_not_refuted(said: Said) -> None:
    """Somebody has to mend the command line; the first lines say why, and the thousandth does not."""
    talking = f"import sys\nfor n in range(1000): print('line', n, {STEERING!r}, file=sys.stderr)\nsys.exit(7)"
    status, out, err = said("verify", command(talking), *SMALL)
    assert (status, out) == (2, "")
    assert "exit status 7" in err
    assert "type 'hello 5'" in err
    lines = err.splitlines()
    assert lines[1:3] == [f"  | line {n} \\x1b[2J\\x07" for n in (0, 1)]
    assert "line 999" not in err
    assert "Traceback" not in err


# --- Time -----------------------------------------------------------------------------------------


def hanging_once(notes: Path, times: int) -> str:
    """A port that does not answer its second long program, but only so many times."""
    hang = (
        "n = globals().get('n', 0) + (len(words) > 300)\n"
        f"    marks = os.listdir({str(notes)!r})\n"
        f"    if n == 2 and len(words) > 300 and len(marks) < {times}:\n"
        f"        open(os.path.join({str(notes)!r}, str(len(marks))), 'w').close(); time.sleep(600)\n"
        f"    {ANSWER}"
    )
    return tiny(answer=hang)


def test_port_that_was_late_once_is_not_refuted(said: Said, tmp_path: Path) -> None:
    """It passes alone, and in the same batch: perhaps the machine was busy. That is not decided."""
    (tmp_path / "notes").mkdir()
    status, out, err = said(
        "verify", hanging_once(tmp_path / "notes", 1), *SMALL, "--timeout", "0.5"
    )
    assert (status, err) == (3, "")
    text = " ".join(out.split())
    assert (
        "it did not answer within 0.5 s; alone, and with the same programs before it, it did"
        in text
    )
    assert text.endswith("undecided")


@pytest.mark.slow
def test_port_that_is_late_every_time_after_the_same_programs_is_refuted(
    said: Said, tmp_path: Path
) -> None:
    """Alone it passes; the batch hangs again."""
    (tmp_path / "notes").mkdir()
    status, out, _ = said(
        "verify", hanging_once(tmp_path / "notes", 99), *SMALL, "--timeout", "0.5"
    )
    assert status == 1
    assert "alone, on a fresh port, the same program passes" in " ".join(out.split())


# --- What the port could declare, or keep to itself ------------------------------------------------


@pytest.mark.parametrize("answer", ["print('adding')", "print('adding 3 elements')"])
def test_stray_output_is_named(said: Said, answer: str) -> None:
    """It is read as an answer, whatever it is."""
    status, out, _ = said("verify", tiny(answer=f"{answer}; {ANSWER}"), *SMALL)
    assert status == 1
    assert "standard output is only for answers" in " ".join(out.split())


def test_operation_that_never_succeeds_can_be_left_out(said: Said) -> None:
    """It has no implementation, perhaps."""
    lacks = "if name == 'len': said[-1] = '!other'"
    status, out, _ = said("verify", tiny(after_word=lacks), *SMALL)
    assert status == 1
    assert "if it has no such operation, leave it out: without=len in the" in " ".join(out.split())


# --- A capacity that was not declared -------------------------------------------------------------


def test_capacity_that_is_met_is_suggested(said: Said) -> None:
    """A container that holds four elements, and says that it grows."""
    refuse = "if name == 'add' and len(live) > 4: live.popitem(); said[-1] = '!full'"
    status, out, _ = said("verify", tiny(after_word=refuse), *SMALL)
    assert status == 1
    assert "if it can hold only 4 elements, declare capacity=4" in " ".join(out.split())


def test_capacity_that_is_met_by_several_at_once_is_suggested_without_a_number(said: Said) -> None:
    """``extend`` does not tell how much room there was."""
    handshake = (
        "port protocol=5 name=tiny version=1 system=slab level=contract without="
        "contains,is_empty,clear,each,keys,drain,retain,insert_with,replace,at_mut,each_mut,reserve,"
        "shrink_to_fit,repack,reload,put,pair,lend,forge"
    )
    extend = (
        "if name == 'extend':\n"
        "            said[-1] = '!full' if len(live) + int(number) > 4 else None\n"
        "            for _ in range(int(number)):\n"
        "                if said[-1] is None: live[str(added)] = added\n"
        "                added += 1\n"
        "            said[-1] = said[-1] or '[' + ','.join(['ok'] * int(number)) + ']'"
    )
    status, out, _ = said("verify", tiny(handshake=handshake, after_word=extend), *SMALL)
    assert status == 1
    text = " ".join(out.split())
    assert "declare it in the handshake as capacity=N" in text or "capacity=4" in text
    assert "a fresh container\n" in out  # a slab has no ids, and no capacity was declared


def test_refuted_never_stands_beside_all_labels_without_a_word(said: Said) -> None:
    """Every label was met before the run ended: that is no praise, and is not told."""
    late = (
        "n = globals().get('n', 0) + (name == 'remove' and len(words) > 300)\n"
        "        if n > 500 and name == 'len': said[-1] = '99'"
    )
    status, out, _ = said("verify", tiny(after_word=late), *SMALL)
    assert status == 1
    assert "labels" not in out
    status, out, _ = said("verify", tiny(after_word=late), tiny(), *SMALL)
    assert "refuted (the run ended there)" in out
