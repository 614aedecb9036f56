"""The mechanics of the self-check: what counts as killed, what is printed, and what no longer fits.

The check itself is run elsewhere.
"""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from defects import Defect, Head, Table, defects, read, selfcheck
from defects.__main__ import main
from defects.hostile import HOSTILE
from defects.selfcheck import Report, Row, Sources, build, planned, planted
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running import failures
from stablelist_conformance.wire.errors import FaultKind, UsageError
from suite.kit.processes import MARK, heed, marked, soon

KILLED = Row("a-bound", "python", "", Outcome.REFUTED, "answer", 3, 1200, 14)
SURVIVOR = Row("a-survivor", "python", "", Outcome.VERIFIED, "", 900, 150_000)
CONTROL = Row("control: python", "python", "passes", Outcome.VERIFIED, "", 900, 150_000)
HUNG = Row("hostile-hang", "hostile", FaultKind.HUNG, Outcome.REFUTED, FaultKind.HUNG, 1, 10, 1)


UNSHRUNK = replace(KILLED, unshrunk="it could not be shrunk: IndexError()")
FAILING = replace(CONTROL, outcome=Outcome.REFUTED, kind="answer")
GOOD = (CONTROL, KILLED, HUNG)
BAD = (
    *(SURVIVOR, UNSHRUNK, FAILING, replace(SURVIVOR, outcome=Outcome.UNDECIDED)),
    replace(CONTROL, outcome=Outcome.UNDECIDED),
    replace(HUNG, kind=FaultKind.DIED),
    replace(HUNG, outcome=Outcome.VERIFIED),
)
TABLE = """\
defect                                                 how     programs  operations  length
control: python  passes
a-bound          killed                                answer         3       1,200      14
hostile-hang     killed                                hung           1          10       1
a-survivor       SURVIVED: verified                                 900     150,000
a-bound          it could not be shrunk: IndexError()  answer         3       1,200      14
control: python  DOES NOT PASS: refuted
left out: rust-stablelist (cargo not found)
killed 2 of 4"""


@pytest.mark.parametrize("row", [*GOOD, *BAD])
def test_row_is_good_if_it_came_out_as_it_must(row: Row) -> None:
    """A defect refuted for any reason and shrunk, a hostile port for its own reason, and a control verified."""
    assert row.good is (row in GOOD)
    assert Report((KILLED, row), ()).exit_status == (0 if row in GOOD else 3)


def test_table_ends_with_how_many_were_killed() -> None:
    """Controls are not counted; ports that were left out are listed with the reason."""
    rows = (*GOOD, SURVIVOR, UNSHRUNK, FAILING)
    assert Report(rows, (("rust-stablelist", "cargo not found"),)).table() == TABLE


def test_shrinker_with_a_defect_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counterexamples are shrunk, and an error there fails the self-check."""

    def stumbles(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(failures, "smallest", stumbles)
    report = selfcheck.selfcheck(only="hostile-echo", jobs=1)
    assert "it could not be shrunk: IndexError('list index out of range')" in report.table()
    assert report.exit_status == 3


@pytest.mark.parametrize("status", [0, 3])
def test_command_shows_the_table_and_ends_with_its_status(
    status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--only` is passed on; the last line has the counts."""
    asked: list[object] = []

    def stub(**given: object) -> Report:
        asked.append(given["only"])
        return Report((SURVIVOR if status else KILLED,), ())

    monkeypatch.setattr("defects.__main__.selfcheck", stub)
    assert main(["--only", "a-bound", "--jobs", "1"]) == status
    assert asked == ["a-bound"]
    assert capsys.readouterr().out.splitlines()[-1] == f"killed {int(status == 0)} of 1"


def test_interrupted_command_ends_as_that_of_the_kit(tmp_path: Path) -> None:
    """Ctrl-C while a port is running: status 3, one sentence, and no process is left."""
    mark = str(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "defects", "--only", "hostile-hang", "--jobs", "1"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {MARK: mark},
        preexec_fn=heed,
    ) as process:
        assert soon(lambda: any("defects.hostile" in line for line in marked(mark).values()))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (3, "stablelist: interrupted")
    assert soon(lambda: not marked(mark))


def test_only_names_what_is_run() -> None:
    """Only one hostile port is run; it is killed for its own reason."""
    report = selfcheck.selfcheck(only="hostile-nonzero-exit", jobs=1)
    (row,) = report.rows
    assert (row.name, row.good) == ("hostile-nonzero-exit", True)
    assert row.kind == FaultKind.BAD_EXIT


def test_only_must_name_something(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that nothing has is not a check that passes; it is bad usage, in one sentence."""
    assert main(["--only", "no-such", "--jobs", "1"]) == 2
    sentence = "no defect's name contains 'no-such'; leave out --only to run all of them"
    assert capsys.readouterr().err == f"stablelist: {sentence}\n"


def test_port_without_its_toolchain_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its defects have names all the same: it is said why they are not run."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UsageError, match=r"^js-components is left out: node not found; .*; js-"):
        selfcheck.selfcheck(only="js-", jobs=1)


def test_every_control_defect_and_hostile_port_is_planned() -> None:
    """A control for each port, all defects, all hostile ports; those of a missing toolchain are not."""
    known = selfcheck.sources()
    tasks = list(planned(known, set(known)))
    assert len(tasks) == len(known) + len(defects()) + len(HOSTILE)
    assert len({task.name for task in tasks}) == len(tasks)
    without = list(planned(known, set(known) - {"rust-stablelist"}))
    assert {task.port for task in tasks} - {task.port for task in without} == {"rust-stablelist"}


# --- Planting -------------------------------------------------------------------------------------


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """A port of one source file."""
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "port.py").write_text("one = 1\ntwo = 1 + 1\n", encoding="utf-8")
    (folder / "target").mkdir()
    return Sources(Head(system="slab", start="run {folder} beside {parent}"), folder)


def defect(before: str, file: str = "port/port.py") -> Defect:
    """A defect that replaces something by a zero."""
    return Defect(name="a-defect", port="port", file=file, before=before, after="0", why="because")


def test_defect_is_planted_in_a_copy(sources: Sources) -> None:
    """The copy is patched and goes away; the sources stay, and what was built is not copied."""
    with planted(sources, defect("1 + 1")) as command:
        folder = Path(command.split()[1])
        assert (folder / "port.py").read_text(encoding="utf-8") == "one = 1\ntwo = (0)\n"
        assert not (folder / "target").exists()
        assert command == f"run {folder} beside {folder.parent}"
    assert not folder.exists()
    assert "two = 1 + 1" in (sources.folder / "port.py").read_text(encoding="utf-8")


def test_defect_is_planted_in_a_folder_beside(sources: Sources, tmp_path: Path) -> None:
    """The copy of the port finds the folder as the port itself does."""
    core = tmp_path / "elsewhere" / "core"
    core.mkdir(parents=True)
    (core / "core.h").write_text("int room(void) {\n  return 1;\n}\n", encoding="utf-8")
    script = "import pathlib; pathlib.Path('built').write_text('here')"
    build = f'{sys.executable} -c "{script}"'
    head = replace(sources.head, build=build, beside=["../elsewhere/core"])
    found = Defect(name="d", port="port", within="room", before="1;", after="2;", why="because")
    with planted(Sources(head, sources.folder), found) as command:
        parent = Path(command.split()[3])
        copied = parent / "elsewhere" / "core" / "core.h"
        assert "return 2;" in copied.read_text(encoding="utf-8")
        assert (parent / "port" / "port.py").is_file()
        assert (parent / "built").read_text(encoding="utf-8") == "here"
    assert "return 1;" in (core / "core.h").read_text(encoding="utf-8")


def test_control_is_not_patched(sources: Sources) -> None:
    with planted(sources, None) as command:
        copied = Path(command.split()[1]) / "port.py"
        assert copied.read_bytes() == (sources.folder / "port.py").read_bytes()


@pytest.mark.parametrize(("before", "times"), [("three", 0), ("1", 3)])
def test_defect_that_no_longer_fits_is_refused(sources: Sources, before: str, times: int) -> None:
    """Its text does not occur, or occurs more than once; so somebody has to correct it."""
    with (
        pytest.raises(
            UsageError, match=rf"a-defect does not fit its port: .* occurs {times} times"
        ),
        planted(sources, defect(before)),
    ):
        pass


def test_defect_whose_file_is_gone_is_refused(sources: Sources) -> None:
    """A file that was renamed is a sentence as well."""
    with pytest.raises(UsageError, match="a-defect"), planted(sources, defect("1", "port/gone.py")):
        pass


def test_table_is_all_that_a_port_brings() -> None:
    """How a copy is built and started, and its defects by their names."""
    text = """
        [port]
        system = "slab"
        needs = ["perl"]
        start = "perl {folder}/list.pl"

        [perl-one-too-many]
        file = "list.pl"
        edit = ["", "1", "2"]
        why = "because"
    """
    edit: dict[str, Any] = {"file": "list.pl", "before": "1", "after": "2"}
    wrong = Defect(name="perl-one-too-many", port="perl-list", why="because", **edit)
    head = Head(system="slab", needs=["perl"], start="perl {folder}/list.pl")
    assert read("perl-list", text) == Table("perl-list", head, [wrong])


def test_file_follows_from_the_definition(sources: Sources) -> None:
    """Exactly one file must have the definition; otherwise somebody has to correct the defect."""
    (sources.folder / "slab.c").write_text("int room(void) {\n  return 1;\n}\n", encoding="utf-8")
    (sources.folder / "slab.h").write_text("int room(void);\n", encoding="utf-8")
    found = Defect(name="d", port="port", within="room", before="1;", after="2;", why="because")
    with planted(sources, found) as command:
        assert "return 2;" in (Path(command.split()[1]) / "slab.c").read_text(encoding="utf-8")
    (sources.folder / "port.py").write_text("def room(): return 1\n", encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"the defect d does not fit its port: room is .* port.py and in slab.c;"
    ):
        found.plant(sources.folder)
    for path in sources.folder.glob("*.*"):
        path.unlink()
    with pytest.raises(
        UsageError, match=r"the defect d does not fit its port: no source has .* room"
    ):
        found.plant(sources.folder)


def test_defect_that_does_not_build_is_refused(tmp_path: Path) -> None:
    """The compiler would reject it, which says nothing about the kit."""
    build(f"{sys.executable} -c pass", str(tmp_path), None)
    wrong = f"{sys.executable} -c \"import sys; sys.exit('no such type')\""
    with pytest.raises(UsageError, match="with the defect a-defect does not build") as caught:
        build(wrong, str(tmp_path), defect("1"))
    assert "no such type" in str(caught.value)
