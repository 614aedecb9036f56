"""Loops in ports: which programs ask them, what these find, and what becomes of a counterexample."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.reach import Reach, beyond, worth
from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.loops import filled, turned
from stablelist_conformance.programs.renumbering import live_keys
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.sentence import sentence
from stablelist_conformance.running.covering import covering
from stablelist_conformance.shrinking.shrink import shrink
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.families.pool import POOL

from .relatives import Arena, Handle, Slab, SlotMap

TURNS = 1 << 13


class Dense:
    """Keys with places in a dense array, of so many bits."""

    def __init__(self, bits: int = 64) -> None:
        self.most = 1 << bits
        self.places: dict[int, int] = {}
        self.rows: list[tuple[int, int]] = []
        self.issued = 0

    def add(self, element: int) -> Handle:
        """Append a row."""
        self.issued += 1
        self.places[self.issued] = len(self.rows)
        self.rows.append((self.issued, element))
        return Handle(self.issued, 0)

    def at(self, key: Handle) -> int | None:
        """The element in the row of a key."""
        return self.rows[self.places[key.slot]][1] if key.slot in self.places else None

    def remove(self, key: Handle) -> int | None:
        """The last row fills the gap."""
        if key.slot not in self.places:
            return None
        place, last = self.places.pop(key.slot), self.rows.pop()
        if place == len(self.rows):
            return last[1]
        removed, self.rows[place] = self.rows[place], last
        self.places[last[0]] = place % self.most
        return removed[1]

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows)


def wrapping(period: int) -> type[SlotMap]:
    """A slot map that declares wide ids, of which so many are different."""

    class Wrapping(SlotMap):
        def wrapped(self, stamp: int) -> int:
            """The stamp after so many is the first one."""
            return stamp % period

    return Wrapping


def programs(container: ContainerAnswerer, turns: int = TURNS, **declared: Any) -> list[Program]:
    """The programs for a container."""
    port = replace(container.handshake, **declared)
    abilities = Abilities(port, Level.CONTRACT, turns=turns)
    return [*turned(abilities), *filled(abilities)]


def refuted(factory: Callable[..., object], system: str = "slotmap", **declared: Any) -> list[str]:
    """The operations that a container answers wrongly, in the programs that loop."""
    container = ContainerAnswerer(factory, name="a", system_name=system)
    judge = contract_judge(replace(container.handshake, **declared))
    found = []
    for program in programs(container, **declared):
        wrong = judge.judge(program, " ".join(container.answer(program, Level.CONTRACT)))
        found += [] if wrong is None else [program.words[wrong.at]]
    return found


@pytest.mark.parametrize("factory", [SlotMap, Arena, Slab, Dense])
def test_right_containers_are_right(factory: type[object]) -> None:
    """Of three kinds, with ids of 32 bits and more."""
    systems: dict[type[object], str] = {Arena: "arena", Slab: "slab"}
    system = systems.get(factory, "slotmap")
    assert refuted(factory, system) == []


@pytest.mark.parametrize("period", [256, 8191, 8192])
def test_wrap_around_that_is_not_declared_is_found(period: int) -> None:
    """The first key is looked up at every power of two, and beside it."""
    assert refuted(wrapping(period))[:1] == ["at:1"]
    assert refuted(wrapping(2 * TURNS + 2)) == []


def test_element_that_is_moved_to_a_wrong_place_is_found() -> None:
    """A place of 12 bits is too narrow for the elements that are removed one by one."""
    assert "thin:" in refuted(lambda: Dense(12))[-1]
    assert refuted(lambda: Dense(14)) == []


def test_declared_widths_come_to_their_ends() -> None:
    """Those that other programs do not reach; a verdict says so, and names the others."""
    container = ContainerAnswerer(SlotMap, name="a", system_name="slotmap")
    declared: dict[str, Any] = {"id_bits": Widths.parse("12,13,16")}
    port, reach = replace(container.handshake, **declared), Reach()
    assert beyond(port, reach) == ["wrap-around of ids of 13,16 bits"]
    judge = contract_judge(port)
    for program in programs(container, **declared):
        line = " ".join(container.answer(program, Level.CONTRACT))
        assert judge.judge(program, line) is None
        reach.follow(program, line, port)
    assert reach.wrapped == {13}
    assert beyond(port, reach) == ["wrap-around of 16-bit ids"]
    assert worth(port, reach) == "ids up to 13 bits wrapped, indices up to 2^13"


@pytest.mark.parametrize(
    ("system", "reach", "told"),
    [
        ("slab", Reach(live=1), "no ids, indices up to 2^0"),
        ("slotmap", Reach(), ""),
        ("slotmap", Reach(turns=70_000), "2^16 turns"),
        ("set", Reach(live=9), ""),
    ],
)
def test_verdict_says_what_it_is_worth(system: str, reach: Reach, told: str) -> None:
    """Of containers that can turn."""
    assert worth(Handshake("a", "1", system, Level.CONTRACT), reach) == told


def test_widths_that_are_not_declared_are_beyond_reach_if_they_were_drawn() -> None:
    """The generations of a handle map have any width that a program names."""
    port = Handshake("a", "1", "handle-map", Level.COST)
    assert beyond(port, Reach(widths={"id_bits": {2, 16, None}})) == ["wrap-around of 16-bit ids"]


@pytest.mark.parametrize(
    ("system", "without"),
    [("slotmap", {"cycle"}), ("slotmap", {"fill"}), ("set", set()), ("stable-vec", set())],
)
def test_ports_are_asked_only_what_they_offer(system: str, without: set[str]) -> None:
    """A program without loops is none of these."""
    level = Level.CONTRACT if system in ("slotmap", "set") else Level.COST
    port = Handshake("a", "1", system, level, without=frozenset(without))
    abilities = Abilities(port, level, turns=TURNS)
    asked = {o.name for each in (*turned(abilities), *filled(abilities)) for o in each.operations}
    looping = port.system.family.looping & port.offered
    assert asked & POOL.looping == (looping if "fill" in looping else looping - {"thin"})


def test_no_program_loops_if_the_speed_is_not_known() -> None:
    """Neither the covering ones nor those of the swarm."""
    port = Handshake("a", "1", "slotmap", Level.CONTRACT)
    for turns in (0, TURNS):
        target = Target("", port, Level.CONTRACT, 1.0, turns=turns)
        swarm = Swarm(target.abilities(), 0)
        drawn = [*covering(target), *map(swarm.program, range(40))]
        looping = [p for p in drawn if any(o.name in POOL.looping for o in p.operations)]
        assert bool(looping) is bool(turns)


@pytest.mark.parametrize(
    ("system", "wrapped"),
    [
        ("stablelist", range(20, 25)),
        ("lifo-slotmap", range(14, 26)),
        ("handle-map", range(13, 25)),
    ],
)
def test_model_takes_every_width_to_its_end(system: str, wrapped: range) -> None:
    """Those that it declares, or any, if no other program reaches them. Above the contract, keys show that ids wrap."""
    model, reach = ModelAnswerer(system), Reach()
    declared = Widths.parse("20-24,40,64" if system == "stablelist" else "0-64")
    port = replace(model.handshake, id_bits=declared)
    for program in turned(Abilities(port, Level.LAYOUT, turns=1 << 24)):
        reach.follow(program, " ".join(model.answer(program, Level.LAYOUT)), port)
    assert reach.wrapped == {*wrapped}
    assert reach.reuses > 1 << 24


def test_fixed_container_keeps_its_capacity() -> None:
    """A covering program that needs more than a few elements is not made to do with these."""
    port = Handshake("a", "1", "slotmap", Level.CONTRACT, capacity="fixed")
    target = Target("", port, Level.CONTRACT, 1.0, turns=TURNS)
    for program in (*turned(target.abilities()), *filled(target.abilities())):
        assert target.fitted(program).parameters == program.parameters


# --- Counterexamples --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "most"), [(512, 150), (32, 4_000)], ids=["loops", "words"])
def test_many_turns_become_one_word(turns: int, most: int) -> None:
    """A stretch with as many of them, and then as few as fail; also if each was a word of its own."""
    container = ContainerAnswerer(wrapping(turns), name="a", system_name="slotmap")
    target = Target("", container.handshake, Level.CONTRACT, 1.0, turns=TURNS)
    judge, tried = contract_judge(container.handshake), []

    def fails(program: Program) -> object:
        tried.append(program)
        return judge.judge(program, " ".join(container.answer(program, Level.CONTRACT)))

    (program, *_) = turned(target.abilities())
    if turns == 32:
        pairs = (each for number in range(turns) for each in ("add", f"remove:{number}"))
        program = program._replace(words=(*pairs, "len", "add", "at:0", "each"))
    found = shrink(program, fails, 600.0, target)
    assert found is not None
    assert found[0].words[:-1] == ("cycle:1", f"cycle:{turns - 1}", "add")
    assert len(tried) < most


def test_loops_are_followed_by_their_keys() -> None:
    """The last one of a cycle is retired."""
    words = ["add", "cycle:9", "fill:3", "thin:2:1"]
    assert live_keys(words, POOL) == [0, 3]
    assert live_keys([*words, "add"], POOL) == [0, 3, 5]


def told(line: str, answers: str, system: str) -> list[str]:
    """The operations of a program in sentences."""
    level, program = parse_program(line, system)
    port = Handshake("a", "1", system, level)
    answered = Answered(
        port="", handshake=port, program=program, level=level, answers=tuple(answers.split())
    )
    return [sentence(step) for step in record_trace(answered).steps]


@pytest.mark.parametrize("system", ["slotmap", "stablelist"])
def test_loops_are_told_in_sentences(system: str) -> None:
    """What a user knows of their keys, too."""
    level, key = ("contract", "ok") if system == "slotmap" else ("layout", "0.8")
    filled = "2/ok/ok/943003583" if system == "slotmap" else "2/0.9/1.10/914447164"
    line = f"{level} : cycle:9 cycle:1 fill:2 at:0 thin:1:1 at:2"
    assert told(line, f"{key} {key} {filled} none 0 2", system) == [
        "add element 0 and remove it, 9 times",
        "add element 1 and remove it, 1 time",
        "add the elements 2 to 3 one by one, as far as there is room",
        "look up the key that insertion 0 returned (retired by operation 1)",
        "remove by 1 key, one by one, in the order drawn with seed 1",
        "look up element 2 (with the key that insertion 2 returned)",
    ]


def test_too_many_ways_are_not_judged() -> None:
    """Any answer is accepted from there on."""
    judge = contract_judge(Handshake("a", "1", "slab", Level.CONTRACT))
    _, program = parse_program("contract : fill:2 clear fill:20 thin:40:1 len at:3", "slab")
    _, some = parse_program("contract : fill:2 clear fill:20", "slab")
    right = ContainerAnswerer(Slab, name="a", system_name="slab").answer(some, Level.CONTRACT)
    assert judge.judge(program, " ".join([*right, "0", "77", "88"])) is None
