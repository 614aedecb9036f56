"""Shrinking: search for a smallest program that still fails.

Passes make the program smaller, the quick ones first, and are repeated until none of them helps. Keys are renumbered to
the remaining insertions (`renumbering`), so that every candidate is a valid program. First, whole kinds of operations
are left out, then halves, quarters and so on. Then many insertions are replaced by one word, and so are many removals,
if the port offers that (`bulk`). Then single words are left out, and all that concerns one element (`words`). Values
keep only their order, parameters get smaller, forged keys get nearer to issued ones, and then so do numbers (`values`).
At last, elements that are all alike are told apart (`distinct`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from stablelist_conformance.programs.target import Target
from stablelist_conformance.shrinking import values, words
from stablelist_conformance.shrinking.distinct import distinct_values
from stablelist_conformance.shrinking.search import Search, TimeIsUp
from stablelist_conformance.wire.protocol import Program

__all__ = ["shrink"]

F = TypeVar("F")

PASSES: Final[Sequence[Callable[[Search], None]]] = (
    words.turned_from_the_first,
    words.without_second,
    values.first_containers,
    values.first_ways,
    words.begun_small,
    words.without_kinds,
    words.without_large_chunks,
    words.inserting_at_once,
    words.removing_at_once,
    words.rebuilt,
    words.turning_at_once,
    words.without_small_chunks,
    words.without_members,
    values.plainer,
    values.ranked,
    values.nearer_keys,
    values.simpler_parameters,
    words.shorter_and_simpler,
    words.without_any_two,
    values.smaller_numbers,
    values.smaller_numbers_together,
)
"""The passes. After one that helped, the first is tried again."""


def shrink(
    program: Program,
    fails: Callable[[Program], F | None],
    seconds: float,
    target: Target,
    stopped: Callable[[], object] = lambda: None,
) -> tuple[Program, F] | None:
    """The smallest failing program found, and how it fails; None if the program does not fail.

    If the time suffices, no operation of it can be left out.

    Args:
        program: one that failed.
        fails: runs a program; how it failed, or None if it did not.
        seconds: stop the search after this long.
        target: says what the port can be asked.
        stopped: called if the search is stopped.
    """
    search = Search(program, fails, seconds, target)
    try:
        if search.attempt(program):
            while any(search.helped_by(each) for each in PASSES):
                pass
            distinct_values(search)
    except TimeIsUp:
        stopped()
    return search.best
