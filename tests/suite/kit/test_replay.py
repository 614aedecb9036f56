"""Replay: a saved counterexample or a program, run again, watched at every step, and refused in one sentence."""

import io
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import folder, itf
from stablelist_conformance.report.folder import save
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.names import PAGE, companion
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.trace import Trace
from stablelist_conformance.running import rerun
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import ProgramAtLevel, again, read, with_layouts
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_conformance.wire.systems import imported
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.model import halved
from suite.kit.ports import DEFECT, HANDSHAKE, command, model, script_of, tiny
from suite.planting import edited
from suite.spec.defects import named

from .conftest import Said
from .played import SLOTS, Stage, by_model, fault, on_stage
from .samples import Document, counterexample

SMALL: Final = "layout id_bits=2 index_bits=0 : add add remove:0 remove:1 add at:0"


# --- What is replayed -----------------------------------------------------------------------------


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
    status, out, _ = said("replay", program, "--port", port)
    assert status == 1
    assert "expected 4|0:1:0:1:0|" in out
    assert (
        "stablelist replay 'layout id_bits=2 index_bits=0 : add remove:0 at:0' --port"
        in " ".join(out.split())
    )
    assert said("replay", program)[0] == 0


def test_replay_finds_an_invariant_that_the_model_breaks(said: Said) -> None:
    program = "contract id_bits=2 index_bits=0 : add remove:0"
    with named("removal_not_counted").in_force():
        status, out, _ = said("replay", program)
    assert status == 1
    assert "refuted: after 2 operations the model breaks counts_agree" in " ".join(out.split())
    assert said("replay", program)[0] == 0


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
        assert said("replay", program)[0] == 1
    assert said("replay", program)[0] == 0


def test_replay_does_not_ask_for_layouts_of_a_long_program(said: Said) -> None:
    """They would not fit into an answer."""
    status, out, _ = said("replay", "layout id_bits=0 index_bits=0 : add" + " len" * 2_000)
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
    refused(said("replay", named_by_a_file, *arguments), says)
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
    status, out, err = said("replay", named_by_a_file, *arguments)
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
    found, _, err = said("replay", named_by_a_file)
    assert found == status
    assert "would start " in err
    assert f"and import {OWN!r}. Do you trust that? [y/N]" in err
    assert Path("started").exists() == Path("imported").exists() == (status == 1)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (model(), "the system slotmap"),
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
    result = said("replay", name)
    refused(result, says)
    assert ("standard input" if name == "-" else repr(name)) in result[2]


def test_replay_takes_closed_standard_input_for_empty(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    refused(said("replay", "-"), "standard input is empty")


# --- A page ---------------------------------------------------------------------------------------


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


# --- Looks inside: a counterexample is run once more ----------------------------------------------


LINE = "contract id_bits=2 : add remove:0 len"


def leaky(line: str) -> str:
    """A list that forgets its vacancies, and counts them as live."""
    words = [word.replace(":0:1:0|", ":0:1:|") for word in by_model(line).split(" ")]
    return " ".join("1" if word == "0" and at else word for at, word in enumerate(words))


def failed(stage: Stage) -> Counterexample:
    """The counterexample that `LINE` is for a stage."""
    _, program = parse_program(LINE, stage.handshake.system_name)
    failure = FailedProgram(program, Difference(2, "0", "1"), answers="ok 0 1")
    return rerun.counterexample(stage, failure, failure)


def test_with_layouts_asks_for_every_layout() -> None:
    stage = on_stage(leaky, level=Level.CONTRACT)
    found = with_layouts(stage, failed(stage))
    assert [word.count(":0:1:|") for word in found.inside] == [0, 0, 1, 1]
    assert [each.step for each in record_trace(found).differences] == [2, 3]
    assert replace(found, inside=()) == failed(stage)
    assert stage.told == ["met"]


LONG = LINE + " len" * 2_000
CONTRACT_ONLY = on_stage(handshake=replace(ModelAnswerer().handshake, level=Level.CONTRACT))


@pytest.mark.parametrize(
    ("stage", "changes"),
    [
        (on_stage(), {"inside": ("a", "b", "c", "d")}),
        (on_stage(), {"kind": str(FaultKind.DIED)}),
        (on_stage(), {"program": parse_program(LONG)[1]}),
        (on_stage(handshake=SLOTS), {}),
        (CONTRACT_ONLY, {}),
    ],
    ids=["known", "fault", "too long for a line", "no model", "contract only"],
)
def test_with_layouts_does_not_ask_in_vain(stage: Stage, changes: dict[str, Any]) -> None:
    found = replace(failed(stage), **changes)
    assert with_layouts(stage, found) is found
    assert stage.told == []


def died(_: str) -> str:
    """A port that ends when it is asked for its layout."""
    raise fault()


@pytest.mark.parametrize("says", [died, lambda _: "ok"], ids=["dies", "garbled"])
def test_with_layouts_keeps_the_counterexample_if_the_port_fails_otherwise(says: object) -> None:
    stage = on_stage(says)  # type: ignore[arg-type]
    found = failed(stage)
    assert with_layouts(stage, found) is found
