"""Segments: all records of a store in one compressed file, which is named by its hash and never changes.

A segment is what one machine hands to another. Its records are added to those that are there, so merging twice, or in
another order, makes no difference. ``sha256sum`` computes the same hash.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from stablelist_conformance.atomic import replaced
from stablelist_conformance.errors import KitError, UsageError
from stablelist_conformance.handshake import parse_handshake
from stablelist_conformance.protocol import LEVELS
from stablelist_conformance.report.itf import read

from .reaches import reach_of
from .records import FailureFound, PortMet, Record, ShardDone, decoded
from .store import Store

__all__ = ["export", "read_segment", "write_segment"]

HEAD: Final = "stablelist campaign 1"
"""The first line of a segment, with its version."""
NAME: Final = re.compile(r"([0-9a-f]{64})\.segment\.gz")
MOST: Final = 1 << 31
"""Bytes that a segment may have when it is unpacked."""


def export(store: Store, folder: Path) -> Path:
    """Write all records of a store into a folder; return the path of the segment.

    Raises:
        UsageError: the folder cannot be written.
    """
    data = write_segment(store.texts())
    path = folder / f"{sha256(data).hexdigest()}.segment.gz"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replaced(path, data)
    except OSError as error:
        raise UsageError(
            f"cannot write into the folder {str(folder)!r} ({error.strerror or error}); give another one"
        ) from error
    return path


def write_segment(texts: Iterable[str]) -> bytes:
    """Records as a segment: always the same bytes for the same set."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        for line in (HEAD, *sorted(texts)):
            file.write(f"{line}\n".encode())
    return packed.getvalue()


def read_segment(path: Path) -> list[str]:
    """The texts of the records in a segment, after each was checked.

    Raises:
        UsageError: it cannot be read, its name is not the hash of its content, or it is not a segment.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read the segment {str(path)!r} ({error.strerror or error}); give a file that "
            "'stablelist campaign export' wrote"
        ) from error
    check_name(path, data)
    try:
        head, *texts = unpacked(data).decode().splitlines()
        if head != HEAD:
            raise ValueError(f"it begins with {head[:40]!r}, not {HEAD!r}")
        for text in texts:
            check_record(decoded(text))
    except (OSError, EOFError, ValueError, TypeError, KeyError, KitError, zlib.error) as error:
        raise UsageError(
            f"{str(path)!r} is not a segment of this version ({error}); export it anew"
        ) from error
    return texts


def check_record(record: Record) -> None:
    """Check that what is within a record can be read, too.

    Raises:
        KitError, KeyError, TypeError: it cannot.
    """
    match record:
        case PortMet():
            parse_handshake(record.handshake, record.system or None)
            LEVELS[record.level]
        case FailureFound():
            read(record.trace)
        case ShardDone() if record.reach is not None:
            reach_of(record.reach)


def check_name(path: Path, data: bytes) -> None:
    """Check that a segment is what its name says."""
    wanted, is_hash = NAME.fullmatch(path.name), sha256(data).hexdigest()
    if wanted is None:
        raise UsageError(
            f"{path.name!r} is not the name of a segment, which is a hash and '.segment.gz'; do not rename segments"
        )
    if wanted[1] != is_hash:
        raise UsageError(
            f"the segment {str(path)!r} has the hash {is_hash[:16]}..., not the one in its name, so it is damaged; "
            "copy it again"
        )


def unpacked(data: bytes) -> bytes:
    """The content, unless it is too large to be one."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        content = file.read(MOST + 1)
    if len(content) > MOST:
        raise ValueError(f"it has more than {MOST:,} bytes")
    return content
