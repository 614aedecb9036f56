"""Records: what is known of ports, as texts that never change.

A store is a set of records. Each is a line of JSON, named by the hash of its text, so a set of them is merged with
another by taking every record of both. There are four kinds: a port that was met, a shard that was done, a program that
was the shortest for a label when it was found, and a failure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, ClassVar, Final, NamedTuple

from stablelist_conformance.protocol import LEVELS, Level
from stablelist_conformance.subject import Subject
from stablelist_conformance.verdict import Signature

from .shard import Name

__all__ = [
    "Alike",
    "FailureFound",
    "PortMet",
    "ProgramKept",
    "Record",
    "ShardDone",
    "decoded",
    "encoded",
    "named",
]


class Alike(NamedTuple):
    """What failures have in common before they are shrunk, and how many there were."""

    kind: str
    breaks: tuple[str, ...]
    operation: str
    times: int = 1

    @property
    def signature(self) -> Signature:
        """What they have in common."""
        return Signature(self.kind, self.breaks, self.operation)


@dataclass(frozen=True)
class PortMet:
    """A port.

    Attributes:
        port: its name in other records.
        command: how it is started.
        handshake: what it declares.
        level: the level at which it is judged.
        system: the name of the system that the user expected; empty for the declared one.
    """

    kind: ClassVar = "port"
    port: str
    command: str
    handshake: str
    level: str
    system: str = ""

    @classmethod
    def of(cls, subject: Subject) -> PortMet:
        """The record of a port that was met."""
        declared = subject.declared or subject.handshake
        told = (subject.port, declared.line(), subject.level.word, subject.declared_profile or "")
        return cls(sha256("\n".join(told).encode()).hexdigest()[:16], *told)

    @property
    def judged_at(self) -> Level:
        """The level at which it is judged."""
        return LEVELS[self.level]


@dataclass(frozen=True)
class ShardDone:
    """A shard that was done.

    Attributes:
        at: when, in seconds since 1970.
        labels: those that the store had not had before.
        reach: what all shards of the store reached until then, if this one went further; otherwise None.
        failed: its failures.
    """

    kind: ClassVar = "shard"
    port: str
    engine: str
    seed: int
    only: str
    programs: int
    operations: int
    seconds: float
    worker: str
    at: float
    labels: tuple[str, ...] = ()
    reach: Mapping[str, Any] | None = None
    failed: tuple[Alike, ...] = ()
    escaped: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def name(self) -> Name:
        """What identifies the shard."""
        return Name(self.engine, self.seed, self.only)


@dataclass(frozen=True)
class ProgramKept:
    """A program that meets a label, as a line of the port protocol."""

    kind: ClassVar = "program"
    port: str
    label: str
    program: str

    @property
    def words(self) -> int:
        """Its length."""
        return self.program.partition(" : ")[2].count(" ") + 1


@dataclass(frozen=True)
class FailureFound:
    """A failing program.

    Attributes:
        alike: what it has in common with others.
        trace: the counterexample, as in its file.
        shrunk: whether it is as small as it gets.
    """

    kind: ClassVar = "failure"
    port: str
    alike: Alike
    trace: str
    shrunk: bool = False


Record = PortMet | ShardDone | ProgramKept | FailureFound

KINDS: Final[Mapping[str, type[Record]]] = {
    each.kind: each for each in (PortMet, ShardDone, ProgramKept, FailureFound)
}


def named(text: str) -> str:
    """The name of a record, which is the hash of its text."""
    return sha256(text.encode()).hexdigest()


def encoded(record: Record) -> str:
    """The text of a record: one line of JSON, always the same for the same record."""
    told = {"record": record.kind, **asdict(record)}
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def decoded(text: str) -> Record:
    """The record of a text.

    Raises:
        ValueError: it is not one.
    """
    told = json.loads(text)
    if not isinstance(told, dict) or told.get("record") not in KINDS:
        raise ValueError("it is not a record")
    kind = KINDS[told.pop("record")]
    try:
        return kind(**{name: frozen(name, value) for name, value in told.items()})
    except TypeError as error:
        raise ValueError(f"it is not a record of the kind {kind.kind!r}: {error}") from error


def frozen(name: str, value: Any) -> Any:  # noqa: ANN401 - as JSON has it
    """A field's value, with tuples for lists."""
    if name == "alike":
        return alike(value)
    if name == "failed":
        return tuple(map(alike, value))
    return tuple(value) if isinstance(value, list) else value


def alike(value: Any) -> Alike:  # noqa: ANN401 - as JSON has it
    """What failures have in common."""
    kind, breaks, operation, times = value
    return Alike(kind, tuple(breaks), operation, times)
