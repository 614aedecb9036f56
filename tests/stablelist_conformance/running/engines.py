"""Engines: programs sent to a port in batches, answered, and judged.

A batch is the unit of work. Each batch starts the port afresh, so batches can run in parallel, and a port whose answers
depend on earlier programs is detected. Within a batch, some programs are sent twice for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice, zip_longest
from typing import Final

from stablelist_conformance.judging.coverage import (
    labelled_answer,
)
from stablelist_conformance.judging.judge import (
    ContractJudge,
    Difference,
    alike,
    first_difference,
)
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.port.port import Port
from stablelist_conformance.programs.boundaries import dense
from stablelist_conformance.programs.patterns import Simulated, measured
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.ways import every_way
from stablelist_conformance.running.batch import GROUP, Batch, BatchResult, FailedProgram
from stablelist_conformance.running.covering import COVER, covering
from stablelist_conformance.running.known_answers import Known, Mismatch, compare, known, save
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.protocol import Level, Program

__all__ = ["programs_of", "run_batch", "small_programs", "unsteady"]

TINY: Final = (2, 4, 6)
"""The lengths of the programs that are sent most often."""
LONG: Final = 1_000
"""The operations of a program from which on it is measured how far it brings the numbers that a system names."""
SAMPLE: Final = 32
"""One of this many programs judged by the container is also judged by the model, and labelled."""


FAILURES: Final = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a wrong step of the model, or of the bundled container, can lead to."""


def programs_of(target: Target, batch: Batch) -> Iterator[Program]:
    """The programs of a batch, without operations whose result is undefined."""
    return map(target.without_stale_keys, drawn(target, batch))


def drawn(target: Target, batch: Batch) -> Iterator[Program]:
    """The programs of a batch, from its engine."""
    if batch.engine == "marathon":
        return marathon(target, batch)
    if batch.engine == "swarm":
        swarm = target.swarm(batch.seed)
        return (swarm.program(number) for number in range(batch.first, batch.last))
    programs = batch.programs or covering(target)[batch.first : batch.last]
    fitted = (target.fitted(program) for program in programs)
    return (
        program._replace(words=words)
        for program in fitted
        for words in every_way(program.words, target.handshake)
        if words
    )


def marathon(target: Target, batch: Batch) -> Iterator[Program]:
    """Some programs, repeated: first their beginnings, which are tiny, many times; then dense and small ones."""
    small = small_programs(target, batch)
    beginnings = (each._replace(words=each.words[:length]) for each in small for length in TINY)
    tiny, half = [*dict.fromkeys(beginnings)], batch.operations // 2
    yield from islice(cycle(tiny), half * len(tiny) // sum(len(each.words) for each in tiny))
    yield from cycle(small)


def small_programs(target: Target, batch: Batch) -> Sequence[Program]:
    """The different programs of a marathon."""
    if batch.programs:
        return batch.programs
    swarm = target.swarm(batch.seed, far=False)
    small = [swarm.program(number) for number in range(batch.first, batch.last)]
    one_thing = dense(target.abilities())
    return [each for program in small for each in (program, *one_thing)]


def run_batch(target: Target, batch: Batch) -> BatchResult:
    """Run a batch on a fresh port: compare its answers with those that are known, or judge them."""
    record, aside = known(target, batch) if batch.cached else (None, "")
    if record is None:
        result = judged(target, batch)
        result.cache = aside or result.cache
        return result
    mismatch, escaped = compare(target, record)
    result = record.result(batch.engine) if mismatch is None else judged(target, batch)
    if mismatch is not None and result.failure is None and not result.wrong:
        result.failure = once(target, batch, mismatch)
    result.escaped |= escaped
    return result


def once(target: Target, batch: Batch, mismatch: Mismatch) -> FailedProgram | None:
    """The failure of a port that failed, and passed when everything was asked again; None if it was only too slow."""
    program = next(islice(programs_of(target, batch), mismatch.number, None))
    if isinstance(mismatch.answered, PortFault):
        return None if mismatch.answered.late else failed(program, mismatch.answered)
    difference = target.judge(first=False).judge(program, mismatch.answered)
    if difference is None:
        return None
    return FailedProgram(program, difference, answers=mismatch.answered)


def judged(target: Target, batch: Batch) -> BatchResult:
    """Run a batch, and judge every answer."""
    result = BatchResult(batch.engine)
    every = 1 if batch.engine == COVER and not batch.sampled else SAMPLE
    runner = _Runner(target, result, every)
    runner.keep_going = batch.keep_going
    rounds = runner.again if batch.engine == "marathon" else runner.group
    programs, port = programs_of(target, batch), target.process()
    try:
        with port:
            while group := list(islice(programs, GROUP)):
                if not rounds(port, group) or 0 < batch.operations <= result.operations:
                    break
            if result.failure is None and not result.doubt:
                port.finish()
    except PortFault as fault:
        program = runner.program or Program(target.simplest(), (), target.handshake.system_name)
        result.failure = failed(program, fault)._replace(ahead=runner.ahead)
    result.escaped = port.escaped
    result.distinct = len(runner.met)
    if isinstance(runner.judge, ContractJudge):
        result.unjudged = runner.judge.unjudged
    if result.failure is not None:
        result.failure = runner.told(result.failure)
    elif batch.cached and not (result.wrong or result.doubt):
        result.cache = save(target, batch, runner.answers.record(result))
    return result


def failed(program: Program, fault: PortFault) -> FailedProgram:
    """The failure for a fault of the port."""
    return FailedProgram(program, None, fault.kind, fault.detail, fault.stderr, late=fault.late)


class _Runner:
    """Sends groups of programs and judges the answers."""

    def __init__(self, target: Target, result: BatchResult, every: int) -> None:
        self.target, self.result, self.every = target, result, every
        some = every > 1
        self.judge = target.judge(first=some)
        self.labels_all = not some and target.level is not Level.CONTRACT
        self.program: Program | None = None  # is being answered; a fault is attributed to it
        self.before: Program | None = None
        self.ahead: Sequence[Program] = ()
        self.answered: list[Program] = []
        self.known: dict[Program, tuple[str, Reach]] = {}
        self.met: set[int] = set()  # the hashes of the programs that were answered rightly
        self.keep_going = False
        self.answers = Known()

    def group(self, port: Port, group: list[Program]) -> bool:
        """Whether a group is answered rightly. Its first program is sent again at the end."""
        asked, lines = [self.target.line(program) for program in (*group, group[0])], []
        port.send(asked)
        for at, program in enumerate(group, 1):
            self.before, self.program, self.ahead = self.program, program, group[at:]
            lines.append(port.receive())
            if not self._right(program, lines[-1]) and not self._went_on(program):
                return False
            self._note(program)
            self.answers.add(asked[at - 1], lines[-1])
        self.program = group[0]
        again = port.receive()
        port.quiet()
        return self._same(group[0], lines[0], again) and self._note(group[0])

    def _note(self, program: Program) -> bool:
        """Note that a program was answered."""
        self.answered.append(program)
        return True

    def told(self, failure: FailedProgram) -> FailedProgram:
        """A failure with what this process was asked before."""
        return failure._replace(before=self.before, earlier=tuple(self.answered))

    def _went_on(self, program: Program) -> bool:
        """Whether the batch goes on after a wrong answer; a disagreement of the judges ends it."""
        failure, result = self.result.failure, self.result
        if failure is None or not self.keep_going:
            return False
        result.wrong.append(self.told(failure))
        result.failure = None
        result.programs += 1
        result.operations += len(program.words)
        return True

    def again(self, port: Port, group: list[Program]) -> bool:
        """Whether a group is answered rightly, and repeated programs as before."""
        asked = [self.target.line(program) for program in group]
        port.send(asked)
        for at, program in enumerate(group, 1):
            self.before, self.program, self.ahead = self.program, program, group[at:]
            line, before = port.receive(), self.known.get(program)
            if before is None:
                if not self._right(program, line):
                    return False
                reach = Reach()
                reach.follow(program, line, self.target.handshake)
                self.known[program] = line, reach
            elif not alike(program, before[0], line):
                self.result.failure = unsteady(program, before[0], line, self.result.programs)
                return False
            elif before[0] != line:  # what its container chose is judged anew
                if not self._right(program, line):
                    return False
            else:
                self.result.programs += 1
                self.result.operations += len(program.words)
                self.result.reach.repeat(before[1])
            self._note(program)
            self.answers.add(asked[at - 1], line)
        return True

    def _right(self, program: Program, line: str) -> bool:
        """Judge one answer line; if the model fails, the port is not blamed."""
        try:
            return self._judged(program, line)
        except FAILURES as error:
            self.result.doubt = (
                f"the model fails ({type(error).__name__}: {error}), which is a defect of stablelist; "
                f"please report it with this program: {program.line(self.target.level)}"
            )
            return False

    def _judged(self, program: Program, line: str) -> bool:
        """Whether an answer line is right; sometimes the judge is checked by the model."""
        result = self.result
        if self.labels_all:  # so the model runs each program only once
            words, labels = labelled_answer(
                self.target.handshake.system, program, self.target.level
            )
            difference = first_difference(words, line)
        elif isinstance(self.judge, ContractJudge):
            difference, labels = self.judge.follow(program, line)
        else:
            labels, difference = None, self.judge.judge(program, line)
        if difference is not None:
            difference, result.doubt = self._appeal(program, difference, line)
            if difference is not None:
                result.failure = FailedProgram(program, difference, answers=line)
            return False
        if result.programs % self.every == 0 and not self._labelled(program, labels, line):
            return False
        result.programs += 1
        result.operations += len(program.words)
        self.met.add(hash(program))
        self._bring(program)
        result.reach.follow(program, line, self.target.handshake)
        return True

    def _bring(self, program: Program) -> None:
        """Account for the numbers that the system names, of long programs and of a sample of the others."""
        port = self.target.handshake
        if port.system.measures and (
            len(program.words) > LONG or self.result.programs % SAMPLE == 0
        ):
            container = Simulated(port.system, port, program.parameters)
            self.result.reach.bring(measured(container, program.operations))

    def _labelled(self, program: Program, labels: set[str] | None, line: str) -> bool:
        """Label a program, by the model unless that is done; return whether the model agrees with the line."""
        if labels is None:
            system, level = self.target.handshake.system, self.target.level
            words, labels = labelled_answer(system, program, level)
            if " ".join(words) != line:
                self.result.doubt = self._disagreement(program)
                return False
        self.result.labels |= labels
        return True

    def _appeal(
        self, program: Program, difference: Difference, line: str
    ) -> tuple[Difference | None, str]:
        """The model has the last word on every disagreement."""
        if self.every == 1 or self.target.level is Level.CONTRACT:
            return difference, ""
        judge = self.target.judge(first=False)
        final = judge.judge(program, line)
        return final, "" if final == difference else self._disagreement(program)

    def _disagreement(self, program: Program) -> str:
        return (
            "the bundled container and the model disagree, which is a defect of stablelist; "
            f"please report it with this program: {program.line(self.target.level)}"
        )

    def _same(self, program: Program, first: str, second: str) -> bool:
        """Whether a program sent twice was answered the same."""
        if alike(program, first, second):
            return True
        self.result.failure = unsteady(program, first, second)
        return False


def unsteady(program: Program, first: str, second: str, times: int = 1) -> FailedProgram:
    """The failure of a port that answers a program differently after a number of others."""
    pairs = enumerate(zip_longest(first.split(" "), second.split(" ")))
    at, (one, other) = next(
        (at, words)
        for at, words in pairs
        if None in words or not alike(program._replace(words=program.words[at : at + 1]), *words)
    )
    when = "on another run" if times == 1 else f"after {times:,} programs in the same process"
    detail = (
        f"it answered the same program differently {when}: operation {at + 1} with "
        f"{one or ''!r}, then with {other or ''!r} (duty 5)"
    )
    return FailedProgram(program, None, FaultKind.UNSTEADY, detail, answers=second, times=times)
