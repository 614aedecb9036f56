"""Shrinking: the smallest program that still fails.

Passes make the program smaller, the quick ones first, and are repeated until none of them helps. Keys are renumbered to
the insertions that are left (`renumbering`), so that every candidate is a program. A long program loses whole kinds of
operations, then halves, quarters and so on. Then many insertions become one word, and so do many removals, if the port
offers that (`condense`). Then single words go (`shorter`), and numbers and parameters get smaller, and forged keys
nearer to others (`simpler`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from . import shorter, simpler
from .protocol import Program
from .search import Search, TimeIsUp
from .subject import Subject

__all__ = ["shrink"]

F = TypeVar("F")

PASSES: Final[Sequence[Callable[[Search], None]]] = (
    shorter.begun_small,
    shorter.without_kinds,
    shorter.without_large_chunks,
    shorter.inserting_at_once,
    shorter.removing_at_once,
    shorter.rebuilt,
    shorter.without_small_chunks,
    simpler.plainer,
    simpler.smaller_numbers,
    simpler.nearer_keys,
    simpler.simpler_parameters,
    shorter.shorter_and_simpler,
    shorter.without_any_two,
    simpler.smaller_numbers_together,
)
"""What makes a program smaller. After one that helped, the first is tried again."""


def shrink(
    program: Program, fails: Callable[[Program], F | None], seconds: float, subject: Subject
) -> tuple[Program, F] | None:
    """The smallest failing program found, and how it fails; None if the program does not fail at all.

    If there is time, no operation of it can be left out.

    Args:
        program: one that was seen to fail.
        fails: runs a program; how it failed, or None if it did not.
        seconds: stop looking for smaller ones after so long.
        subject: what the port can be asked.
    """
    search = Search(program, fails, seconds, subject)
    with suppress(TimeIsUp):
        if search.attempt(program):
            while any(search.helped_by(each) for each in PASSES):
                pass
    return search.best
