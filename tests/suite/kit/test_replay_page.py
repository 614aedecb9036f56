"""`stablelist replay --page`: a page for any program and for any counterexample, and no file is overwritten."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stablelist_conformance.report import folder
from stablelist_conformance.report.folder import save
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.names import PAGE, companion
from stablelist_conformance.report.trace import Trace
from suite.kit.ports import DEFECT, tiny

from .conftest import Said
from .samples import Document, counterexample

PROGRAM = "layout id_bits=2 index_bits=0 : add add remove:0 add at:0"
LEAKY = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
model = ModelAnswerer()
for line in sys.stdin:
    if line.startswith("hello"):
        print(model.handshake.line(), flush=True)
        continue
    level, program = parse_program(line)
    words = [word.replace(":0:1:0|", ":1:1:|") for word in model.answer(program, level)]
    gone = program.words.index("len") if "len" in program.words else 0
    words[gone] = "1" if gone else words[gone]
    print(" ".join(words), flush=True)
"""
"""A list that keeps removed elements; its layout shows this at once, its length later."""

DEFECTIVE = "contract id_bits=0 : add add remove:1 len"


def story(path: Path) -> dict[str, Any]:
    """The story of a page."""
    return Document(path.read_text(encoding="utf-8")).data()


def test_replay_writes_a_page_of_a_passing_program(said: Said) -> None:
    """With the answers of the bundled container."""
    status, out, _ = said("replay", PROGRAM, "--page", "new.html")
    assert (status, out.splitlines()[-1]) == (0, "page        new.html")
    told = story(Path("new.html"))
    assert (told["outcome"], dict(told["facts"])["replay"]) == (
        "passes",
        f"stablelist replay '{PROGRAM}'",
    )
    assert [step["port"] for step in told["steps"][1:]] == ["0.0", "1.1", "0", "0.2", "none"]


def test_page_names_the_system_in_its_command(said: Said) -> None:
    program = "layout universe=4 : insert:1 remove:1"
    assert said("replay", program, "--system", "sparse-set", "--page", "new.html")[0] == 0
    command = dict(story(Path("new.html"))["facts"])["replay"]
    assert command == f"stablelist replay '{program}' --system sparse-set"


def test_replay_writes_a_page_of_a_refuted_program(said: Said) -> None:
    """It marks the wrong step, and has the port in the command."""
    port = tiny(after_word=DEFECT)
    status, out, _ = said(
        "replay", DEFECTIVE, "--system", "slotmap", "--port", port, "--page", "new.html"
    )
    assert (status, out.splitlines()[-1]) == (1, "page        new.html")
    told = story(Path("new.html"))
    assert (told["outcome"], told["at"]) == ("refuted", 4)
    assert "--system slotmap --port " in dict(told["facts"])["replay"]


def test_replay_writes_a_page_of_a_saved_counterexample(said: Said, tmp_path: Path) -> None:
    """Also if the port passes by now."""
    broken, right = tiny(after_word=DEFECT), tiny()
    (tmp_path / "report").mkdir()
    arguments = ["--operations", "2000", "--jobs", "1", "--report", "report"]
    assert said("verify", broken, *arguments)[0] == 1
    (trace,) = (tmp_path / "report").glob("*.itf.json")
    assert story(companion(trace, PAGE))["outcome"] == "refuted"
    assert said("replay", str(trace), "--run", "--page", "again.html")[0] == 1
    assert story(Path("again.html"))["outcome"] == "refuted"
    assert said("replay", str(trace), "--port", right, "--page", "passes.html")[0] == 0
    told = story(Path("passes.html"))
    assert told["outcome"] == "passes"
    assert {step["port"] for step in told["steps"][1:]} == {None}


def test_report_names_the_page(said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the command that replays it. Nothing but the shrunk program is written."""
    written: list[str] = []

    def counted(trace: Trace) -> str:
        written.append(f"{len(trace.steps)} operations")
        return write(trace)

    monkeypatch.setattr(folder, "write", counted)
    port = tiny(after_word=DEFECT)
    _, out, _ = said("verify", port, "--operations", "2000", "--jobs", "1", "--report", "report")
    (page,) = re.findall(r"^page +(.*)$", out, re.MULTILINE)
    assert (tmp_path / page).is_file()
    assert written == ["4 operations"]


def test_page_shows_since_when_the_layout_was_wrong(said: Said) -> None:
    """The counterexample never asks for the layout; the port is asked when the page is made."""
    port = shlex.join([sys.executable, "-c", LEAKY])
    line = "layout id_bits=2 index_bits=0 : add remove:0 len"
    sample = counterexample(line, expected="0", answered="1", answers="0.0 0 1")
    trace = save(replace(sample, port=port), Path())
    assert said("replay", str(trace), "--run", "--page", "new.html")[0] == 1
    told = story(Path("new.html"))
    assert told["at"] == 3
    assert [each["step"] for each in told["inside"]] == [2, 3]
    assert told["inside"][0]["port"] == "4|0:1:1:1:|1:1:0:0:|2:2:0:0:|1"


def test_replay_reports_a_full_disk(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("stablelist_conformance.cli.replay.replaced", full)
    status, _, errors = said("replay", PROGRAM, "--page", "new.html")
    assert status == 2
    assert "cannot write 'new.html' (No space left on device); give --page another name" in errors
    assert not Path("new.html").exists()
