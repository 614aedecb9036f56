"""Breadth first over the numbers of a scope, level by level, in as many processes as there are cores."""

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
    """A shortest way from a new list."""

    actions: tuple[Action, ...]
    numbers: tuple[int, ...]
    """Of the states on it, the first and the last among them."""


@dataclass
class Search:
    """A run, and who carries it on."""

    system: System
    run: Run
    crew: Crew

    def go_on(
        self,
        progress: Callable[[Run], None] = lambda _: None,
        enough: Callable[[Tally], bool] = lambda _: False,
    ) -> None:
        """Explore to the end, or until *enough* was found; a level is always done whole.

        Raises:
            ScopeError: there are more levels than the map can tell apart.
        """
        run = self.run
        while not run.ended and not enough(run.tally):
            if run.level > DEEPEST:
                raise ScopeError(
                    f"there are states more than {DEEPEST} steps away; lower positions"
                )
            level = Tally()
            for part in self.crew.do(Expansion(run.level, run.question)):
                level.add(part)
            run.follow(level)
            progress(run)

    def way(self, number: int) -> Way:
        """A shortest way to a state: back through the levels, as much work as it was to get there."""
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
    """The run of a folder, with everything it takes.

    Raises:
        ScopeError: there is too little memory or disk for it, or the folder has another run.
    """
    path = map_in(folder)
    need(scope, jobs).check(folder, path.stat().st_size if path.exists() else 0)
    with locked(folder):
        system = System(scope)
        run = opened(scope, question, system, folder)
        with crewed(system, run.levels, path, jobs) as crew:
            yield Search(system, run, crew)
