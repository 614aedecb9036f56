"""Runs a judge on a test case, unchanged or changed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import Final, NamedTuple

from suite.judges.courts import COURTS, Case

__all__ = ["GAVE_UP", "EndlessError", "Hearing", "heard", "undisturbed"]


class Hearing(NamedTuple):
    """The result of the unchanged judge in a test case.

    Attributes:
        found: what it finds, with the defect planted.
        sound: what it finds without it.
        called: its functions and all others that are called, by file and qualified name.
    """

    found: str
    sound: str
    called: frozenset[tuple[str, str]]


@cache
def undisturbed(court: str, case: Case) -> Hearing:
    """The result of the unchanged judge. The functions that are called show which changes may matter."""
    codes: set[CodeType] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
    try:
        found, sound = COURTS[court](case, True), COURTS[court](case, False)
    finally:
        sys.setprofile(before)
    called = frozenset((code.co_filename, code.co_qualname) for code in codes)
    return Hearing(found, sound, called)


# --- A judge that may be too weak to find anything ------------------------------------------------

GAVE_UP: Final = "the judge cannot go on"
LONGEST: Final = 2.0
"""Seconds of work after which a judge is assumed not to end."""


class EndlessError(BaseException):
    """A judge does not end; no judge catches this error."""


def heard(court: str, case: Case, *, planted: bool) -> str:
    """What a judge finds; a weakened judge may fail in any way."""
    try:
        with hurried():
            return COURTS[court](case, planted)
    except Exception:  # a change may have any effect
        return GAVE_UP


@contextmanager
def hurried() -> Iterator[None]:
    """Interrupt a function that works for too long; waiting does not count."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
