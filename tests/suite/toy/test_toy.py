"""A counter that is described in one file is explored, verified, shrunk, drawn and replayed without other changes."""

import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from stablelist_conformance.cli.main import stablelist
from stablelist_spec.core.family import KEY, Answer, Family, Kind, Meaning, Operand, Role, Type
from stablelist_spec.core.history import History
from stablelist_spec.core.observer import completed
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import CLONING
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from suite.docs.pages import ROOT, blocks

from .counter import COUNTER, COUNTING, Limit, Refused, step

HERE = Path(__file__).parent
COMMAND = "suite.toy.counter:COUNTER"
PORT = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'counter_port.py'))}"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Run the command in a folder of its own; returns exit status and output."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(stablelist, arguments)
        return result.exit_code, result.output

    return ran


@pytest.mark.parametrize(
    ("before", "after", "program"),
    [
        ("int(by) > limit", "int(by) > limit + 1", "up:"),
        ('"!too-little"', '"!too-much"', "down:"),
        ("str(number)", "str(number + (number > 2))", "value"),
        ('f"{number}/{limit}"', 'f"{number}/{number}"', "layout"),
    ],
)
def test_wrong_port_is_refuted_shrunk_drawn_and_replayed(
    run: Callable[..., tuple[int, str]], tmp_path: Path, before: str, after: str, program: str
) -> None:
    """The report uses the counter's own words and numbers."""
    source = (HERE / "counter_port.py").read_text(encoding="utf-8")
    assert before in source
    wrong = tmp_path / "wrong.py"
    wrong.write_text(source.replace(before, after), encoding="utf-8")
    port = f"{shlex.quote(sys.executable)} {shlex.quote(str(wrong))}"
    status, said = run("verify", port, "--system", COMMAND, "--operations", "20000")
    assert status == 1, said
    assert "it could not be shrunk" not in said
    assert "number " in said
    (trace,) = tmp_path.glob("stablelist-report/*.itf.json")
    (line,) = [line for line in said.splitlines() if line.startswith("send ")]
    assert len(line.split(" : ")[1].split()) <= 3
    assert program in line
    assert "limit" in trace.with_name(trace.name.replace(".itf.json", ".svg")).read_text("utf-8")
    page = trace.with_name(trace.name.replace(".itf.json", ".html")).read_text("utf-8")
    assert "number stays within the limit" in page
    status, said = run("replay", str(trace), "--run", "--page", "again.html")
    assert (status, "answered wrongly" in said) == (1, True)
    assert "number_stays_within_the_limit" in Path("again.html").read_text("utf-8")


# --- Descriptions that cannot be ------------------------------------------------------------------


def described(**changed: object) -> System:
    """The counter with some attributes replaced."""
    given = {
        "name": "counter",
        "family": COUNTING,
        "configuration": Limit,
        "initial": COUNTER.initial,
        "step": step,
        "shown": COUNTER.shown,
    }
    return System(**(given | changed))  # type: ignore[arg-type]


BY: Final = Operand("by", 1, 9)
MANY: Final = Operand("by", meaning=Meaning.COUNT)


ONE: Final = Kind("count", Role.GROW, answer=Answer.DONE)


def of(**kinds: Kind) -> dict[str, object]:
    """A description of a family with some operations, of which the first is essential."""
    return {"family": Family("counter", kinds, frozenset([*kinds][:1])), "shown": {}}


def one(name: str, *operands: Operand, inserts: bool = False) -> dict[str, object]:
    """The same with one operation."""
    return of(**{name: ONE._replace(operands=operands, inserts=inserts)})


@dataclass(frozen=True)
class Other:
    """Another configuration."""

    limit: int = 1


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"operations": frozenset({"up", "jump"})}, "offers 'jump', which its family does not have"),
        ({"shown": {}}, "has nothing in shown for 'layout'"),
        ({"shown": {"layout": str, "value": str}}, "has 'value' in shown, which is no operation that shows"),
        ({"choices": {"size": (1,)}}, "has choices for 'size', which its configuration does not have"),
        ({"ranges": {"limit": (1, 9)}}, "has a range for 'limit', which has no choices"),
        ({"witnesses": {"limit": lambda _: ("value",)}}, "has witnesses for 'limit', which has no choices"),
        (
            {"choices": {"limit": (1,)}, "witnesses": {"limit": lambda _: ("look",)}},
            "has the witness 'look', which it does not offer",
        ),
        ({"step": None}, "offers 'layout', but has no step to answer it"),
        (
            {**of(copy=CLONING["copy"]), "operations": frozenset({"copy"}), "step": None, "initial": None},
            "offers 'copy', but has neither a step nor a contract to answer it",
        ),
        (
            {**of(at=Kind("look", Role.READ, (KEY,)), **CLONING), "operations": frozenset({"at", "copy"})},
            "offers 'copy', but its model does not tell the keys of two containers apart",
        ),
        ({"initial": None}, "has one of initial and step; it needs both, or neither"),
        ({"scopes": (Other(),)}, r"has the scope Other\(limit=1\), which is no Limit"),
        ({"labels": {"jump_done": "a jump"}}, "has the label 'jump_done', which belongs to no operation"),
        ({"needs": {"up_done": ("jump",)}}, "needs 'jump' for a label, which it does not offer"),
        (one("go up"), "offers 'go up', which cannot be written in a program; use letters, digits and underscores"),
        (one("up", BY, BY), "gives 'up' the same operand twice"),
        (one("up", Operand("by how much")), "gives 'up' the operand 'by how much', which is no name"),
        (one("up", Operand("by", 9, 1)), "gives 'up' the operand 'by', which has no value between its bounds"),
        (one("up", Operand("way", type=Type.WORD)), "gives 'up' the operand 'way', which has no words to choose from"),
        (one("up", Operand("way", type=Type.WORD, words=("a:b",))), "gives 'up' the operand 'way', which has no words"),
        (
            one("up", Operand("tried", type=Type.OPERATION), BY),
            "gives 'up' the operand 'tried', which is another operation, so it must be the last",
        ),
        (
            of(up=Kind("look", Role.READ, (MANY,))),
            "gives 'up' the operand 'by', which counts insertions, so it must be a number of an insertion",
        ),
        (
            one("up", MANY, MANY._replace(name="more"), inserts=True),
            "gives 'up' two operands that count its insertions",
        ),
        (
            {"operations": frozenset({"down"}), **of(up=ONE, down=ONE)},
            "leaves 'up' out, but nothing can be verified without it",
        ),
        ({"choices": {"limit": ()}}, "has no choices for 'limit'; name a value, or leave it out"),
        ({"choices": {"limit": ("a b",)}}, "has choices for 'limit' that cannot be written in a program"),
        ({"operands": {"stride": lambda _: (1, 2)}}, "has values for the operand 'stride', which none of"),
        ({"read": {"value": lambda state, _: state}}, "reads 'value', which is no operation that shows"),
    ],
)  # fmt: skip
def test_contradiction_is_refused_by_name(changed: dict[str, object], complaint: str) -> None:
    """The message is one sentence, and comes when the system is described."""
    with pytest.raises(ValueError, match=f"^the system counter {complaint}"):
        described(**changed)


@pytest.mark.parametrize(
    ("kind", "answer", "after"),
    [
        (Kind("look", Role.READ), 1, 1),
        (Kind("count", Role.GROW), Refused.TOO_MUCH, 1),
        (Kind("count", Role.GROW, answer=Answer.DONE), 1, 1),
        (Kind("count", Role.GROW, answer=Answer.TRUTH), 1, 1),
        (Kind("list", Role.READ, answer=Answer.SEQUENCE), 1, 0),
    ],
)
def test_step_must_be_as_its_operation_is_described(kind: Kind, answer: object, after: int) -> None:
    """Operations that read or are refused change nothing, and every answer is of its kind."""
    with pytest.raises(ValueError, match="breaks every_step_refines_the_contract after up"):
        completed(
            System(
                name="counter",
                family=Family("counter", {"up": kind}),
                configuration=Limit,
                initial=lambda _: 0,
                step=lambda _, __: StepOf(after, answer),
                scopes=(Limit(3),),
            )
        )


def test_operation_without_a_step_is_a_mistake_of_the_description() -> None:
    """It is said when the operation is carried out."""
    nothing = described(labels={"up_done": "a step up"}, step=lambda *_: None)
    with pytest.raises(TypeError, match="there is no step for 'up'; it came to None"):
        History(nothing, Limit(3)).perform(Operation("up", by=1))


def test_labels_without_an_observer_are_not_given() -> None:
    """A system that names its labels is not explored for them; without an observer, its steps have none."""
    silent = described(labels={"up_done": "a step up"}, classify=None)
    assert History(silent, Limit(3)).perform(Operation("up", by=1)).labels == ()


def test_broken_invariant_is_refused_with_a_way_to_it() -> None:
    """A model that breaks its own invariants is not used."""
    broken = {"number_stays_small": lambda state, _: state[1] < 2}
    complaint = r"breaks number_stays_small after up 2 \(Limit\(limit=3\)\)"
    with pytest.raises(ValueError, match=complaint):
        completed(described(invariants=broken, scopes=(Limit(3),)))


# --- The page -----------------------------------------------------------------------------------------

PAGE = (ROOT / "docs/add-a-container.md").read_text(encoding="utf-8")


def test_page_shows_both_files() -> None:
    shown = [block.text for block in blocks(PAGE)]
    files = [
        (HERE / name).read_text(encoding="utf-8") for name in ("counter.py", "counter_port.py")
    ]
    assert [text for text in shown if text in files] == files


def test_exploration_of_the_page_is_what_is_printed(
    run: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the same but for the time that it takes; so is the program of the defect."""
    *_, explored = [b.text for b in blocks(PAGE) if b.language == "console"]
    command, _, shown = explored.partition("\n")
    source = (HERE / "counter.py").read_text("utf-8")
    planted, program = re.findall(r"`(\"number_stays_small.*?)`|`(layout : up.*?)`", PAGE)
    before = '"number_stays_within_the_limit"'
    assert before in source
    (tmp_path / "counter_of_the_page.py").write_text(source, "utf-8")
    defect = source.replace(before, f"{planted[0]}, {before}")
    (tmp_path / "counter_too_small.py").write_text(defect, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert shlex.split(command)[2:] == ["explore", "counter:COUNTER"]
    status, said = run("explore", "counter_of_the_page:COUNTER")
    timeless = re.compile(r"^time .*", re.MULTILINE)
    assert status == 0
    assert timeless.sub("", said) == timeless.sub(
        "", shown.replace("counter:COUNTER", "counter_of_the_page:COUNTER")
    )
    status, said = run("explore", "counter_too_small:COUNTER")
    assert (status, f"\n  {program[1]}  (replay takes it once" in said) == (1, True)


@pytest.mark.slow
def test_sessions_of_the_page_are_what_is_printed(
    run: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sessions run in a folder with the two files; the second one with the page's change to the port."""
    asked, verified, refuted, _ = [b.text for b in blocks(PAGE) if b.language == "console"]
    for name in ("counter.py", "counter_port.py"):
        shutil.copy(HERE / name, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    program, answer = re.findall(r'echo "(.*)" \|.*\n(.*)\n', asked)[0]
    arguments = ["serve", "--model", "--system", "counter:COUNTER"]
    assert CliRunner().invoke(stablelist, arguments, input=program + "\n").output == answer + "\n"
    command, _, shown = verified.partition("\n")
    status, said = run(*shlex.split(command)[2:])
    assert (status, said.strip()) == (0, shown.strip())
    port = tmp_path / "counter_port.py"
    before, after = "int(by) > limit:", "int(by) > limit + 1:"
    assert before in port.read_text("utf-8")
    assert after.rstrip(":") in PAGE
    port.write_text(port.read_text("utf-8").replace(before, after), encoding="utf-8")
    command, _, shown = refuted.partition("\n")
    status, said = run(*shlex.split(command)[2:])
    assert (status, said.startswith(shown)) == (1, True), said
