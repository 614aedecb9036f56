"""Segments: all records of a store in one compressed file, which is named by its hash and never changes.

A segment is what one machine hands to another. Its records are added to those that are there, so merging twice, or in
another order, makes no difference. ``sha256sum`` computes the same hash.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from stablelist_conformance.campaign.records import named
from stablelist_conformance.campaign.store import Store
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced

__all__ = ["export", "read_segment", "write_segment"]

HEAD: Final = b"stablelist campaign 1"
"""The first line of a segment, with its version."""
NAME: Final = re.compile(r"([0-9a-f]{64})\.segment\.gz")
MOST: Final = 1 << 28
"""Bytes that a segment may have when it is unpacked: the records of about a million shards."""
LONGEST: Final = 1 << 24
"""Bytes that a record may have; a trace with many states has a few million."""


def export(store: Store, folder: Path) -> tuple[Path, list[str]]:
    """Write all records of a store into a folder; return the path of the segment, and what is left out.

    Raises:
        UsageError: the folder cannot be written.
    """
    found = Summary.of(store.texts())
    data = write_segment(text for name, text in store.texts() if name not in found.left_out)
    path = folder / f"{sha256(data).hexdigest()}.segment.gz"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replaced(path, data)
    except OSError as error:
        raise UsageError(
            f"cannot write into the folder {str(folder)!r} ({error.strerror or error}); give another one"
        ) from error
    return path, found.complaints()


def write_segment(texts: Iterable[bytes]) -> bytes:
    """Records as a segment: always the same bytes for the same set."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        for line in (HEAD, *sorted(texts)):
            file.write(line + b"\n")
    return packed.getvalue()


def read_segment(path: Path) -> list[bytes]:
    """The texts of the records in a segment, after each was checked.

    A record of a system that is not in the registry is checked as far as that is possible without the system, which
    only the user of a store may have imported.

    Raises:
        UsageError: it cannot be read, its name is not the hash of its content, or it is not a segment.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise UsageError(
            f"cannot read the segment {str(path)!r} ({error.strerror or error}); give a file that "
            "'stablelist campaign export' wrote"
        ) from error
    check_name(path, data)
    try:
        texts = list(lines(data))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise UsageError(
            f"{str(path)!r} is not a segment of this version ({error}); export it anew"
        ) from error
    if wrong := Summary.of((named(text), text) for text in texts).complaints():
        raise UsageError(f"the segment {str(path)!r} is not imported: {wrong[0]}")
    return texts


def lines(data: bytes) -> Iterator[bytes]:
    """The lines after the first one, each unpacked when it is asked for.

    Raises:
        ValueError: they are not those of a segment, or too long.
    """
    before, size = b"", 0
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        head = file.readline(len(HEAD) + 1)
        if head != HEAD + b"\n":
            raise ValueError(f"it begins with {head!r}, not {HEAD!r}")
        while line := file.readline(LONGEST):
            size += len(line)
            if not line.endswith(b"\n") or size > MOST:
                raise ValueError(f"it has a line of more than {LONGEST:,} bytes, or {MOST:,} bytes")
            if line <= before:
                raise ValueError("its records are not in order, each once")
            before = line
            yield line[:-1]


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
