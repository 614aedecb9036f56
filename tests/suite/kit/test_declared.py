"""Declared options: programs use the values that a port supports, and no others."""

from __future__ import annotations

import shlex
import sys

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.programs.target import Target
from stablelist_conformance.report.summary import describe
from stablelist_conformance.running.engines import covering
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import target_for
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program

VEC = "port protocol=6 name=a version=1 system=vec level=contract"
PORT = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
model = ModelAnswerer("vec")
for line in sys.stdin:
    if line.startswith("hello"):
        print(HELLO, flush=True)
    elif "removal=shift" in line and "capacity=0" in line:
        print(*model.answer(*reversed(parse_program(line, "vec"))), flush=True)
    else:
        print(*["!other"] * len(line.partition(" : ")[2].split()), flush=True)
"""
"""A vector that shifts and grows; it refuses any other configuration."""


def port(declared: str) -> str:
    """Its command, with some declared options."""
    script = PORT.replace("HELLO", repr(f"{VEC}{declared}"))
    return shlex.join([sys.executable, "-c", script])


@pytest.mark.parametrize(
    ("declared", "values"),
    [
        ("removal=swap", {"removal": {"swap"}}),
        ("removal=pop,shift capacity=fixed", {"removal": {"shift", "pop"}, "capacity": {1, 2, 3, 8, 64}}),
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


def test_port_that_declares_what_it_supports_is_verified() -> None:
    """Labels of other configurations are out of reach; the report says what was declared."""
    quick = Options(operations=20_000, jobs=1)
    refuted = verify(port(""), quick)
    assert refuted.outcome is Outcome.REFUTED
    assert refuted.counterexample is not None
    assert refuted.counterexample.answered == "!other"
    verdict = verify(port(" removal=shift capacity=grows"), quick)
    told = describe(verdict)
    assert verdict.outcome is Outcome.VERIFIED, told
    assert "\noptions     removal=shift capacity=0\n" in told
    assert "add_full" not in verdict.reachable
    assert "the options that the port declares leave it out" in told.replace("\n            ", " ")
    program = parse_program("contract removal=swap : add", "vec")[1]
    with pytest.raises(UsageError, match="does not offer removal=swap"):
        target_for(port(" removal=shift"), Level.CONTRACT, program, 10.0)
