"""Leaks: what a program leaves behind in a process, and which other program shows it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.report import folder
from stablelist_conformance.report.itf import read
from stablelist_conformance.running import leaks
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.replay import again
from stablelist_conformance.running.rerun import SingleRun, counterexample, smallest
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.parts.parameters import Parameters

from .played import SLOTS, Played, Stage, by_model, by_slots, fault, on_stage
from .ports import HANDSHAKE, tiny
from .samples import counterexample as sample

Answers = Callable[[list[str], str], str]
"""The answer to a line, given all that the same process was asked before."""


class Remembering(Stage):
    """A port whose processes remember what they were asked."""

    def process(self) -> ProcessPort:
        """A process that begins anew."""
        asked: list[str] = []

        def says(line: str) -> str:
            asked.append(line)
            self.told.append(line)
            return ANSWERS[self.port](asked[:-1], line)

        return Played(replace(self, says=says))


def miscounting(before: list[str], line: str) -> str:
    """The length is wrong after a program that removed the third element."""
    right = by_model(line)
    removed = any("remove:2" in each.split() for each in before)
    return f"{right.rpartition(' ')[0]} 9".strip() if removed and line.endswith("len") else right


def wrong(_: list[str], line: str) -> str:
    """The length is always wrong."""
    return miscounting(["remove:2"], line)


def summing(before: list[str], line: str) -> str:
    """Removals are never forgotten, and the sixth is one too many."""
    removed = " ".join(before).count("remove")
    return wrong([], line) if removed > 5 else by_model(line)


def dying(before: list[str], line: str) -> str:
    """A program after one that added twice is its death."""
    if any(each.count("add") > 1 for each in before) and "len" in line:
        raise fault()
    return by_model(line)


def turning(before: list[str], line: str) -> str:
    """Another acceptable answer after a program that was emptied."""
    right = by_slots(line)
    emptied = (
        any("clear" in each for each in before) and line.count("add") == 3 and "id_bits=1 " in line
    )
    return right.replace("none", "2") if emptied else right


ANSWERS: dict[str, Answers] = {
    each.__name__: each for each in (miscounting, wrong, summing, dying, turning)
}


def port(answers: Answers) -> Remembering:
    """A port with such answers."""
    stage = on_stage(handshake=SLOTS) if answers is turning else on_stage()
    return Remembering(answers.__name__, stage.handshake, stage.level, 10.0)


def programs(*lines: str) -> list[Program]:
    """Programs of a StableList."""
    return [parse_program(f"cost : {line}")[1] for line in lines]


EARLIER = programs("add at:0", "add add add remove:2 at:0", "add len", "at:#1.1", "add remove:0")
LAST = programs("add at:0 insert_with len")[0]


def found(answers: Answers, *earlier: Program, last: Program = LAST) -> FailedProgram | None:
    """The smallest failure, after programs that were asked before."""
    return smallest(port(answers), FailedProgram(last, earlier=earlier), 60.0)


def words(failure: FailedProgram | None) -> list[str]:
    """The words of the programs of a leak."""
    assert failure is not None
    return [" ".join(each.words) for each in (*failure.needs, failure.program)]


def test_leak_is_shrunk_to_two_programs() -> None:
    """Earlier programs are left out first; then both get shorter."""
    failure = found(miscounting, *EARLIER)
    assert words(failure) == ["extend:3 remove:2", "len"]
    assert failure is not None
    assert failure.fault is FaultKind.UNSTEADY
    assert failure.detail == (
        "operation 1 should be answered 0, not 9; alone, on a fresh port, the same program passes (duty 5)"
    )


def test_leak_of_many_programs_keeps_as_many_as_it_takes() -> None:
    failure = found(summing, *EARLIER, *EARLIER, *EARLIER, *EARLIER)
    assert sum(each.count("remove") for each in words(failure)) == 6
    assert words(failure)[-1] == "len"
    assert all(each.startswith("add ") or each == "remove:#0.0" for each in words(failure)[:-1])


def test_fault_after_other_programs_is_a_leak() -> None:
    failure = found(dying, *programs("add add", "add", "add add"))
    assert words(failure) == ["add add", "len"]
    assert failure is not None
    assert failure.fault is FaultKind.DIED


def test_other_acceptable_answer_after_other_programs_is_a_leak() -> None:
    """Versions may have started over or not, but not depending on other programs."""
    last = Program(Parameters(id_bits=1), ("add", "remove:0", "add", "add", "at:0"), "slotmap")
    others = [last._replace(words=(word,)) for word in ("add", "clear", "len")]
    failure = found(turning, *others, last=last)
    assert words(failure) == ["clear", "add remove:0 add add at:0"]
    assert failure is not None
    assert failure.detail == (
        "it answered the same program differently on another run: operation 5 with 'none', then with '2' (duty 5)"
    )


def test_failure_that_does_not_come_again_is_no_leak() -> None:
    """Nor one whose program fails alone, or whose process was asked nothing before."""
    assert found(miscounting, *EARLIER[2:]) is None
    assert found(miscounting) is None


def test_program_that_fails_alone_is_no_leak() -> None:
    """Shrinking may come upon another bug, which is none of this kind."""
    with SingleRun(port(wrong)) as alone:
        assert alone.after(EARLIER, LAST) is None


def test_long_sessions_are_cut_to_their_last_programs() -> None:
    """What came long before has seldom to do with it, and takes long to ask again."""
    many, stage = EARLIER[2:3] * 200, port(miscounting)
    failure = smallest(stage, FailedProgram(LAST, earlier=(*many, *EARLIER[:2])), 60.0)
    assert words(failure) == ["extend:3 remove:2", "len"]
    assert stage.told.count(stage.line(EARLIER[2])) < 220


def test_time_limit_of_a_leak_is_kept() -> None:
    failure = smallest(port(miscounting), FailedProgram(LAST, earlier=EARLIER), 0.0)
    assert failure is not None
    assert (failure.stopped, failure.program) == (True, LAST)
    assert [*failure.needs] == EARLIER


def test_counterexample_of_a_leak_has_its_programs() -> None:
    """They are the lines to send to one process."""
    failure = found(miscounting, *EARLIER)
    assert failure is not None
    told = counterexample(port(miscounting), failure, FailedProgram(LAST))
    assert told.earlier == tuple(failure.needs)
    assert told.lines == ["cost : extend:3 remove:2", "cost : len"]
    assert (told.expected, told.answered, told.level) == ("0", "9", Level.COST)


def test_no_more_is_sent_again_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "MOST_WORDS", 6)
    assert found(miscounting, *EARLIER) is None


LEAK = (
    "leaked = os.environ.get('LEAKED', ''); "
    "answer = answer[:-1] + '9' if leaked and words[-1] == 'len' else answer; "
    "os.environ['LEAKED'] = 'yes' if 'remove:1' in words else leaked; "
    "print(answer, flush=True)"
)
"""Its process miscounts after a program that removed the second element."""


def test_leak_is_replayed_from_its_trace(tmp_path: Path) -> None:
    """The same process is asked all of its programs again; a mended port passes."""
    verdict = verify(tiny(answer=LEAK), Options(operations=2_000, jobs=1))
    told = verdict.counterexample
    assert told is not None
    assert (verdict.outcome, told.kind) == (Outcome.REFUTED, "unsteady")
    assert [each.words for each in (*told.earlier, told.program)] == [
        ("add", "add", "remove:1"),
        ("len",),
    ]
    saved = read(folder.save(told, tmp_path).read_text("utf-8"))
    assert saved.earlier == told.earlier
    found = again(saved, timeout=20.0)
    assert found is not None
    assert (found.detail, found.earlier) == (told.detail, told.earlier)
    assert again(saved, timeout=20.0, port=tiny()) is None


IN_ORDER = (
    "asked = os.environ.get('ASKED', '') + str(len(said)); "
    "answer = '9' if asked == '231' else answer; "
    "os.environ['ASKED'] = asked; "
    "print(answer, flush=True)"
)
"""Its process miscounts after a program of two operations and one of three, in this order."""
SAVED = replace(
    sample("contract id_bits=0 : len", handshake=parse_handshake(HANDSHAKE)),
    earlier=tuple(
        parse_program(f"contract id_bits=0 : {words}", "slotmap")[1]
        for words in ("add at:0", "len len len")
    ),
)
"""A leak of some other port."""


def test_leak_is_replayed_in_its_order_on_another_port() -> None:
    found = again(SAVED, timeout=20.0, port=tiny(answer=IN_ORDER))
    assert found is not None
    assert (found.answered, found.program, found.earlier) == ("9", SAVED.program, SAVED.earlier)
    turned = replace(SAVED, earlier=SAVED.earlier[::-1])
    assert again(turned, timeout=20.0, port=tiny(answer=IN_ORDER)) is None


def test_port_that_fails_without_earlier_programs_does_not_pass() -> None:
    """It has another defect: one of the programs fails even if it is alone."""
    port = tiny(after_word="if name == 'at': said[-1] = '7'")
    found = again(SAVED, timeout=20.0, port=port)
    assert found is not None
    assert (found.answered, found.program, found.earlier) == ("7", SAVED.earlier[0], ())


def test_port_has_to_offer_what_earlier_programs_need() -> None:
    port = tiny(handshake=HANDSHAKE.replace("without=", "without=at,"))
    with pytest.raises(UsageError, match=r"does not offer at:0, which this program needs"):
        again(SAVED, timeout=20.0, port=port)
