"""The values of the ghosts in a state, lawful or not.

The clauses are about a state and its ghosts. What they say of a state alone is that *some* ghosts satisfy them. Here is
one choice for each ghost. It suffices, because no other could satisfy the clauses where this one does not:

- ``below`` is determined: it is 0 at 0, and each cell before the last opened one adds 1 if it is live.
- The clauses about one free list determine ``entry`` and ``rank``, up to ``base``, which they do not depend on: the head
  has the highest rank, each ``next`` the rank below, the lowest has none. So the entries are what is met on the way from
  the head, as many as there are vacancies. Where the way ends or breaks before, there are none.
- The ladder of a space and its rungs are determined: the lowest rung is 4 times an odd number.
- ``added``, ``place``, the tracked keys, and ``born`` of a live cell are those of the history. In a cell that is live by
  damage only, any ``born`` fails: it names an insertion that was not there, or one whose key is retired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.systems.stable_list.state import State

from .machine import Ids, position_of, symbols_of
from .past import Past
from .state import PARTITIONS

__all__ = ["Valuation", "valuation"]

Valuation = tuple[dict[str, Any], dict[str, Any]]
"""The values of symbols and of functions, as `terms.compiled` takes them."""
NOWHERE: Final = -7
"""No position; not `NONE`, which is the link of a last entry."""


class Total(dict[int, int]):
    """A function that has a value everywhere."""

    def __init__(self, values: Mapping[int, int], elsewhere: int) -> None:
        super().__init__(values)
        self.elsewhere = elsewhere

    def __missing__(self, _: int) -> int:
        return self.elsewhere


class Ladder:
    """Lengths from 4 times an odd number on, each twice the one below."""

    def __init__(self, space: int) -> None:
        self.lowest, self.rung = space, 0
        while self.lowest > 4 and self.lowest % 8 == 0:
            self.lowest, self.rung = self.lowest // 2, self.rung + 1

    def __getitem__(self, rung: int) -> int:
        return self.lowest << rung

    def rung_of(self, length: int) -> int:
        """The rung with that length, or the lowest."""
        found = (n for n in range(self.rung, self.rung + 64) if self[n] == length)
        return next(found, 0)


def valuation(state: State, past: Past) -> Valuation:
    """The values of everything that the clauses mention, except for the tracked key."""
    cells, parts = state.cells, state.partitions
    ladder = Ladder(max(state.space, 1))
    last = max(len(cells), *(part.start + part.opened for part in parts)) + 1
    symbols = symbols_of(state) | {
        **{f"{name}_base": 0 for name in PARTITIONS},
        "added": len(past.issued),
        "lower_rung": ladder.rung,
        "higher_rung": ladder.rung_of(state.allocated),
        "position": range(min(0, *(part.start for part in parts)), last),
        "rank": range(max(0, *(part.opened - part.live for part in parts))),
    }
    lists = [list(entries(cells, part.head, part.opened - part.live)) for part in parts]
    ranks = {at: rank for listed in lists for rank, at in enumerate(listed)}
    functions = {
        **{f"{n}_entry": Total(dict(enumerate(e)), NOWHERE) for n, e in zip(PARTITIONS, lists)},  # noqa: B905
        **of_cells(cells),
        "rank": Total(ranks, NOWHERE),
        "below": below(cells, last),
        "born": Total({key.index: n for n, key in enumerate(past.issued)}, NOWHERE),
        "place": Total({n: key.index for n, key in enumerate(past.issued)}, NOWHERE),
        "stamp": Ids(state.parameters.id_period),
        "ladder": ladder,
    }
    return symbols, functions


def entries(cells: tuple[Cell, ...], head: int | None, vacancies: int) -> Iterator[int]:
    """The positions of a free list of that length, by rank; none if it breaks before, or goes on."""
    met: list[int] = []
    position = head
    while position is not None and 0 <= position < len(cells) and len(met) <= vacancies:
        cell = cells[position]
        if not isinstance(cell, Not):
            break
        met.append(position)
        position = cell.next
    return reversed(met)


def of_cells(cells: tuple[Cell, ...]) -> dict[str, Total]:
    """The functions that are no ghosts."""
    live = [(at, cell) for at, cell in enumerate(cells) if isinstance(cell, Has)]
    return {
        "has": Total({at: True for at, _ in live}, elsewhere=False),
        "id": Total({at: cell.id for at, cell in live}, NOWHERE),
        "element": Total({at: cell.element for at, cell in live}, NOWHERE),
        "next": Total({at: position_of(cell) for at, cell in enumerate(cells)}, NOWHERE),
    }


def below(cells: tuple[Cell, ...], last: int) -> Total:
    """How many live cells there are before each position."""
    counts, count = {}, 0
    for position in range(last + 1):
        counts[position] = count
        count += position < len(cells) and isinstance(cells[position], Has)
    return Total(counts, count)
