"""Interrupts: Ctrl-C, SIGTERM and SIGHUP end a run, once, however often they come.

The first one raises `KeyboardInterrupt` where the run is; those that follow find it ending already. Python swallows an
exception that comes at a bad moment, in a finaliser or a callback of the garbage collector; so whatever runs long
asks from time to time with `check`. What must not be torn apart, such as a counterexample on its way to the disk, is
done `uninterrupted`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, getsignal, signal
from types import FrameType
from typing import Final

__all__ = ["check", "ignore", "listen", "uninterrupted"]

SIGNALS: Final = (SIGINT, SIGTERM, SIGHUP)


class _State:
    """What this process knows of interrupts.

    Attributes:
        came: whether one came that nobody is known to have heard of.
    """

    held_back = 0
    came = False


def listen() -> None:
    """Take interrupts as this module says, but for those that whoever started this process wants ignored."""
    for number in SIGNALS:
        if getsignal(number) is not SIG_IGN:
            signal(number, _interrupted)
    sys.unraisablehook = _unraisable


def ignore() -> None:
    """Leave interrupts to another process, or to one that came before."""
    for number in SIGNALS:
        signal(number, SIG_IGN)


def check() -> None:
    """Raise `KeyboardInterrupt` if it came, and went by unheard."""
    if _State.came and not _State.held_back:
        _State.came = False
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Finish the block first."""
    _State.held_back += 1
    try:
        yield
    finally:
        _State.held_back -= 1
        check()


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    """The first interrupt."""
    ignore()
    if _State.held_back:
        _State.came = True
    else:
        raise KeyboardInterrupt


def _unraisable(swallowed: sys.UnraisableHookArgs) -> None:
    """Python swallows an exception, and tells nobody but this function."""
    if issubclass(swallowed.exc_type, KeyboardInterrupt):
        _State.came = True
    elif "ignored due to race condition" not in str(
        swallowed.exc_value
    ):  # it came while `ignore` was at work
        sys.__unraisablehook__(swallowed)
