"""Records: what is known of shards that were done, as texts that never change.

A store is a set of records. Each is a line of JSON, named by the hash of its text, so a set of them is merged with
another by taking every record of both.

A text may come from anybody. The types below say what each field may be, with bounds within which every later command
works, and `decoded` refuses everything else. What only the port of a record can tell is checked by `summary`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from stablelist_conformance.judging.reach import Amount, Reach
from stablelist_conformance.judging.verdict import Signature
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.protocol import LEVELS, Level

__all__ = ["COVER", "Engine", "Name", "Port", "Record", "decoded", "encoded", "named"]

COVER: Final = "cover"
"""The engine of the shard with all covering programs."""
Engine = Literal["cover", "marathon", "swarm"]
LevelName = Annotated[str, Meta(pattern=rf"^({'|'.join(LEVELS)})\Z")]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000_000)]
"""Of work: up to 31 years."""
Moment = Annotated[float, Meta(ge=0, le=253_402_300_799)]
"""In seconds since 1970, up to the year 9999."""


class Port(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A port.

    Attributes:
        command: how it is started.
        handshake: what it declares.
        level: the level at which it is judged.
        system: the name of the system that the user expected; empty for the declared one.
    """

    command: str
    handshake: str
    level: LevelName
    system: str = ""

    @classmethod
    def of(cls, target: Target) -> Port:
        """A port that was started."""
        declared = target.declared or target.handshake
        system = target.declared_system or ""
        return cls(target.port, declared.line(), target.level.word, system)

    @property
    def judged_at(self) -> Level:
        """The level at which it is judged."""
        return LEVELS[self.level]

    @property
    def own_system(self) -> str:
        """The system as ``module:ATTRIBUTE``, which only its user may have imported; empty for one of the registry."""
        return self.system if ":" in self.system else ""


class Name(NamedTuple):
    """What identifies a shard of a port.

    Attributes:
        engine: of its batch.
        seed: the number of the shard.
    """

    engine: Engine
    seed: Amount

    def __str__(self) -> str:
        """For sentences."""
        return COVER if self.engine == COVER else f"{self.seed} ({self.engine})"


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A shard that was done.

    Attributes:
        at: when, in seconds since 1970.
        labels: those that the store did not have when the shard was begun.
        failed: what its failures have in common, and how many are alike.
        found: distinct failures, shrunk, as the text of their files, each with what it had in common with others.
        unjudged: programs that were not judged to their ends, and their operations from there on.
    """

    port: Port
    shard: Name
    programs: Amount
    operations: Amount
    seconds: Seconds
    worker: str
    at: Moment
    reach: Reach
    labels: tuple[str, ...] = ()
    failed: tuple[tuple[Signature, Amount], ...] = ()
    found: tuple[tuple[Signature, str], ...] = ()
    escaped: tuple[str, ...] = ()
    doubt: str = ""
    unjudged: tuple[Amount, Amount] = (0, 0)


DECODER: Final[msgspec.json.Decoder[Record]] = msgspec.json.Decoder(Record)


def named(text: bytes) -> str:
    """The name of a record, which is the hash of its text."""
    return sha256(text).hexdigest()


def encoded(record: Record) -> bytes:
    """The text of a record: one line of JSON."""
    return msgspec.json.encode(record)


def decoded(text: bytes) -> Record:
    """The record of a text.

    Raises:
        ValueError: it is not one, or has a value that no record has.
    """
    try:
        return DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"it is not a record: {error}") from error
