"""Files of a bounded length: not everything that can be opened has an end."""

from __future__ import annotations

from pathlib import Path

__all__ = ["bounded_text"]


def bounded_text(path: Path, most: int) -> str:
    """The text in a file of at most so many bytes.

    Raises:
        OSError: it cannot be read.
        ValueError: it is longer, or no text.
    """
    with path.open("rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return read.decode("utf-8")
