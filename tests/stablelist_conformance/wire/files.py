"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["replaced", "whole"]


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
