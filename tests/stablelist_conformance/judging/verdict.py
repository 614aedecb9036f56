"""The result of a run: the verdict, and the counterexample if there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from stablelist_conformance.judging.coverage import left_out
from stablelist_conformance.judging.judge import Unjudged
from stablelist_conformance.judging.luck import Alone, alone
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.lines.result import PortLines
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program

__all__ = [
    "Answered",
    "Breach",
    "Counterexample",
    "EngineReport",
    "Finding",
    "Outcome",
    "Passed",
    "Signature",
    "Verdict",
]


class Outcome(StrEnum):
    """The three values of a verdict."""

    VERIFIED = "verified"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    @property
    def exit_status(self) -> int:
        """0 verified, 1 a counterexample, 3 not decided."""
        return {"verified": 0, "refuted": 1, "undecided": 3}[self.value]


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A program, and the answers of a port.

    Attributes:
        port: how the port was started.
        program: the program, shrunk if it could be.
        level: the level at which it ran.
        answers: all answers of the port.
        kind: ``answer`` if an answer is wrong or nothing is, otherwise the `FaultKind`.
        at: the number of the operation at the first difference, counted from 0; None if no operation is wrong (all is
            well, or a port does not end with status 0).
        expected: what the model accepts there, as a word or a short phrase.
        inside: the port's answers to ``layout`` before the first operation and after each one; empty if it was not
            asked that often.
    """

    port: str
    handshake: Handshake
    program: Program
    level: Level
    answers: tuple[str, ...] = ()
    kind: str = "answer"
    at: int | None = None
    expected: str = ""
    inside: tuple[str, ...] = ()

    @property
    def by_contract(self) -> bool:
        """Whether several answers may be right, so that the port has to be followed."""
        return self.level is Level.CONTRACT and not self.handshake.system.determined


class Breach(NamedTuple):
    """Invariants that the model breaks, and the number of operations after which it does."""

    after: int
    names: list[str]


class Passed(NamedTuple):
    """A program that was answered rightly.

    Attributes:
        looks: what the port was asked for in addition to its answers.
        breach: the invariants that the model itself broke, if any.
        modelled: whether the model's invariants were checked, which is not done for long programs.
    """

    answered: Answered
    looks: tuple[str, ...]
    modelled: bool
    breach: Breach | None


@dataclass(frozen=True, kw_only=True)
class Counterexample(Answered):
    """A program on which a port fails.

    Attributes:
        answered: the port's answer at the first difference; empty if there is none.
        detail: a sentence that says what is wrong.
        stderr: the end of the port's standard error.
        original_length: operations in the program before shrinking.
        times: how often the same process had answered the program before it answered differently.
        stopped: whether shrinking was stopped because its time was up.
        earlier: programs that the same process answers before it, and without which it passes.
    """

    answered: str
    detail: str
    stderr: str = ""
    original_length: int = 0
    times: int = 1
    stopped: bool = False
    earlier: tuple[Program, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The lines to send to one process of the port, the last of which it fails on."""
        return [program.line(self.level) for program in (*self.earlier, self.program)]


class Signature(NamedTuple):
    """The features that distinguish one defect from another.

    Attributes:
        kind: ``answer``, or the `FaultKind`.
        breaks: the names of the broken properties.
        operation: the name of the failing operation; empty if it is unknown.
        shape: the shrunk program without its numbers; empty if it could not be shrunk.
    """

    kind: str
    breaks: tuple[str, ...] = ()
    operation: str = ""
    shape: str = ""


@dataclass
class Finding:
    """A distinct failure, found by a run that goes on after a failure.

    Attributes:
        counterexample: the first program that showed it, shrunk.
        times: how many programs failed like that.
        reason: why it is expected; empty if it is not.
    """

    signature: Signature
    counterexample: Counterexample
    times: int = 1
    reason: str = ""


@dataclass
class EngineReport:
    """What one engine did; some of its programs may be the same."""

    name: str
    programs: int = 0
    operations: int = 0
    distinct: int = 0


@dataclass
class Verdict:
    """What was checked, what was covered, and the outcome.

    Attributes:
        uncovered: why there are no covering programs of the system; empty if there are.
        slow: why a port is asked no loops, if it is too slow for them.
        unreachable: labels out of reach for this port, each with the reason.
        counterexample: what refutes the port; the first one, if the run went on after it.
        findings: every distinct failure, in the order in which they were found, if the run went on after a failure.
        reach: how far the run went.
        unreached: what had to be reached but was not.
        unjudged: what was accepted without being judged, because too much was possible.
        escaped: processes that the port started and that left its process group; they were ended.
        cache: why the cache was not used, where it could not be.
        notes: further remarks that are needed to understand the outcome.
        runs: what each seed alone came to, if there were several.
        shards: those of a campaign, each of which has a seed of its own, in words.
        lines: which lines of the port's code ran; None if they were not counted.
    """

    port: str
    handshake: Handshake
    level: Level
    seed: int
    widths: str
    uncovered: str = ""
    slow: str = ""
    engines: list[EngineReport] = field(default_factory=list)
    covered: set[str] = field(default_factory=set)
    reachable: set[str] = field(default_factory=set)
    unreachable: dict[str, str] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    findings: list[Finding] = field(default_factory=list)
    reach: Reach = field(default_factory=Reach)
    unreached: list[str] = field(default_factory=list)
    unjudged: Unjudged = field(default_factory=Unjudged)
    escaped: set[str] = field(default_factory=set)
    cache: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    runs: list[Alone] = field(default_factory=list)
    shards: str = ""
    lines: PortLines | None = None

    @property
    def luck(self) -> str:
        """What one of several seeds alone would have missed."""
        return alone(self.runs)

    @property
    def seeds(self) -> str:
        """The seed, or the first one and the last."""
        return str(self.seed) if not self.runs else f"{self.seed} to {self.runs[-1].seed}"

    @property
    def programs(self) -> int:
        """Programs answered and judged."""
        return sum(engine.programs for engine in self.engines)

    @property
    def distinct(self) -> int:
        """Those that were not the same."""
        return sum(engine.distinct for engine in self.engines)

    @property
    def operations(self) -> int:
        """Operations answered and judged."""
        return sum(engine.operations for engine in self.engines)

    @property
    def refuting(self) -> list[Counterexample]:
        """One counterexample for each defect that is not expected."""
        if not self.findings:
            return [] if self.counterexample is None else [self.counterexample]
        return [found.counterexample for found in self.findings if not found.reason]

    @property
    def expected(self) -> list[Finding]:
        """The defects that are expected."""
        return [found for found in self.findings if found.reason]

    @property
    def not_asked(self) -> list[str]:
        """What no program asked: the words that the port leaves out, and what only covering programs would ask."""
        told = ", ".join(left_out(self.handshake)), self.uncovered, self.slow
        return [each for each in told if each]

    @property
    def missing(self) -> list[str]:
        """Reachable labels that were not covered."""
        return sorted(self.reachable - self.covered)

    @property
    def outcome(self) -> Outcome:
        """Refuted by a counterexample; verified only if everything within reach was reached."""
        if self.counterexample is not None:
            return Outcome.REFUTED
        missing = self.missing or self.notes or self.unreached
        return Outcome.UNDECIDED if missing else Outcome.VERIFIED
