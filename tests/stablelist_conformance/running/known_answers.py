"""Known answers: batches that some port answered rightly, kept on disk, so that checking them again is comparing.

What is kept of a batch are the lines that were sent, a hash of each right answer, and what the batch came to. A port
whose answers have the same hashes came to the same. If one differs, or the port fails, nothing is believed: the batch
is run and judged as if nothing had been kept.

Ports that must answer alike share a batch: those whose exact model determines every answer, and that can be asked the
same. Where a contract leaves answers open, each port has its own.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from stablelist_conformance.judging.judge import Unjudged
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.port.port import Port
from stablelist_conformance.programs.cache import cache_folder, sources_hash
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import GROUP, Batch, BatchResult
from stablelist_conformance.wire.errors import PortFault
from stablelist_conformance.wire.files import replaced, sealed, unsealed
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.systems import SYSTEMS

__all__ = ["Known", "Mismatch", "Record", "compare", "first_mismatch", "known", "place", "save"]

MOST_BYTES: Final = 1 << 28
"""What all files together may have; the oldest go first."""
ENDING: Final = ".answers"
DIGEST: Final = 16
"""Bytes of the hash of an answer."""


class Mismatch(NamedTuple):
    """Where a port differs from the known answers: the number of the program, and its answer or its fault."""

    number: int
    answered: str | PortFault


class Record(Struct, forbid_unknown_fields=True):
    """A batch that was answered rightly.

    Attributes:
        lines: what was sent, without the repetitions.
        digests: the hashes of the answers, one after the other.
        programs, operations, distinct, labels, reach, unjudged: as in `BatchResult`.
    """

    lines: list[str]
    digests: bytes
    programs: int
    operations: int
    distinct: int
    labels: set[str]
    reach: Reach
    unjudged: Unjudged

    def result(self, engine: str) -> BatchResult:
        """What the batch came to."""
        return BatchResult(
            engine,
            self.programs,
            self.operations,
            self.distinct,
            self.labels,
            reach=self.reach,
            unjudged=self.unjudged,
        )


class Known:
    """The answers of a batch that is running, to be kept if all are right."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.digests = bytearray()

    def add(self, line: str, answer: str) -> None:
        """Note a program and its answer."""
        self.lines.append(line)
        self.digests += digest(answer.encode("ascii"))

    def record(self, result: BatchResult) -> Record:
        """The batch, which has this result."""
        return Record(
            self.lines,
            bytes(self.digests),
            result.programs,
            result.operations,
            result.distinct,
            result.labels,
            result.reach,
            result.unjudged,
        )


def digest(answer: bytes) -> bytes:
    """The hash of an answer."""
    return hashlib.blake2b(answer, digest_size=DIGEST).digest()


# --- Asking ---------------------------------------------------------------------------------------


def compare(target: Target, record: Record) -> tuple[Mismatch | None, set[str]]:
    """Ask a port what is known; return its first other answer, or its fault, and the processes that it left behind."""
    port, mismatch = target.process(), None
    try:
        with port:
            mismatch = first_mismatch(port, record)
    except PortFault as fault:
        mismatch = Mismatch(0, fault)  # it did not start
    return mismatch, port.escaped


def first_mismatch(port: Port, record: Record) -> Mismatch | None:
    """The first answer of a running port that is not the known one, or its fault.

    A group is sent before the answers to the one before it are read, so that the port never waits.
    """
    numbers = range(len(record.lines))
    groups = [numbers[first : first + GROUP] for first in numbers[::GROUP]]
    number = 0
    port.gather(GROUP + 1)
    try:
        send(port, record, groups[0])
        for group, following in zip_longest(groups, groups[1:]):
            if following is not None:
                send(port, record, following)
            for number in (*group, group[0]):
                answered = port.receive_bytes()
                if digest(answered) != record.digests[number * DIGEST : (number + 1) * DIGEST]:
                    return Mismatch(number, answered.decode("ascii", "replace"))
        port.finish()
    except PortFault as fault:
        return Mismatch(number, fault)
    return None


def send(port: Port, record: Record, group: Sequence[int]) -> None:
    """Send a group, and its first program again."""
    port.send([record.lines[number] for number in (*group, group[0])])


# --- On disk --------------------------------------------------------------------------------------


def known(target: Target, batch: Batch) -> tuple[Record | None, str]:
    """What is kept of a batch, if anything is; and why something that is kept is left aside."""
    path = place(target, batch)
    if path is None:
        return None, ""
    try:
        packed = unsealed(path.read_bytes())
        record = msgspec.msgpack.decode(zlib.decompress(packed), type=Record)
        if len(record.digests) != DIGEST * len(record.lines) or not record.lines:
            raise ValueError("it has not one hash for each line")
        with suppress(OSError):
            os.utime(path)  # so that it is not among the oldest
    except FileNotFoundError:
        return None, ""
    except (OSError, ValueError, zlib.error, msgspec.MsgspecError) as error:
        return None, f"known answers are left aside, and judged again: {path.name}: {error}"
    return record, ""


def save(target: Target, batch: Batch, record: Record) -> str:
    """Keep a batch; the oldest ones make room. Return why it cannot be kept, if it cannot."""
    path = place(target, batch)
    if path is None or not record.lines:
        return ""
    packed = zlib.compress(msgspec.msgpack.encode(record), 1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replaced(path, sealed(packed))
        make_room(path.parent)
    except OSError as error:
        why = error.strerror or error
        return f"right answers cannot be kept in {path.parent} ({why}); give another XDG_CACHE_HOME, or --no-cache"
    return ""


def make_room(within: Path) -> None:
    """Remove the files that were not used for longest, as long as there is too much."""
    files = sorted((each.stat().st_mtime, each.stat().st_size, each) for each in kept(within))
    left = sum(size for _, size, _ in files) - MOST_BYTES
    for _, size, each in files:
        if left <= 0:
            break
        each.unlink(missing_ok=True)
        left -= size


def kept(within: Path) -> Iterator[Path]:
    """The files of a folder that are known answers."""
    return within.glob(f"*{ENDING}")


def folder() -> Path:
    """The folder of the known answers.

    Raises:
        RuntimeError: there is no cache folder.
    """
    return cache_folder() / "answers"


def place(target: Target, batch: Batch) -> Path | None:
    """Where a batch is kept; None if it cannot be, because something is unknown on which its answers depend."""
    if target.handshake.system_name not in SYSTEMS:
        return None
    try:
        about = "\n".join((sources_hash(), *depends(target, batch)))
        return folder() / f"{hashlib.sha256(about.encode()).hexdigest()[:40]}{ENDING}"
    except (OSError, RuntimeError):
        return None


def depends(target: Target, batch: Batch) -> Iterator[str]:
    """Everything but the sources on which programs and right answers depend."""
    port = target.handshake
    determined = target.level > Level.CONTRACT or port.system.determined
    yield (port.offer() if determined else port).line()
    yield "" if determined else target.port
    yield f"{port.id_bits} {port.index_bits} {sorted(port.lacking)} {target.level.word} {target.turns}"
    yield f"{target.by_model} {target.compared} {target.excluded_class}"
    yield f"{batch.engine} {batch.first} {batch.last} {batch.seed} {batch.operations} {batch.sampled}"
    yield from map(target.line, batch.programs)
