"""Files: read if they are not too long, and written completely or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["bounded_text", "replaced", "sealed", "unsealed", "whole"]


def bounded_text(path: Path, most: int) -> str:
    """The text of a file of at most *most* bytes; some files that can be opened never end.

    Raises:
        OSError: it cannot be read.
        ValueError: it is longer, or is not text.
    """
    with path.open("rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return read.decode("utf-8")


def replaced(path: Path, content: str | bytes) -> None:
    """Write a file completely, replacing an existing one."""
    with whole(path, content) as written:
        written.replace(path)


@contextmanager
def whole(path: Path, content: str | bytes) -> Iterator[Path]:
    """A temporary file with the content, in the same folder; it is removed afterwards."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        written.chmod(0o644)
        yield written
    finally:
        with suppress(OSError):
            written.unlink(missing_ok=True)


def sealed(content: bytes) -> bytes:
    """Content behind a line with its hash."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def unsealed(found: bytes) -> bytes:
    """The content behind a line with its hash.

    Raises:
        ValueError: it is damaged.
    """
    told, _, content = found.partition(b"\n")
    if sealed(content) != told + b"\n" + content:
        raise ValueError("its hash does not fit")
    return content
