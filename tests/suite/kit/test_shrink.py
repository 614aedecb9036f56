"""Shrinking: the known smallest program is found, and nothing that does not fail is handed back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist_conformance.abilities import Abilities
from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.coverage import labelled_answer
from stablelist_conformance.handshake import Widths
from stablelist_conformance.protocol import Level, Program, check_keys
from stablelist_conformance.shrink import SIMPLEST, shrink
from stablelist_conformance.swarm import Swarm
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST

GENEROUS = 3600.0


def meets(label: str) -> Callable[[Program], str | None]:
    """A failure that happens exactly where a label is met."""

    def fails(program: Program) -> str | None:
        return label if label in labelled_answer(STABLE_LIST, program, Level.LAYOUT)[1] else None

    return fails


def program_that(label: str) -> Program:
    """A long program of the swarm that meets a label."""
    offered = ModelAnswerer().handshake
    lacking = offered.offered - {
        "add",
        "remove",
        "at",
        "contains",
        "len",
        "clear",
        "each",
        "layout",
        "cost",
    }
    port = replace(offered, without=lacking, index_bits=Widths.parse("0,3-64"))
    swarm = Swarm(Abilities(port, Level.LAYOUT), 0, ())
    found = (swarm.program(number) for number in range(1000))
    return cut(next(program for program in found if meets(label)(program)), label)


def cut(program: Program, label: str) -> Program:
    """A program up to where it meets a label, as the kit cuts it before it is shrunk."""
    history = STABLE_LIST.begin(program.parameters)
    for at, operation in enumerate(program.operations):
        if label in history.perform(operation).labels:
            return program._replace(words=program.words[: at + 1])
    raise AssertionError(label)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        # nine cells are needed so that h2 is used twice, and all of both h2 must go, the last one last
        ("truncate_2", 14),
        ("truncate_1", 6),
        ("add_reuse_q2", 4),
        ("at_stale_reused", 4),
        ("remove_empties_h2_never", 4),
    ],
)
def test_known_smallest_program_is_found(label: str, words: int) -> None:
    """From some hundred operations to the shortest there is, which can be counted by hand."""
    long = program_that(label)
    found = shrink(long, meets(label), GENEROUS)
    assert found is not None
    program, failure = found
    assert failure == label
    assert len(program.words) == words, program
    assert meets(label)(program)
    check_keys(program)


def test_parameters_become_as_simple_as_they_can() -> None:
    """What the failure does not need goes back to its simplest; what it needs stays."""
    parameters = Parameters(5, 40, Truncate.MEMORY, 3, 8)
    program = Program(parameters, ("add", "add", "len", "remove:0", "clear"))
    found = shrink(program, lambda p: p.parameters.id_bits == 3 or None, GENEROUS)
    assert found is not None
    assert found[0].parameters == Parameters(id_bits=3)
    assert len(found[0].words) == 1


def test_parameters_stay_within_what_the_port_supports() -> None:
    """The simplest that is told is where they go, even if another one were simpler for a person."""
    program = Program(Parameters(5, 40, Truncate.MEMORY, 3, 8), ("add",))
    simplest = Parameters(id_bits=8, index_bits=16)
    found = shrink(program, lambda _: True, GENEROUS, simplest)
    assert found == (Program(simplest, ("add",)), True)
    assert simplest != SIMPLEST


def test_keys_are_renumbered_to_the_insertions_that_are_left() -> None:
    """The second of two insertions is the first of one."""
    program = Program(Parameters(), ("add", "add", "exchange:1:0", "at:#7.7", "remove:1"))

    def fails(candidate: Program) -> bool | None:
        return any(word.startswith("remove") for word in candidate.words) or None

    found = shrink(program, fails, GENEROUS)
    assert found is not None
    assert found[0].words == ("add", "remove:0")


def test_keys_of_several_insertions_at_once_are_renumbered() -> None:
    """An extension is as many insertions as it has elements, and what is named among them stays named."""
    program = Program(Parameters(), ("extend:3", "insert_with", "extend:4", "exchange:6:3", "at:2"))

    def fails(candidate: Program) -> bool | None:
        check_keys(candidate)
        return any(word.startswith("exchange") for word in candidate.words) or None

    found = shrink(program, fails, GENEROUS)
    assert found is not None
    assert found[0].words == ("add", "add", "exchange:1:0")


@pytest.mark.parametrize(
    ("word", "fails", "smallest"),
    [
        ("extend:700", "insertions", "extend:17"),
        ("reserve:60000", "count", "reserve:17"),
        ("each_mut:900", "value", "each_mut:17"),
        ("retain:90:30", "modulus", "retain:17:0"),
        ("lend:reserve:300", "count", "lend:reserve:17"),
    ],
)
def test_operands_shrink_too(word: str, fails: str, smallest: str) -> None:
    """To the least that still fails: here, 17."""

    def too_much(candidate: Program) -> bool | None:
        operations = candidate.operations
        most = (
            max(map(POOL.insertions, operations), default=0)
            if fails == "insertions"
            else max((getattr(operation, fails) for operation in operations), default=0)
        )
        return most >= 17 or None

    found = shrink(Program(Parameters(), ("add", word, "len")), too_much, GENEROUS)
    assert found is not None
    assert found[0].words == (smallest,)


@pytest.mark.parametrize("word", ["insert_with", "extend:1"])
def test_insertion_becomes_a_plain_one(word: str) -> None:
    """Where it does not matter how the element was inserted."""
    program = Program(Parameters(), (word, "remove:0"))
    found = shrink(program, lambda candidate: "remove:0" in candidate.words or None, GENEROUS)
    assert found is not None
    assert found[0].words == ("add", "remove:0")


def test_failure_that_does_not_come_again_is_not_shrunk() -> None:
    """Nothing is handed back in its name, and only the program itself was tried."""
    tried: list[Program] = []
    program = Program(Parameters(), ("add", "remove:0"))
    assert shrink(program, tried.append, GENEROUS) is None
    assert tried == [program]


def test_failure_that_comes_only_sometimes_still_gives_a_program_that_failed() -> None:
    """Whatever is handed back was seen to fail, with what was seen then."""
    count = 0
    seen: dict[Program, int] = {}

    def fails(program: Program) -> int | None:
        nonlocal count
        count += 1
        if count % 3 == 1:
            seen[program] = count
            return count
        return None

    program = Program(Parameters(), ("add",) * 30)
    found = shrink(program, fails, GENEROUS)
    assert found is not None
    assert seen[found[0]] == found[1]


def test_time_limit_is_kept() -> None:
    """After the time is up nothing more is run, and the smallest so far is handed back."""
    runs = 0

    def slow(program: Program) -> bool | None:
        nonlocal runs
        runs += 1
        time.sleep(0.05)
        return "remove:3" in program.words or None

    program = Program(Parameters(), (*["add"] * 60, *(f"remove:{n}" for n in range(60))))
    found = shrink(program, slow, 0.4)
    assert found is not None
    assert "remove:3" in found[0].words
    assert 1 <= runs <= 9


def test_no_time_at_all_keeps_what_failed() -> None:
    """With zero seconds there is at least the program itself."""
    program = Program(Parameters(), ("add", "add"))
    assert shrink(program, lambda _: True, 0.0) == (program, True)


def test_program_is_run_once_per_candidate() -> None:
    """A port is not asked the same twice."""
    tried: list[Program] = []

    def fails(program: Program) -> bool | None:
        tried.append(program)
        return "at:0" in program.words or None

    shrink(program_that("at_stale_vacant"), fails, GENEROUS)
    assert len(tried) == len(set(tried))
    assert all(program.words for program in tried)
