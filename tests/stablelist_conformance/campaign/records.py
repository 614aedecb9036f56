"""Records: what is known of ports, as texts that never change.

A store is a set of records. Each is a line of JSON, named by the hash of its text, so a set of them is merged with
another by taking every record of both. There are four kinds: a port that was met, a shard that was done, a program that
was the shortest for a label when it was found, and a failure.

A text may come from anybody. The types below say what each field may be, with bounds within which every later command
works, and `decoded` refuses everything else. What only the port of a record can tell is checked by `summary`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import Decoder
from msgspec.structs import asdict

from stablelist_conformance.campaign.shard import Name
from stablelist_conformance.judging.reach import Amount, Reach
from stablelist_conformance.judging.verdict import Signature
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.wire.protocol import LEVELS, Level

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

PortName = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Engine = Annotated[str, Meta(pattern=r"^(cover|marathon|swarm)\Z")]
LevelName = Annotated[str, Meta(pattern=rf"^({'|'.join(LEVELS)})\Z")]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000_000)]
"""Of work: up to 31 years."""
Moment = Annotated[float, Meta(ge=0, le=253_402_300_799)]
"""In seconds since 1970, up to the year 9999."""


class Alike(NamedTuple):
    """What failures have in common before they are shrunk, and how many there were."""

    kind: str
    breaks: tuple[str, ...]
    operation: str
    times: Amount = 1

    @property
    def signature(self) -> Signature:
        """What they have in common."""
        return Signature(self.kind, self.breaks, self.operation)


class PortMet(Struct, frozen=True, tag_field="record", tag="port"):
    """A port.

    Attributes:
        port: its name in other records, which is a hash of the rest.
        command: how it is started.
        handshake: what it declares.
        level: the level at which it is judged.
        system: the name of the system that the user expected; empty for the declared one.
    """

    port: PortName
    command: str
    handshake: str
    level: LevelName
    system: str = ""

    @classmethod
    def told(cls, command: str, handshake: str, level: str, system: str = "") -> PortMet:
        """The record of a port, with its name."""
        told = "\n".join((command, handshake, level, system))
        return cls(sha256(told.encode()).hexdigest()[:16], command, handshake, level, system)

    @classmethod
    def of(cls, subject: Subject) -> PortMet:
        """The record of a port that was met."""
        declared = subject.declared or subject.handshake
        level, system = subject.level.word, subject.declared_profile or ""
        return cls.told(subject.port, declared.line(), level, system)

    @property
    def judged_at(self) -> Level:
        """The level at which it is judged."""
        return LEVELS[self.level]

    @property
    def own_system(self) -> str:
        """The system as ``module:ATTRIBUTE``, which only its user may have imported; empty for one of the registry."""
        return self.system if ":" in self.system else ""


class ShardDone(Struct, frozen=True, tag_field="record", tag="shard"):
    """A shard that was done.

    Attributes:
        at: when, in seconds since 1970.
        labels: those that the store had not had before.
        reach: what this shard reached, if it went further than all before it; otherwise None.
        failed: its failures.
    """

    port: PortName
    engine: Engine
    seed: Amount
    only: str
    programs: Amount
    operations: Amount
    seconds: Seconds
    worker: str
    at: Moment
    labels: tuple[str, ...] = ()
    reach: Reach | None = None
    failed: tuple[Alike, ...] = ()
    escaped: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def name(self) -> Name:
        """What identifies the shard."""
        return Name(self.engine, self.seed, self.only)


class ProgramKept(Struct, frozen=True, tag_field="record", tag="program"):
    """A program that meets a label, as a line of the port protocol."""

    port: PortName
    label: str
    program: str

    @property
    def words(self) -> int:
        """Its length."""
        return self.program.partition(" : ")[2].count(" ") + 1


class FailureFound(Struct, frozen=True, tag_field="record", tag="failure"):
    """A failing program.

    Attributes:
        alike: what it has in common with others.
        trace: the counterexample, as in its file.
        shrunk: whether it is as small as it gets.
    """

    port: PortName
    alike: Alike
    trace: str
    shrunk: bool = False


Record = PortMet | ShardDone | ProgramKept | FailureFound

DECODER: Final = Decoder[Record](Record)


def named(text: bytes) -> str:
    """The name of a record, which is the hash of its text."""
    return sha256(text).hexdigest()


def encoded(record: Record) -> bytes:
    """The text of a record: one line of JSON, always the same for the same record."""
    told = {"record": record.__struct_config__.tag, **asdict(record)}
    return json.dumps(told, sort_keys=True, separators=(",", ":"), default=plain).encode()


def plain(part: Reach | set[int | None]) -> object:
    """A part of a record as JSON has it; in a set, unbounded comes first."""
    if isinstance(part, Reach):
        return vars(part)
    return sorted(part, key=lambda one: -1 if one is None else one)


def decoded(text: bytes) -> Record:
    """The record of a text.

    Raises:
        ValueError: it is not one, or has a value that no record has.
    """
    try:
        record: Record = DECODER.decode(text)
    except (MsgspecError, RecursionError) as error:
        raise ValueError(f"it is not a record: {error}") from error
    if encoded(record) != text:
        raise ValueError("it is not written as records are")
    return record
