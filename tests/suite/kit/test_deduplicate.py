"""Distinct defects: what tells one from another, and which failures are shrunk."""

from dataclasses import replace

import pytest

from stablelist_conformance.judging.expected import ExpectedFailure
from stablelist_conformance.judging.groups import groups_of
from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.properties import FAILING
from stablelist_conformance.judging.verdict import Finding, Signature
from stablelist_conformance.running import deduplicate
from stablelist_conformance.running.batch import Batch, BatchResult, FailedProgram
from stablelist_conformance.running.deduplicate import (
    AlikeFailures,
    DistinctFailures,
    likeness,
    shape,
    signature,
)
from stablelist_conformance.running.engines import programs_of, run_batch, small_programs
from stablelist_conformance.running.rerun import ALONE_IT_PASSES
from stablelist_conformance.running.rest_of_batch import labels_reached, rest_of
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.families.knowledge import REFINEMENT
from stablelist_spec.parts.parameters import Parameters

from .played import SLOTS, by_model, fault, on_stage
from .samples import DUMP, OPEN, SILENT, SMALL, TRUNCATION

LOOKED_UP = Signature(
    "answer", ("live_key_resolves",), "remove", "add at:forged at:stale remove:live"
)


def program(words: str, system: str = "stablelist") -> Program:
    """A program of these words."""
    return Program(Parameters(), tuple(words.split()), system)


# --- Shapes and signatures ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("len", "len"),
        ("add add add remove:1 remove:1 at:2", "add remove:live remove:stale at:live"),
        ("extend:7 at:3~0.-256 at:#9.0 contains:#-1.0", "add at:near at:forged contains:forged"),
        ("extend:2 lend:remove:1 lend:add exchange:0:1", "add lend:remove:live lend:add exchange:live:live"),
        ("add insert_with extend:9 len", "add len"),
        ("add insert_with extend:9", "extend"),
        ("reserve:5 insert_with extend:9 insert_with", "reserve insert_with"),
        ("add clear at:0 add at:1", "add clear at:stale at:live"),
        ("len add len clear add len", "add clear len"),
        ("add at_mut:0:5 each_mut:3 reserve:6 reserve:9", "add at_mut:live each_mut reserve"),
        ("", ""),
    ],
)  # fmt: skip
def test_shape_has_the_operations_and_what_kind_of_key_they_are_given(
    words: str, told: str
) -> None:
    """It has no numbers; repeated operations occur once, and the last operation stays last."""
    assert shape(program(words)) == told


def test_set_has_shapes_without_keys() -> None:
    """Its operands are members."""
    assert shape(program("insert:5 insert:7 contains:5", "sparse-set")) == "insert contains"


def test_long_program_has_no_shape() -> None:
    """It was not shrunk, or cannot be: what it looks like says nothing of the defect."""
    assert shape(program("add " * 200)) == "add"
    assert shape(program("add " * 201)) == ""


def test_shape_of_many_words_is_none() -> None:
    """It would be unreadable."""
    words = [f"{name}:#0.0" for name in ("at", "contains", "remove", "apply", "inspect", "repack")]
    words += [f"lend:remove:{key}" for key in ("#0.0", "0", "0~1.1")]
    words += ["lend:add", "lend:clear", "lend:drain", "lend:insert_with", "lend:shrink_to_fit"]
    words += ["clear", "drain", "each", "is_empty", "keys", "len", "traverse", "layout", "cost"]
    assert len(words) == 23
    assert len(shape(program(" ".join(["add", *words]))).split()) == 24
    assert shape(program(" ".join(["add", "reserve:1", *words]))) == ""


def test_signature_is_told_from_the_counterexample() -> None:
    """It consists of the kind, the broken properties, the failing operation and the shape."""
    assert signature(SMALL) == LOOKED_UP
    assert signature(DUMP)[0::2] == ("answer", "layout")
    assert signature(OPEN).operation == "each"
    assert signature(TRUNCATION).operation == "remove"
    assert signature(SILENT) == Signature("bad-exit", shape="drain add")


def test_what_was_not_shrunk_has_only_a_kind() -> None:
    """Any operation may have failed, unless one was answered wrongly."""
    long = SMALL.program._replace(words=("add", "len") * 101)
    died = replace(SMALL, kind="died", program=long, at=201)
    assert signature(died) == Signature("died")
    assert signature(replace(SMALL, kind="died")).operation == "remove"
    unsteady = replace(SMALL, kind="unsteady", detail=f"alas; {ALONE_IT_PASSES} (duty 5)")
    assert signature(unsteady) == Signature("unsteady")
    wrong = replace(
        SMALL, program=long, at=201, answers=("ok",) * 202, answered="ok", expected="101"
    )
    assert signature(wrong) == Signature("answer", ("length_counts_the_live_elements",), "len")


def test_failures_are_alike_before_they_are_shrunk() -> None:
    """They have the same kind, operation and broken properties; without an answer, no operation is known."""
    level, asked = parse_program("cost : add add len at:0")
    stage = on_stage(level=level)
    wrong = FailedProgram(asked, Difference(2, "2", "7"), answers="0.0 1.1 7 0")
    assert likeness(stage, wrong) == Signature(
        "answer", ("length_counts_the_live_elements",), "len"
    )
    assert likeness(stage, FailedProgram(asked, fault=FaultKind.DIED)) == Signature("died")


# --- Groups ---------------------------------------------------------------------------------------

STALE, REVIVED, LISTED = (
    "retired_key_never_resolves",
    "retired_key_revives_exactly_after_whole_periods",
    "iteration_shows_each_live_element_once",
)


def said(told: str) -> Finding:
    """A finding from its kind, properties, operation and shape; its program is as long as its shape."""
    kind, properties, operation, shape = told.split("|")
    told_by = replace(SMALL, program=program(" ".join(["len"] * len(shape.split()))))
    return Finding(Signature(kind, tuple(properties.split()), operation, shape), told_by)


@pytest.mark.parametrize(
    ("found", "grouped"),
    [
        ([], []),
        (["answer|P|at|a b", "answer|P|contains|a", "answer|P|at|c"], ["1 2 0"]),
        (["answer|P|at|a", "answer|Q|each|a", "answer|Q|at|a"], ["0 1 2"]),
        (["answer|P|at|a", "answer|Q|each|a", "answer|P|len|a"], ["0 2", "1"]),
        (["answer||add|a", "answer||layout|a", "answer|Q|each|a"], ["0 1", "2"]),
        (["answer|F|drain|a", "answer|F|retain|a", "answer|F|drain|b"], ["0 2", "1"]),
        (["answer|R|at|a", "answer|P|each|a", "answer|R|contains|b"], ["0 2", "1"]),
        (["died||at|a", "died||len|a", "answer|P|len|b", "died|||"], ["0", "1 2", "3"]),
        (["hung|||", "died|||"], ["0", "1"]),
    ],
)
def test_findings_of_one_mistake_are_one_group(found: list[str], grouped: list[str]) -> None:
    """They are linked by a property or an operation; the one with the shortest program comes first."""
    names = {"P": STALE, "Q": LISTED, "R": REFINEMENT, "F": FAILING}
    findings = [said("|".join(names.get(part, part) for part in each.split("|"))) for each in found]
    told = [[findings.index(one) for one in group.findings] for group in groups_of(findings)]
    assert [" ".join(map(str, each)) for each in told] == grouped


def test_expected_findings_are_not_grouped_with_others() -> None:
    one = said(f"answer|{STALE}|at|a")
    known, also = replace(one, reason="known"), replace(one, reason="known, too")
    findings = [one, known, also, replace(known)]
    assert [len(each.findings) for each in groups_of(findings)] == [1, 2, 1]


def test_group_has_what_its_findings_have_in_common() -> None:
    """For each way to fail, an entry of a list of expected failures covers them all."""
    findings = [
        *(said(f"answer|{STALE}|{name}|x {name}:stale") for name in ("at", "contains", "at_mut")),
        *(said(f"answer|{REVIVED}|at|{shape}") for shape in ("add at", "drain at")),
        said(f"answer|{LISTED} {STALE}|each|add each"),
        *(said(f"answer||{name}|add x {name}") for name in ("at", "contains")),
        replace(said("died||each|each"), times=5),
    ]
    (group,) = groups_of(findings)
    assert (group.times, group.counterexample) == (13, findings[-1].counterexample)
    assert group.operations == ["each", "at", "contains", "at_mut"]
    assert group.properties == [STALE, REVIVED, LISTED]
    assert {*group.signatures()} == {
        Signature("answer", (STALE,)),
        Signature("answer", (REVIVED,), "at"),
        Signature("answer", (LISTED, STALE), "each", "add each"),
        Signature("answer", (), "at", "add x at"),
        Signature("answer", (), "contains", "add x contains"),
        Signature("died", (), "each", "each"),
    }
    covers = [ExpectedFailure(breaks=s.breaks, kind="" if s.breaks else s.kind, operation=s.operation,
                              shape=s.shape, reason="known") for s in group.signatures()]  # fmt: skip
    assert all(any(each.covers(found.signature) for each in covers) for found in findings)
    assert not any(each.covers(Signature("answer", (), "len", "len")) for each in covers)


# --- Which failures are shrunk --------------------------------------------------------------------


def test_first_second_fourth_and_eighth_are_shrunk() -> None:
    """The others count as the same defect as the last one that was shrunk."""
    found = DistinctFailures([], seconds=60.0)
    suspect = found.suspect(LOOKED_UP)
    due = []
    for number in range(1, 20):
        if suspect.is_due():
            due.append(number)
            found.record(suspect, SMALL)
    assert due == [1, 2, 4, 8, 16]
    assert [(each.signature, each.times) for each in found.findings] == [(LOOKED_UP, 19)]
    assert found.suspect(LOOKED_UP) is suspect
    assert found.suspect(LOOKED_UP._replace(operation="at")).is_due()


def test_failures_that_are_alike_share_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 4.0, 10.0, 17.0])
    monkeypatch.setattr(deduplicate, "monotonic", lambda: next(ticks))
    found = DistinctFailures([], seconds=10.0)
    suspect = found.suspect(LOOKED_UP)
    left = []
    for _ in range(8):
        if suspect.is_due():
            with suspect.at_work() as seconds:
                left.append(seconds)
                found.record(suspect, SMALL)
    assert left == [10.0, 6.0]
    assert found.findings[0].times == 8


def test_without_any_time_the_first_is_looked_at() -> None:
    suspect = AlikeFailures(-1.0)
    assert suspect.is_due()
    with suspect.at_work() as seconds:
        assert seconds == 0.0
    assert suspect.is_due()  # nothing is known of the first, perhaps it was interrupted
    DistinctFailures([]).record(suspect, SMALL)
    assert not any(suspect.is_due() for _ in range(9))


def test_same_defect_is_found_once() -> None:
    found = DistinctFailures([])
    one, other = found.suspect(LOOKED_UP), found.suspect(Signature("died"))
    found.record(one, SMALL)
    found.record(other, replace(SMALL, original_length=7))
    assert other.finding is one.finding
    found.record(other, SILENT)
    assert [(each.counterexample, each.times) for each in found.findings] == [
        (SMALL, 2),
        (SILENT, 1),
    ]


def test_what_was_not_shrunk_may_be_expected() -> None:
    """Its shape is not known, nor its operation if it did not answer."""
    died = ExpectedFailure(kind="died", operation="at", shape="add at:live", reason="x")
    lost = ExpectedFailure(breaks=("live_key_resolves",), operation="at", shape="at", reason="x")
    found = DistinctFailures([], (died, lost))
    assert found.may_expect(Signature("died"))
    assert found.may_expect(Signature("answer", ("live_key_resolves",), "at"))
    assert not found.may_expect(Signature("answer", ("live_key_resolves",), "remove"))
    assert not found.may_expect(Signature("hung"))
    assert not DistinctFailures([]).may_expect(Signature("died"))


# --- The rest of a batch that failed --------------------------------------------------------------


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
    """It would fail each time; a tiny one is the beginning of another."""
    stage, batch = on_stage(), Batch("marathon", 0, 4, 7, 1000)
    small = list(small_programs(stage, batch))
    again = rest_of(stage, batch, ended(small[2], 70, 100))
    assert again is not None
    assert list(again.programs) == [each for each in small if each != small[2]]
    tiny = small[0]._replace(words=small[0].words[:2])
    again = rest_of(stage, again, ended(tiny, 1, 4))
    assert again is not None
    assert list(again.programs) == [each for each in small[1:] if each != small[2]]
    assert next(iter(programs_of(stage, again))).words == small[1].words[:2]
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
    level, program = parse_program("cost truncate=never id_bits=2 index_bits=0 : add remove:0 at:0")
    assert labels_reached(on_stage(level=level), program) == {
        "add_append_q1", "remove_live", "remove_from_q1", "remove_while_h2_empty", "at_stale_vacant",
    }  # fmt: skip


@pytest.mark.parametrize("answers", ["", "ok 0 7", "ok 0", "ok"])
def test_labels_of_a_contract_are_met_as_well(answers: str) -> None:
    stage = on_stage(handshake=SLOTS)
    assert stage.level is Level.CONTRACT
    program = Program(Parameters(), ("add", "remove:0", "at:0"), "slotmap")
    assert labels_reached(stage, program, answers) == {"add", "remove_live", "at_stale"}
