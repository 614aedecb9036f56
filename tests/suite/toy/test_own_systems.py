"""An allocator and two rings, described as their authors would: operands, choices and words come through."""

import json
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from stablelist_conformance.cli.main import stablelist
from stablelist_conformance.programs.cover import explored_programs
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_spec.core.family import Answer, Family, Kind, Operand, Role
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from suite.captured import captured
from suite.kit.ports import model

from .allocator import BUMP, Arena, State
from .allocator import step as allocated
from .counter import COUNTER
from .counter import step as counted
from .ring import RING

HERE: Final = "suite.toy.test_own_systems"


def run(*arguments: str, given: str = "") -> tuple[int, str]:
    """The exit status and the output of the command."""
    result = CliRunner().invoke(stablelist, arguments, input=given)
    return result.exit_code, result.output.strip()


# --- Operands reach the step ------------------------------------------------------------------------


def test_insertion_receives_its_operands_and_its_element() -> None:
    """The number of the element is no operand."""
    seen: list[tuple[dict[str, object], int]] = []

    def noted(state: State, operation: Operation) -> StepOf[Any, object]:
        seen.append((dict(operation.operands), operation.element))
        return allocated(state, operation)

    history = History(replace(BUMP, step=noted), Arena())
    for size, alignment in ((1, 1), (8, 16)):
        history.perform(Operation("alloc", size=size, alignment=alignment))
    assert seen == [({"size": 1, "alignment": 1}, 0), ({"size": 8, "alignment": 16}, 1)]


def test_importing_a_description_explores_nothing() -> None:
    """That takes place when the system is named; so an import takes as long as Python needs to read the file."""
    code = "import sys, suite.toy.allocator; print('stablelist_spec.core.observer' in sys.modules)"
    folder = Path(__file__).parents[2]
    done = captured([sys.executable, "-c", code], cwd=folder, check=True)
    assert done.stdout == "False\n"


# --- Programs, reports and traces -------------------------------------------------------------------


@pytest.mark.slow
def test_model_is_verified_by_itself() -> None:
    """Programs have operands within their bounds, and choices that can be read."""
    own = "suite.toy.ring:STYLED"
    arguments = ("--system", own, "--operations", "2000", "--jobs", "1")
    status, said = run("verify", model(own), *arguments)
    assert (status, "verified" in said.splitlines()) == (0, True), said


def unaligned(state: State, operation: Operation) -> StepOf[Any, object]:
    """An allocator that ignores the alignment of large blocks."""
    big = operation.name == "alloc" and operation["size"] > 3
    return allocated(state, operation.given(alignment=1) if big else operation)


UNALIGNED: Final = replace(BUMP, step=unaligned)
"""A defect in an operand."""


def forgetful(state: Any, operation: Operation) -> StepOf[Any, object]:
    """A ring that does not read its third value."""
    step = RING.step
    assert step is not None
    far = operation.name == "nth" and operation["from"] == 2
    return StepOf(state, None) if far else step(state, operation)


FORGETFUL: Final = replace(RING, step=forgetful)
"""A defect that only one value of an operand shows."""


@pytest.mark.parametrize(
    ("right", "wrong", "operand"),
    [("allocator:BUMP", "UNALIGNED", "alignment"), ("ring:RING", "FORGETFUL", "from")],
)
def test_trace_has_the_operands_of_the_defect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, operand: str
) -> None:
    """Each by its name; the operations that lack it say so."""
    monkeypatch.chdir(tmp_path)
    named = f"sed -u s/{HERE}:{wrong}/suite.toy.{right}/"
    port = shlex.join(["sh", "-c", f"{model(f'{HERE}:{wrong}')} | {named}"])
    arguments = ("--system", f"suite.toy.{right}", "--operations", "2000", "--jobs", "1")
    status, said = run("verify", port, *arguments)
    assert status == 1, said
    (trace,) = tmp_path.glob("stablelist-report/*.itf.json")
    picks = [state["mbt::nondetPicks"] for state in json.loads(trace.read_text("utf-8"))["states"]]
    assert picks[0][operand]["tag"] == "None"
    assert {pick[operand]["tag"] for pick in picks} == {"None", "Some"}


def leaking(state: Any, operation: Operation) -> StepOf[Any, object]:
    """A ring that keeps what does not fit, and lists it the latest first."""
    room, values = state
    if operation.name == "push":
        return StepOf((room, (*values, operation["value"])), None)
    return StepOf(state, values[::-1] if operation.name == "each" else values)


LEAKING: Final = replace(RING, step=leaking, invariants={}, scopes=())
"""A defect that an invariant of the ring's own names."""


@pytest.mark.parametrize(
    ("program", "property_"),
    [
        (
            "layout room=1 : push:1:new push:2:new layout",
            "values_fit_the_room: Values fit the room",
        ),
        ("layout room=2 : push:1:new push:2:new each", "lists_are_in_the_promised_order"),
    ],
)
def test_report_names_the_property_that_broke(program: str, property_: str, tmp_path: Path) -> None:
    """An invariant that only this system has, where the inside is read; else what a user sees. So does the page."""
    named = f"sed -u s/{HERE}:LEAKING/suite.toy.ring:RING/"
    port = shlex.join(["sh", "-c", f"{model(f'{HERE}:LEAKING')} | {named}"])
    page = tmp_path / "page.html"
    asked = ("replay", program, "--system", "suite.toy.ring:RING", "--port", port)
    status, said = run(*asked, "--page", str(page))
    assert (status, f"breaks      {property_}" in run(*asked)[1]) == (1, True), said
    assert property_.partition(":")[0] in page.read_text(encoding="utf-8")


# --- Descriptions that cannot be carried out --------------------------------------------------------


@dataclass(frozen=True)
class Nothing:
    """No choices."""

    start: int = 0


ENDLESS: Final = System(
    name="endless",
    family=Family("endless", {"up": Kind("count", Role.GROW, (Operand("by", 1),), Answer.DONE)}),
    configuration=Nothing,
    initial=lambda chosen: chosen.start,
    step=lambda state, operation: StepOf(state + operation["by"], None),
    scopes=(Nothing(),),
)


def test_scope_without_end_is_refused() -> None:
    """It says how many states were found."""
    complaint = "the scope with start 0 of .* has more than 10,000 states; choose a smaller one"
    with pytest.raises(UsageError, match=complaint):
        explored_programs(f"{HERE}:ENDLESS")


# --- Versions of the protocol -----------------------------------------------------------------------


def halving(*, essential: bool) -> System:
    """The counter with an operation that came with version 6."""
    kinds = {**COUNTER.family.kinds, "half": Kind("tell half of it", Role.READ, since=6)}
    needed = frozenset({"half"} if essential else ())
    family = replace(COUNTER.family, kinds=kinds, essential=needed)
    return replace(COUNTER, family=family, step=halved, operations=frozenset())


def halved(state: tuple[int, int], operation: Operation) -> StepOf[Any, object]:
    """A step of it."""
    half = operation.name == "half"
    return StepOf(state, state[1] // 2) if half else counted(state, operation)


HALVING, ALWAYS_HALVING = halving(essential=False), halving(essential=True)


@pytest.mark.slow
@pytest.mark.parametrize(("version", "outcome"), [(5, "verified"), (6, "tell half of it")])
def test_port_is_asked_nothing_that_is_newer_than_its_protocol(
    tmp_path: Path, version: int, outcome: str
) -> None:
    """It does not answer an operation that it does not know; if it says the newer version, it has to know it."""
    port = tmp_path / "port.py"
    text = Path(__file__).with_name("counter_port.py").read_text(encoding="utf-8")
    text = text.replace("protocol=6", f"protocol={version}")
    port.write_text(text.replace("else:", 'elif name != "half":'), encoding="utf-8")
    started = shlex.join([sys.executable, str(port)])
    _, said = run("verify", started, "--system", f"{HERE}:HALVING", "--operations=2000")
    assert outcome in said


def test_port_is_refused_if_its_protocol_lacks_what_its_system_needs() -> None:
    """Without it, nothing can be verified."""
    told = "port protocol=5 name=a version=1 system=counter level=layout"
    with pytest.raises(UsageError, match=r"protocol=5, but the system counter needs 'half', which"):
        parse_handshake(told, f"{HERE}:ALWAYS_HALVING")
