"""States of the model together with their past: the keys that were issued, and their elements.

The formulas' ghosts ``added``, ``born``, ``place`` and the tracked key describe a history, not a state, and so do the
model's fresh keys. Therefore each layout of a scope is met with one history, a shortest one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.parts.cells import Celled, items
from stablelist_spec.parts.parameters import Parameters

from .comparison import Beside, Move
from .tie import layout_of

__all__ = ["FIRST", "Past", "Reached", "reached"]

FIRST: Final = 20
"""The element of the first insertion; each later one has the next number."""
RETIRED: Final = 3
"""The number of keys that are retired first, so that their positions are closed and reused."""


class Past(NamedTuple):
    """The keys of all insertions, and the elements of those that were not removed, by insertion."""

    issued: tuple[Key, ...] = ()
    kept: Mapping[int, int] = {}

    def last(self) -> dict[int, int]:
        """The last insertion at each position."""
        return {key.index: insertion for insertion, key in enumerate(self.issued)}

    def fresh(self, period: int | None) -> FreshKeys:
        """The keys whose id has not been given out again."""
        live: list[Key] = []
        retired: list[Key] = []
        for insertion, key in enumerate(self.issued):
            if period is None or len(self.issued) - insertion <= period:
                (live if insertion in self.kept else retired).append(key)
        return FreshKeys(tuple(live), tuple(retired))

    def after(self, move: Move, answer: object) -> Past:
        """The past after another move."""
        if isinstance(answer, Key):
            number = len(self.issued)
            return Past((*self.issued, answer), {**self.kept, number: move.arguments[0]})
        if move.name == "clear":
            return self._replace(kept={})
        if move.name == "remove":
            gone = move.arguments[0]
            return self._replace(
                kept={n: each for n, each in self.kept.items() if self.issued[n] != gone}
            )
        return self


class Reached(NamedTuple):
    """A state, and its past."""

    state: Any
    past: Past


def reached(parameters: Parameters, system: Beside) -> Iterator[Reached]:
    """Every layout of a list with these parameters, breadth first, after a few keys are retired."""
    start = _before(parameters, system)
    met, waiting = {layout_of(start.state)}, deque([start])
    while waiting:
        state, past = waiting.popleft()
        yield Reached(state, past)
        for move in _moves(state, past):
            step = move.by_model(state, system)
            layout = layout_of(step.state)
            if layout not in met:
                met.add(layout)
                waiting.append(Reached(step.state, past.after(move, step.answer)))


def _before(parameters: Parameters, system: Beside) -> Reached:
    """An empty list with a few retired keys."""
    state, past = system.initial(parameters), Past()
    for move in (*(Move("add", (FIRST + number,)) for number in range(RETIRED)), Move("clear")):
        step = move.by_model(state, system)
        state, past = step.state, past.after(move, step.answer)
    return Reached(state, past)


def _moves(state: Celled, past: Past) -> Iterator[Move]:
    """Every operation that can lead to another layout."""
    yield Move("add", (FIRST + len(past.issued),))
    yield from (Move("clear"), Move("shrink_to_fit"), Move("reserve", (6,)), Move("reserve", (1,)))
    for key, _ in items(state):
        yield Move("remove", (key,))
