"""Who holds a loan: the thread, the asyncio task and, in debug mode, the line of code that began it.

A list notes the thread and the task of the loan that began last, so that an error can name them if they are
not those that are refused. In debug mode, which the environment variable `STABLELIST_DEBUG` turns on, each
loan also notes where it began; this takes so long that only the interpreted build does it.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from _weakref import ref
from typing import Any, Final

__all__ = [
    "DEBUG",
    "Task",
    "began",
    "ended",
    "open_places",
    "other_task",
    "other_thread",
    "task_here",
]

DEBUG: Final = bool(os.environ.get("STABLELIST_DEBUG"))
"""Whether loans note where they began."""

Task = ref[Any]
"""A weak reference to an asyncio task, so that nobody keeps alive what it holds."""


def task_here() -> Task | None:
    """The task that runs now; None outside of asyncio. Programs that do not import asyncio pay nothing."""
    asyncio = sys.modules.get("asyncio")
    running = getattr(asyncio, "_get_running_loop", None)
    if running is None or running() is None:
        return None
    task: Any = getattr(asyncio, "current_task")()  # noqa: B009 - asyncio is not imported here
    return None if task is None else ref(task)


def other_thread(ident: int) -> str | None:
    """The name of a thread, if it is not this one."""
    if ident == get_ident():
        return None
    import threading  # which takes a while, and is seldom needed

    names = (thread.name for thread in threading.enumerate() if thread.ident == ident)
    return next(names, "that has ended")


def other_task(lent_to: Task | None) -> str | None:
    """The name of a task, if it is not this one."""
    if lent_to is None:
        return None
    task, here = lent_to(), task_here()
    if task is None:
        return "that has ended"
    return None if here is not None and here() is task else str(task.get_name())


# --- debug mode -----------------------------------------------------------------------------------

_places: dict[int, tuple[object, str]] = {}
"""Of every open loan, by its identity: its owner, and where it began."""


def began(loan: object, owner: object) -> None:
    """Note where a loan began: the innermost line of code outside of this package."""
    frame = sys._getframe(1)
    package = f"{__package__}."
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(package):
        frame = frame.f_back
    code = frame.f_code
    _places[id(loan)] = owner, f"{code.co_filename}:{frame.f_lineno} in {code.co_name}"


def ended(loan: object) -> None:
    """Forget where a loan began."""
    _places.pop(id(loan), None)


def open_places(owner: object) -> tuple[str, ...]:
    """Where the open loans of a list began, the oldest first."""
    places = [place for lent, place in [*_places.values()] if lent is owner]
    return tuple(places)
