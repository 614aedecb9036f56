"""The summary of a set of records: what they say together, in whatever order they came.

Records may come from anybody. One that is not what it says, or that its port cannot have, is left out, which every
verdict tells. A system that is not in the registry is known only if the caller names it, since knowing it takes
importing its module.

A shard may have several records, if stores were merged. One is taken, that with the least text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from functools import reduce
from typing import Final, get_args

from stablelist_conformance.campaign.records import (
    COVER,
    Engine,
    Name,
    Port,
    Record,
    decoded,
    encoded,
    named,
)
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.judging.judge import Unjudged
from stablelist_conformance.judging.reach import Reach, unreached
from stablelist_conformance.judging.verdict import (
    Counterexample,
    EngineReport,
    Finding,
    Signature,
    Verdict,
)
from stablelist_conformance.report.itf import read
from stablelist_conformance.running.covering import reachable
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.running.handshaking import uncovered, widths_in_words
from stablelist_conformance.wire.errors import KitError, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.text import clip, count, plain

__all__ = ["PortSummary", "Summary", "complaints"]

MOST_TOLD: Final = 5
"""Of the records that are left out."""


@dataclass
class PortSummary:
    """What is known of a port.

    Attributes:
        handshake: what the port declares.
        excluded: the records of the store that are left out; it is unknown of which port they are.
        shards: those that are done.
        labels: all that were met.
        found: the smallest counterexample of each distinct failure, with what it had in common with others.
    """

    port: Port
    handshake: Handshake = field(init=False)
    excluded: Mapping[str, str] = field(default_factory=dict)
    shards: dict[Name, Record] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    reach: Reach = field(default_factory=Reach)
    found: dict[Signature, tuple[Signature, str]] = field(default_factory=dict)
    escaped: set[str] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.handshake = parse_handshake(self.port.handshake, self.port.system or None)
        if self.port.judged_at > self.handshake.level:
            raise ValueError(f"the port has no level {self.port.level}")

    def add(self, record: Record) -> None:
        """Account for a shard. What it met counts even if another record of it is taken.

        Raises:
            KitError: the port cannot have it.
        """
        found = [(signature(self.read(pair[1])), pair) for pair in record.found]
        for told, pair in found:
            pairs = self.found.get(told, pair), pair
            self.found[told] = min(pairs, key=lambda each: (len(each[1]), each))
        name = record.shard
        self.shards[name] = min(self.shards.get(name, record), record, key=encoded)
        self.labels.update(record.labels)
        self.escaped.update(record.escaped)
        self.doubts.update([record.doubt] if record.doubt else [])
        self.reach.merge(record.reach)

    def read(self, trace: str) -> Counterexample:
        """A counterexample of this port.

        Raises:
            UsageError: it is none.
        """
        found = read(trace, "its trace", self.port.own_system)
        if found.handshake.system_name != self.handshake.system_name:
            raise UsageError(f"its trace is of the system {found.handshake.system_name}")
        return found

    def alike(self) -> Counter[Signature]:
        """How many programs failed, by what they have in common."""
        return sum((Counter(dict(each.failed)) for each in self.shards.values()), Counter())

    def verdict(self, notes: Iterable[str] = ()) -> Verdict:
        """The verdict of all shards together."""
        handshake, level = self.handshake, self.port.judged_at
        within, times = reachable(handshake, level), self.alike()
        findings = [
            Finding(each, self.read(trace), times[alike] or 1)
            for each, (alike, trace) in sorted(self.found.items())
        ]
        return Verdict(
            self.port.command,
            handshake,
            level,
            0,
            widths_in_words(handshake),
            uncovered(handshake, level),
            engines=list(engines(self.shards.values())),
            covered=self.labels & within.labels,
            reachable=set(within.labels),
            unreachable=within.unreachable,
            counterexample=findings[0].counterexample if findings else None,
            findings=findings,
            reach=self.reach,
            unreached=unreached(handshake, self.reach),
            unjudged=unjudged(self.shards.values()),
            escaped=self.escaped,
            notes=[*sorted(self.doubts), *notes, *complaints(self.excluded)],
            shards=shards_in_words(self.shards.values()),
        )


def engines(records: Collection[Record]) -> Iterator[EngineReport]:
    """What each engine did."""
    for engine in get_args(Engine):
        if done := [each for each in records if each.shard.engine == engine]:
            programs = sum(each.programs for each in done)
            yield EngineReport(engine, programs, sum(each.operations for each in done))


def unjudged(records: Iterable[Record]) -> Unjudged:
    """What all shards together accepted because too much was possible."""
    return reduce(Unjudged.plus, (Unjudged(*each.unjudged) for each in records), Unjudged())


def shards_in_words(records: Collection[Record]) -> str:
    """How many shards there are, the first and the last of their seeds, and when they last found more."""
    if not records:
        return "0"
    seeds = [each.shard.seed for each in records if each.shard.engine != COVER]
    told = f" with seeds from {min(seeds):,} to {max(seeds):,}," if seeds else ""
    work = timedelta(seconds=round(sum(each.seconds for each in records)))
    labels, reach = (timedelta(seconds=round(each)) for each in growth(records))
    return f"{len(records):,},{told} {work} of work; labels last grew after {labels}, reach after {reach}"


def growth(records: Iterable[Record]) -> tuple[float, float]:
    """The seconds of work after which a shard last met new labels, and went further, in the order of their ends."""
    met, reach, work, labels_grew, reach_grew = set[str](), Reach(), 0.0, 0.0, 0.0
    for each in sorted(records, key=lambda record: (record.at, record.shard)):
        work, before = work + each.seconds, deepcopy(reach)
        reach.merge(each.reach)
        labels_grew = labels_grew if met.issuperset(each.labels) else work
        reach_grew = reach_grew if reach == before else work
        met.update(each.labels)
    return labels_grew, reach_grew


def complaints(excluded: Mapping[str, str]) -> list[str]:
    """Which records are left out, and why; the first of them, if there are many.

    >>> complaints({"0123456789abcdef0123": "its text does not fit its hash"})
    ['the record 0123456789abcdef... is left out: its text does not fit its hash']
    """
    told = [
        f"the record {plain(name[:16])}... is left out: {clip(why, 300)}"
        for name, why in excluded.items()
    ]
    rest = len(told) - MOST_TOLD
    return told[:MOST_TOLD] + [f"{count(rest, 'more record')} left out"] * (rest > 0)


@dataclass
class Summary:
    """What a store knows of all its ports.

    Attributes:
        system: the one that the caller names as ``module:ATTRIBUTE``, if any.
        unread: ports of other such systems.
        excluded: why records do not count, by their names.
    """

    system: str = ""
    ports: dict[Port, PortSummary] = field(default_factory=dict)
    unread: set[Port] = field(default_factory=set)
    excluded: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, store: Store, system: str | None = None) -> Summary:
        """The summary of all records of a store."""
        found = cls(system or "")
        for name, text in store.texts():
            try:
                if named(text) != name:
                    raise ValueError("its text does not fit its hash")
                found.add(decoded(text))
            except (ValueError, KitError) as error:
                found.excluded[name] = str(error)
        return found

    def add(self, record: Record) -> None:
        """Account for a record.

        Raises:
            ValueError, KitError: it is not what it says, or its port cannot have it.
        """
        if record.port.own_system not in ("", self.system):
            self.unread.add(record.port)
        else:
            self.port(record.port).add(record)

    def port(self, port: Port) -> PortSummary:
        """What is known of a port.

        Raises:
            ValueError, KitError: it is none.
        """
        if port not in self.ports:
            self.ports[port] = PortSummary(port, self.excluded)
        return self.ports[port]
