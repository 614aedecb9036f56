"""Shrinking: search for a smallest program that still fails.

Passes make the program smaller, the quick ones first, and are repeated until none of them helps. Keys are renumbered to
the remaining insertions (`renumbering`), so that every candidate is a valid program. First, whole kinds of operations
are left out, then halves, quarters and so on. Then many insertions are replaced by one word, and so are many removals,
if the port offers that (`condense`). Then single words are left out (`shorter`), numbers and parameters get smaller,
and forged keys get nearer to issued ones (`simpler`).
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
"""The passes. After one that helped, the first is tried again."""


def shrink(
    program: Program, fails: Callable[[Program], F | None], seconds: float, subject: Subject
) -> tuple[Program, F] | None:
    """The smallest failing program found, and how it fails; None if the program does not fail.

    If the time suffices, no operation of it can be left out.

    Args:
        program: one that failed.
        fails: runs a program; how it failed, or None if it did not.
        seconds: stop the search after this long.
        subject: says what the port can be asked.
    """
    search = Search(program, fails, seconds, subject)
    with suppress(TimeIsUp):
        if search.attempt(program):
            while any(search.helped_by(each) for each in PASSES):
                pass
    return search.best
