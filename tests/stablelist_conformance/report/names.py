"""The names of the files of a counterexample, which differ only in their endings."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

__all__ = ["DRAWING", "PAGE", "TEXT", "TRACE", "companion", "replay_arguments"]

TRACE: Final = ".itf.json"
TEXT: Final = ".txt"
DRAWING: Final = ".svg"
PAGE: Final = ".html"


def companion(trace: Path, ending: str) -> Path:
    """The file with that ending beside a trace.

    >>> companion(Path("report/counterexample-a-1.itf.json"), PAGE).name
    'counterexample-a-1.html'
    """
    return trace.with_name(trace.name.removesuffix(TRACE) + ending)


def replay_arguments(trace: Path) -> str:
    """The arguments of ``stablelist replay`` for a trace that was saved just now, whose port the user has started.

    >>> replay_arguments(Path("my report/counterexample-a-1.itf.json"))
    "'my report/counterexample-a-1.itf.json' --run"
    """
    return f"{shlex.quote(str(trace))} --run"
