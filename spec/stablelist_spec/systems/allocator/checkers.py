"""Bounds checkers: canaries at both ends of a block, and which of them are looked at.

A canary is 4 bytes whose value is known. If one of them has another value, bytes outside of a block were written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

__all__ = ["CHECKERS", "Checker", "Checking"]

CANARY: Final = 4
"""The bytes of a canary. (5.3.3)"""


class Checking(StrEnum):
    """Which canaries are looked at."""

    NONE = "none"
    """There are none."""
    DEALLOC = "dealloc"
    """Those of a block, when it is freed."""
    ALWAYS = "always"
    """All of them, at every allocation, and whenever a block is freed."""


Watched = Callable[[Sequence[Any], Sequence[Any]], Sequence[Any]]


class Checker(NamedTuple):
    """A bounds checker.

    Attributes:
        canary: the bytes of a canary.
        watched: the blocks whose canaries are looked at, of all blocks and of those that are freed.
    """

    canary: int
    watched: Watched


CHECKERS: Final = {
    Checking.NONE: Checker(0, lambda _, __: ()),
    Checking.DEALLOC: Checker(CANARY, lambda _, freed: freed),
    Checking.ALWAYS: Checker(CANARY, lambda blocks, _: blocks),
}
"""Every bounds checker."""
