"""Alone: a failing program runs on a port of its own; how it fails there, and how this is reported."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from stablelist_conformance.judging import judge
from stablelist_conformance.judging.judge import Difference, ExactJudge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.port import interrupts
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.python.answerers import FastAnswerer, ModelAnswerer
from stablelist_conformance.running import rerun
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.engines import unsteady
from stablelist_conformance.running.rerun import (
    SingleRun,
    counterexample,
    expected_word,
    passed_when_alone,
    smallest,
    undeclared,
    unoffered,
    what_is_wrong,
)
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.text import should_be
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.allocator import Memory

from .played import SLOTS, Played, Stage, by_model, by_slots, fault, leaking, on_stage

MODEL = ModelAnswerer().handshake
TWO = parse_program("cost : add add len")[1]
TWO_SLOTS = Program(Parameters(), TWO.words, "slotmap")
KINDS = [kind for kind in FaultKind if kind not in (FaultKind.FLOODED, FaultKind.BAD_EXIT)]
Says = Callable[[str], str]


def failing(line: str) -> str:
    """A port that fails when it counts two elements."""
    return by_model(line).replace(" 2", " !other")


def wrong(line: str) -> str:
    """A port that miscounts two elements."""
    said = by_model(line)
    return "0.0 1.1 3" if said == "0.0 1.1 2" else said


def never(line: str) -> str:
    """A port that does not answer."""
    raise fault()


def in_turn(*answers: Says) -> Says:
    """Other answers each time, the last one from then on."""
    left = list(answers)

    def says(line: str) -> str:
        return (left.pop(0) if len(left) > 1 else left[0])(line)

    return says


WRONG = FailedProgram(TWO, Difference(2, "2", "3"), answers="0.0 1.1 3")
FAILED = FailedProgram(
    TWO, Difference(2, "2", "!other"), stderr="last words", answers="0.0 1.1 !other"
)
DIED = FailedProgram(TWO, None, FaultKind.DIED, "alas", "last words")
UNSTEADY = unsteady(TWO, "0.0 1.1 2", "0.0 1.1 3")

# --- How it fails ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["answer", *FaultKind])
@pytest.mark.parametrize(("says", "found"), [(wrong, WRONG), (failing, FAILED), (never, DIED)])
def test_diagnose_finds_the_failure_whatever_was_suspected(
    says: Says, found: FailedProgram, kind: str
) -> None:
    """On a fresh port, which is ended."""
    stage = on_stage(says)
    with SingleRun(stage) as alone:
        assert alone.diagnose(TWO, kind) == found
        assert alone.port is None
    assert stage.told.count("start") == 1
    assert stage.told[-1] == "kill"


@pytest.mark.parametrize("kind", [FaultKind.FLOODED, FaultKind.BAD_EXIT])
def test_what_shows_at_the_end_is_looked_for_there(kind: FaultKind) -> None:
    stage = on_stage(faults={"finish": fault(kind)})
    with SingleRun(stage) as alone:
        for _ in range(2):
            found = alone.fails(TWO, kind)
            assert (found and found.fault) == kind
            assert alone.port is None
        assert (
            alone.fails(TWO, next(k for k in (FaultKind.FLOODED, FaultKind.BAD_EXIT) if k != kind))
            is None
        )
    assert stage.told.count("start") == stage.told.count("finish") == 3
    right = on_stage()
    with SingleRun(right) as alone:
        assert alone.fails(TWO, kind) is None
        assert alone.port is None


def test_rerun_keeps_a_port_that_answers() -> None:
    """Hundreds of candidates are tried when a program is shrunk."""
    stage = on_stage(wrong)
    with SingleRun(stage) as alone:
        for _ in range(3):
            assert alone.fails(TWO, "answer") == WRONG
    assert stage.told == ["start", *["send 1"] * 3, "kill"]


def test_fault_is_confirmed_on_a_fresh_port() -> None:
    """The effect of an earlier program is not a failure of this one."""
    stage = on_stage(in_turn(by_model, never, by_model, never, never, by_model))
    with SingleRun(stage) as alone:
        assert alone.fails(TWO, FaultKind.DIED) is None
        assert alone.fails(TWO, FaultKind.DIED) is None  # it fails, and passes on a fresh port
        assert stage.told.count("start") == 2
        assert alone.fails(TWO, FaultKind.DIED) == DIED  # it fails on a fresh port as well
        assert stage.told.count("start") == 3
        assert alone.fails(TWO, FaultKind.DIED) is None


def wrapping_slots(line: str) -> str:
    """A right slot map whose versions have started over."""
    return by_slots(line).replace("none", "2")


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize(("one", "other"), [(by_slots, wrapping_slots), (wrapping_slots, by_slots)])
def test_port_that_changes_its_mind_is_asked_twice(
    one: Says, other: Says, *, thorough: bool
) -> None:
    """Versions may have started over or not, so both are acceptable; a diagnosis has asked once already."""
    program = Program(Parameters(id_bits=1), ("add", "remove:0", "add", "add", "at:0"), "slotmap")
    asked = program.line(Level.CONTRACT)

    def found(*says: Says, kind: FaultKind = FaultKind.UNSTEADY) -> FailedProgram | None:
        stage = on_stage(in_turn(*([one] * thorough), *says), handshake=SLOTS)
        with SingleRun(stage) as alone:
            failure = (alone.diagnose if thorough else alone.fails)(program, kind)
            assert not thorough or alone.port is None
            return failure

    assert found(one, other) == unsteady(program, one(asked), other(asked))
    assert found(one) is None
    assert found(one, never) is None
    assert found(one, other, kind=FaultKind.DIED) is None


ADDRESSED = Handshake("blocks", "1", "allocator", Level.CONTRACT)


@pytest.mark.parametrize(("late", "steady"), [("ok 64", True), ("ok none", False)])
def test_address_of_a_block_may_differ_after_other_programs(late: str, *, steady: bool) -> None:
    """The allocator chooses it; anything else is unsteady."""
    program = Program(Memory(), ("alloc:8:4", "address:0"), "allocator")
    stage = on_stage(
        in_turn(lambda _: "ok", lambda _: late, lambda _: "ok 128"), handshake=ADDRESSED
    )
    before = program._replace(words=program.words[:1])
    with SingleRun(stage) as alone:
        found = alone.after([before], program)
    assert (found is None) is steady


class Leaky(Stage):
    """A port whose processes answer rightly so many times, and then say that they are full."""

    def process(self) -> ProcessPort:
        """A process that begins anew."""
        return Played(replace(self, says=leaking(90)))


def test_port_that_fails_after_many_programs_is_asked_as_often() -> None:
    """It is started anew, so the number does not depend on what ran before; what is left is that number."""
    stage = on_stage()
    leaky = Leaky(stage.port, stage.handshake, stage.level, stage.timeout)
    suspect = FailedProgram(TWO, None, FaultKind.UNSTEADY, "alas", times=500)
    with SingleRun(leaky) as alone:
        assert alone.fails(TWO, FaultKind.UNSTEADY) is None
        assert alone.fails(TWO, FaultKind.UNSTEADY, 60) is None
        for _ in range(2):
            found = alone.fails(TWO, FaultKind.UNSTEADY, 500)
            assert found is not None
            assert found.times == 90
    found = smallest(leaky, suspect, 5.0)
    assert found is not None
    assert (found.program.words, found.times) == (("add",), 90)
    assert counterexample(leaky, found, suspect).times == 90


def test_rerun_asks_the_fast_judge_first_and_the_model_last() -> None:
    first, last = SingleRun(on_stage()).judges
    assert isinstance(first, ExactJudge)
    assert isinstance(first.reference, FastAnswerer)
    assert isinstance(last, ExactJudge)
    assert isinstance(last.reference, ModelAnswerer)
    assert SingleRun(on_stage()).line == ""


def test_rerun_hears_an_interrupt_that_python_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts._State, "came", True)
    with SingleRun(on_stage()) as alone, pytest.raises(KeyboardInterrupt):
        alone.fails(TWO, "answer")


def test_empty_program_fails_if_the_port_does_not_start() -> None:
    empty = Program(Parameters(), ())
    right = on_stage()
    with SingleRun(right) as alone:
        assert alone.diagnose(empty, FaultKind.GARBLED) is None
    assert right.told == ["start", "finish", "kill"]
    with SingleRun(on_stage(faults={"start": fault()})) as alone:
        found = alone.diagnose(empty, FaultKind.GARBLED)
    assert found is not None
    assert found.fault is not None
    assert found.program == empty


# --- The smallest program -------------------------------------------------------------------------


def miscounting(line: str) -> str:
    """A port that counts two elements as three."""
    _, program = parse_program(line)
    said = zip(program.words, by_model(line).split(" "), strict=True)
    return " ".join("3" if (word, answer) == ("len", "2") else answer for word, answer in said)


LONG = parse_program(
    "cost truncate=never id_bits=8 index_bits=8 : add len add at:0 add remove:2 len is_empty"
)[1]


def test_smallest_program_fails_in_the_same_way() -> None:
    """The callback receives shorter and shorter programs, and first the one that was found."""
    kept: list[FailedProgram] = []
    found = smallest(on_stage(miscounting), FailedProgram(LONG), 5.0, kept.append)
    assert found is not None
    assert (found.program.words, found.difference) == (("extend:2", "len"), Difference(1, "2", "3"))
    assert (kept[0].program, kept[0].difference) == (LONG, Difference(6, "2", "3"))
    lengths = [len(each.program.words) for each in kept]
    assert lengths == sorted(set(lengths), reverse=True)
    assert (lengths[1], lengths[-1]) == (7, 2)
    assert smallest(on_stage(miscounting), FailedProgram(LONG), 5.0) == found
    hurried = smallest(on_stage(miscounting), FailedProgram(LONG), 0.0)
    assert hurried is not None
    assert (found.stopped, hurried.stopped) == (False, True)


def test_smallest_keeps_what_failures_have_in_common() -> None:
    """A program is not shrunk to one that fails in another operation, although that one is shorter."""

    def wrong_twice(line: str) -> str:
        _, program = parse_program(line)
        said = zip(program.words, miscounting(line).split(" "), strict=True)
        return " ".join("no" if word == "is_empty" else answer for word, answer in said)

    def operation(failure: FailedProgram) -> str:
        assert failure.difference is not None
        return failure.program.words[failure.difference.at]

    stage, nothing = on_stage(wrong_twice), lambda _: None
    program = LONG._replace(words=("add", "is_empty", "add", "is_empty", "len"))
    smaller = smallest(stage, FailedProgram(program), 5.0)
    alike = smallest(stage, FailedProgram(program), 5.0, nothing, operation)
    assert smaller is not None
    assert alike is not None
    assert smaller.program.words == ("is_empty",)
    assert alike.program.words == ("extend:2", "len")


def test_smallest_suspects_programs_beside_a_fault() -> None:
    """An additional line is taken for the next answer; a long answer is not out yet when the next program fails."""
    failure = FailedProgram(TWO._replace(words=("add",)), None, FaultKind.FLOODED, before=TWO)
    assert smallest(on_stage(wrong), failure, 5.0) == WRONG
    assert smallest(on_stage(wrong), failure._replace(program=TWO, before=None), 5.0) == WRONG
    ahead = [failure.program, TWO]
    assert smallest(on_stage(wrong), failure._replace(before=None, ahead=ahead), 5.0) == WRONG
    assert smallest(on_stage(), failure, 5.0) is None
    assert smallest(on_stage(), failure._replace(before=None), 5.0) is None


class Waiting(Played):
    """A process that notes how long its answers are waited for."""

    def receive(self) -> str:
        """Answer the next one."""
        self.stage.told.append(f"{self.limit:g} s")
        return super().receive()


class Waited(Stage):
    """A port of such processes."""

    def process(self) -> ProcessPort:
        """The port, not yet started."""
        return Waiting(self)


def test_program_that_hangs_is_shrunk_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first program and the last one, and what comes before the end of that, are given the whole time.

    None in between is kept. A port whose answers take long is given longer.
    """

    def hanging(line: str) -> str:
        if line.count("add") > 1:
            raise fault(FaultKind.HUNG, late=True)
        return by_model(line)

    for answer, given in ((0, "0.5 s"), (0.25, "5 s"), (4, "10 s")):
        monkeypatch.setattr(rerun, "time", SimpleNamespace(monotonic=count(0, answer).__next__))
        kept: list[FailedProgram] = []
        stage = Waited("./played", MODEL, MODEL.level, 10.0, says=hanging)
        found = smallest(stage, FailedProgram(LONG), 5.0, kept.append)
        assert found is not None
        assert found.program.words == ("add", "add")
        waits = [each for each in stage.told if each.endswith(" s")]
        assert [waits[0], *waits[-2:]] == ["10 s"] * 3
        assert [*dict.fromkeys(waits[1:-2])] == [*dict.fromkeys(("0.5 s", given))]
        assert [each.program for each in kept] == [LONG]
        assert (
            found.detail
            == f"alas; it never got past operation 2, add: without that it answers in {answer:.2g} s"
        )


def test_endless_operation_is_named_without_shrinking() -> None:
    """What is not answered in time is cut off where that began, as a wrong answer is."""

    def endless(line: str) -> str:
        if "remove:1" in line.split():
            raise fault(FaultKind.HUNG, late=True)
        return by_model(line)

    long = LONG._replace(words=("add", "add", "len", "remove:1", *["add", "len"] * 50))
    found = smallest(on_stage(endless), FailedProgram(long), 0.0)
    assert found is not None
    assert found.program.words == ("add", "add", "len", "remove:1")
    assert "it never got past operation 4, remove:1: without that" in found.detail
    first = on_stage(lambda line: by_model(line) if line.endswith(":") else never_ends())
    found = smallest(first, FailedProgram(LONG), 0.0)
    assert found is not None
    assert found.detail == "alas; it never got past operation 1, add"


def never_ends() -> str:
    """A port that does not answer in time."""
    raise fault(FaultKind.HUNG, late=True)


def test_shrinking_does_not_wait_for_candidates_that_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something else is wrong, one that hangs is given little time, and is not tried again."""
    hung: list[str] = []

    def says(line: str) -> str:
        if line.split().count("add") == 1:
            hung.append(line)
            never_ends()
        return miscounting(line)

    monkeypatch.setattr(rerun, "time", SimpleNamespace(monotonic=lambda: 0.0))
    stage = Waited("./played", MODEL, MODEL.level, 10.0, says=says)
    found = smallest(stage, FailedProgram(LONG), 5.0)
    assert found is not None
    assert found.program.words == ("extend:2", "len")
    waits = [each for each in stage.told if each.endswith(" s")]
    assert [*dict.fromkeys(waits)] == ["10 s", "0.5 s"]
    assert waits.count("10 s") == 2
    assert len(hung) == len(set(hung)) > 1


# --- What is told ---------------------------------------------------------------------------------


def test_counterexample_ends_at_its_difference() -> None:
    """It has all answers of the port, and the expected one."""
    longer = WRONG._replace(program=LONG, difference=Difference(1, "1", "7"), answers="0.0 7 1.1")
    told = counterexample(on_stage(), longer, FailedProgram(TWO))
    assert told == Counterexample(
        port="./played",
        handshake=MODEL,
        program=LONG._replace(words=("add", "len")),
        level=Level.COST,
        answers=("0.0", "7", "1.1"),
        kind="answer",
        at=1,
        expected="1",
        answered="7",
        detail="the answer has 3 words for 8 operations (duty 3)",
        original_length=3,
    )


def test_counterexample_of_a_fault_blames_the_last_operation() -> None:
    """Its detail and last words are the port's own; without operations none is to blame."""
    told = counterexample(on_stage(), DIED, FailedProgram(LONG))
    assert (told.program, told.at, told.expected, told.answered) == (TWO, 2, "2", "")
    assert (told.kind, told.detail, told.stderr) == ("died", "alas", "last words")
    assert (told.answers, told.original_length) == ((), 8)
    empty = counterexample(on_stage(), DIED._replace(program=TWO._replace(words=())), DIED)
    assert (empty.at, empty.expected, empty.answered) == (None, "", "")


def test_expected_word_is_the_model_s() -> None:
    """Without a model it is unknown."""
    assert [expected_word(on_stage(), TWO, at) for at in range(3)] == ["0.0", "1.1", "2"]
    assert expected_word(on_stage(handshake=SLOTS), TWO_SLOTS, 2) == "an answer"


@pytest.mark.parametrize(
    ("answers", "difference", "told"),
    [
        ("0.0 1.1 3", Difference(2, "2", "3"), "operation 3 should be answered 2, not 3"),
        ("7 1.1 2", Difference(0, "0.0", "7"), "operation 1 should be answered 0.0, not 7"),
        ("0.0 1.1", Difference(2, "2", ""), "the answer has 2 words for 3 operations (duty 3)"),
        ("", Difference(0, "0.0", ""), "the answer has 0 words for 3 operations (duty 3)"),
        ("0 1 2 3", Difference(2, "no more words", "3"), "the answer has 4 words for 3 operations (duty 3)"),
        (
            "ok ok [1,0]",
            Difference(2, "[0,1]", "[1,0]"),
            "operation 3 should be answered [0,1], not [1,0]; only the order is wrong: lists ascend",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_names_count_before_order_before_value(
    answers: str, difference: Difference, told: str
) -> None:
    failure = FailedProgram(TWO, difference, answers=answers)
    assert what_is_wrong(failure) == told
    assert counterexample(on_stage(), failure, failure).detail == told


@pytest.mark.parametrize(
    ("line", "expected", "answers", "told"),
    [
        (
            "push:1 push:2 each", "[1,2]", "ok ok [2,1]",
            "operation 3 should be answered [1,2], not [2,1]; only the order is wrong",
        ),
        ("push:1 push:2", "ok", "ok !full", "operation 2 should be answered ok, not !full"),
    ],
)  # fmt: skip
def test_order_and_room_of_a_sequence_are_not_those_of_a_pool(
    line: str, expected: str, answers: str, told: str
) -> None:
    """Its lists need not ascend, and its capacity is not declared."""
    _, program = parse_program(f"contract : {line}", "sequence")
    at, answered = len(program.words) - 1, answers.split()[-1]
    failure = FailedProgram(program, Difference(at, expected, answered), answers=answers)
    target = on_stage(handshake=ModelAnswerer("sequence").handshake, level=Level.CONTRACT)
    assert counterexample(target, failure, failure).detail == told


def test_what_is_wrong_clips_long_answers() -> None:
    assert should_be(0, "2", "x" * 80).endswith(f", not {'x' * 80}")
    assert should_be(0, " or ".join("x" * 40), "y").endswith(f"x{' or x' * 15} or ..., not y")
    wordy = WRONG._replace(difference=Difference(2, "2", "x" * 99))
    assert what_is_wrong(wordy).endswith(f", not {'x' * 80}...")
    assert f"not {'x' * 80}...; alone" in passed_when_alone(wordy).detail


MANY = "; if its capacity is fixed, declare it in the handshake as capacity=N"


@pytest.mark.parametrize(
    ("words", "said", "told"),
    [
        ("add", "!full", 0),
        ("add add add", "ok ok !full", 2),
        ("add add remove:0 add insert_with", "ok ok 0 ok !full", 2),
        ("add extend:2", "ok !full", None),
        ("add extend:1", "ok !full", 1),
        ("add extend:0", "ok !full", 1),
        ("add reserve:9", "ok !full", None),
        ("add at:0", "ok 1", ""),
    ],
)
def test_undeclared_advises_a_capacity(words: str, said: str, told: int | str | None) -> None:
    """With the number that the container held, if that is known."""
    program = Program(Parameters(), tuple(words.split()), "slotmap")
    at = len(program.words) - 1
    failure = FailedProgram(program, Difference(at, "ok", said.split()[-1]), answers=said)
    room = f"{told} element{'s' * (told != 1)}"
    known = f"; if it can hold only {room}, declare capacity={told} in the handshake"
    right = MANY if told is None else told if isinstance(told, str) else known
    assert undeclared(on_stage(handshake=SLOTS), failure) == right
    assert counterexample(on_stage(handshake=SLOTS), failure, failure).detail.endswith(right)


def test_undeclared_names_no_capacity_if_states_are_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "MOST_STATES", 1)
    words = "add remove:0 add add replace:0:7 add"
    program = Program(Parameters(), tuple(words.split()), "slab")
    failure = FailedProgram(program, Difference(5, "ok", "!full"), answers="ok 0 ok ok yes !full")
    assert undeclared(on_stage(handshake=replace(SLOTS, system_name="slab")), failure) == MANY


@pytest.mark.parametrize(
    ("words", "excluded"),
    [
        (("add", "at:0"), "at"),
        (("add", "at:#1.1"), "forge"),
        (("add", "at:0~0.1"), "forge"),
        (("add", "at:0", "at:0"), ""),
        (("add", "remove:0"), ""),
        (("add", "layout"), ""),
    ],
)
def test_unoffered_advises_to_leave_out_what_never_worked(
    words: tuple[str, ...], excluded: str
) -> None:
    """Unless it worked before, every container has it, or it belongs to the level."""
    hint = unoffered(on_stage(), Program(Parameters(), words), len(words) - 1)
    assert bool(hint) is bool(excluded)
    assert hint.endswith(f"without={excluded} in the handshake" if excluded else "")
