"""The generator knows a container by the roles of its operations: every family is written for, and taken far."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.programs.boundaries import crowded, dense
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.far import REMOVED
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Level, Program, check_keys, highest
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import MODULUS, Role, Type
from stablelist_spec.systems import SYSTEMS

OWN = ("suite.toy.far:RING", "suite.toy.counter:COUNTER")
NAMES = ("stablelist", "slotmap", "vec", "sparse-set", "stable-graph", *OWN)
FILLED = ("stablelist", "vec", "sparse-set", "stable-graph", OWN[0])
FAR = 3_333
"""Live elements from which single ones have to be removed."""


def target(name: str, level: Level | None = None) -> Target:
    """A port that offers all that a system has."""
    system = system_named(name)
    level = level if level is not None else highest(system) if system.exact else Level.CONTRACT
    return Target("", Handshake("a", "1", name, level), level, 1.0)


@lru_cache
def programs(name: str, count: int = 43) -> tuple[Program, ...]:
    """Programs of all classes."""
    swarm = target(name).swarm(1)
    return tuple(map(swarm.program, range(count)))


@pytest.mark.parametrize("name", NAMES)
def test_operands_are_within_their_bounds(name: str) -> None:
    """Every word is one of the protocol, and names what was inserted before."""
    for program in (*programs(name), *dense(target(name).abilities())):
        check_keys(program)
        assert len(program.words) <= MAX_OPERATIONS
        for operation in program.operations:
            for operand, value in program.family.leaves(operation):
                assert operand.type is Type.KEY or operand.allows(value), operation


@pytest.mark.parametrize("name", NAMES)
def test_every_operation_is_asked(name: str) -> None:
    """By name, and every value of a configuration is one of its choices, or within its range."""
    system, port = system_named(name), target(name)
    asked = {operation.name for program in programs(name) for operation in program.operations}
    assert asked == port.abilities().operations
    for program in programs(name):
        for field, values in port.abilities().choices.items():
            least, most = system.ranges.get(field, (0, -1))
            value = getattr(program.parameters, field)
            assert value in values or field.endswith("_bits") or least <= value <= most


def test_field_without_a_range_has_only_its_choices() -> None:
    """A right port that knows no other value would be refuted."""
    assert {program.parameters.limit for program in programs("suite.toy.far:BOUND")} == {0}


@lru_cache
def went(name: str) -> Reach:
    """How far programs of the classes for size and for a long life take the model, and a large container."""
    port, reach = target(name), Reach()
    swarm = Swarm(port.abilities(), 1, [each for each in CLASSES if each.name in ("size", "life")])
    far = [n for n in range(86) if swarm.turns[n % len(swarm.turns)].name != "everyday"][:6]
    for program in (*map(swarm.program, far), *crowded(port.abilities())):
        words, _ = labelled_answer(port.handshake.system, program, port.level)
        reach.follow(program, " ".join(words), port.handshake)
    return reach


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=pytest.mark.slow if each == "stable-graph" else ())
        for each in FILLED
    ],
)
def test_container_is_filled_far_drained_and_filled_again(name: str) -> None:
    """Whatever its family is called, and whether or not it hands out keys."""
    reach = went(name)
    assert reach.live > FAR
    assert reach.removals > FAR // 2
    assert reach.insertions > reach.live


@pytest.mark.parametrize("name", FILLED)
def test_single_elements_of_a_large_container_are_removed(name: str) -> None:
    """More than 12 bits can count; before anything is removed at once."""
    system = system_named(name)
    (program,) = crowded(target(name).abilities())
    kinds, live, alone = system.family.kinds, 0, 0
    for operation in program.operations:
        kind = kinds[operation.name]
        live += max(system.family.insertions(operation), kind.role is Role.GROW)
        alone += kind.role is Role.SHRINK and live > FAR
        if kind.role is Role.SHRINK and kind.operands[:1] == (MODULUS,):
            break
    assert alone >= REMOVED


@pytest.mark.parametrize("name", ["stable-graph", "stablelist"])
def test_keys_are_those_that_are_meant(name: str) -> None:
    """Mostly nodes where nodes are asked for, sometimes edges, of which there are many."""
    family, meant = SYSTEMS[name].family, Counter[tuple[str, bool]]()
    for program in programs(name):
        issued: list[str] = []
        for operation in program.operations:
            of = family.kinds[operation.name].of
            for key in (key for key in family.keys_of(operation) if isinstance(key, int)):
                meant[of, of in ("", issued[key])] += 1
            issued += [operation.name] * family.insertions(operation)
    for of in {of for of, _ in meant}:
        share = meant[of, True] / (meant[of, True] + meant[of, False])
        assert 0.8 < share < 1 or not of
