"""The swarm: the same programs by the same numbers, nothing that a port leaves out, and every label."""

from __future__ import annotations

import gc
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Level, Program, check_keys
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.observer import LABELS

PORT = Handshake("a", "1", "stablelist", Level.COST)
MODEL = Abilities(PORT, Level.COST)


def able(system: str = "stablelist", level: Level = Level.COST, **said: object) -> Abilities:
    """What a port may be sent that says something else than usual of itself."""
    changed: dict[str, Any] = said
    return Abilities(replace(PORT, system_name=system, level=level, **changed), level)


@lru_cache(maxsize=1)
def five_hundred() -> tuple[Program, ...]:
    """Small programs for whoever can do everything."""
    return tuple(Swarm(MODEL, 1, ()).program(number) for number in range(500))


@lru_cache(maxsize=1)
def two_turns() -> tuple[Program, ...]:
    """Programs of all classes."""
    swarm = Swarm(MODEL, seed=1)
    return tuple(swarm.program(number) for number in range(2 * len(swarm.turns)))


def test_program_is_the_same_whenever_it_is_asked_for() -> None:
    """In any order, by another swarm of the same seed; another seed or number has another program."""
    again = Swarm(MODEL, seed=1)
    for number in (7, 3, 60, 3):
        assert again.program(number) == two_turns()[number]
    assert len(set(two_turns())) == len(two_turns())
    assert Swarm(MODEL, seed=2).program(3) != two_turns()[3]


def test_what_was_written_is_all_that_is_left() -> None:
    """Whoever writes a program does not wait for the garbage collector."""
    swarm = Swarm(MODEL, seed=1)
    swarm.program(0)
    gc.collect()
    gc.disable()
    try:
        swarm.program(1)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_every_label_is_reached() -> None:
    """Five hundred programs meet every transition that the model can name."""
    labels: set[str] = set()
    for program in five_hundred():
        labels |= labelled_answer(STABLE_LIST, program, Level.COST)[1]
    assert set(LABELS) - labels == set()


def test_programs_stay_within_the_limits() -> None:
    """Lengths, capacities and keys are those of section 8 of the page."""
    assert all(len(program.words) >= 400 for program in five_hundred())
    for program in (*five_hundred(), *two_turns()):
        assert len(program.words) <= MAX_OPERATIONS
        assert len(program.line(Level.COST)) <= 262_144
        assert max(program.parameters.minimum, program.parameters.capacity) <= 65_536
        check_keys(program)
        for operation in program.operations:
            for key in POOL.keys_of(operation):
                if isinstance(key, Key):
                    assert abs(key.index) <= 9007199254740991
                    assert key.id >= 0


@pytest.mark.parametrize("excluded", sorted(MODEL.operations - {"add", "remove", "layout", "cost"}))
def test_operation_that_is_left_out_is_never_sent(excluded: str) -> None:
    """Whichever single operation a port does not have, not even while elements are lent."""
    port = Handshake("a", "1", "stablelist", Level.COST, without=frozenset({excluded}))
    swarm = Swarm(Target("a", port, Level.COST, 1.0).abilities(), seed=0)
    for number in range(25):
        operations = swarm.program(number).operations
        assert excluded not in {name for o in operations for name in o.names}


def test_keys_are_packed_only_where_they_can_be() -> None:
    """Both widths are bounded wherever a StableList is asked to."""
    packing = [p for p in five_hundred() if any(o.name == "repack" for o in p.operations)]
    assert len(packing) > 100
    assert all(p.parameters.id_bits and p.parameters.index_bits for p in packing)


@pytest.mark.parametrize(
    "system_name", [name for name, system in SYSTEMS.items() if system.configuration is Parameters]
)
def test_system_is_sent_only_what_it_has(system_name: str) -> None:
    """A relative is sent no cross-iteration, a StableList everything; all are sent forged keys."""
    port = Handshake("a", "1", system_name, Level.CONTRACT)
    swarm = Swarm(Target("a", port, Level.CONTRACT, 1.0).abilities(), seed=0)
    words = [word for number in range(60) for word in swarm.program(number).words]
    sent = {word.partition(":")[0] for word in words}
    assert sent == SYSTEMS[system_name].operations - {"layout", "cost"}
    assert any("#" in word for word in words)
    assert any("~" in word for word in words)


@pytest.mark.parametrize(
    ("level", "hidden"),
    [(Level.CONTRACT, {"layout", "cost"}), (Level.LAYOUT, {"cost"}), (Level.COST, set[str]())],
)
def test_nothing_is_asked_above_its_level(level: Level, hidden: set[str]) -> None:
    """A port is not asked to show what it did not claim to."""
    swarm = Swarm(Abilities(PORT, level), seed=0)
    words = {word for number in range(30) for word in swarm.program(number).words}
    assert {"layout", "cost"} - words == hidden


def test_port_with_the_least_is_sent_the_least() -> None:
    """Adding, removing and looking up; there is nothing else to look at."""
    few = able(without=(MODEL.operations | {"forge"}) - {"add", "remove", "at"})
    swarm = Swarm(few, seed=0)
    words = {w.partition(":")[0] for number in range(20) for w in swarm.program(number).words}
    assert words == few.operations


def test_forged_keys_are_sent_only_to_those_who_take_them() -> None:
    """No forged keys at all, or none with a negative index."""
    positive = Swarm(able(without=frozenset({"negative"})), seed=0)
    words = [word for number in range(30) for word in positive.program(number).words]
    assert any("#" in word for word in words)
    assert not any("#-" in word for word in words)
    none = Swarm(able(without=frozenset({"forge"})), seed=0)
    assert not any("#" in word for number in range(30) for word in none.program(number).words)


def test_forged_keys_at_contract_level_cannot_coincide() -> None:
    """Nobody sees indices there, so that only impossible ones are forged."""
    swarm = Swarm(Abilities(PORT, Level.CONTRACT), seed=0)
    keys = {
        key.index
        for number in range(30)
        for operation in swarm.program(number).operations
        for key in POOL.keys_of(operation)
        if isinstance(key, Key)
    }
    assert keys
    assert all(index < 0 or index > 1 << 40 for index in keys)


@pytest.mark.parametrize(
    ("ids", "indices"), [("32", "32"), ("8,16", "0"), ("0", "8-16"), ("1-2", "3")]
)
def test_widths_are_those_that_the_port_has(ids: str, indices: str) -> None:
    """Whatever is drawn, the port supports it, and the parameters are lawful."""
    port = replace(PORT, id_bits=Widths.parse(ids), index_bits=Widths.parse(indices))
    swarm = Swarm(Abilities(port, Level.COST), seed=0)
    for number in range(60):
        parameters = swarm.program(number).parameters
        assert port.id_bits.supports(parameters.id_bits)
        assert port.index_bits.supports(parameters.index_bits)


def test_relative_gets_all_its_widths() -> None:
    """It is not judged at the narrowest alone."""
    relative = able("slotmap", Level.CONTRACT, id_bits=Widths.parse("0,4-32"))
    swarm = Swarm(relative, seed=0)
    drawn = {swarm.program(number).parameters.id_bits for number in range(800)}
    assert drawn == {None, *range(4, 33)}


def test_model_answers_every_program() -> None:
    """No program is beyond the model: one word for each operation, none of them an error but the closed ones."""
    model = ModelAnswerer()
    for program in five_hundred()[:50]:
        answer = model.answer(program, Level.COST)
        assert len(answer) == len(program.words)
        assert {word for word in answer if word.startswith("!")} <= {"!full", "!borrow"}
