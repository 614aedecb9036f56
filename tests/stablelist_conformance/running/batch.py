"""Batches: the unit of work of an engine, what comes of one, and the program that failed in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from stablelist_conformance.judging.judge import Difference, Unjudged
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import Program

__all__ = ["BATCH_PROGRAMS", "GROUP", "Batch", "BatchResult", "FailedProgram"]

GROUP: Final = 23
"""Programs sent before the first answer is read: fewer than a port must accept ahead, and an odd number, so that
a repeated program detects a port whose answers alternate."""
BATCH_PROGRAMS: Final = 1 << 20
"""More programs than any batch of the swarm has: it is bounded by its operations."""


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
    sampled: bool = False
    """Whether covering programs are labelled by the model only now and then, as those of the swarm are."""
    cached: bool = False
    """Whether its answers are kept, and compared with those that were kept (`known_answers`)."""
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
    cache: str = ""
    """Why the cache was not used, if it could not be."""
    doubt: str = ""
    """A message if the judges themselves disagree or fail, so that neither can be trusted."""
