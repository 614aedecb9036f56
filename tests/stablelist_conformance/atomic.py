"""Files that are written whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["replaced", "whole"]


def replaced(path: Path, text: str) -> None:
    """Write a file whole, in place of what was there."""
    with whole(path, text) as written:
        written.replace(path)


@contextmanager
def whole(path: Path, text: str) -> Iterator[Path]:
    """Text on disk, beside where it belongs and under a name of its own, which is gone afterwards."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        written.chmod(0o644)
        yield written
    finally:
        with suppress(OSError):
            written.unlink(missing_ok=True)
