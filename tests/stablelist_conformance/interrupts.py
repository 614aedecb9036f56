"""Interrupts: Ctrl-C, SIGTERM and SIGHUP end a run, once, however often they come.

The first one raises `KeyboardInterrupt` where the run is; those that follow find it ending already. What must not be
torn apart, such as a counterexample on its way to the disk, is done `uninterrupted`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, getsignal, signal
from types import FrameType
from typing import Final

__all__ = ["ignore", "listen", "uninterrupted"]

SIGNALS: Final = (SIGINT, SIGTERM, SIGHUP)


class _State:
    """What this process knows of interrupts."""

    held_back = 0
    came = False


def listen() -> None:
    """Take interrupts as this module says, but for those that whoever started this process wants ignored."""
    for number in SIGNALS:
        if getsignal(number) is not SIG_IGN:
            signal(number, _interrupted)


def ignore() -> None:
    """Leave interrupts to another process."""
    for number in SIGNALS:
        signal(number, SIG_IGN)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Finish the block first."""
    _State.held_back += 1
    try:
        yield
    finally:
        _State.held_back -= 1
        if _State.came and not _State.held_back:
            _State.came = False
            raise KeyboardInterrupt


def _interrupted(_number: int, _frame: FrameType | None) -> None:
    """The first interrupt."""
    ignore()
    if not _State.held_back:
        raise KeyboardInterrupt
    _State.came = True
