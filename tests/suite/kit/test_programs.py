"""Programs: what a port can be asked, the same by the same number, and far in every direction, whatever its family."""

import gc
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from stablelist_conformance.judging.coverage import WIDER, labelled_answer, reachable_labels
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.boundaries import TIMES, boundaries, crowded, dense
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.far import REMOVED
from stablelist_conformance.programs.numbers import log_uniform
from stablelist_conformance.programs.swarm import EVERY_DAY, Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import (
    MAX_OPERATIONS,
    MAX_PROGRAM,
    Level,
    Program,
    check_keys,
    highest,
)
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import MODULUS, Meaning, Role, Type
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.families.forest import EMPTY, ways
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.sequence import Beyond
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.allocator.checkers import Checking
from stablelist_spec.systems.stable_list.observer import LABELS

from .relatives import Paired, SlotMap

pytestmark = pytest.mark.xdist_group("programs")  # written once, in one process

PORT = Handshake("a", "1", "stablelist", Level.COST)
MODEL = Abilities(PORT, Level.COST)
OWN = ("suite.toy.ring:STYLED", "suite.toy.counter:COUNTER")
FILLED = ("stablelist", "sparse-set", "stable-graph", "sequence", "ring")
POOLS = [name for name, system in SYSTEMS.items() if system.family is POOL]
FAR = 3_333
"""Live elements from which single ones have to be removed."""


def able(system: str = "stablelist", level: Level = Level.COST, **said: object) -> Abilities:
    """What a port may be sent that says something else than usual of itself."""
    changed: dict[str, Any] = said
    return Abilities(replace(PORT, system_name=system, level=level, **changed), level)


@lru_cache
def of_port(
    name: str, level: Level | None = None, *without: str
) -> tuple[Abilities, list[Program]]:
    """What a port offers of a system, at its highest level if no other is given, and programs of all classes."""
    system = system_named(name)
    level = level if level is not None else highest(system)
    port = Handshake("a", "1", name, level, without=frozenset(without))
    able = Target("", port, level, 1.0).abilities()
    return able, list(map(Swarm(able, 1).program, range(43)))


@lru_cache(maxsize=1)
def five_hundred() -> tuple[Program, ...]:
    """Small programs for whoever can do everything."""
    return tuple(Swarm(MODEL, 1, ()).program(number) for number in range(500))


# --- What is sent -----------------------------------------------------------------------------------


def test_program_is_the_same_whenever_it_is_asked_for() -> None:
    """In any order, by another swarm of the same seed; another seed or number has another program."""
    able, programs = of_port("stablelist")
    again = Swarm(able, seed=1)
    for number in (7, 3, 40, 3):
        assert again.program(number) == programs[number]
    assert len({*programs}) == len(programs)
    assert Swarm(able, seed=2).program(3) != programs[3]


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


@pytest.mark.slow
def test_every_label_is_reached() -> None:
    """Two hundred and fifty programs meet every transition that the model can name."""
    labels: set[str] = set()
    for program in five_hundred()[:250]:
        labels |= labelled_answer(STABLE_LIST, program, Level.COST)[1]
    assert set(LABELS) - labels == set()


@pytest.mark.parametrize("name", [*SYSTEMS, *OWN])
def test_every_program_is_one_of_the_protocol(name: str) -> None:
    """Within the limits of the page; every operand is within its bounds, and every key was handed out before."""
    able, programs = of_port(name)
    for program in (*programs, *dense(able)):
        check_keys(program)
        assert len(program.words) <= MAX_OPERATIONS
        assert len(program.sent(able.level)) <= MAX_PROGRAM
        for operation in program.operations:
            for operand, value in program.family.leaves(operation):
                assert operand.type is Type.KEY or operand.allows(value), operation
            for key in program.family.keys_of(operation):
                assert not isinstance(key, Key) or (abs(key.index) < 1 << 53 and key.id >= 0)


LEAST = (*(MODEL.operations - {"add", "remove", "at"}), "forge")


@pytest.mark.parametrize(
    ("name", "level", "without"),
    [
        *((name, None, ()) for name in (*SYSTEMS, *OWN)),
        *(("stablelist", level, ()) for level in (Level.CONTRACT, Level.LAYOUT)),
        ("stablelist", Level.COST, LEAST),
    ],
)
def test_everything_that_is_offered_is_asked(
    name: str, level: Level | None, without: tuple[str, ...]
) -> None:
    """And nothing else; every value of a configuration is one of its choices, or within its range.

    Loops are asked if it is known how many turns there may be.
    """
    able, programs = of_port(name, level, *without)
    asked, shown = {each.name for p in programs for each in p.operations}, {*able.system.shown}
    usual = able.system.operations - able.system.family.looping
    assert asked - shown == usual - shown - {*without}
    assert asked & shown == {*tuple(able.system.shown)[: able.level]} - {*without}
    for program in programs:
        for field, values in able.choices.items():
            least, most = able.system.ranges.get(field, (0, -1))
            value = getattr(program.parameters, field)
            assert value in values or field.endswith("_bits") or least <= value <= most


def test_field_without_a_range_has_only_its_choices() -> None:
    """A right port that knows no other value would be refuted."""
    _, programs = of_port("suite.toy.broken:BOUND")
    assert {program.parameters.limit for program in programs} == {0}


def test_keys_are_packed_only_where_they_can_be() -> None:
    packing = [p for p in five_hundred() if any(o.name == "repack" for o in p.operations)]
    assert len(packing) > 100
    assert all(p.parameters.id_bits and p.parameters.index_bits for p in packing)


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


def test_places_are_within_a_sequence_at_its_end_and_just_beyond() -> None:
    """The generator knows how long it is, whatever removed elements, and asks for elements that are there."""
    ends, there = Counter[int](), Counter[bool]()
    for program in of_port("sequence")[1]:
        history = History(SYSTEMS["sequence"], program.parameters)
        for operation in program.operations:
            length = len(history.state.elements)
            for operand, value in program.family.leaves(operation):
                if operand.meaning is Meaning.PLACE and length > 1:
                    ends[max(-2, min(2, value - length))] += 1
            answer = history.perform(operation).answer
            if operation.name == "contains":
                there[bool(answer)] += 1
    shares = {end: count / ends.total() for end, count in ends.items()}
    assert 0.4 < shares[-2] < 0.8, "within, before the last one"
    assert all(shares[end] > 0.02 for end in (-1, 0, 1, 2)), "the last one, the end, beyond it"
    assert shares[2] < 0.15, "far beyond"
    assert there[True] > there.total() / 4


@pytest.mark.slow
def test_elements_are_moved_deep_below_each_other() -> None:
    """A random move seldom succeeds, and seldom to an element that was moved, so that every tree would be flat."""
    deep = 0
    for program in of_port("forest")[1][:12]:
        forest = EMPTY
        for operation in program.operations:
            forest = next(ways(forest, operation))[1]
            parents: dict[int | None, int | None] = {
                each: parent for parent, children in forest for each in children
            }
            above = [n for n in parents if parents.get(parents.get(parents[n])) is not None]
            deep += bool(above)
    assert deep > 20, "states with a node that has three above it"
    silent = able("forest", Level.CONTRACT, without=frozenset(of_port("forest")[0].usual.questions))
    moves = {word for n in range(12) for word in Swarm(silent, 1, ()).program(n).words}
    assert any(word.startswith("append:") for word in moves), "nothing can be asked"


@pytest.mark.parametrize("name", ["stable-graph", "stablelist"])
def test_keys_are_those_that_are_meant(name: str) -> None:
    """Mostly nodes where nodes are asked for, sometimes edges, of which there are many."""
    family, meant = SYSTEMS[name].family, Counter[tuple[str, bool]]()
    for program in of_port(name)[1]:
        issued: list[str] = []
        for operation in program.operations:
            of = family.kinds[operation.name].of
            for key in (key for key in family.keys_of(operation) if isinstance(key, int)):
                meant[of, of in ("", issued[key])] += 1
            issued += [operation.name] * family.insertions(operation)
    for of in {of for of, _ in meant}:
        share = meant[of, True] / (meant[of, True] + meant[of, False])
        assert 0.8 < share < 1 or not of


# --- How far it goes --------------------------------------------------------------------------------

ABLE = Abilities(replace(PORT, index_bits=Widths.parse("0,3-64")), Level.COST)
CONTAINER = ContainerAnswerer(bundled, name="stablelist")
SUITED = [each for each in CLASSES if each.suits(ABLE)]
"""The classes for a StableList, which has no second container."""
NAMES = [each.name for each in SUITED]


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
    """Every class has a program as often as there are programs without a class, if it suits."""
    turns = Swarm(ABLE, 0).turns
    assert {each.name for each in turns} == {"everyday", *NAMES}
    assert sum(each.name == "everyday" for each in turns) == EVERY_DAY
    assert [each.turns for each in SUITED] == [turns.count(each) for each in SUITED]
    gaps = [at for at, each in enumerate(turns) if each.name != "everyday"]
    assert max(after - before for before, after in pairwise(gaps)) <= 3
    assert {each.name for each in Swarm(ABLE, 0, ()).turns} == {"everyday"}


@pytest.mark.parametrize("system", POOLS)
@pytest.mark.parametrize("name", [each.write.__name__ for each in SUITED])
def test_no_class_sends_what_is_left_out(system: str, name: str) -> None:
    level = highest(SYSTEMS[system])
    lacking = frozenset({"exchange", "keys", "clear", "negative"})
    port = Handshake("a", "1", system, level, without=lacking, capacity="fixed")
    for program in of_class(name, Abilities(port, level), count=2):
        assert not lacking & {each for operation in program.operations for each in operation.names}
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


def test_reuse_class_can_begin_with_an_insertion_that_is_refused() -> None:
    """Behind the end of an empty sequence; the container is still empty then."""
    port = able("sequence", Level.CONTRACT, options=(("beyond", (Beyond.REFUSES,)),))
    begins = [program.words[:1] for program in of_class("reuse", port, count=200)]
    assert ("insert:1:0",) in begins


def test_forged_class_tries_keys_near_issued_ones() -> None:
    """Every power of two, of index and of id."""
    reached = went("forged")
    assert reached.indices == reached.ids == set(range(53))
    none = Abilities(replace(PORT, without=frozenset({"forge"})), Level.COST)
    assert not any(each.name == "forged" for each in Swarm(none, 0).turns)


def test_widths_and_parameters() -> None:
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


@lru_cache
def far(name: str) -> Reach:
    """How far programs of the classes for size and for a long life take the model, and a large container."""
    able, _ = of_port(name)
    reach, port = Reach(), Handshake("a", "1", name, able.level)
    swarm = Swarm(able, 1, [each for each in CLASSES if each.name in ("size", "life")])
    far = [n for n in range(86) if swarm.turns[n % len(swarm.turns)].name != "everyday"][:6]
    for program in (*map(swarm.program, far), *crowded(able)):
        words, _ = labelled_answer(able.system, program, able.level)
        reach.follow(program, " ".join(words), port)
    return reach


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in FILLED if each != "stable-graph"])
def test_container_is_filled_far_drained_and_filled_again(name: str) -> None:
    """Whatever its family is called, and whether or not it hands out keys."""
    reach = far(name)
    assert reach.live > FAR
    assert reach.removals > FAR // 2
    assert reach.insertions > reach.live


@pytest.mark.parametrize("name", [*FILLED, "dense-slotmap", "fixed-arena"])
def test_single_elements_of_a_large_container_are_removed(name: str) -> None:
    """More than 12 bits can count; what was removed and what may have moved is looked up before all go at once."""
    able, _ = of_port(name)
    (program,) = crowded(able)
    kinds, live, alone = able.system.family.kinds, 0, list[str]()
    for word, operation in zip(program.words, program.operations, strict=True):
        kind = kinds[operation.name]
        live += kind.added(operation) * (kind.role is Role.GROW)
        alone += [word] * (kind.role is Role.SHRINK and live > FAR)
        if kind.role is Role.SHRINK and kind.operands[:1] == (MODULUS,):
            break
    assert len(alone) >= REMOVED
    asked = {word.replace("remove", "at") for word in alone if word.startswith("remove:")}
    assert asked <= {*program.words} or able.system.family is not POOL


def test_container_that_holds_nothing_is_not_an_unbounded_one() -> None:
    """A region that is too small for any block."""
    port = able("stack-allocator", Level.CONTRACT)
    region = port.system.configuration(region=16, checker=Checking.ALWAYS)
    assert (port.room(region), port.room(port.system.configuration())) == (0, 28)


def test_no_more_elements_are_added_than_there_is_room_for() -> None:
    """As in every class; that a full container refuses is tried by another."""
    port = Handshake("a", "1", "slotmap", Level.CONTRACT, capacity=50)
    (program,) = crowded(Abilities(port, Level.CONTRACT))
    live = most = 0
    for operation in program.operations[: program.words.index("each")]:
        live += POOL.insertions(operation) - (operation.name == "remove")
        most = max(most, live)
    assert most == 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bits", "lacking"),
    [
        *(("stablelist", "9-64", ""), ("stablelist", "10", ""), ("stablelist", "12-16", "")),
        *(("stablelist", "10", "extend"), ("lifo-slotmap", "13", ""), ("dense-slotmap", "9", "")),
        *(("hop-slotmap", "13-16", ""), ("lifo-arena", "12", ""), ("fixed-arena", "12", "")),
        *(("handle-map", "9-12", ""), ("stack-slotmap", "12", "")),
    ],
)
def test_boundaries_of_wide_widths_are_met(name: str, bits: str, lacking: str) -> None:
    """Every label that is counted for them, by a few programs, as far as words go."""
    widths, without = Widths.parse(bits), frozenset(filter(None, [lacking]))
    port = replace(ModelAnswerer(name).handshake, id_bits=widths, without=without)
    if name == "stablelist":
        port = replace(port, index_bits=widths)
    met: set[str] = set()
    for program in boundaries(Abilities(port, Level.COST)):
        met |= labelled_answer(port.system, program, Level.COST)[1]
    wanted = {label for label in reachable_labels(port, Level.COST).labels if label.endswith(WIDER)}
    assert len(wanted) >= 6
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


@pytest.mark.parametrize("bits", [2, 4, 8, 12])
@pytest.mark.parametrize("parity", [False, True])
def test_version_that_is_left_out_is_noticed(bits: int, parity: bool) -> None:
    """Whoever declares ids of some bits, and never uses version 0, has one version too few."""

    class Short(Paired if parity else SlotMap):  # type: ignore[misc]
        def wrapped(self, stamp: int) -> int:
            """A stamp that comes round one element too early."""
            return stamp % ((1 << bits) - 1 - parity)

    lacking = frozenset(POOL.kinds) - {"add", "remove", "at"}
    container = ContainerAnswerer(Short, name="a", system_name="slotmap")
    ids = Widths.parse(str(bits))
    port = replace(container.handshake, parity=parity, id_bits=ids, without=lacking)
    (program,) = boundaries(Abilities(port, Level.CONTRACT))
    line = " ".join(container.answer(program, Level.CONTRACT))
    assert contract_judge(port).judge(program, line) is not None


@pytest.mark.parametrize("system", POOLS)
def test_dense_class_repeats_every_operation(system: str) -> None:
    """Nearly as often as a program has words for it; what is left out is not done at all."""
    level = highest(SYSTEMS[system])
    able, _ = of_port(system, level, "keys", "clear")
    most: Counter[str] = Counter()
    for program in dense(able):
        most |= Counter(operation.name for operation in program.operations)
    most["retain"] = most["each_removing"] = (
        most["retain"] + most["each_removing"]
    )  # either is picked
    offered = SYSTEMS[system].operations - SYSTEMS[system].shown.keys() - {"keys", "clear"}
    usual = offered - {"insert_with", "extend", "put", "insert_at"} - POOL.both - POOL.looping
    rare = {name for name in usual if most[name] < TIMES}
    assert rare <= {"repack"}, most
    assert not {"keys", "clear"} & most.keys()


def test_space_grows_and_shrinks_in_every_mode() -> None:
    """This happens with each insertion and removal, in at least one program of each truncating mode."""
    model = ModelAnswerer()
    moved: Counter[str] = Counter()
    for program in dense(MODEL)[-12:]:
        _, moves, dropped, _ = model.answer(program, Level.COST)[-1].split("/")
        mode = program.parameters.truncate.value
        moved[f"{mode} moved"] = max(int(moves), moved[f"{mode} moved"])
        moved[f"{mode} dropped"] = max(int(dropped), moved[f"{mode} dropped"])
    assert moved["memory moved"] >= 4 * TIMES
    assert min(moved["memory dropped"], moved["iteration dropped"]) >= TIMES
    assert moved["never dropped"] == 0
