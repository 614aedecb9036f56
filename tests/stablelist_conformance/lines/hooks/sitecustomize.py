"""Python imports this before a program: it writes down each line of the port's code when it first runs.

A line is written at once, so that a program that is killed, or has crashed, counts. A function is no longer traced when
all of its lines have run.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Traced = Callable[[FrameType, str, Any], Any]
"""What Python calls for each line of a function."""
FOLDER, ROOT, *LEFT_OUT = os.environ["STABLELIST_LINES"].split(os.pathsep)
"""Where lines are written; the folder of the code, and those in it that are left out."""
WRITTEN = os.open(Path(FOLDER, f"{os.getpid()}.lines"), os.O_CREAT | os.O_APPEND | os.O_WRONLY)
waiting: dict[int, tuple[CodeType, set[int]]] = {}
"""The lines of each code that have not run yet. The code is kept, so that no other one gets its number."""


def waited_for(code: CodeType) -> set[int]:
    """The lines of a code that have not run yet."""
    if id(code) not in waiting:
        path = os.path.realpath(code.co_filename)
        own = path.startswith(ROOT + os.sep) and not path.startswith(tuple(LEFT_OUT))
        waiting[id(code)] = code, {line for *_, line in code.co_lines() if line} if own else set()
    return waiting[id(code)][1]


def called(frame: FrameType, _event: str, _what: object) -> Traced | None:
    """Trace a call as long as a line of it waits."""
    left = waited_for(frame.f_code)
    if not left:
        return None
    note(frame.f_code, frame.f_code.co_firstlineno)
    return ran


def ran(frame: FrameType, event: str, _what: object) -> Traced:
    """A line is about to run."""
    if event == "line":
        note(frame.f_code, frame.f_lineno)
    return ran


def note(code: CodeType, line: int) -> None:
    """Write down a line, once."""
    left = waiting[id(code)][1]
    if line in left:
        left.discard(line)
        os.write(WRITTEN, f"{os.path.realpath(code.co_filename)}\t{line}\n".encode())


def import_the_next() -> None:
    """Import the module of this name that Python would have imported."""
    here = str(Path(__file__).parent)
    spec = PathFinder.find_spec("sitecustomize", [each for each in sys.path if each != here])
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


import_the_next()
threading.settrace(called)
sys.settrace(called)
