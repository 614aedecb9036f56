"""The first contact with a port: its handshake, one question without a greeting, levels and widths."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.port.ways import WAYS
from stablelist_conformance.programs import target as subjects
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import BUNDLED
from stablelist_conformance.running import handshaking as meetings
from stablelist_conformance.running.covering import covering
from stablelist_conformance.running.handshaking import (
    contact,
    uncovered,
    widths_in_words,
)
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import Role
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

from .played import TINY_SLOTS, fault, on_stage, slots

GRAPHS = replace(
    SYSTEMS["stable-graph"], initial=None, step=None, shown={},
    operations=SYSTEMS["stable-graph"].answered, labels={}, needs={},
)  # fmt: skip
"""Graphs of which only the contract is known."""


def test_python_factory_is_served_without_a_greeting() -> None:
    """The kit speaks for it."""
    assert contact(f"python:{BUNDLED}", Options()).handshake.name == "stablelist"


# --- Without a process ----------------------------------------------------------------------------

MODEL = ModelAnswerer().handshake


def test_port_may_be_reached_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name says so: nothing is started, and without jobs no process of the kit, either."""
    stage = on_stage(slots(), handshake=TINY_SLOTS, to_a_stranger=slots())
    monkeypatch.setitem(WAYS, "stage", lambda *_, **__: stage.process())
    monkeypatch.setattr("stablelist_conformance.port.process.Child", None)
    monkeypatch.setattr("stablelist_conformance.running.workers.ProcessPoolExecutor", None)
    verdict = verify("stage:mine", Options(jobs=0, operations=1_000, turns=0))
    assert (verdict.counterexample, verdict.handshake) == (None, TINY_SLOTS)
    assert {engine.name for engine in verdict.engines} == {"cover", "swarm", "marathon"}
    assert "finish" in stage.told


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> Meeting:
    """A port that is met in this process."""
    return Meeting(monkeypatch)


class Meeting:
    """A port that is met, and how it was started."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stage = on_stage()
        self.started: list[tuple[str, dict[str, object]]] = []
        for module in (meetings, subjects):
            monkeypatch.setattr(module, "port_named", self.start)

    def start(self, port: str, **options: object) -> ProcessPort:
        self.started.append((port, options))
        return self.stage.process()

    def meet(self, port: str = "./mine", **options: object) -> Target:
        """Meet a port, whose speed is known."""
        return contact(port, Options(**{"timeout": 3.0, "turns": 0, **options}))  # type: ignore[arg-type]


def test_contact_checks_end_silence_and_the_answer_before_hello(meeting: Meeting) -> None:
    target = meeting.meet(memory=100)
    assert meeting.stage.told == ["start", "finish", "kill", "say_nothing", "met", "unmet"]
    assert target == Target("./mine", MODEL, Level.COST, 3.0, None, False, MODEL, memory=100)
    first = {"timeout": 3.0, "system_name": None, "memory": 100}
    assert meeting.started == [("./mine", first), *[("./mine", {**first, "expected": MODEL})] * 2]


@pytest.mark.parametrize(
    ("seconds", "far", "expected"),
    [
        (1.0, False, 0),
        (2e-4, False, 0),
        (2e-4, True, 1 << 17),
        (1e-4, False, 1 << 13),
        (1e-5, False, 1 << 17),
        (1e-7, False, 1 << 24),
        (1e-9, False, 1 << 24),
        (1e-7, True, 1 << 28),
        (1e-9, True, 1 << 32),
        (0.0, True, 1 << 32),
    ],
)
def test_speed_decides_how_many_turns_there_are(
    meeting: Meeting, seconds: float, *, far: bool, expected: int
) -> None:
    """A port takes some seconds for a turn; even one that takes none is measured once."""

    def says(line: str) -> str:
        if "cycle:" in line:
            meeting.stage.busy[0] += seconds * int(line.rpartition(":")[2])
        return "0.0"

    meeting.stage = on_stage(says, to_a_stranger=says)
    target = meeting.meet(far=far, turns=None)
    assert (target.turns, target.timeout) == (expected, 120.0 if far else 3.0)
    assert target.slow.startswith("loops: 8,192 turns may take longer than") is (expected == 0)


def test_speed_is_that_of_the_slowest_configuration(meeting: Meeting) -> None:
    """A port may keep unbounded ids elsewhere than narrow ones."""

    def says(line: str) -> str:
        if "cycle:" in line:
            slower = 100 if "id_bits=0" in line else 1
            meeting.stage.busy[0] += 1e-7 * slower * int(line.rpartition(":")[2])
        return "0.0"

    meeting.stage = on_stage(says, to_a_stranger=says)
    assert meeting.meet(turns=None).turns == 1 << 17


def test_speed_of_a_port_that_fails_is_the_least(meeting: Meeting) -> None:
    """Whatever is wrong, other programs find it."""
    meeting.stage = on_stage(lambda _: "!other", to_a_stranger=lambda _: "!other")
    assert meeting.meet(turns=None).turns == 1 << 13
    meeting.stage = on_stage(faults={"send 1": fault(FaultKind.DIED, "alas")})
    assert meeting.meet(turns=None).turns == 1 << 13


def test_speed_is_not_measured_where_nothing_cycles(meeting: Meeting) -> None:
    """A port may leave it out, and most systems have no loops."""
    meeting.stage = on_stage(handshake=replace(MODEL, without=frozenset({"cycle"})))
    assert meeting.meet(turns=None).turns == 1 << 17
    meeting.stage = on_stage(handshake=replace(MODEL, without=POOL.looping))
    assert meeting.meet(turns=None).turns == 0


@pytest.mark.parametrize("name", [name for name in SYSTEMS if system_named(name).exact])
def test_first_question_of_every_system_needs_no_key(meeting: Meeting, name: str) -> None:
    """Its model answers it without a greeting as with one."""
    model = ModelAnswerer(name)

    def says(line: str) -> str:
        level, program = parse_program(line, name)
        return " ".join(model.answer(program, level))

    meeting.stage = on_stage(says, handshake=model.handshake, to_a_stranger=says)
    (operation,) = meeting.meet().first_question().operations
    kind = SYSTEMS[name].family.kinds[operation.name]
    assert (kind.role, kind.keys) == (Role.GROW, ())
    assert meeting.stage.told[-2:] == ["met", "unmet"]


TYPED = "start it by hand and type 'hello 6', it must answer with its handshake"
DUTIES = "see section 7 of docs/port-protocol.md"


@pytest.mark.parametrize(
    ("kind", "late", "advice"),
    [
        (FaultKind.DIED, False, TYPED),
        (FaultKind.HUNG, True, TYPED),
        (FaultKind.HUNG, False, DUTIES),
        (FaultKind.BAD_EXIT, True, DUTIES),
        (FaultKind.FLOODED, False, DUTIES),
    ],
)
@pytest.mark.parametrize("when", ["start", "finish", "say_nothing"])
def test_fault_at_first_contact_is_bad_usage(
    meeting: Meeting, when: str, kind: FaultKind, advice: str, *, late: bool
) -> None:
    """No program was sent, so there is no counterexample."""
    meeting.stage = on_stage(faults={when: fault(kind, "alas\x1b", late=late)})
    with pytest.raises(UsageError) as caught:
        meeting.meet()
    begins = "What it wrote to standard error begins with"
    assert str(caught.value) == f"alas\\x1b; {advice}. {begins}\n  | last words"


@pytest.mark.parametrize(
    ("port", "asked", "by_model"),
    [("./mine", False, False), ("./mine", True, True), ("python:a:B", False, True)],
)
def test_model_judges_every_python_factory(
    meeting: Meeting, port: str, *, asked: bool, by_model: bool
) -> None:
    """It may be built on the container; of other ports, the option decides."""
    assert meeting.meet(port, by_model=asked).by_model is by_model


@pytest.mark.parametrize(
    ("declared", "wanted", "within"),
    [
        ("1-64", "8", True),
        ("1-64", "8-16,32", True),
        ("1-64", "1-64", True),
        ("1-64", "0", False),
        ("0,8", "0,8", True),
        ("0,8", "8-9", False),
        ("8,10", "8-10", False),
        ("8,10", "8,10", True),
        ("8", "7-8", False),
        ("8", "7", False),
        ("8,10", "8,11", False),
    ],
)
@pytest.mark.parametrize("name", ["id_bits", "index_bits"])
def test_widths_can_be_narrowed(
    meeting: Meeting, name: str, declared: str, wanted: str, *, within: bool
) -> None:
    """To any that the port declares, each of them; what it declared is remembered."""
    has: dict[str, Any] = {name: Widths.parse(declared)}
    narrowed: dict[str, Any] = {name: Widths.parse(wanted)}
    meeting.stage = on_stage(handshake=replace(MODEL, **has))
    if within:
        target = meeting.meet(**narrowed)
        assert target.handshake == replace(MODEL, **narrowed)
        assert target.declared == replace(MODEL, **has)
    else:
        with pytest.raises(UsageError) as caught:
            meeting.meet(**narrowed)
        assert str(caught.value) == (
            f"the port declares {name}={declared}, which does not include {wanted}; choose from these"
        )


def test_words_can_be_left_out(meeting: Meeting) -> None:
    """In addition to those that the port leaves out; what it declared is remembered."""
    meeting.stage = on_stage(handshake=replace(MODEL, without=frozenset({"lend"})))
    target = meeting.meet(without=frozenset({"reload", "forge"}))
    assert target.handshake.without == {"lend", "reload", "forge"}
    assert target.declared == meeting.stage.handshake
    swarm, program = target.swarm(0), Program(target.simplest(), ("add", "reload", "at:#7.0"))
    assert target.fitted(program).words == ("add",)
    asked = {each for number in range(40) for each in swarm.program(number).words}
    assert not {each for each in asked if each == "reload" or "#" in each}


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems_with_a_model_or_simple_insertions_have_covering_programs(name: str) -> None:
    """So a verdict says nothing of them."""
    level = Level.COST if system_named(name).exact else Level.CONTRACT
    why = uncovered(Handshake("a", "1", name, level), level)
    assert bool(why) is (name in ("heap", "forest"))


@pytest.mark.parametrize(
    ("system", "why"),
    [
        (replace(SYSTEMS["sparse-set"], scopes=(), crafted=()), "the system sparse-set has no scopes"),
        (replace(SYSTEMS["sparse-set"], crafted=()), ""),
        (GRAPHS, "insertions of the family graph have operands"),
    ],
)  # fmt: skip
def test_verdict_says_that_a_system_has_no_covering_programs(
    monkeypatch: pytest.MonkeyPatch, system: System, why: str
) -> None:
    """Without scopes, or where the contract alone is known, without insertions that have no operands."""
    monkeypatch.setitem(SYSTEMS, system.name, system)
    told = uncovered(Handshake("a", "1", system.name, Level.CONTRACT), Level.CONTRACT)
    assert told == (why and f"covering programs: {why}")


@pytest.mark.parametrize(
    ("system", "narrowed"),
    [
        ("hop-slotmap", {"id_bits": "0"}),
        ("fixed-arena", {"id_bits": "1"}),
        ("lifo-arena", {"id_bits": "1-4", "index_bits": "2"}),
        ("stable-vec", {"index_bits": "3"}),
    ],
)
def test_widths_that_only_the_configuration_has_can_be_narrowed(
    meeting: Meeting, system: str, narrowed: dict[str, str]
) -> None:
    """A port of such a model declares none. Every program is of these widths, the covering ones as well."""
    port = parse_handshake(ModelAnswerer(system).handshake.line())
    meeting.stage = on_stage(handshake=port)
    wanted: dict[str, Any] = {name: Widths.parse(text) for name, text in narrowed.items()}
    target = meeting.meet(**wanted)
    assert target.handshake == replace(port, **wanted)
    swarm = target.swarm(0)
    fitted = [target.fitted(program) for program in covering(target)]
    programs = [*fitted, *(swarm.program(number) for number in range(60))]
    assert len({program.words for program in programs}) > 60
    for program in (*programs, Program(target.simplest(), (), system)):
        for name, widths in wanted.items():
            assert widths.supports(getattr(program.parameters, name)), program.line(Level.COST)


@pytest.mark.parametrize(
    ("system", "ids", "indices", "told"),
    [
        ("stablelist", "0,3-64", "2-8,32", "ids unbounded, 3-64 bits, indices 2-8, 32 bits"),
        ("stablelist", "0", "0-64", "ids unbounded, indices unbounded, 1-64 bits"),
        ("slotmap", "8", "0", "ids 8 bits"),
        ("slab", "8", "8", "no ids"),
        ("hop-slotmap", "1", "0", "ids 1 bits"),
        ("hop-slotmap", "0-64", "0,2-64", "ids of any width"),
        ("lifo-arena", "0-64", "3", "ids of any width, indices 3 bits"),
    ],
)
def test_widths_are_told_in_words(system: str, ids: str, indices: str, told: str) -> None:
    """Only widths that the system has are mentioned."""
    port = Handshake("a", "1", system, Level.CONTRACT, Widths.parse(ids), Widths.parse(indices))
    assert widths_in_words(port) == told
