"""What a run found: the verdict, and the counterexample if there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .handshake import Handshake
from .protocol import Level, Program

__all__ = ["Counterexample", "EngineReport", "Outcome", "Verdict"]


class Outcome(StrEnum):
    """The three values of a verdict."""

    VERIFIED = "verified"
    REFUTED = "refuted"
    UNDECIDED = "undecided"

    @property
    def exit_status(self) -> int:
        """0 verified, 1 a counterexample, 3 not decided."""
        return {"verified": 0, "refuted": 1, "undecided": 3}[self.value]


@dataclass(frozen=True)
class Counterexample:
    """A program on which a port fails.

    Attributes:
        port: how the port was started.
        program: the program, shrunk if it could be.
        level: the level at which it was run.
        kind: ``answer`` if an answer is wrong, else the `FaultKind`.
        at: the number of the operation at the first difference, counted from 0; None if no operation is
            to blame (a port that does not end with status 0).
        expected: what the model accepts there, as a word or a short phrase.
        answered: what the port answered there; empty if nothing.
        detail: one sentence for a person.
        answers: everything that the port answered.
        stderr: the end of what it wrote to standard error.
        original_length: operations in the program as it was found.
    """

    port: str
    handshake: Handshake
    program: Program
    level: Level
    kind: str
    at: int | None
    expected: str
    answered: str
    detail: str
    answers: tuple[str, ...] = ()
    stderr: str = ""
    original_length: int = 0


@dataclass
class EngineReport:
    """What one engine did."""

    name: str
    programs: int = 0
    operations: int = 0


@dataclass
class Verdict:
    """What was checked, what was covered, and the outcome.

    Attributes:
        unreachable: labels out of reach for this port, each with the reason.
        notes: whatever else a person must know to read the outcome rightly.
    """

    port: str
    handshake: Handshake
    level: Level
    seed: int
    widths: str
    engines: list[EngineReport] = field(default_factory=list)
    covered: set[str] = field(default_factory=set)
    reachable: set[str] = field(default_factory=set)
    unreachable: dict[str, str] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def programs(self) -> int:
        """Programs answered and judged."""
        return sum(engine.programs for engine in self.engines)

    @property
    def operations(self) -> int:
        """Operations answered and judged."""
        return sum(engine.operations for engine in self.engines)

    @property
    def missing(self) -> list[str]:
        """Reachable labels that were not covered."""
        return sorted(self.reachable - self.covered)

    @property
    def outcome(self) -> Outcome:
        """Refuted by a counterexample; verified only if everything reachable was covered."""
        if self.counterexample is not None:
            return Outcome.REFUTED
        return Outcome.UNDECIDED if self.missing or self.notes else Outcome.VERIFIED
