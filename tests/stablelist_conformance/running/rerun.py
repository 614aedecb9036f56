"""Run a failing program alone: whether and how it fails again, and the smallest program that fails alike.

In a batch a port answers many programs, and a superfluous line is taken for the answer to the next one. So a failing
program is run alone on a fresh port before it is reported, and is shrunk by the way in which it fails there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import Difference, alike, contract_judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.port import interrupts
from stablelist_conformance.port.port import Port
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.engines import failed, unsteady
from stablelist_conformance.running.leaks import leak
from stablelist_conformance.shrinking.shrink import shrink
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.operations import abilities
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.text import count, should_be
from stablelist_spec.core.family import Answer
from stablelist_spec.core.second_contract import known_of

__all__ = ["ALONE_IT_PASSES", "SingleRun", "counterexample", "passed_when_alone", "smallest"]


ALONE_IT_PASSES: Final = "alone, on a fresh port, the same program passes"
"""Describes a failure that needs the programs before it."""


def smallest(
    target: Target,
    failure: FailedProgram,
    seconds: float,
    keep: Callable[[FailedProgram], object] = lambda _: None,
    alike: Callable[[FailedProgram], object] = attrgetter("kind"),
) -> FailedProgram | None:
    """The smallest program found that fails alone, in the way that this one, or one beside it, does.

    None if none fails alone. *keep* is called with each smaller failing program that is found. With *alike*,
    shrinking keeps only failures that are like the first one.
    """
    with SingleRun(target) as alone:
        for suspect in (failure.program, failure.before, *dict.fromkeys(failure.ahead)):
            diagnosis = alone.diagnose(suspect, failure.kind, failure.times) if suspect else None
            if diagnosis is None:
                continue
            keep(diagnosis)
            times = diagnosis.times
            asked = partial(alone.fails, kind=diagnosis.kind, times=times)
            fails = keeping_shortest(only_alike(asked, alike, alike(diagnosis)), keep)
            stopped, begun = list[bool](), alone.begun(diagnosis)
            shrunk = shrink(begun, fails, seconds, target, partial(stopped.append, True))
            smaller = [] if shrunk is None else [*dict.fromkeys((shrunk[0], begun))]
            again = (
                alone.diagnose(each, diagnosis.kind, times) for each in smaller if each != suspect
            )
            diagnosis = next(filter(None, again), diagnosis)
            return alone.named(diagnosis)._replace(stopped=bool(stopped))
        leaking = leak(target, alone.after, failure, seconds) if failure.earlier else None
        if leaking is not None:
            keep(leaking)
        return leaking


Fails = Callable[[Program], FailedProgram | None]


def only_alike(fails: Fails, alike: Callable[[FailedProgram], object], wanted: object) -> Fails:
    """The same test, in which a failure that is not alike does not count."""

    def failing(program: Program) -> FailedProgram | None:
        failure = fails(program)
        return failure if failure is not None and alike(failure) == wanted else None

    return failing


def keeping_shortest(fails: Fails, keep: Callable[[FailedProgram], object]) -> Fails:
    """The same test, which also passes each failure that is shorter than all before it to *keep*.

    A port that was only too slow was not given its time.
    """
    least = math.inf

    def noted(program: Program) -> FailedProgram | None:
        nonlocal least
        failure = fails(program)
        if failure is not None and not failure.late and len(program.words) < least:
            least = len(program.words)
            keep(failure)
        return failure

    return noted


def cut(failure: FailedProgram) -> Program:
    """The failing program up to its first wrong answer."""
    if failure.difference is None:
        return failure.program
    return beginning(failure.program, failure.difference.at + 1)


def beginning(program: Program, length: int) -> Program:
    """The first operations of a program."""
    return program._replace(words=program.words[:length])


def passed_when_alone(failure: FailedProgram) -> FailedProgram:
    """The counterexample of a failure that does not occur again when its program runs alone."""
    if failure.fault is not None:
        return failure._replace(detail=f"{failure.detail}; {ALONE_IT_PASSES}")
    assert failure.difference is not None
    detail = f"{should_be(*failure.difference)}; {ALONE_IT_PASSES} (duty 5)"
    return failure._replace(fault=FaultKind.UNSTEADY, detail=detail)


UNEXPLAINED: Final = "!other"
"""The answer of a port that failed for a reason of its own, which it may have told on standard error."""
AHEAD: Final = 32
"""Programs sent before the first answer is read, if one is sent many times."""
HURRY: Final = 20
"""While a program is shrunk, the time limit is divided by this, or is so many times the slowest answer."""


class SingleRun:
    """Runs one program at a time, on a port that is started again after it failed.

    Attributes:
        line: the last answer.
        took: how many seconds the port took for it.
        slowest: how many it took for the slowest one.
        passing: the answers of a fresh port to programs that pass, and None for those that fail.
        hurried: whether the port is given less time, so that shrinking does not wait for candidates that hang.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.line = ""
        self.slowest = self.took = 0.0
        self.hurried = False
        self.passing: dict[Program, str | None] = {}
        quick = [] if target.level is Level.CONTRACT else [target.judge()]
        self.judges = (*quick, target.judge(first=False))
        self.port: Port | None = None

    def __enter__(self) -> SingleRun:
        """Start nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the port."""
        self._stop()

    def diagnose(self, program: Program, kind: str, times: int = 1) -> FailedProgram | None:
        """How a program fails on a fresh port, if it does, even if it fails in another way than before.

        Args:
            program: the failing program.
            kind: how it failed before.
            times: how many equal answers it takes to call a port steady.
        """
        self._stop()
        self.hurried = False
        failure = self._once(program, thorough=True)
        if failure is None and kind == FaultKind.UNSTEADY:
            failure = self._again(program, times)
        self._stop()
        return failure

    def fails(self, program: Program, kind: str, times: int = 1) -> FailedProgram | None:
        """How a program fails, if it fails in that way and may be sent. For one that hangs, the wait is short."""
        self.hurried = True
        if self.target.without_stale_keys(program) != program:
            return None
        if kind == FaultKind.UNSTEADY:
            failure = self._again(program, times)
        else:
            fresh = self.port is None
            thorough = kind in (FaultKind.FLOODED, FaultKind.BAD_EXIT)
            failure = self._once(program, thorough=thorough)
            hung = failure is not None and failure.fault is FaultKind.HUNG != kind
            if failure is not None and failure.fault is not None and not fresh and not hung:
                failure = self._once(program, thorough=thorough)  # or it was broken before
        return failure if failure is not None and failure.kind == kind else None

    def after(self, earlier: Sequence[Program], program: Program) -> FailedProgram | None:
        """How a program fails on a fresh port that answered others before it, if it passes when it is alone there.

        If an earlier one is not answered at all, this is the one that fails.
        """
        session, said = (*earlier, program), list[str]()
        self._stop()
        try:
            said.extend(self._said(session))
        except PortFault as fault:
            failure = failed(session[len(said)], fault)._replace(needs=session[: len(said)])
        else:
            difference = self._difference(program, said[-1])
            failure = FailedProgram(program, difference, answers=said[-1], needs=earlier)
        self._stop()
        alone = self._when_alone(failure.program)
        if alone is None or alike(failure.program, alone, failure.answers):
            return None
        wrong = failure.fault is not None or failure.difference is not None
        told = passed_when_alone(failure) if wrong else unsteady(program, alone, failure.answers)
        return told._replace(needs=failure.needs)

    def _when_alone(self, program: Program) -> str | None:
        """The answer to a program on a fresh port; None if it fails there."""
        if program not in self.passing:
            failure = self.diagnose(program, "answer")
            self.passing[program] = self.line if failure is None else None
        return self.passing[program]

    def _said(self, programs: Sequence[Program]) -> Iterator[str]:
        """The answers of one process to some programs, many of which are sent ahead."""
        self.port = self.target.process()
        self.port.start()
        for first in range(0, len(programs), AHEAD):
            interrupts.check()
            some = programs[first : first + AHEAD]
            self.port.send([self.target.line(program) for program in some])
            for _ in some:
                yield self.port.receive()

    def begun(self, failure: FailedProgram) -> Program:
        """The failing program up to its first wrong answer, or up to the operation that is not answered in time."""
        if failure.fault is not FaultKind.HUNG:
            return cut(failure)
        answered, hangs = 0, len(failure.program.words)
        while hangs - answered > 1:
            middle = (answered + hangs) // 2
            if self.fails(beginning(failure.program, middle), FaultKind.HUNG) is None:
                answered = middle
            else:
                hangs = middle
        return beginning(failure.program, hangs)

    def named(self, failure: FailedProgram) -> FailedProgram:
        """A failure whose detail says where the port became endless, if it answers all operations but the last."""
        words = failure.program.words
        if failure.fault is not FaultKind.HUNG or not failure.late or not words:
            return failure
        before = beginning(failure.program, len(words) - 1)
        if before.words and self.diagnose(before, failure.kind) is not None:
            return failure
        told = f"it never got past operation {len(words)}, {words[-1]}"
        told += f": without that it answers in {self.took:.2g} s" * bool(before.words)
        return failure._replace(detail=f"{failure.detail}; {told}")

    def _once(self, program: Program, *, thorough: bool) -> FailedProgram | None:
        """How a program fails, if it does; *thorough* also waits for the port to end, and checks its last output."""
        said = ""
        try:
            line = self.line = self._answer(program)
            difference = self._difference(program, line)
            if thorough and self.port is not None:
                self.port.finish()
                said = self.port.complaints()
        except PortFault as fault:
            self._stop()
            return failed(program, fault)
        if thorough:
            self._stop()
        if difference is None:
            return None
        reason = said if difference.answered == UNEXPLAINED else ""
        return FailedProgram(program, difference, stderr=reason, answers=line)

    def _difference(self, program: Program, line: str) -> Difference | None:
        """The first wrong word. The quick judge may accept a line; only the model may reject one."""
        difference = None
        for judge in self.judges:
            difference = judge.judge(program, line)
            if difference is None:
                break
        return difference

    def _again(self, program: Program, times: int) -> FailedProgram | None:
        """Whether the answer changes when a program is sent many times.

        For more than two times the port is started afresh, so that the result does not depend on earlier programs.
        """
        if times > 1:
            self._stop()
        try:
            first = self._answer(program)
            for time, line in enumerate(self._answers(program, times), 1):
                if not alike(program, first, line):
                    self._stop()
                    return unsteady(program, first, line, time)
        except PortFault:
            self._stop()
        return None

    def _answers(self, program: Program, times: int) -> Iterator[str]:
        """The answers of a running port to a program that is sent many times, some of them ahead."""
        assert self.port is not None
        line = self.target.line(program)
        for done in range(0, times, AHEAD):
            interrupts.check()
            ahead = min(AHEAD, times - done)
            self.port.send([line] * ahead)
            for _ in range(ahead):
                yield self.port.receive()

    def _answer(self, program: Program) -> str:
        """The port's answer; starts the port if it does not run."""
        interrupts.check()
        if self.port is None:
            self.port = self.target.process()
            self.port.start()
        if not program.words:  # it failed before its first program: only the start was tested
            return ""
        if self.hurried:
            limit = self.target.timeout
            self.port.limit = min(limit, max(limit / HURRY, self.slowest * HURRY))
        began = time.monotonic()
        self.port.send([self.target.line(program)])
        line = self.port.receive()
        self.took = time.monotonic() - began
        self.slowest = max(self.slowest, self.took)
        return line

    def _stop(self) -> None:
        """End the port, if it runs."""
        if self.port is not None:
            self.port.kill()
            self.port = None


def counterexample(target: Target, final: FailedProgram, original: FailedProgram) -> Counterexample:
    """The counterexample of a failure, made from the shrunk one."""
    program, at, expected, answered = final.program, None, "", ""
    if final.difference is not None:
        at, expected, answered = final.difference
        program = program._replace(words=program.words[: at + 1])
    elif program.words:
        at = len(program.words) - 1
        expected = expected_word(target, program, at)
    detail = final.detail or what_is_wrong(final) + undeclared(target, final)
    return Counterexample(
        port=target.port,
        handshake=target.handshake,
        program=program,
        level=target.level,
        kind=final.kind,
        at=at,
        expected=expected,
        answered=answered,
        detail=detail,
        answers=tuple(final.answers.split(" ")) if final.answers else (),
        stderr=final.stderr,
        original_length=len(original.program.words),
        times=final.times,
        stopped=final.stopped,
        earlier=tuple(final.needs),
    )


def what_is_wrong(failure: FailedProgram) -> str:
    """A wrong answer in one sentence."""
    assert failure.difference is not None
    asked, given = len(failure.program.words), len(failure.answers.split())
    if given != asked:
        return f"the answer has {count(given, 'word')} for {count(asked, 'operation')} (duty 3)"
    if not failure.difference.disordered:
        return should_be(*failure.difference)
    program, at = failure.program, failure.difference.at
    asked_for = program.family.kinds[program.operations[at].name].answer
    ascends = failure.difference.ascends and asked_for is not Answer.SEQUENCE
    rule = ": lists ascend" if ascends else ""
    return f"{should_be(*failure.difference)}; only the order is wrong{rule}"


def undeclared(target: Target, failure: FailedProgram) -> str:
    """What to declare, if a container lacks an operation, or was full although it declares that it grows."""
    assert failure.difference is not None
    at, _, answered = failure.difference
    operation = failure.program.operations[at]
    if answered == "!other":
        return "" if failure.stderr else unoffered(target, failure.program, at)
    fixed = target.handshake.system.determined or target.handshake.capacity != "grows"
    if answered != "!full" or target.level > Level.CONTRACT or fixed:
        return ""
    run = contract_judge(target.handshake).following(failure.program.parameters)
    run.follow(failure.program.operations[:at], failure.answers.split())
    pools = [known_of(state, operation.on) for state in run.states]
    live = max((len(pool.live) for pool in pools if pool is not None), default=None)
    several = failure.program.family.insertions(operation) > 1 or operation.name == "reserve"
    if live is None or several:
        return "; if its capacity is fixed, declare it in the handshake as capacity=N"
    room = count(live, "element")
    return f"; if it can hold only {room}, declare capacity={live} in the handshake"


def unoffered(target: Target, program: Program, at: int) -> str:
    """How to leave out what failed the first time that it was asked, if it may be left out."""
    word, operation, system = program.words[at], program.operations[at], target.handshake.system
    before = {each.name for each in program.operations[:at]}
    if operation.name in before | system.family.essential | set(system.shown):
        return ""
    lacks, what = operation.name, "it has no such operation"
    if "forge" in abilities(word):
        lacks, what = "forge", "keys cannot be forged"
    return f"; if {what}, leave it out: without={lacks} in the handshake"


def expected_word(target: Target, program: Program, at: int) -> str:
    """The expected word where a port failed without answering."""
    system = target.handshake.system
    if not system.exact:
        return "an answer"
    return labelled_answer(system, program, target.level)[0][at]
