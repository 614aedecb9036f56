"""Leaks: a port that fails on a program only after others in the same process; which of them it takes, made small.

Earlier programs are left out first: the last one may do, or the last two, four and so on. Then single ones are left
out, and what remains gets shorter, the failing program first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.shrinking.bulk import halves, stretches
from stablelist_conformance.shrinking.search import TimeIsUp
from stablelist_conformance.shrinking.shrink import shrink
from stablelist_conformance.wire.protocol import Program

__all__ = ["After", "leak"]

MOST_WORDS: Final = 1_000_000
"""The most operations of earlier programs that are sent again."""

After = Callable[[Sequence[Program], Program], FailedProgram | None]
"""How a program fails after others in one process, if it passes when it is alone."""


def leak(
    target: Target, after: After, failure: FailedProgram, seconds: float
) -> FailedProgram | None:
    """The failure after as few and as short programs as were found; None if it does not happen again."""
    found = after(most_recent(failure.earlier, MOST_WORDS), failure.program)
    if found is None or not found.needs:
        return None
    search = _Search(target, after, found, seconds)
    try:
        search.last_ones()
        search.fewer()
        search.shorter()
        search.fewer()
    except TimeIsUp:
        return search.best._replace(stopped=True)
    return search.best


def most_recent(programs: Sequence[Program], words: int) -> Sequence[Program]:
    """The last of some programs that have so many words together at most.

    >>> from stablelist_spec.parts.parameters import Parameters
    >>> [len(each.words) for each in most_recent([Program(Parameters(), ("add",) * n) for n in (4, 2, 3)], 6)]
    [2, 3]
    """
    for at in range(len(programs) - 1, -1, -1):
        words -= len(programs[at].words)
        if words < 0:
            return programs[at + 1 :]
    return programs


class _Search:
    """The smallest leak so far."""

    def __init__(self, target: Target, after: After, found: FailedProgram, seconds: float) -> None:
        self.target, self.after, self.best = target, after, found
        self.ends = time.monotonic() + seconds

    @property
    def needs(self) -> tuple[Program, ...]:
        """The earlier programs."""
        return tuple(self.best.needs)

    def attempt(self, needs: Sequence[Program], program: Program) -> FailedProgram | None:
        """How a program fails after others, in the way of the best one; then it is the best one."""
        if time.monotonic() > self.ends:
            raise TimeIsUp
        found = self.after(needs, program)
        if found is None or (found.kind, found.program) != (self.best.kind, program):
            return None
        self.best = found
        return found

    def last_ones(self) -> None:
        """Keep only the last program before the failing one, or the last two, four and so on."""
        all_of_them, size = self.needs, 1
        while size < len(all_of_them) and not self.attempt(all_of_them[-size:], self.best.program):
            size *= 2

    def fewer(self) -> None:
        """Leave out halves of the earlier programs, quarters and so on, down to single ones."""
        for size in halves(len(self.needs) // 2, 1):
            for start, end in stretches(len(self.needs), size):
                self.attempt((*self.needs[:start], *self.needs[end:]), self.best.program)

    def shorter(self) -> None:
        """Shrink the failing program, then each of the earlier ones."""
        self._shrink(self.best.program, lambda program: self.attempt(self.needs, program))
        for at, each in enumerate(self.needs):
            self._shrink(each, lambda program, at=at: self._attempt_at(at, program))  # type: ignore[misc]

    def _attempt_at(self, at: int, program: Program) -> FailedProgram | None:
        """Try another program in the place of an earlier one."""
        needs = (*self.needs[:at], program, *self.needs[at + 1 :])
        return self.attempt(needs, self.best.program)

    def _shrink(self, program: Program, fails: Callable[[Program], FailedProgram | None]) -> None:
        """Shrink one program, while the others stay."""
        shrink(program, fails, max(0.0, self.ends - time.monotonic()), self.target)
