"""The rest of a batch that failed: the programs after the failing one, as far as the budget allows."""

from __future__ import annotations

import pytest

from stablelist_conformance.running.engines import (
    Batch,
    BatchResult,
    FailedProgram,
    programs_of,
    run_batch,
    small_programs,
)
from stablelist_conformance.running.rest_of_batch import labels_reached, rest_of
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.parts.parameters import Parameters

from .played import SLOTS, by_model, fault, on_stage

ADDS = [
    parse_program("cost truncate=never id_bits=2 index_bits=0 : " + "add " * n)[1]
    for n in range(1, 9)
]
EMPTY = ADDS[0]._replace(words=())


def ended(program: Program, programs: int, operations: int = 0) -> BatchResult:
    """A batch that a program ended after so many others."""
    return BatchResult(
        "", programs, operations, failure=FailedProgram(program, fault=FaultKind.DIED)
    )


@pytest.mark.parametrize(
    ("done", "failed", "rest"),
    [
        (0, ADDS[0], ADDS[1:]),
        (3, ADDS[3], ADDS[4:]),
        (3, ADDS[0], ADDS[3:]),  # sent again, or all were answered and it said too much
        (7, ADDS[7], []),
        (8, ADDS[0], []),
    ],
)
def test_covering_programs_after_the_failing_one_are_left(
    done: int, failed: Program, rest: list[Program]
) -> None:
    """None of them is lost or sent twice."""
    again = rest_of(on_stage(), Batch("cover", 0, 8, programs=ADDS), ended(failed, done))
    assert list(again.programs if again else []) == rest


def test_programs_that_a_port_cannot_be_asked_do_not_count() -> None:
    """They were not sent."""
    programs = [EMPTY, ADDS[0], EMPTY, ADDS[1], ADDS[2]]
    again = rest_of(on_stage(), Batch("cover", 0, 5, programs=programs), ended(ADDS[1], 1))
    assert again is not None
    assert again.programs == [ADDS[2]]


@pytest.mark.parametrize(("done", "same", "first"), [(0, True, 21), (5, True, 26), (5, False, 25)])
def test_drawn_programs_after_the_failing_one_are_left(done: int, same: bool, first: int) -> None:
    """They are identified by their numbers; operations that were already run count against the budget."""
    stage = on_stage()
    failed = stage.swarm(7).program(20 + done) if same else ADDS[2]
    batch = Batch("swarm", 20, 90, 7, 10_000, keep_going=True)
    rest = 10_000 - 100 - len(failed.words)
    assert rest_of(stage, batch, ended(failed, done, 100)) == batch._replace(
        first=first, operations=rest
    )


@pytest.mark.parametrize(("budget", "rest"), [(104, 1), (103, None), (9, None)])
@pytest.mark.parametrize("engine", ["swarm", "marathon"])
def test_nothing_is_left_of_a_budget_that_is_used_up(
    engine: str, budget: int, rest: int | None
) -> None:
    """The failing program was asked, too."""
    again = rest_of(on_stage(), Batch(engine, 0, 9, 7, budget), ended(ADDS[2], 5, 100))
    assert (again and again.operations) == rest


def test_marathon_goes_on_without_the_program_that_failed() -> None:
    """It would fail each time; the tiny one is the beginning of another."""
    stage, batch = on_stage(), Batch("marathon", 0, 4, 7, 1000)
    small = list(small_programs(stage, batch))
    again = rest_of(stage, batch, ended(small[2], 70, 100))
    assert again is not None
    assert list(again.programs) == [each for each in small if each != small[2]]
    tiny = small[0]._replace(words=small[0].words[:4])
    again = rest_of(stage, again, ended(tiny, 1, 4))
    assert again is not None
    assert list(again.programs) == [each for each in small[1:] if each != small[2]]
    assert next(iter(programs_of(stage, again))).words == small[1].words[:4]
    last = again._replace(programs=small[1:2])
    assert rest_of(stage, last, ended(small[1], 1, 4)) is None


# --- A batch that goes on -------------------------------------------------------------------------


def miscounting(line: str) -> str:
    """A port that is wrong about programs of three, five and seven insertions."""
    said = by_model(line)
    return said + "9" if line.count("add") in (3, 5, 7) else said


def test_batch_goes_on_after_wrong_answers() -> None:
    """The process stays the same; each wrong answer is recorded, with the program before it, and counts."""
    stage = on_stage(miscounting)
    result = run_batch(stage, Batch("cover", 0, 8, programs=ADDS, keep_going=True))
    assert result.failure is None
    assert [each.program for each in result.wrong] == [ADDS[2], ADDS[4], ADDS[6]]
    assert [each.before for each in result.wrong] == [ADDS[1], ADDS[3], ADDS[5]]
    assert (result.programs, result.operations) == (8, 36)
    assert stage.told.count("start") == 1


def test_fault_ends_a_batch_that_goes_on() -> None:
    """The port has ended; wrong answers before the fault are still reported."""

    def dying(line: str) -> str:
        if line.count("add") == 4:
            raise fault()
        return miscounting(line)

    batch = Batch("cover", 0, 8, programs=ADDS, keep_going=True)
    result = run_batch(on_stage(dying), batch)
    assert [each.program for each in result.wrong] == [ADDS[2]]
    assert result.failure is not None
    assert (result.failure.program, result.programs) == (ADDS[3], 3)
    again = rest_of(on_stage(dying), batch, result)
    assert again is not None
    assert list(again.programs) == ADDS[4:]


# --- Labels ---------------------------------------------------------------------------------------


def test_failing_program_met_labels() -> None:
    """Also that of the operation that failed."""
    level, program = parse_program("cost truncate=never id_bits=2 index_bits=0 : add remove:0 at:0")
    assert labels_reached(on_stage(level=level), program) == {
        "add_append_q1", "remove_live", "remove_from_q1", "remove_while_h2_empty", "at_stale_vacant",
    }  # fmt: skip


@pytest.mark.parametrize("answers", ["", "ok 0 7", "ok 0", "ok"])
def test_labels_of_a_contract_are_met_as_well(answers: str) -> None:
    """Whether the port answered wrongly or not at all."""
    stage = on_stage(handshake=SLOTS)
    assert stage.level is Level.CONTRACT
    program = Program(Parameters(), ("add", "remove:0", "at:0"), "slotmap")
    assert labels_reached(stage, program, answers) == {"add", "remove_live", "at_stale"}
