"""Reading files of a bounded length: some files that can be opened never end."""

from __future__ import annotations

from pathlib import Path

__all__ = ["bounded_text"]


def bounded_text(path: Path, most: int) -> str:
    """The text of a file of at most *most* bytes.

    Raises:
        OSError: it cannot be read.
        ValueError: it is longer, or is not text.
    """
    with path.open("rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return read.decode("utf-8")
