"""Options: how to verify a port."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stablelist_conformance.judging.expected import ExpectedFailure
from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.wire.protocol import Level
from stablelist_conformance.wire.widths import Widths

__all__ = ["Options"]


@dataclass(frozen=True)
class Options:
    """How to verify.

    Attributes:
        seeds: how many seeds the swarm runs with, each with the whole budget, from the first on.
        operations: the budget of the swarm.
        seconds: the budget of the swarm in time; the swarm ends when the first budget is used up.
        level: the highest level to check.
        id_bits, index_bits: use only these widths.
        without: operations and abilities that are left out, in addition to those that the port leaves out.
        far: let one word take up to a minute.
        turns: how many turns one word may have; by default, as many as the speed of the port allows.
        timeout: seconds for one answer line.
        memory: MiB that a port may use.
        jobs: processes; 0 if this one is the only one.
        report: where counterexamples and verdicts are written.
        shrink_seconds: how long to look for a smaller counterexample.
        by_model: judge everything by the model.
        excluded_class: a class of programs that is left out, to see what it is needed for; or ``cover``.
        keep_going: go on after a failure, until every budget is used up.
        expected: the known defects of the port; with these, a run goes on after a failure as well.
        coverage: count which lines of the port's code run.
        cached: keep right answers on disk, and compare with those that were kept.
    """

    seed: int = 0
    seeds: int = 1
    operations: int = 500_000
    seconds: float | None = None
    system_name: str | None = None
    level: Level | None = None
    id_bits: Widths | None = None
    index_bits: Widths | None = None
    without: frozenset[str] = frozenset()
    far: bool = False
    turns: int | None = None
    timeout: float = 10.0
    memory: int = MEMORY
    jobs: int = 2
    report: Path | None = None
    shrink_seconds: float = 60.0
    batch: int = 60_000
    by_model: bool = False
    excluded_class: str = ""
    keep_going: bool = False
    expected: tuple[ExpectedFailure, ...] = ()
    coverage: bool = False
    cached: bool = False

    @property
    def at_once(self) -> int:
        """How many batches run at the same time."""
        return max(1, self.jobs)

    @property
    def goes_on(self) -> bool:
        """Whether a run goes on after a failure."""
        return self.keep_going or bool(self.expected)
