"""The summary of a set of records: what they say together, in whatever order they came.

A shard or a program may have several records, if stores were merged. Of those of a shard one is taken, the one with the
least text; of the programs of a label the shortest, and of equally short ones the least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from stablelist_conformance.coverage import reach as reachable
from stablelist_conformance.distinct import signature
from stablelist_conformance.handshake import Handshake, parse_handshake
from stablelist_conformance.meeting import widths_in_words
from stablelist_conformance.reach import Reach, unreached
from stablelist_conformance.report.itf import read
from stablelist_conformance.verdict import EngineReport, Finding, Signature, Verdict

from .reaches import reach_of
from .records import FailureFound, PortMet, ProgramKept, Record, ShardDone, encoded
from .shard import COVER, Name

__all__ = ["PortSummary", "Summary"]

ENGINES: Final = ("cover", "marathon", "swarm")


@dataclass
class PortSummary:
    """What is known of a port.

    Attributes:
        shards: those that are done.
        labels: all that were met.
        programs: the shortest one for each label.
        shrunk: the smallest counterexample of each distinct failure, with its likeness.
        unshrunk: the smallest failing program of each likeness, as it was found.
    """

    met: PortMet
    shards: dict[Name, ShardDone] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    reach: Reach = field(default_factory=Reach)
    programs: dict[str, ProgramKept] = field(default_factory=dict)
    shrunk: dict[Signature, tuple[Signature, str]] = field(default_factory=dict)
    unshrunk: dict[Signature, str] = field(default_factory=dict)
    escaped: set[str] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

    @property
    def handshake(self) -> Handshake:
        """What the port declares."""
        return parse_handshake(self.met.handshake, self.met.system or None)

    @property
    def lengths(self) -> dict[str, int]:
        """The length of the shortest program for each label."""
        return {label: kept.words for label, kept in self.programs.items()}

    def add(self, record: ShardDone | ProgramKept | FailureFound) -> None:
        """Account for a record."""
        match record:
            case ShardDone():
                self._shard(record)
            case ProgramKept():
                best = self.programs.get(record.label, record)
                self.programs[record.label] = min(best, record, key=length)
            case FailureFound():
                self._failure(record)

    def _shard(self, shard: ShardDone) -> None:
        """Account for a shard. What it met counts even if another record of it is taken."""
        self.shards[shard.name] = min(self.shards.get(shard.name, shard), shard, key=encoded)
        self.labels.update(shard.labels)
        self.escaped.update(shard.escaped)
        if shard.doubt:
            self.doubts.add(shard.doubt)
        if shard.reach is not None:
            self.reach.merge(reach_of(shard.reach))

    def _failure(self, failure: FailureFound) -> None:
        """Account for a failure."""
        alike, trace = failure.alike.signature, failure.trace
        if failure.shrunk:
            told = signature(read(trace))
            best = self.shrunk.get(told, (alike, trace))
            self.shrunk[told] = min(best, (alike, trace), key=lambda pair: (len(pair[1]), pair))
        else:
            before = self.unshrunk.get(alike, trace)
            self.unshrunk[alike] = min(before, trace, key=lambda text: (len(text), text))

    def alike(self) -> Counter[Signature]:
        """How many programs failed, by what they have in common."""
        found: Counter[Signature] = Counter()
        for shard in self.shards.values():
            for each in shard.failed:
                found[each.signature] += each.times
        return found

    def waiting(self) -> set[Signature]:
        """What failures have in common of which none is shrunk yet."""
        return self.unshrunk.keys() - {alike for alike, _ in self.shrunk.values()}

    @property
    def failures(self) -> int:
        """The number of distinct failures."""
        return len(self.shrunk) + len(self.waiting())

    def findings(self) -> list[Finding]:
        """The distinct failures; one that is not shrunk yet counts if nothing else is known of its likeness."""
        times = self.alike()
        found = [
            Finding(each, read(trace), times[alike] or 1)
            for each, (alike, trace) in sorted(self.shrunk.items())
        ]
        waiting = sorted(self.waiting())
        return found + [
            Finding(alike, read(self.unshrunk[alike]), times[alike] or 1, shrunk=False)
            for alike in waiting
        ]

    def verdict(self, notes: Iterable[str] = ()) -> Verdict:
        """The verdict of all shards together."""
        handshake, level = self.handshake, self.met.judged_at
        within = reachable(handshake, level)
        findings = self.findings()
        return Verdict(
            self.met.command,
            handshake,
            level,
            0,
            widths_in_words(handshake),
            engines=list(self.engines()),
            covered=self.labels & within.labels,
            reachable=set(within.labels),
            unreachable=within.unreachable,
            counterexample=findings[0].counterexample if findings else None,
            findings=findings,
            reach=self.reach,
            unreached=unreached(handshake, self.reach),
            escaped=self.escaped,
            notes=[*sorted(self.doubts), *notes],
            shards=shards_in_words(self.shards),
        )

    def engines(self) -> Iterator[EngineReport]:
        """What each engine did."""
        for engine in ENGINES:
            done = [each for each in self.shards.values() if each.engine == engine]
            if done:
                programs = sum(each.programs for each in done)
                yield EngineReport(engine, programs, sum(each.operations for each in done))


def shards_in_words(names: Collection[Name]) -> str:
    """How many shards there are, and the first and the last of their seeds.

    >>> shards_in_words([Name("cover", 0), Name("swarm", 7), Name("swarm", 9), Name("swarm", 8)])
    '4: the covering programs, and 3 with the seeds 7 to 9'
    """
    seeds = sorted(name.seed for name in names if name.engine != COVER)
    parts = ["the covering programs"] * (len(seeds) < len(names))
    if len(seeds) == 1:
        parts.append(f"1 with the seed {seeds[0]:,}")
    elif seeds:
        whole = len(seeds) == seeds[-1] - seeds[0] + 1
        which = "the seeds" if whole else "seeds from"
        parts.append(f"{len(seeds):,} with {which} {seeds[0]:,} to {seeds[-1]:,}")
    return f"{len(names):,}{': ' * bool(parts)}{', and '.join(parts)}"


def length(kept: ProgramKept) -> tuple[int, str]:
    """By which a program is shorter than another one."""
    return kept.words, kept.program


@dataclass
class Summary:
    """What a store knows of all its ports.

    Attributes:
        early: records of ports that were not met yet.
    """

    ports: dict[str, PortSummary] = field(default_factory=dict)
    early: list[ShardDone | ProgramKept | FailureFound] = field(default_factory=list)

    @classmethod
    def of(cls, records: Iterable[Record]) -> Summary:
        """The summary of all records."""
        found = cls()
        for record in records:
            found.add(record)
        return found

    def add(self, record: Record) -> None:
        """Account for a record."""
        if isinstance(record, PortMet):
            if record.port not in self.ports:
                self.ports[record.port] = PortSummary(record)
                waiting, self.early = self.early, []
                for each in waiting:
                    self.add(each)
        elif record.port in self.ports:
            self.ports[record.port].add(record)
        else:
            self.early.append(record)
