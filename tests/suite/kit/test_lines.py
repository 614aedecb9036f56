"""Which lines of a port's code ran: the result, how it is told, and what is said if a tool is missing."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.main import main
from stablelist_conformance.judging.verdict import Verdict
from stablelist_conformance.lines import gcov, jacoco, llvm, v8
from stablelist_conformance.lines.counting import NOTHING, counted
from stablelist_conformance.lines.result import Function, PortLines, SourceLines, by_file
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.report import folder
from stablelist_conformance.report.code import code
from stablelist_conformance.report.page import code_page
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level

POOL: Final = """\
class Pool:
    def __init__(self):
        self.elements = {}

    def add(self, element):
        self.elements[len(self.elements)] = element
        return len(self.elements) - 1

    def remove(self, key):
        return self.elements.pop(key, None)

    def at(self, key):
        return self.elements.get(key)

    def shrink(self):
        if self.elements:
            # nothing to do
            return
        self.elements = {}
"""


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pool in a module of the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "pool.py").write_text(POOL, encoding="utf-8")
    return tmp_path / "pool.py"


def ran(*programs: str) -> PortLines:
    """The lines that run in a process for each program."""
    start = "python:pool:Pool"
    with counted([sys.executable]) as lines:
        for program in programs:
            with ProcessPort(start, system_name="slab") as port:
                port.send([program])
                port.receive()
        return lines()


def test_lines_of_several_processes_count_together(pool: Path) -> None:
    """A process that is killed counts; the lines of what serves the class do not."""
    told = ran("contract : add", "contract : add at:0 remove:0")
    (file,) = told.files
    assert (file.path, told.notes) == (pool, ())
    assert [str(each) for each in file.never()] == ["16-19 (shrink)"]
    assert code(told) == ["code        of your pool.py 11 of 14 lines ran; never: 16-19 (shrink)"]


def test_line_that_only_one_process_ran_counts(pool: Path) -> None:
    """Without the process that removes, removing never ran."""
    (file,) = ran("contract : add").files
    assert [str(each) for each in file.never()] == ["10 (remove)", "13 (at)", "16-19 (shrink)"]


def test_page_shows_the_text_with_what_ran(pool: Path) -> None:
    """Each line has its number and a word; what looks like HTML is shown as it is."""
    pool.write_text(POOL.replace("# nothing to do", "# <b>"), encoding="utf-8")
    shown = code_page("a <port>", ran("contract : add at:0 remove:0"))
    assert "Which lines of a &lt;port&gt; ran" in shown
    assert "# &lt;b&gt;" in shown
    assert '<a href="#0-16">16-19 (shrink)</a>' in shown
    assert '<tr class="never" id="0-16"><th scope=row>16</th><td class=mark>never</td>' in shown
    assert '<tr class="ran"><th scope=row>10</th><td class=mark>ran</td>' in shown
    assert '<tr class="none"><th scope=row>17</th><td class=mark></td>' in shown


def test_terminal_names_the_first_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container of which little ran does not fill the terminal."""
    monkeypatch.chdir(tmp_path)
    alternating = SourceLines(tmp_path / "a.c", frozenset(range(1, 31)), frozenset(range(1, 31, 2)))
    told = " ".join(" ".join(code(PortLines((alternating,)))).split())
    assert told.endswith("never: 2, 4, 6, 8, 10, 12, 14, 16, and 7 more places")


def test_files_are_joined_without_lines_that_hold_no_code(tmp_path: Path) -> None:
    """Braces, comments and what is beyond the end are left out; of nested functions, the inner one is named."""
    path = tmp_path / "a.c"
    path.write_text("f() {\n  // why\n  g();\n  h();\n}\n", encoding="utf-8")
    functions = (Function(1, 5, "f"), Function(4, 4, "inner"))
    every = frozenset(range(1, 9))
    (file,) = by_file(
        [SourceLines(path, every, frozenset({1, 2})), SourceLines(path, every, functions=functions)]
    )
    assert (set(file.can), set(file.ran)) == ({1, 3, 4}, {1})
    assert [*map(str, file.never())] == ["3 (f)", "4 (inner)"]


# --- A tool that is missing, or of another version ------------------------------------------------


def notes(command: str, prepare: Callable[[], object] = lambda: None) -> str:
    """What is said about a port, after something was done in the environment of its run."""
    with counted([command]) as lines:
        prepare()
        told = lines()
    assert told.files == ()
    return " ".join(told.notes)


def program(path: Path, text: str) -> Path:
    """A program that a test writes."""
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def test_port_that_does_not_count_is_said_to(tmp_path: Path) -> None:
    assert notes("cat") == NOTHING


def test_environment_is_as_before_a_run() -> None:
    """What asks the tools to count is only for the port, and not for a tool that reads, such as that of Java."""
    before = dict(os.environ)
    with counted(["cat"]) as lines:
        assert os.environ["STABLELIST_COVERAGE"]
        assert os.environ["NODE_OPTIONS"].startswith(f'--require "{v8.HOOK}"')
        lines()
        assert dict(os.environ) == before


def test_jacoco_is_said_to_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And how it is got."""
    monkeypatch.setenv("HOME", str(tmp_path))
    told = notes("java")
    assert told.count("mvn dependency:get -Dtransitive=false -Dartifact=org.jacoco:") == 2
    assert jacoco.VERSION in told


COUNTERS: Final = "counters of gcov that nothing wrote"


def left_by_gcov(folder: Path) -> None:
    """What a port leaves that was built with ``--coverage``."""
    (folder / "port.gcno").touch()
    counters = Path(os.environ["GCOV_PREFIX"] + str(folder / "port.gcda"))
    counters.parent.mkdir(parents=True)
    counters.touch()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "gcov is not installed; it comes with GCC"),
        ("#!/bin/sh\nexit 0", "cannot read what this compiler wrote; take the gcov of its version"),
        ("#!/bin/sh\necho wrong version >&2; exit 3", "gcov failed: wrong version"),
    ],
)
def test_gcov_is_said_to_be_missing_or_another_one(
    text: str | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if text is not None:
        program(tmp_path / "gcov", text)
    told = notes("./port", lambda: left_by_gcov(tmp_path))
    assert told.startswith(f"no lines from {gcov.Gcov.name}: ")
    assert sentence in told


def test_notes_of_the_compiler_are_said_to_be_missing(tmp_path: Path) -> None:
    """The port was built on another machine, or they were deleted."""

    def leave() -> None:
        left_by_gcov(tmp_path)
        (tmp_path / "port.gcno").unlink()

    assert "port.gcno, which the compiler wrote, is missing" in notes("./port", leave)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "llvm-profdata is not installed"),
        ("#!/bin/sh\necho unsupported version >&2; exit 1", "unsupported version"),
    ],
)
def test_llvm_is_said_to_be_missing_or_another_one(
    text: str | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what installs it."""
    port = program(tmp_path / "port", llvm.INSTRUMENTED.decode())
    monkeypatch.setenv("PATH", str(tmp_path))
    if text is not None:
        program(tmp_path / "llvm-profdata-9", text)

    def leave() -> None:
        Path(os.environ["LLVM_PROFILE_FILE"]).with_name("0.profraw").touch()

    told = notes(str(port), leave)
    assert sentence in told
    assert llvm.HOW in told


def test_counters_that_are_not_mapped_are_said_to_be(tmp_path: Path) -> None:
    """The runtime of LLVM writes nothing then."""
    port = program(tmp_path / "port", llvm.INSTRUMENTED.decode())
    assert llvm.MAPPED in notes(str(port))


def test_go_is_said_to_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    leave = lambda: Path(os.environ["GOCOVERDIR"], "covmeta.0").touch()  # noqa: E731
    assert "go cannot be run" in notes("./port", leave)


def test_what_v8_had_not_written_to_its_end_is_left_out(tmp_path: Path) -> None:
    """The process was killed meanwhile."""

    def leave() -> None:
        written = Path(os.environ["NODE_V8_COVERAGE"], "coverage-1.json")
        written.write_text(json.dumps({"result": []})[:-1], encoding="utf-8")

    assert notes("node", leave) == NOTHING


def test_run_tells_lines_and_page(pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict is that of the answers, and the exit status is its."""
    port = ["python:pool:Pool", "--system", "slab", "--operations", "1", "--jobs", "1"]
    assert main(["verify", *port, "--coverage", "--shrink-seconds", "0"]) == 1
    told = capsys.readouterr().out
    assert "of your pool.py 11 of 14 lines ran; never: 16-19 (shrink)" in told
    assert "code page   stablelist-report/code-python-pool-pool.html" in told
    assert Path("stablelist-report/code-python-pool-pool.html").is_file()
    assert "of your pool.py" in Path("stablelist-report/verdict.txt").read_text("utf-8")


def test_pages_of_ports_of_one_name_have_numbers(pool: Path) -> None:
    """Ports that are verified in one run do not overwrite each other's pages; the next run does."""
    port = Handshake("a pool", "1", "slab", Level.CONTRACT)
    verdict = Verdict("./port", port, Level.CONTRACT, 0, "", lines=ran("contract : add"))
    first = folder.save_code(verdict, pool.parent)
    assert first == pool.parent / "code-a-pool.html"
    assert folder.save_code(verdict, pool.parent, [first]) == pool.parent / "code-a-pool-2.html"
    assert folder.save_code(replace(verdict, lines=None), pool.parent) is None
