"""Interrupts: Ctrl-C, SIGTERM and SIGHUP end a run, once, even if they come several times.

The first one raises `KeyboardInterrupt`; later ones are ignored, because the run is ending already. Python swallows an
exception that is raised in a finaliser or in a callback of the garbage collector, so long-running code calls `check`
from time to time. Code that must be completed, such as saving a counterexample, runs `uninterrupted`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import (
    SIG_BLOCK,
    SIG_IGN,
    SIG_SETMASK,
    SIG_UNBLOCK,
    SIGHUP,
    SIGINT,
    SIGTERM,
    getsignal,
    pthread_sigmask,
    signal,
)
from types import FrameType
from typing import Final

__all__ = ["blocked", "check", "ignore", "listen", "unblock", "uninterrupted"]

SIGNALS: Final = (SIGINT, SIGTERM, SIGHUP)


class _State:
    """The interrupts of this process.

    Attributes:
        came: whether one came whose exception may have been swallowed.
    """

    held_back = 0
    came = False


def listen() -> None:
    """Handle interrupts, except those that the parent process had set to be ignored."""
    for number in SIGNALS:
        if getsignal(number) is not SIG_IGN:
            signal(number, _interrupted)
    sys.unraisablehook = _unraisable


def ignore() -> None:
    """Ignore interrupts, because another process handles them, or one was handled already."""
    for number in SIGNALS:
        signal(number, SIG_IGN)


@contextmanager
def blocked() -> Iterator[None]:
    """Block interrupts while processes are forked; a forked process ignores them, and then calls `unblock`.

    An exception in the middle of a fork would leave a child that its parent does not know. In the child, it would go
    through what the parent was doing, which the child would then do a second time.
    """
    before = pthread_sigmask(SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def unblock() -> None:
    """Unblock interrupts, so that processes started by this one do not inherit that they are blocked."""
    pthread_sigmask(SIG_UNBLOCK, SIGNALS)


def check() -> None:
    """Raise `KeyboardInterrupt` if an interrupt came but its exception was swallowed."""
    if _State.came and not _State.held_back:
        _State.came = False
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay interrupts to the end of the block."""
    _State.held_back += 1
    try:
        yield
    finally:
        _State.held_back -= 1
        check()


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    """Handle the first interrupt."""
    ignore()
    if _State.held_back:
        _State.came = True
    else:
        raise KeyboardInterrupt


def _unraisable(swallowed: sys.UnraisableHookArgs) -> None:
    """Note a swallowed exception; Python reports it only here."""
    if issubclass(swallowed.exc_type, KeyboardInterrupt):
        _State.came = True
    elif "ignored due to race condition" not in str(
        swallowed.exc_value
    ):  # it came while `ignore` was running
        sys.__unraisablehook__(swallowed)
