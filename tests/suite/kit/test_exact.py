"""Programs at exact sizes, and those that bring far what a system names of its states."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.programs import exact
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.brought import RENEWED, Bringer, brought, renewed
from stablelist_conformance.programs.exact import around, begun
from stablelist_conformance.programs.patterns import Simulated, measured
from stablelist_conformance.running.covering import SHARE, sized
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.systems import SYSTEMS

from .played import on_stage

NAMED = [name for name, system in SYSTEMS.items() if system.measures]
SMALL = range(exact.LEAST, 6)


@cache
def able(name: str) -> Abilities:
    """What programs for a port with every operation may use."""
    return Abilities(Handshake("a", "1", name, Level.CONTRACT), Level.CONTRACT)


def went(name: str, programs: Iterable[Program]) -> Reach:
    """How far programs take the model."""
    reach = Reach()
    for program in programs:
        words, _ = labelled_answer(able(name).system, program, Level.CONTRACT)
        reach.follow(program, " ".join(words), able(name).port)
    return reach


@pytest.mark.parametrize(
    "name", ["lifo-slotmap", "stable-vec", "sequence", "ring", "map", "set", "sparse-set"]
)
def test_every_operation_is_asked_at_exact_sizes(name: str) -> None:
    """Also those that add or remove elements, after which there are as many as before; but not `mark` and `undo`."""
    can = able(name).usual
    names = can.kinds.keys() - {*can.returning}
    powers = went(name, exact.climbs(able(name), SMALL)).powers
    assert powers.keys() == {*SMALL}
    assert min(powers.values()) >= len(names) - len(can.thinning) - 1


def test_numbers_next_to_a_power_of_two_are_asked() -> None:
    """Up to the largest that an operand can be, in the largest universe."""
    words = {word for program in exact.numbers(able("set")) for word in program.words}
    told = {f"{name}:{n}" for name in ("insert", "contains", "next") for n in around(15)}
    assert told | {"insert:65535", "insert:65536", "remove:65536", "cut:4097"} <= words
    (largest,) = {program.parameters.universe for program in exact.numbers(able("sparse-set"))}
    assert largest == 65_536


@pytest.mark.parametrize("name", ["ring", "fixed-arena"])
def test_bounds_next_to_a_power_of_two_are_reached(name: str) -> None:
    reach = went(name, exact.filled(able(name), around(6)))
    assert (reach.live, reach.lengths["capacity"]) == (65, (63, 65))
    assert reach.filled >= 64  # a ring overwrites in every other program
    assert reach.met["capacity"] == 65


def test_bounds_of_which_there_are_few_are_reached_in_every_mode() -> None:
    """By the smallest elements, so that there are as many as can be."""
    name, reached = "stack-allocator", dict[str, int]()
    for program in exact.chosen(able(name)):
        reach = went(name, [program])
        options = program.parameters
        reached[f"{options.order} {options.checker}"] = reach.live
        assert options.region == 1_000
    assert reached["checked none"] == 1_000 // 13
    assert reached["unchecked none"] == 1_000 // 9
    assert {"dealloc", "always"} <= {each.split()[1] for each in reached}


@pytest.mark.parametrize("name", ["ring", "set", "map"])
def test_two_containers_of_an_exact_size_are_combined(name: str) -> None:
    """After each operation that concerns both, both are asked."""
    programs = [*exact.coupled(able(name))]
    words = {word for program in programs for word in program.words}
    assert {*able(name).on_both, "len", "2.len"} <= words
    assert went(name, programs[:1]).live == exact.REMOVED[0]
    rest = f"extend:{exact.HALVED % 1_000}:"
    assert any(word.startswith(rest) for word in words) is (name == "ring")


def test_indices_of_every_width_are_used_up() -> None:
    widths = [each.parameters.index_bits for each in exact.used_up(able("index-map"))]
    assert widths == [*range(exact.LEAST, 14)]
    assert went("index-map", [*exact.used_up(able("index-map"))][:3]).used_up == {3, 4, 5}


@pytest.mark.parametrize("name", NAMED)
def test_patterns_raise_every_number_that_a_system_names(name: str) -> None:
    """By one each time, whatever the family is called."""
    abilities = able(name)
    assert {*abilities.patterns.values()} <= {*abilities.system.measures}
    raised = set[str]()
    for pattern, of in abilities.patterns.items():
        bringer = Bringer(begun(abilities), pattern)
        assert bringer.to(33)
        assert all(each.operations for each in renewed(abilities, pattern))  # its own words
        program = bringer.writer.program()
        container = Simulated(abilities.system, abilities.port, program.parameters)
        numbers = measured(container, program.operations)
        assert numbers[of] == 33
        raised |= {each for each, number in numbers.items() if number >= 33}
    assert raised == {*abilities.system.measures}


def test_deep_tree_is_asked_and_changed() -> None:
    """On the way everything is asked; a move into a circle is tried from end to end."""
    programs = [*brought(able("forest"))]
    deep = [
        each.words
        for each in programs
        if each.words[:4] == ("node:0", "append:0:0", "node:1", "append:1:0")
    ]
    assert {"parent:256", "descendants:0", "append:256:255"} <= {*deep[0]}
    assert any("append:0:256" in words for words in deep)
    assert any("append:0:1024" in words for words in deep)


def test_what_was_removed_is_added_again() -> None:
    """Hundreds of edges, one by one, of which the first two stay."""
    (pattern, *_) = (each for each in able("graph").patterns if len(each.words) == 2)
    (program,) = renewed(able("graph"), pattern)
    went_on = [word.partition(":")[0] for word in program.words]
    assert went_on.count("remove_edge") == RENEWED - 2
    assert went_on.count("add_edge") == 2 * RENEWED
    assert "add_edge" in went_on[-300:]


def test_what_was_noted_comes_back() -> None:
    """A sparse set of exactly 2^k members has as many after an `undo`."""
    program, *_ = exact.returned(able("sparse-set"))
    words, _ = labelled_answer(able("sparse-set").system, program, Level.CONTRACT)
    assert words[program.words.index("undo")] == str(exact.REMOVED[0])
    assert program.words.index("mark") == exact.REMOVED[0]
    assert [*exact.returned(able("ring"))] == []


def test_what_grows_was_used_before() -> None:
    """A ring of exactly 2^k elements has lost some, and has them again, before it grows."""
    for size, program in zip(exact.QUEUED, exact.queued(able("ring")), strict=True):
        pushed = [word for word in program.words if word.startswith("push_")]
        popped = [at for at, word in enumerate(program.words) if word.startswith("pop_")]
        assert len(pushed) == size + 2 * exact.OFTEN
        assert popped == [*range(size, size + exact.OFTEN)]


@pytest.mark.parametrize("operations", [0, 40, 8_000])
def test_exact_sizes_have_a_share_of_the_budget(operations: int) -> None:
    """If a class of programs is left out, so are they: they might find what it is needed for."""
    stage = on_stage(handshake=able("ring").port)
    words = sum(len(each.words) for each in sized(stage, operations))
    assert words <= operations // SHARE
    assert (words > 0) is (operations > 40)
    assert sized(replace(stage, excluded_class="size"), 8_000) == ()
