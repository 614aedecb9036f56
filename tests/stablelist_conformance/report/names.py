"""The names of the files of a counterexample, which differ only in their endings."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["DRAWING", "ENDINGS", "PAGE", "TEXT", "TRACE", "beside"]

TRACE: Final = ".itf.json"
TEXT: Final = ".txt"
DRAWING: Final = ".svg"
PAGE: Final = ".html"
ENDINGS: Final = (TRACE, TEXT, DRAWING, PAGE)


def beside(trace: Path, ending: str) -> Path:
    """The file with that ending beside a trace.

    >>> beside(Path("report/counterexample-a-1.itf.json"), PAGE).name
    'counterexample-a-1.html'
    """
    return trace.with_name(trace.name.removesuffix(TRACE) + ending)
