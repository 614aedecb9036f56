"""The summary of a set of records: what they say together, in whatever order they came.

Records may come from anybody. One that is not what it says, or that its port cannot have, is left out, which every
verdict tells. A system that is not in the registry is known only if the caller names it, since knowing it takes
importing its module.

A shard or a program may have several records, if stores were merged. Of those of a shard one is taken, the one with the
least text; of the programs of a label the shortest, and of equally short ones the least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from stablelist_conformance.campaign.records import (
    FailureFound,
    PortMet,
    ProgramKept,
    Record,
    ShardDone,
    decoded,
    encoded,
    named,
)
from stablelist_conformance.campaign.shard import COVER, Name
from stablelist_conformance.judging.coverage import reach as reachable
from stablelist_conformance.judging.reach import Reach, unreached
from stablelist_conformance.judging.verdict import (
    Counterexample,
    EngineReport,
    Finding,
    Signature,
    Verdict,
)
from stablelist_conformance.report.itf import read
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.running.handshaking import widths_in_words
from stablelist_conformance.wire.errors import KitError, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import parse_program
from stablelist_conformance.wire.text import clip, count, plain

__all__ = ["PortSummary", "Summary"]

ENGINES: Final = ("cover", "marathon", "swarm")


@dataclass
class PortSummary:
    """What is known of a port.

    Attributes:
        handshake: what the port declares.
        left_out: the records of the store that are left out; it is unknown of which port they are.
        shards: those that are done.
        labels: all that were met.
        programs: the shortest one for each label.
        shrunk: the smallest counterexample of each distinct failure, with its likeness.
        unshrunk: the smallest failing program of each likeness, as it was found.
    """

    met: PortMet
    handshake: Handshake = field(init=False)
    left_out: Mapping[str, str] = field(default_factory=dict)
    shards: dict[Name, ShardDone] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    reach: Reach = field(default_factory=Reach)
    programs: dict[str, ProgramKept] = field(default_factory=dict)
    shrunk: dict[Signature, tuple[Signature, str]] = field(default_factory=dict)
    unshrunk: dict[Signature, str] = field(default_factory=dict)
    escaped: set[str] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.handshake = parse_handshake(self.met.handshake, self.met.system or None)

    @property
    def lengths(self) -> dict[str, int]:
        """The length of the shortest program for each label."""
        return {label: kept.words for label, kept in self.programs.items()}

    def add(self, record: ShardDone | ProgramKept | FailureFound) -> None:
        """Account for a record.

        Raises:
            KitError: the port cannot have it.
        """
        match record:
            case ShardDone():
                self._shard(record)
            case ProgramKept():
                parse_program(record.program, self.handshake.profile)
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
            self.reach.merge(shard.reach)

    def _failure(self, failure: FailureFound) -> None:
        """Account for a failure."""
        alike, trace = failure.alike.signature, failure.trace
        told = signature(self.read(trace))
        if failure.shrunk:
            best = self.shrunk.get(told, (alike, trace))
            self.shrunk[told] = min(best, (alike, trace), key=lambda pair: (len(pair[1]), pair))
        else:
            before = self.unshrunk.get(alike, trace)
            self.unshrunk[alike] = min(before, trace, key=lambda text: (len(text), text))

    def read(self, trace: str) -> Counterexample:
        """A counterexample of this port.

        Raises:
            UsageError: it is none.
        """
        found = read(trace, "its trace", self.met.own_system)
        if found.handshake.profile != self.handshake.profile:
            raise UsageError(f"its trace is of the system {found.handshake.profile}")
        return found

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
            Finding(each, self.read(trace), times[alike] or 1)
            for each, (alike, trace) in sorted(self.shrunk.items())
        ]
        waiting = sorted(self.waiting())
        return found + [
            Finding(alike, self.read(self.unshrunk[alike]), times[alike] or 1, shrunk=False)
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
            notes=[*sorted(self.doubts), *notes, *complaints(self.left_out)],
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


MOST_TOLD: Final = 5


def complaints(left_out: Mapping[str, str]) -> list[str]:
    """Which records are left out, and why; the first of them, if there are many.

    >>> complaints({"0123456789abcdef0123": "its text does not fit its hash"})
    ['the record 0123456789abcdef... is left out: its text does not fit its hash']
    """
    told = [
        f"the record {plain(name[:16])}... is left out: {clip(why, 300)}"
        for name, why in left_out.items()
    ]
    rest = len(told) - MOST_TOLD
    return told[:MOST_TOLD] + [f"{count(rest, 'more record')} left out"] * (rest > 0)


@dataclass
class Summary:
    """What a store knows of all its ports.

    Attributes:
        system: the one that the caller names as ``module:ATTRIBUTE``, if any.
        unread: ports of other such systems.
        left_out: why records do not count, by their names.
    """

    system: str = ""
    ports: dict[str, PortSummary] = field(default_factory=dict)
    unread: dict[str, PortMet] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Iterable[tuple[str, bytes]], system: str | None = None) -> Summary:
        """The summary of all records, by their names and texts."""
        found, others = cls(system or ""), list[tuple[str, Record]]()
        for name, text in texts:
            with found._leaving_out(name):
                if named(text) != name:
                    raise ValueError("its text does not fit its hash")
                record = decoded(text)
                if isinstance(record, PortMet):
                    found.add(record)
                else:
                    others.append((name, record))
        for name, record in others:
            with found._leaving_out(name):
                found.add(record)
        return found

    @contextmanager
    def _leaving_out(self, name: str) -> Iterator[None]:
        """Go on without a record that is wrong."""
        try:
            yield
        except (ValueError, KitError) as error:
            self.left_out[name] = str(error)

    def complaints(self) -> list[str]:
        """Which records are left out."""
        return complaints(self.left_out)

    def add(self, record: Record) -> None:
        """Account for a record.

        Raises:
            ValueError, KitError: it is not what it says, or its port cannot have it.
        """
        if isinstance(record, PortMet):
            self._met(record)
        elif record.port in self.ports:
            self.ports[record.port].add(record)
        elif record.port not in self.unread:
            raise ValueError("there is no record of its port")

    def _met(self, met: PortMet) -> None:
        """Account for a port."""
        if met != PortMet.told(met.command, met.handshake, met.level, met.system):
            raise ValueError("the name of the port does not fit it")
        if met.own_system not in ("", self.system):
            self.unread[met.port] = met
        elif met.port not in self.ports:
            port = PortSummary(met, self.left_out)
            if met.judged_at > port.handshake.level:
                raise ValueError(f"the port has no level {met.level}")
            self.ports[met.port] = port
