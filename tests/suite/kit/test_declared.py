"""What a port of version 6 declares: options, of which programs use no other values, and ways, which are all used."""

import re
import shlex
import sys

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.programs.renumbering import renumbered
from stablelist_conformance.programs.target import MOST_DOUBLINGS, Target
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.steps import steps
from stablelist_conformance.report.summary import describe
from stablelist_conformance.running.covering import covering, reachable
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import target_for
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.families.pool import POOL

VEC = "port protocol=6 name=a version=1 system=vec level=contract"
PORT = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
model = ModelAnswerer("SYSTEM")
for line in sys.stdin:
    if line.startswith("hello"):
        print(HELLO, flush=True)
        continue
    level, program = parse_program(line, "SYSTEM")
    answers = model.answer(program, level)
    WRONG
    print(*answers, flush=True)
"""
"""The model of a system, whose answers may be changed."""


def command(hello: str, wrong: str = "") -> str:
    """The command of a port that says something of itself, and may be wrong."""
    script = PORT.replace("HELLO", repr(hello)).replace("WRONG", wrong)
    return shlex.join(
        [sys.executable, "-c", script.replace("SYSTEM", parse_handshake(hello).system_name)]
    )


SHIFTS = """if not ("removal=shifts" in line and "capacity=0" in line):
        answers = ["!other"] * len(answers)"""


def port(declared: str) -> str:
    """A vector that shifts and grows, and refuses any other configuration, with some declared options."""
    return command(f"{VEC}{declared}", SHIFTS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declared", "values"),
    [
        ("removal=swaps", {"removal": {"swaps"}}),
        ("removal=swaps,shifts capacity=fixed", {"removal": {"shifts", "swaps"}, "capacity": {1, 2, 3, 8, 64}}),
        ("capacity=grows", {"capacity": {0}}),
        ("capacity=5,7", {"capacity": {5, 7}}),
        ("capacity=grows,6", {"capacity": {0, 6}}),
    ],
)  # fmt: skip
def test_programs_use_only_declared_values(declared: str, values: dict[str, set[object]]) -> None:
    """Random ones, those that go far, and those that cover the scopes; each value is used."""
    handshake = parse_handshake(f"{VEC} {declared}")
    assert parse_handshake(handshake.line()) == handshake
    target = Target("", handshake, Level.CONTRACT, 1.0)
    swarm = target.swarm(0)
    programs = [target.fitted(program) for program in covering(target)]
    programs += [swarm.program(number) for number in range(120)]
    assert all(handshake.supports(program.parameters) for program in programs)
    assert handshake.supports(target.simplest())  # type: ignore[arg-type]
    for name, wanted in values.items():
        used = {getattr(program.parameters, name) for program in programs}
        assert {getattr(each, "value", each) for each in used} == wanted


@pytest.mark.slow
def test_appended_elements_do_not_double_for_ever_where_nothing_bounds_them() -> None:
    """Covering programs of two rings are written for a bound; all labels are met without it, too."""
    port = parse_handshake(f"{VEC.replace('vec', 'ring')} capacity=grows")
    target = Target("", port, Level.CONTRACT, 1.0)
    appended = [
        sum(operation.name == "append" for operation in target.fitted(program).operations)
        for program in covering(target)
    ]
    assert max(appended) == MOST_DOUBLINGS
    assert {"append_nothing", "append_some"} <= reachable(port, Level.CONTRACT).labels


@pytest.mark.slow
def test_port_that_declares_what_it_supports_is_verified() -> None:
    """Labels of other configurations are out of reach; the report says what was declared."""
    quick = Options(operations=2_000, jobs=1, turns=1 << 13)
    refuted = verify(port(""), quick)
    assert refuted.outcome is Outcome.REFUTED
    assert refuted.counterexample is not None
    assert refuted.counterexample.answered == "!other"
    verdict = verify(port(" removal=shifts capacity=grows"), quick)
    told = describe(verdict)
    assert verdict.outcome is Outcome.VERIFIED, told
    assert "\noptions     capacity=grows removal=shifts\n" in told
    assert "push_full" not in verdict.reachable
    assert "not with the options that the port declares" in told.replace("\n            ", " ")
    program = parse_program("contract removal=swaps : push:0", "vec")[1]
    with pytest.raises(UsageError, match="does not offer removal=swaps"):
        target_for(port(" removal=shifts"), Level.CONTRACT, [program], 10.0)


# --- Ways -----------------------------------------------------------------------------------------

SLAB = VEC.replace("vec", "lifo-slab")
LIST = VEC.replace("vec", "stablelist") + " id_bits=0 index_bits=0"
WRONG = """answers = [
        "none" if word.startswith("remove@2:") else answer for word, answer in zip(program.words, answers)
    ]"""
"""The second way to remove does not say what it removed."""
QUICK = Options(operations=2_000, jobs=1, turns=1 << 13)


def many(ways: str, wrong: str = "") -> str:
    """The command of a slab with some ways to add and remove, of which one may be wrong."""
    return command(f"{SLAB}{ways}", wrong)


def test_every_declared_way_is_asked() -> None:
    """The other ways of a counterexample are the first ones."""
    verdict = verify(many(" ways=add:3,remove:2", WRONG), QUICK)
    assert verdict.outcome is Outcome.REFUTED, describe(verdict)
    assert verdict.counterexample is not None
    assert verdict.counterexample.program.words == ("add", "remove@2:0")
    assert "(way 2) -> " not in describe(verdict)
    told = "\n".join(steps(record_trace(verdict.counterexample)))
    assert re.search(r"\(way 2\)$", told, re.MULTILINE)


@pytest.mark.slow
def test_port_whose_ways_are_all_right_is_verified() -> None:
    """It is asked the same in each."""
    verdict = verify(many(" ways=add:3,remove:2,extend:2,clear:2"), QUICK)
    assert verdict.outcome is Outcome.VERIFIED, describe(verdict)
    assert "\nways        add in 3, remove in 2, extend in 2, clear in 2\n" in describe(verdict)


def test_programs_are_written_in_every_way() -> None:
    """Keys keep their numbers when words are left out; a port without a way is not sent it."""
    handshake = parse_handshake(f"{LIST} ways=add:2,remove:3")
    assert parse_handshake(handshake.line()) == handshake
    target = Target("", handshake, Level.CONTRACT, 1.0)
    swarm = target.swarm(0)
    words = {word for number in range(120) for word in swarm.program(number).words}
    called = {word.split(":")[0] for word in words}
    assert {"add", "add@2", "remove@3"} <= called
    assert not {"add@3", "remove@4", "at@2", "lend@2"} & called
    assert "lend:add@2" in words
    assert all(target.offers(word, target.simplest()) for word in words)
    assert not target.offers("add@3", target.simplest())
    renamed = renumbered(("add", "add@2", "remove@2:1"), [(1, "add@2"), (2, "remove@2:1")], POOL)
    assert [*renamed] == ["add@2", "remove@2:0"]


@pytest.mark.parametrize("word", ["add@", "add@1", "add@0", "add@x", "add@2@2", "add@65"])
def test_way_that_is_none_is_refused(word: str) -> None:
    """The first way has no number."""
    with pytest.raises(UsageError, match=f"'{word}' is no operation"):
        parse_program(f"contract : {word}", "lifo-slab")
