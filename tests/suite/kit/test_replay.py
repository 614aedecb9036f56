"""Replay: a saved counterexample or a program, run again, watched at every step, and refused in one sentence."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli import main as cli
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import itf
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.transcript import strip
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import ProgramAtLevel, again, read
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import imported
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.model import halved
from stablelist_spec.systems.stable_list.picturing import picture
from suite.kit.ports import DEFECT, HANDSHAKE, command, script_of, tiny
from suite.planting import edited
from suite.spec.defects import named
from suite.spec.programs import run

Said = Callable[..., tuple[int, str, str]]
MODEL: Final = shlex.join([sys.executable, "-m", "stablelist_conformance", "serve", "--model"])
SMALL: Final = "layout id_bits=2 index_bits=0 : add add remove:0 remove:1 add at:0"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Replay; exit status, output, errors."""

    def replay(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(["replay", *arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return replay


# --- What is replayed -----------------------------------------------------------------------------


@pytest.mark.parametrize("words", [[SMALL], SMALL.split()], ids=["quoted", "words"])
def test_replay_takes_a_program_quoted_or_as_words(words: list[str]) -> None:
    asked = read(words, STABLE_LIST.name, print)
    assert isinstance(asked, ProgramAtLevel)
    assert asked.program.line(asked.level) == SMALL


@pytest.mark.parametrize("name", ["file", "-"])
def test_replay_takes_a_program_from_a_file_or_standard_input(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On as many lines as one likes."""
    monkeypatch.chdir(tmp_path)
    text = SMALL.replace(" add ", " add\n  ") + "\n"
    Path("file").write_text(text)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    asked = read([name], STABLE_LIST.name, print)
    assert isinstance(asked, ProgramAtLevel)
    assert asked.program.line(asked.level) == SMALL


# --- What is shown --------------------------------------------------------------------------------


def test_replay_prints_only_answers_at_contract_level(said: Said) -> None:
    program = "contract id_bits=0 index_bits=0 : add add remove:0 at:0 len"
    status, out, _ = said(program, "--port", tiny())
    assert status == 0
    assert "q1" not in out
    assert out.endswith("passes: tiny 1 answers this program rightly\n")


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("", "q1 _ | q2 _ | h2 _ _"),
        ("add*5 remove:0..1", "q1 . . | q2 2 3 | h2 4 _ _ _; q1 1 -> 0 -> end"),
        (
            "add*33 remove:3",
            "q1 15 of 16, 16 opened | q2 16 of 16, 16 opened | h2 1 of 32, 1 opened",
        ),
    ],
)
def test_strip_shows_a_list_in_one_line(program: str, shown: str) -> None:
    """Cell by cell, with the order of its free lists, while that is short."""
    assert strip(picture(run(program).history.state)) == shown


# --- What is wrong is seen ------------------------------------------------------------------------

LYING: Final = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import serve

class Lying(ModelAnswerer):
    def answer(self, program, level):
        words = super().answer(program, level)
        return [word.replace("|0:1:0:1:0|", "|0:1:0:1:|") for word in words]

serve(Lying(), sys.stdin, sys.stdout)
"""


def test_replay_finds_a_layout_that_no_answer_shows(said: Said) -> None:
    """The port loses a vacancy, and every answer is right."""
    port = shlex.join([sys.executable, "-c", LYING])
    program = "layout id_bits=2 index_bits=0 : add remove:0 at:0"
    status, out, _ = said(program, "--port", port)
    assert status == 1
    assert "expected 4|0:1:0:1:0|" in out
    assert (
        "stablelist replay 'layout id_bits=2 index_bits=0 : add remove:0 at:0' --port"
        in " ".join(out.split())
    )
    assert said(program)[0] == 0


def test_replay_finds_an_invariant_that_the_model_breaks(said: Said) -> None:
    """Whichever port runs."""
    program = "contract id_bits=2 index_bits=0 : add remove:0"
    with named("removal_not_counted").in_force():
        status, out, _ = said(program)
    assert status == 1
    assert "refuted: after 2 operations the model breaks counts_agree" in " ".join(out.split())
    assert said(program)[0] == 0


def test_replay_is_judged_by_the_model_even_if_the_container_agrees_with_the_port(
    said: Said,
) -> None:
    """Both are right, and the model gives the vacancies of q2 in another order; that breaks no invariant."""
    program = "layout minimum=8 capacity=16 : extend:9 remove:2 remove:3 remove:8 layout"
    with edited(
        halved,
        "[position for position in walked if position >= q1.end][::-1]",
        "[at for at in walked if at >= q1.end]",
    ):
        assert said(program)[0] == 1
    assert said(program)[0] == 0


def test_replay_does_not_ask_for_layouts_of_a_long_program(said: Said) -> None:
    """They would not fit into an answer."""
    status, out, _ = said("layout id_bits=0 index_bits=0 : add" + " len" * 2_000)
    assert status == 0
    assert out.endswith("passes: stablelist 0.1.0 answers this program rightly\n")


# --- A saved counterexample -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved() -> Counterexample:
    """The counterexample of a broken port."""
    found = verify(tiny(after_word=DEFECT), Options(operations=2_000, jobs=1)).counterexample
    assert found is not None
    return found


def test_replay_fails_while_the_port_is_broken_and_passes_when_it_is_mended(
    saved: Counterexample,
) -> None:
    """The same difference at the same operation; then none."""
    found = again(saved, timeout=20.0)
    assert found is not None
    assert (found.at, found.expected, found.answered) == (saved.at, saved.expected, saved.answered)
    assert again(saved, timeout=20.0, port=tiny()) is None


OWN: Final = "another:SYSTEM"
"""A system that is not in the registry; whoever imports its module sees a file."""


@pytest.fixture
def named_by_a_file(saved: Counterexample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A trace that names a command, and a module in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "another", raising=False)
    imported.cache_clear()
    from_registry = "from stablelist_spec.systems import SYSTEMS; SYSTEM = SYSTEMS['slotmap']"
    Path("another.py").write_text(f"open('imported', 'w').close()\n{from_registry}\n")
    port = command("open('started', 'w').close()\n" + script_of(saved.port))
    text = itf.write(record_trace(replace(saved, port=port)))
    Path("trace.json").write_text(text.replace(" system=slotmap ", f" system={OWN} "))
    return "trace.json"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), f"and import {OWN!r}; add --run if you trust that, or give --port and --system"),
        (("--port", tiny()), f"'trace.json' would import {OWN!r}; add --run if"),
        (("--system", OWN), "'trace.json' would start "),
        (("--port", tiny(), "--system", "other:SYSTEM"), f"'trace.json' would import {OWN!r}"),
    ],
)
def test_replay_shows_and_does_not_run_what_a_file_names(
    named_by_a_file: str, said: Said, arguments: tuple[str, ...], says: str
) -> None:
    """Neither its command nor its module."""
    refused(said(named_by_a_file, *arguments), says)
    assert {each.name for each in Path().iterdir()} == {"another.py", named_by_a_file}


@pytest.mark.parametrize(
    ("arguments", "done"),
    [
        (("--run",), {"imported", "started"}),
        (("--port", tiny(after_word=DEFECT), "--system", OWN), {"imported"}),
    ],
)
def test_replay_runs_what_the_user_asks_for(
    named_by_a_file: str, said: Said, arguments: tuple[str, ...], done: set[str]
) -> None:
    """The command that is printed does the same again."""
    status, out, err = said(named_by_a_file, *arguments)
    assert (status, err) == (1, ""), err
    assert {"imported", "started"} & {each.name for each in Path().iterdir()} == done
    (again_by,) = re.findall(r"^replay +stablelist replay (.*)$", out, re.MULTILINE)
    assert {*arguments} & {"--run", "--port", "--system", OWN} <= {*shlex.split(again_by)}


@pytest.mark.parametrize(("answer", "status"), [("y\n", 1), ("n\n", 2), ("", 3)])
def test_replay_asks_on_a_terminal(
    named_by_a_file: str, said: Said, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    """It shows the whole command, on standard error."""
    typed = io.StringIO(answer)
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    found, _, err = said(named_by_a_file)
    assert found == status
    assert "would start " in err
    assert f"and import {OWN!r}. Do you trust that? [y/N]" in err
    assert Path("started").exists() == Path("imported").exists() == (status == 1)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (MODEL, "the system slotmap"),
        (tiny(handshake=HANDSHAKE.replace("id_bits=0", "id_bits=7")), "id_bits=0"),
        (tiny(handshake=HANDSHAKE.replace("without=", "without=at,len,")), "len"),
    ],
)
def test_replay_refuses_a_port_that_does_not_offer_the_program(
    other: str, words: str, saved: Counterexample
) -> None:
    asked = saved
    if words == "len":
        program = saved.program._replace(words=(*saved.program.words, "len"))
        asked = Counterexample(**{**vars(saved), "program": program})
    with pytest.raises(UsageError, match=f"does not offer {words}"):
        again(asked, timeout=20.0, port=other)


# --- Bad input ------------------------------------------------------------------------------------


def refused(result: tuple[int, str, str], says: str) -> None:
    """It is one sentence."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "is not text"),
        (
            b"layout id_bits=2 index_bits=0 : add\nlayout id_bits=2 index_bits=0 : add",
            "is no operation",
        ),
    ],
)
@pytest.mark.parametrize("name", ["file", "-"])
def test_replay_refuses_a_file_by_its_name(
    name: str,
    content: bytes,
    says: str,
    said: Said,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(content)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
    result = said(name)
    refused(result, says)
    assert ("standard input" if name == "-" else repr(name)) in result[2]


def test_replay_takes_closed_standard_input_for_empty(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    refused(said("-"), "standard input is empty")
