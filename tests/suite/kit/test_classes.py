"""Classes: each goes far in the direction that it is named after."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest

from stablelist_conformance.judging.coverage import WIDER, labelled_answer, reachable_labels
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.boundaries import boundaries, crowded
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.far import REMOVED
from stablelist_conformance.programs.numbers import log_uniform
from stablelist_conformance.programs.swarm import EVERY_DAY, Swarm
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import (
    MAX_OPERATIONS,
    MAX_PROGRAM,
    Level,
    Program,
    check_keys,
)
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

PORT = Handshake("a", "1", "stablelist", Level.COST, index_bits=Widths.parse("0,3-64"))
ABLE = Abilities(PORT, Level.COST)
CONTAINER = ContainerAnswerer(bundled, name="stablelist")
POOLS = [name for name, system in SYSTEMS.items() if system.family is POOL]
NAMES = [each.name for each in CLASSES]


def of_class(name: str, abilities: Abilities = ABLE, *, count: int = 12) -> list[Program]:
    """Programs of one class alone, or of one of its kinds of programs."""
    chosen = next(each for each in CLASSES if name in (each.name, each.write.__name__))
    swarm = Swarm(abilities, 3, (chosen,))
    numbers = (n for n in range(10_000) if swarm.turns[n % len(swarm.turns)] is chosen)
    return [swarm.program(number) for number, _ in zip(numbers, range(count), strict=False)]


@lru_cache
def went(name: str, count: int = 12) -> Reach:
    """How far a few programs of a class take the container."""
    reached = Reach()
    for program in of_class(name, count=count):
        line = " ".join(CONTAINER.answer(program, Level.COST))
        reached.follow(program, line, PORT)
    return reached


def test_numbers_are_of_any_magnitude() -> None:
    """Each power of two comes as often as the next; both ends come up."""
    draw = Random(1)
    drawn = [log_uniform(draw, 0, 65_536) for _ in range(4000)]
    assert (min(drawn), max(drawn) > 60_000) == (0, True)
    by_magnitude = [sum(number.bit_length() == bits for number in drawn) for bits in range(1, 17)]
    assert max(by_magnitude) < 2 * min(by_magnitude)
    assert {log_uniform(draw, 3, 3) for _ in range(9)} == {3}


def test_classes_take_turns() -> None:
    """Every class has a program as often as there are programs without a class."""
    turns = Swarm(ABLE, 0).turns
    assert {each.name for each in turns} == {"everyday", *NAMES}
    assert sum(each.name == "everyday" for each in turns) == EVERY_DAY
    assert [each.turns for each in CLASSES] == [turns.count(each) for each in CLASSES]
    gaps = [at for at, each in enumerate(turns) if each.name != "everyday"]
    assert max(after - before for before, after in pairwise(gaps)) <= 3
    assert {each.name for each in Swarm(ABLE, 0, ()).turns} == {"everyday"}


@pytest.mark.parametrize("system", POOLS)
@pytest.mark.parametrize("name", [each.write.__name__ for each in CLASSES])
def test_every_program_is_one_of_the_protocol(system: str, name: str) -> None:
    """This holds for every system, within the limits, and only with operations that the port has."""
    level = Level.COST if SYSTEMS[system].exact else Level.CONTRACT
    lacking = frozenset({"exchange", "keys", "clear", "negative"})
    port = Handshake("a", "1", system, level, without=lacking, capacity="fixed")
    for program in of_class(name, Abilities(port, level), count=2):
        check_keys(program)
        assert len(program.words) <= MAX_OPERATIONS
        assert len(program.sent(level)) <= MAX_PROGRAM
        assert not lacking & {o.name for o in program.operations}
        assert not any("-" in word for word in program.words)


def test_size_class_grows_and_shrinks_the_space() -> None:
    """It has thousands of elements, a long free list, and many halvings at once."""
    reached = went("size", 24)
    assert reached.live > 8_000
    assert reached.removals > 8_000
    assert reached.free > 1_000
    assert reached.cascade >= 4


def test_memory_class_reserves_and_frees_memory() -> None:
    """The reserved memory is used up and exceeded."""
    programs = of_class("memory")
    rooms = [int(w.partition(":")[2]) for p in programs for w in p.words if w.startswith("reserve")]
    assert max(rooms) > 10_000
    assert went("memory", 24).live > 10_000
    assert all("cost" in program.words for program in programs)


def test_life_and_reuse_classes_use_one_slot_often() -> None:
    """Thousands of operations on one container; one slot is used again and again, and its oldest key is asked."""
    assert all(len(program.words) >= 5_000 for program in of_class("life", count=3))
    assert went("reuse").reuses >= 1 << 11
    for program in of_class("reuse", count=3):
        asked = Counter(word for word in program.words if word.startswith("at:"))
        assert asked.most_common(1)[0][1] >= 8


def test_forged_class_tries_keys_near_issued_ones() -> None:
    """Every power of two, of index and of id."""
    reached = went("forged")
    assert reached.indices == reached.ids == set(range(53))
    none = Abilities(replace(PORT, without=frozenset({"forge"})), Level.COST)
    assert not any(each.name == "forged" for each in Swarm(none, 0).turns)


def test_widths_and_parameters() -> None:
    """Any of them; wide ids wrap."""
    reached = went("widths", 60)
    assert len(reached.widths["id_bits"]) > 30
    assert len(reached.widths["index_bits"]) > 30
    assert max(reached.wrapped) > 8
    assert went("parameters").lengths["minimum"][1] > 10_000
    assert went("parameters").lengths["capacity"][1] > 10_000


def test_values_class_uses_numbers_beyond_16_bits() -> None:
    """Elements, ids and counters past sixteen bits."""
    answers = [CONTAINER.answer(program, Level.COST) for program in of_class("values")]
    elements = [int(word) for words in answers for word in words if word.isdigit()]
    counters = [int(part) for words in answers for part in words[-1].split("/")]
    assert max(elements) > 1 << 16
    assert max(counters) > 1 << 16
    assert went("values").insertions > 1 << 16


@pytest.mark.parametrize("name", ["forged", "values"])
def test_no_words_are_spent_on_ids_that_no_program_reaches(name: str) -> None:
    """Where every insertion is a word, 65,536 of them do not fit; that budget belongs to other programs."""
    able = Abilities(ModelAnswerer("lifo-arena").handshake, Level.COST)
    assert max(len(program.words) for program in of_class(name, able)) < MAX_OPERATIONS * 3 // 4


def test_coincidence_class_couples_every_question_and_change() -> None:
    """Every question before and after every change."""
    words = [word.partition(":")[0] for word in of_class("coincidence", count=1)[0].words]
    met = {(a, b) for a, b, again in zip(words, words[1:], words[2:], strict=False) if a == again}
    wanted = {
        (question, change) for question in ABLE.usual.questions for change in ABLE.usual.changes
    }
    missed = {(question, change) for question, change in wanted - met if question != "repack"}
    assert len(wanted) > 150
    assert len(missed) < 15  # where a pair of words is not next to each other


def test_capacity_class_fills_a_declared_capacity() -> None:
    """It is filled twice, and refuses twice each time."""
    for system in ("lifo-slab", "stablelist"):
        able = Abilities(ModelAnswerer(system).handshake, Level.COST)
        program = of_class("capacity", able, count=1)[0]
        answers = ModelAnswerer(system).answer(program, Level.COST)
        assert able.room(program.parameters)
        refused = [at for at, word in enumerate(answers) if word == "!full"]
        assert len(refused) >= 12
        assert max(after - before for before, after in pairwise(refused)) > 12
    wide = replace(PORT, index_bits=Widths.parse("32"))
    endless = Abilities(replace(wide, without=frozenset({"maximum"})), Level.COST)
    assert not any(each.name == "capacity" for each in Swarm(endless, 0).turns)
    filled = of_class("capacity", Abilities(wide, Level.COST), count=8)
    assert all(program.parameters.maximum for program in filled)


@pytest.mark.parametrize(
    ("bits", "offered"), [("9-64", True), ("10", True), ("12-16", True), ("10", False)]
)
def test_boundaries_of_wide_widths_are_met(bits: str, offered: bool) -> None:
    """Every label that is counted for them, by a few programs; without extend as far as words go."""
    widths = Widths.parse(bits)
    lacking = frozenset({"extend"} if not offered else ())
    port = replace(ModelAnswerer().handshake, id_bits=widths, index_bits=widths, without=lacking)
    met: set[str] = set()
    for program in boundaries(Abilities(port, Level.COST)):
        met |= labelled_answer(port.system, program, Level.COST)[1]
    wanted = {label for label in reachable_labels(port, Level.COST).labels if label.endswith(WIDER)}
    assert wanted
    assert wanted <= met


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        *(("lifo-slotmap", "13"), ("dense-slotmap", "9"), ("hop-slotmap", "13-16")),
        *(("lifo-arena", "12"), ("fixed-arena", "12"), ("handle-map", "9-12"), ("stack-slotmap", "12")),
    ],
)  # fmt: skip
def test_ids_that_slots_or_removals_use_up_start_over(name: str, bits: str) -> None:
    """As far as a program can take them, which is farther if only odd versions are ids."""
    port = replace(ModelAnswerer(name).handshake, id_bits=Widths.parse(bits))
    met: set[str] = set()
    for program in boundaries(Abilities(port, Level.COST)):
        met |= labelled_answer(port.system, program, Level.COST)[1]
    wanted = {label for label in reachable_labels(port, Level.COST).labels if label.endswith(WIDER)}
    assert len(wanted) == 6
    assert wanted <= met


def test_boundaries_beyond_reach_have_no_programs() -> None:
    """Nor have narrow indices, which other programs use up, nor what never comes round."""
    for system, bits in (
        ("stablelist", "0,17-64"),
        ("slotmap", "13-64"),
        ("slab", "0-64"),
        ("vec", "0-64"),
    ):
        port = replace(
            PORT, system_name=system, id_bits=Widths.parse(bits), index_bits=Widths.parse("3")
        )
        assert boundaries(Abilities(port, Level.COST)) == []


def answers(program: Program, versions: range) -> str:
    """What a slot map answers whose slots use some versions in turn; the last vacancy is filled first."""
    slots, free, keys, live = list[int](), list[int](), list[tuple[int, int]](), dict[int, int]()
    said = []
    for word in program.words:
        name, _, number = word.partition(":")
        if number:
            slot, version = keys[int(number)]
            found = live.get(slot) if versions[slots[slot] % len(versions)] == version else None
            said.append("none" if found is None else str(found))
            if name == "remove" and found is not None:
                del live[slot]
                slots[slot] += 1
                free.append(slot)
        else:
            if not free:
                free.append(len(slots))
                slots.append(0)
            slot = free.pop()
            live[slot] = len(keys)
            keys.append((slot, versions[slots[slot] % len(versions)]))
            said.append("ok")
    return " ".join(said)


@pytest.mark.parametrize("bits", [1, 4, 8, 12])
@pytest.mark.parametrize("parity", [False, True])
def test_a_version_that_is_left_out_is_noticed(bits: int, parity: bool) -> None:
    """Whoever declares ids of some bits, and never uses version 0, has one version too few."""
    widths = Widths.parse(str(bits))
    lacking = frozenset(POOL.kinds) - {"add", "remove", "at"}
    port = Handshake(
        "a", "1", "slotmap", Level.CONTRACT, id_bits=widths, parity=parity, without=lacking
    )
    (program,) = boundaries(Abilities(port, Level.CONTRACT))
    assert len(program.words) <= MAX_OPERATIONS
    judge, versions = contract_judge(port), 1 << bits >> parity
    assert judge.judge(program, None, answers(program, range(versions))) is None
    if versions > 1:
        assert judge.judge(program, None, answers(program, range(1, versions))) is not None


@pytest.mark.parametrize("system", ["stablelist", "dense-slotmap", "fixed-arena", "vec"])
def test_single_elements_of_a_large_container_are_removed(system: str) -> None:
    """More than 12 bits can count; what was removed and what may have moved is looked up."""
    (program,) = crowded(Abilities(ModelAnswerer(system).handshake, Level.LAYOUT))
    assert len(program.words) <= MAX_OPERATIONS
    before = program.words.index("each")
    removed = [word for word in program.words[:before] if word.startswith("remove:")]
    assert len(removed) == REMOVED
    assert all(word.replace("remove", "at") in program.words[:before] for word in removed)
    (listed,) = (
        answer
        for word, answer in zip(
            program.words, ModelAnswerer(system).answer(program, Level.LAYOUT), strict=True
        )
        if word == "each"
    )
    assert listed.count(",") > 4_500


def test_no_more_elements_are_added_than_there_is_room_for() -> None:
    """As in every class; that a full container refuses is tried by another."""
    port = Handshake("a", "1", "slotmap", Level.CONTRACT, capacity=50)
    (program,) = crowded(Abilities(port, Level.CONTRACT))
    live = most = 0
    for operation in program.operations[: program.words.index("each")]:
        live += POOL.insertions(operation) - (operation.name == "remove")
        most = max(most, live)
    assert most == 50
