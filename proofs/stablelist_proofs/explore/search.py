"""Breadth-first search over the numbers of a scope, level by level, in as many processes as there are cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from stablelist_spec.core.explore import Action

from .crew import Crew, crewed
from .expand import DEEPEST, Expansion, Question, WayBack
from .need import need
from .place import locked
from .run import Run, map_in, opened
from .scope import Scope, ScopeError
from .system import System
from .tally import Tally

__all__ = ["Search", "Way", "searching"]


class Way(NamedTuple):
    """A shortest path from a new list."""

    actions: tuple[Action, ...]
    numbers: tuple[int, ...]
    """The numbers of the states on it, including the first and the last."""


@dataclass
class Search:
    """A run, and the crew that carries it out."""

    system: System
    run: Run
    crew: Crew

    def go_on(
        self,
        progress: Callable[[Run], None] = lambda _: None,
        enough: Callable[[Tally], bool] = lambda _: False,
    ) -> None:
        """Explore to the end, or until *enough* was found; levels are always completed.

        Raises:
            ScopeError: there are more levels than a byte of the map can hold.
        """
        run = self.run
        while not run.ended and not enough(run.tally):
            if run.level > DEEPEST:
                raise ScopeError(
                    f"there are states more than {DEEPEST} steps away from a new list; lower positions"
                )
            level = Tally()
            for part in self.crew.do(Expansion(run.level, run.question)):
                level.add(part)
            run.follow(level)
            progress(run)

    def way(self, number: int) -> Way:
        """A shortest path to a state, found backwards through the levels; takes as long as exploring that far."""
        actions: list[Action] = []
        numbers = [number]
        for level in reversed(range(int(self.run.levels[number]))):
            found = self.crew.do(WayBack(level, numbers[-1]))
            source, action = next(step for step in found if step is not None)
            numbers.append(source)
            actions.append(action)
        return Way(tuple(reversed(actions)), tuple(reversed(numbers)))


@contextmanager
def searching(scope: Scope, question: Question, folder: Path, *, jobs: int = 1) -> Iterator[Search]:
    """Open the run of a folder, with its system and its crew.

    Raises:
        ScopeError: there is too little memory or disk space for it, or the folder has a different run.
    """
    path = map_in(folder)
    need(scope, jobs).check(folder, path.stat().st_size if path.exists() else 0)
    with locked(folder):
        system = System(scope)
        run = opened(scope, question, system, folder)
        with crewed(system, run.levels, path, jobs) as crew:
            yield Search(system, run, crew)
