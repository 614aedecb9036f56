"""A run over the zoo: sound releases are verified, and those with a defect are hunted, seed by seed.

A run that was interrupted is continued: hunts that are in the file are not repeated. All ways have their turn with a
seed before the next one, so that what there is after an interruption can be compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.manifest import ListedPort, read_manifest
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.running.workers import workers
from stablelist_conformance.wire.errors import UsageError

from . import results
from .hunt import Budget, Caught
from .results import VERIFY, Hunt
from .rows import ZOO
from .ways import WAYS, hunt

__all__ = ["Plan", "Run"]

LONGEST_WAIT: Final = 5.0
"""Seconds for one answer line."""


@dataclass(frozen=True)
class Plan:
    """What is to be done: ports whose names contain *only*, by the ways, with as many seeds."""

    file: Path
    budget: Budget
    seeds: int = 10
    only: str = ""
    ways: Sequence[str] = tuple(WAYS)
    jobs: int = 1


@dataclass
class Run:
    """A run, and what it has found out.

    Attributes:
        unsound: the releases without a known defect that were not verified.
        built: the commands that have built ports.
    """

    plan: Plan
    tell: Callable[[str], None]
    unsound: list[str] = field(default_factory=list)
    built: set[str | None] = field(default_factory=set)

    def all(self) -> None:
        """Prepare every port, verify the sound ones, and hunt the others."""
        results.begin(self.plan.file, self.plan.budget)
        ports = [each for each in read_manifest(ZOO) if self.plan.only in each.name]
        present = [each for each in ports if self._is_prepared(each)]
        for port in present:
            if port.expect is Outcome.VERIFIED:
                self._verify(port)
        self._hunt([each for each in present if each.expect is Outcome.REFUTED])

    @cached_property
    def _done(self) -> dict[tuple[str, str, int], str]:
        """What was found by the hunts that are in the file."""
        return {each[:3]: each.caught.found for each in results.read(self.plan.file)[1]}

    def _is_prepared(self, port: ListedPort) -> bool:
        """Whether a port could be built; if not, the sentence that says why is told."""
        reason = port.missing()
        try:
            if reason is None:
                self._build(port)
                target_of(port.start)
        except UsageError as error:
            reason = str(error)
        if reason is not None:
            self.tell(f"{port.name} is left out: {reason}")
        return reason is None

    def _build(self, port: ListedPort) -> None:
        """Build a port, unless another one has the same build."""
        if port.build not in self.built:
            port.prepare()
            self.built.add(port.build)

    def _verify(self, port: ListedPort) -> None:
        """Verify a sound release."""
        outcome = self._done.get((port.name, VERIFY, 0))
        if outcome is None:
            began = sum(os.times()[:4])
            operations, jobs = self.plan.budget.operations, self.plan.jobs
            verdict = verify(port.start, Options(operations=operations, jobs=jobs))
            outcome = str(verdict.outcome)
            asked = sum(engine.operations for engine in verdict.engines)
            spent = sum(os.times()[:4]) - began
            self._add(Hunt(port.name, VERIFY, 0, Caught(outcome, asked, spent)))
        if outcome != Outcome.VERIFIED:
            self.unsound.append(port.name)

    def _hunt(self, ports: Sequence[ListedPort]) -> None:
        """Make the hunts that are not in the file."""
        asked = [each for each in self._turns(ports) if (each[0].name, *each[1:]) not in self._done]
        with workers(self.plan.jobs) as pool:
            running = [pool.submit(hunt_of, *each, self.plan.budget) for each in asked]
            for each in running:
                self._add(each.result())

    def _add(self, hunt: Hunt) -> None:
        """Add a hunt to the file, and tell how it ended."""
        results.add(self.plan.file, hunt)
        found, operations, seconds = hunt.caught
        ended = f"{found}, {operations:,} operations, {seconds:.1f} s"
        self.tell(f"{hunt.port}, {hunt.way}, seed {hunt.seed}: {ended}")

    def _turns(self, ports: Sequence[ListedPort]) -> Iterator[tuple[ListedPort, str, int]]:
        """Every hunt, in the order in which they are made."""
        for seed in range(self.plan.seeds):
            for port in ports:
                for way in self.plan.ways:
                    yield port, way, seed


def hunt_of(port: ListedPort, way: str, seed: int, budget: Budget) -> Hunt:
    """Hunt a port."""
    return Hunt(port.name, way, seed, hunt(target_of(port.start), way, seed, budget))


@cache
def target_of(start: str) -> Target:
    """A port, which is met once."""
    return contact(start, Options(timeout=LONGEST_WAIT))
