"""The command from end to end: exit statuses and help."""

import errno
import json
import os
import re
import sys
from pathlib import Path

import pytest
from click_man.core import write_man_pages

from stablelist_conformance.cli import main as cli
from stablelist_conformance.running import listed
from suite.captured import captured
from suite.kit.conftest import Said
from suite.kit.ports import DEFECT, command, tiny

BROKEN = tiny(after_word=DEFECT)
SMALL = ("--operations", "3000", "--jobs", "1")


def one_sentence(err: str, *said: str) -> None:
    """One line on standard error, which says this."""
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for each in said:
        assert each in err


# --- Exit statuses --------------------------------------------------------------------------------


def test_verify_ends_with_0_for_a_right_port(said: Said, tmp_path: Path) -> None:
    """The verdict is printed and saved; nothing is on standard error, which is no terminal."""
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, err) == (0, "")
    assert "labels      7 of 7" in out
    assert "verified" in out
    report = tmp_path / "stablelist-report"
    assert sorted(path.name for path in report.iterdir()) == [
        "junit.xml",
        "verdict.sarif",
        "verdict.txt",
    ]
    assert "verified" in (report / "verdict.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("below", ["", "/deeper"])
def test_report_folder_that_cannot_be_written_is_refused(
    said: Said, tmp_path: Path, below: str
) -> None:
    """A file is in its place: it stays as it is, and the port is not even started."""
    file = tmp_path / "report"
    file.write_text("mine", encoding="utf-8")
    note = tmp_path / "started"
    port = command(f"open({str(note)!r}, 'w')")
    status, out, err = said("verify", port, "--report", f"{file}{below}")
    assert (status, out) == (2, "")
    one_sentence(err, "report", "choose another")
    assert file.read_text(encoding="utf-8") == "mine"
    assert not note.exists()


# --- Help -----------------------------------------------------------------------------------------


def test_help_fits_a_screen_and_has_an_example(said: Said) -> None:
    status, out, _ = said("--help")
    assert status == 0
    assert len(out.splitlines()) <= 24
    assert "..." not in out.partition("Commands:")[2], "a sentence is cut off"
    assert re.findall(r"^  (\w+) ", out.partition("Commands:")[2], re.MULTILINE)[0] == "verify"
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


def test_shell_completes_commands_and_options(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `docs/verify.md` says; click does it, if nothing is printed before."""
    for words, completed in (("stablelist ver", "verify"), ("stablelist verify --se", "--seed")):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
        monkeypatch.setenv("_STABLELIST_COMPLETE", "bash_complete")
        assert f"plain,{completed}" in said()[1].splitlines()


@pytest.mark.filterwarnings("ignore:.click.utils:DeprecationWarning")  # of click-man
def test_manual_pages_say_what_help_says(tmp_path: Path) -> None:
    """`make man` writes them."""
    write_man_pages("stablelist", cli.stablelist, version="1", target_dir=str(tmp_path))
    page = (tmp_path / "stablelist-verify.1").read_text(encoding="utf-8")
    assert r"\fB\-\-seed\fP" in page


def test_command_without_arguments_shows_help_on_standard_error(said: Said) -> None:
    status, out, err = said()
    assert (status, out) == (2, "")
    assert err.startswith("Usage: stablelist ")


# --- A counterexample is printed whatever happens to the folder -----------------------------------


def test_counterexample_is_printed_though_the_port_deleted_the_report_folder(
    said: Said, tmp_path: Path
) -> None:
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


# --- Standard streams -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "streams", "status", "out", "err"),
    [
        (("verify", f"{BROKEN} \udcff", *SMALL), "2>&-", 1, "\n\nrefuted     with seed 0\n", ""),
        (("verify", BROKEN, *SMALL), ">&-", 2, "", "standard output cannot be written"),
        (("replay", "-"), "<&-", 2, "", "standard input is empty"),
        (("verify", BROKEN, *SMALL), "| true", cli.UNREAD, "", ""),
        (("serve", "--model"), "| true", cli.UNREAD, "", ""),
        (("replay", "--help"), "| true", cli.UNREAD, "", ""),
    ],
    ids=["errors", "output", "input", "verify", "serve", "help"],
)  # fmt: skip
def test_closed_stream_loses_no_counterexample(
    tmp_path: Path, arguments: tuple[str, ...], streams: str, status: int, out: str, err: str
) -> None:
    """It is on disk whatever can be read, and only one that was printed has status 1; no letter is in the way."""
    folder = "b\u00fccher"
    report = ("--report", folder) if arguments[0] == "verify" else ()
    command = '"$0" -m stablelist_conformance "$@"'
    closed = (
        f"(sleep 1; {command}; echo $? > status) {streams}; exit $(cat status)"
        if "|" in streams
        else f"exec {command} {streams}"
    )
    done = captured(
        ["/bin/sh", "-c", closed, sys.executable, *arguments, *report],
        input="hello 5\n",
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stdout != "") == (status, out != "")
    assert out in done.stdout
    if err:
        one_sentence(done.stderr, err)
    else:
        assert done.stderr == ""
    assert len(list((tmp_path / folder).glob("*.itf.json"))) == (arguments[0] == "verify")


# --- No crash has the status of a counterexample --------------------------------------------------


def defective(*_: object, **__: object) -> None:
    """A function of the kit that has a defect."""
    raise KeyError("nobody foresaw this")


def test_unforeseen_error_is_reported_as_a_defect_of_stablelist(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed, "verify", defective)
    status, out, err = said("verify", tiny(), *SMALL)
    assert (status, out) == (3, "")
    one_sentence(
        err,
        "a defect of stablelist, not of a port",
        "KeyError: 'nobody foresaw this'",
        "test_cli.py",
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
def test_exhausted_system_is_reported_as_that(
    said: Said, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Not every error of the system is one of writing."""

    def exhausted(*_: object) -> None:
        raise error

    monkeypatch.setattr(listed, "verify", exhausted)
    status, _, err = said("verify", tiny(), *SMALL)
    assert status == 2
    one_sentence(err, "the system has run out of resources", "lower --jobs")


def test_missing_current_folder_is_reported(tmp_path: Path) -> None:
    """Nothing can be imported there."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$0" -m stablelist_conformance "$@"'
    done = captured(
        ["/bin/sh", "-c", script, sys.executable, str(gone), "replay", "layout id_bits=2 : add"]
    )
    assert (done.returncode, done.stdout) == (2, "")
    one_sentence(done.stderr, "the current folder does not exist any more")


# --- Nothing steers the terminal ------------------------------------------------------------------

STEERING = "\x1b[2J\x07"


def test_output_of_a_failed_build_is_escaped(said: Said, tmp_path: Path) -> None:
    build = json.dumps("sh -c \"printf '\\033[2J\\377'; exit 3\"")
    (tmp_path / "ports.toml").write_text(
        f"[[port]]\nname = 'x'\nstart = 'y'\nbuild = {build}\n", encoding="utf-8"
    )
    status, out, err = said("verify", "--manifest", "ports.toml")
    assert (status, out) == (2, "")
    assert "\\x1b[2J" in err
    assert all(line.isprintable() for line in err.splitlines())


# --- Handshakes -----------------------------------------------------------------------------------


def test_port_that_ends_before_its_handshake_is_bad_usage(said: Said) -> None:
    """The first twelve lines of its standard error are shown, escaped."""
    talking = f"import sys\nfor n in range(1000): print('line', n, {STEERING!r}, file=sys.stderr)\nsys.exit(7)"
    status, out, err = said("verify", command(talking), *SMALL)
    assert (status, out) == (2, "")
    assert "exit status 7" in err
    assert "type 'hello 6'" in err
    lines = err.splitlines()
    assert lines[1:] == [f"  | line {n} \\x1b[2J\\x07" for n in range(12)]
    assert "Traceback" not in err
