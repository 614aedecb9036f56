"""Engines: programs sent to a port in batches, answered, and judged.

A batch is the unit of work. Each batch starts the port afresh, so batches can run in parallel, and a port whose answers
depend on earlier programs is detected. Within a batch, some programs are sent twice for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, islice, zip_longest
from typing import Final, NamedTuple

from stablelist_conformance.judging.coverage import (
    WIDER,
    Reachable,
    labelled_answer,
    reachable_labels,
)
from stablelist_conformance.judging.judge import (
    ContractJudge,
    Difference,
    Unjudged,
    alike,
    contract_judge,
    first_difference,
)
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.boundaries import boundaries, crowded, dense
from stablelist_conformance.programs.brought import brought
from stablelist_conformance.programs.configurations import WIDTHS
from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.programs.exact import exact
from stablelist_conformance.programs.far import SIZE
from stablelist_conformance.programs.fates import contract_programs
from stablelist_conformance.programs.loops import TURNS, filled, turned
from stablelist_conformance.programs.patterns import Simulated, measured
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.ways import every_way
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program

__all__ = [
    "BATCH_PROGRAMS",
    "Batch",
    "BatchResult",
    "FailedProgram",
    "Target",
    "covering",
    "made",
    "programs_of",
    "reachable",
    "run_batch",
    "sized",
    "small_programs",
    "written",
]

GROUP: Final = 23
"""Programs sent before the first answer is read: fewer than a port must accept ahead, and an odd number, so that
a repeated program detects a port whose answers alternate."""
BATCH_PROGRAMS: Final = 1 << 20
"""More programs than any batch of the swarm has: it is bounded by its operations."""
COVER: Final = "cover"
USUAL: Final = Options().operations
SHARE: Final = 3
"""One of so many operations of a budget may be for programs that go to exact sizes."""
TINY: Final = (2, 4, 6)
"""The lengths of the programs that are sent most often."""
LONG: Final = 1_000
"""The operations of a program from which on it is measured how far it brings the numbers that a system names."""
SAMPLE: Final = 32
"""One of this many programs judged by the container is also judged by the model, and labelled."""


FAILURES: Final = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a wrong step of the model, or of the bundled container, can lead to."""


class FailedProgram(NamedTuple):
    """A program that failed, by a wrong answer or by a fault."""

    program: Program
    difference: Difference | None = None
    fault: FaultKind | None = None
    detail: str = ""
    stderr: str = ""
    answers: str = ""
    before: Program | None = None
    """The program before it, in answer to which the port may have written one line too many."""
    ahead: Sequence[Program] = ()
    """The programs after it that were sent, too. The port may fail in one of these before its answer is out."""
    earlier: Sequence[Program] = ()
    """The programs that the same process had answered before it."""
    needs: Sequence[Program] = ()
    """Those of them without which it passes."""
    late: bool = False
    """Whether the port was only too slow."""
    times: int = 1
    """How many programs the process had answered before it answered one differently than before."""
    stopped: bool = False
    """Whether a smaller one was looked for until the time was up."""

    @property
    def kind(self) -> str:
        """``answer`` or the kind of fault."""
        return "answer" if self.fault is None else str(self.fault)


class Batch(NamedTuple):
    """Some programs of one engine, given by their numbers."""

    engine: str
    first: int
    last: int
    seed: int = 0
    operations: int = 0
    """Stop after this many operations, even if programs are left; 0 for no bound."""
    programs: Sequence[Program] = ()
    """The programs themselves, if they exist already."""
    keep_going: bool = False
    """Whether to go on after a wrong answer; any other failure, and any failure in a marathon, ends the batch."""


@dataclass
class BatchResult:
    """The result of a batch."""

    engine: str
    programs: int = 0
    operations: int = 0
    distinct: int = 0
    labels: set[str] = field(default_factory=set)
    failure: FailedProgram | None = None
    wrong: list[FailedProgram] = field(default_factory=list)
    """Wrong answers after which the batch went on."""
    reach: Reach = field(default_factory=Reach)
    escaped: set[str] = field(default_factory=set)
    """Processes that the port started and that left its process group."""
    unjudged: Unjudged = field(default_factory=Unjudged)
    """What was accepted because too much was possible."""
    doubt: str = ""
    """A message if the judges themselves disagree or fail, so that neither can be trusted."""


def covering(target: Target) -> Sequence[Program]:
    """The covering programs for a port."""
    return (*written(target), *made(target), *sized(target))


def written(target: Target) -> Sequence[Program]:
    """The covering programs that are written by hand, and so are available at once; also those of a contract alone."""
    excluded = target.excluded_class == COVER or not target.covered_by
    names = () if excluded else dict.fromkeys((target.covered_by, target.handshake.system_name))
    return [program for name in names for program in crafted(name)]


def made(target: Target) -> Sequence[Program]:
    """The covering programs that may take seconds to make, and those that go far."""
    excluded = target.excluded_class == COVER or not target.covered_by
    explored = () if excluded else explored_programs(target.covered_by)
    fates = () if target.exact else contract_programs(target.abilities())
    return (*explored, *fates, *far(target))


def reachable(port: Handshake, level: Level) -> Reachable:
    """The labels that programs for a port can reach; if it declares options, those that its covering programs meet."""
    found = reachable_labels(port, level)
    if not port.options or (level is Level.CONTRACT and not port.system.determined):
        return found
    target, met = Target("", port, level, 0.0), set[str]()
    for program in (*crafted(port.system_name), *explored_programs(port.system_name)):
        met |= labelled_answer(port.system, target.fitted(program), level)[1]
    unmet = {label for label in found.labels if label.removesuffix(WIDER) not in met}
    reason = "not with the options that the port declares"
    return Reachable(found.labels - unmet, found.unreachable | dict.fromkeys(unmet, reason))


def far(target: Target) -> Iterator[Program]:
    """The covering programs that go far: to the ends of wide ranges, and in a large container."""
    abilities = target.abilities()
    if target.excluded_class != WIDTHS:
        yield from boundaries(abilities)
    if target.excluded_class not in (SIZE, COVER):
        yield from crowded(abilities)
    if target.excluded_class not in (TURNS, COVER):
        yield from (*turned(abilities), *filled(abilities))


def sized(target: Target, operations: int = USUAL) -> Sequence[Program]:
    """The covering programs that go to exact sizes, as many as have a share of the budget of the run.

    If a class of programs is left out, so are these, which may find what that class is needed for.
    """
    if target.excluded_class not in ("", COVER):
        return ()
    ways = max((count for _, count in target.handshake.ways), default=1)  # each is asked everything
    left, abilities, chosen = operations // SHARE // ways, target.abilities(), list[Program]()
    large = operations >= USUAL
    for program in chain(brought(abilities), exact(abilities, large=large)):
        if len(program.words) <= left:
            left -= len(program.words)
            chosen.append(program)
    return chosen


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
    """Run a batch on a fresh port."""
    result = BatchResult(batch.engine)
    runner = _Runner(target, result, every=1 if batch.engine == "cover" else SAMPLE)
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

    def group(self, port: ProcessPort, group: list[Program]) -> bool:
        """Whether a group is answered rightly. Its first program is sent again at the end."""
        port.send([self.target.line(program) for program in (*group, group[0])])
        lines = []
        for at, program in enumerate(group, 1):
            self.before, self.program, self.ahead = self.program, program, group[at:]
            lines.append(port.receive())
            if not self._right(program, lines[-1]) and not self._went_on(program):
                return False
            self._note(program)
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

    def again(self, port: ProcessPort, group: list[Program]) -> bool:
        """Whether a group is answered rightly, and repeated programs as before."""
        port.send([self.target.line(program) for program in group])
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
        level = self.target.level
        if labels is None and level is Level.CONTRACT:
            labels = contract_judge(self.target.handshake).follow(program, line)[1]
        elif labels is None:
            words, labels = labelled_answer(self.target.handshake.system, program, level)
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
