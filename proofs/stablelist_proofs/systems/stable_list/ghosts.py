"""The values of the ghosts in a state, lawful or not.

The clauses are about a state and its ghosts. What they say of a state alone is that *some* ghosts satisfy them. Here is
one choice for each ghost. It suffices, because no other could satisfy the clauses where this one does not:

- ``below`` is determined: it is 0 at 0, and each opened cell adds 1 if it is live.
- The clauses about one free list determine ``entry`` and ``rank``, up to ``base``, which they do not depend on: the
  head has the highest rank, each ``next`` the rank below, the lowest has none. So the entries are what is met on the
  way from the head, as many as there are vacancies. If the way is shorter, longer or broken, no ranks fit.
- The ladder of a space and its rungs are determined: the lowest rung is 4 times an odd number.
- ``added``, ``place``, the tracked keys, and ``born`` of a live cell are those of the history. In a cell that is live
  by damage only, any ``born`` fails: it names an insertion that was not there, or one whose key is retired.

This argument is about the clauses as they should be. In case they say less, two more things are tried: the ghosts that
a damaged state had before, and every change of one ghost in a whole state (`others`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

from stablelist_proofs.core.comparing.judging import Valuation
from stablelist_proofs.core.comparing.past import FIRST, Past
from stablelist_proofs.core.comparing.running import Ids, position_of
from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.systems.stable_list.state import State

from .machine import symbols_of
from .state import PARTITIONS

__all__ = ["NOWHERE", "Ghosts", "OfPast", "Total", "chosen", "entries", "of_cells", "others"]

NOWHERE: Final = -7
"""No position; not `NONE`, which is the link of a last entry."""
NO_BASES: Final = {f"{name}_base": 0 for name in PARTITIONS}
ENTRIES: Final = tuple(f"{name}_entry" for name in PARTITIONS)


class Total(dict[int, int]):
    """A function that has a value everywhere."""

    def __init__(self, values: Mapping[int, int], elsewhere: int) -> None:
        super().__init__(values)
        self.elsewhere = elsewhere

    def __missing__(self, _: int) -> int:
        return self.elsewhere

    def copy_with(self, argument: int, value: int) -> Total:
        """The function with another value at one argument."""
        return Total({**self, argument: value}, self.elsewhere)


class Ladder:
    """Lengths from 4 times an odd number on, each twice the one below."""

    def __init__(self, space: int) -> None:
        self.lowest, self.rung = space, 0
        while self.lowest > 4 and self.lowest % 8 == 0:
            self.lowest, self.rung = self.lowest // 2, self.rung + 1

    def __getitem__(self, rung: int) -> int:
        return self.lowest << rung if rung >= 0 else 0

    def rung_of(self, length: int) -> int:
        """The rung with that length, or the lowest."""
        times, rest = divmod(length, self.lowest)
        return times.bit_length() - 1 if rest == 0 and times.bit_count() == 1 else 0


class OfPast:
    """The values that depend on a past, and on cells."""

    def __init__(self, past: Past) -> None:
        self.added, born = len(past.issued), past.last()
        place = {insertion: key.index for insertion, key in enumerate(past.issued)}
        self.left = {
            "id": {at: past.issued[insertion].id for at, insertion in born.items()},
            "element": {at: FIRST + insertion for at, insertion in born.items()},
        }
        self.of_past = {"born": Total(born, NOWHERE), "place": Total(place, NOWHERE)}
        self.cells: tuple[Cell, ...] = ()
        self._of_cells = of_cells(self.cells, self.left)

    def of_cells(self, cells: tuple[Cell, ...]) -> dict[str, Total]:
        """The functions that depend on cells; remembered, as many states have the same."""
        if cells is not self.cells:
            self.cells, self._of_cells = cells, of_cells(cells, self.left)
        return self._of_cells


class Ghosts(OfPast):
    """Values for a state, and for others with the same past."""

    def valuation(self, state: State) -> Valuation:
        """The values of everything that the clauses mention, except for the tracked key."""
        parts, ladder = state.partitions, Ladder(max(state.space, 1))
        last = max(len(state.cells), *(part.start + part.opened for part in parts)) + 1
        symbols = symbols_of(state) | {
            **NO_BASES,
            "added": self.added,
            "lower_rung": ladder.rung,
            "higher_rung": ladder.rung_of(state.allocated),
            "position": range(min(0, *(part.start for part in parts)), last),
            "rank": range(max(0, *(part.opened - part.live for part in parts))),
        }
        lists = [entries(state.cells, part.head, part.opened - part.live) for part in parts]
        ghosts = dict(zip(ENTRIES, (dict(enumerate(listed)) for listed in lists), strict=True))
        ghosts["rank"] = {at: rank for listed in lists for rank, at in enumerate(listed)}
        functions: dict[str, Any] = {name: Total(each, NOWHERE) for name, each in ghosts.items()}
        functions["rank"].elsewhere = 0  # a cell that is on no list could have any rank
        fixed = {"stamp": Ids(state.parameters.id_period), "ladder": ladder}
        return symbols, functions | self.of_past | self.of_cells(state.cells) | fixed


def chosen(values: Valuation) -> dict[str, Any]:
    """The ghosts among the functions that are computed from the state."""
    _, functions = values
    return {name: functions[name] for name in (*ENTRIES, "rank", "below")}


def others(state: State, values: Valuation) -> Iterator[tuple[str, Valuation]]:
    """The values with one ghost changed, where it matters; and which one it was."""
    symbols, functions = values
    rungs = "lower_rung", "higher_rung"
    bases = (
        f"{name}_base"
        for name, part in zip(PARTITIONS, state.partitions, strict=True)
        if part.opened > part.live
    )
    for name in ("added", *rungs, *bases):
        for by in (-1, 1):
            yield name, (symbols | {name: symbols[name] + by}, functions)
    live = [at for at, cell in enumerate(state.cells) if isinstance(cell, Has)]
    mattering = {name: tuple(functions[name]) for name in (*ENTRIES, "rank", "below")}
    mattering |= {"born": tuple(live), "place": tuple(functions["born"][at] for at in live)}
    for name, arguments in mattering.items():
        for argument in arguments:
            for by in (-1, 1):
                value = functions[name][argument] + by
                changed = functions[name].copy_with(argument, value)
                yield f"{name}({argument})", (symbols, functions | {name: changed})


def entries(cells: tuple[Cell, ...], head: int | None, vacancies: int) -> list[int]:
    """The positions of a free list by rank, as far as it can be followed, and one more than there should be."""
    met: list[int] = []
    position = head
    while position is not None and 0 <= position < len(cells) and len(met) <= vacancies:
        cell = cells[position]
        if not isinstance(cell, Not):
            break
        met.append(position)
        position = cell.next
    return met[::-1]


def of_cells(cells: tuple[Cell, ...], left: Mapping[str, Mapping[int, int]]) -> dict[str, Total]:
    """The functions that depend on cells, and on what was *left* in those that are vacant or closed.

    The model forgets that. So do the formulas, which ask whether a cell is opened, and whether it is live.
    """
    closed = (at for at in left["id"] if at >= len(cells))
    live = [(at, cell) for at, cell in enumerate(cells) if isinstance(cell, Has)]
    counts = accumulate((isinstance(cell, Has) for cell in cells), initial=0)
    return {
        "has": Total(dict.fromkeys((*(at for at, _ in live), *closed), 1), 0),
        "id": Total({**left["id"], **{at: cell.id for at, cell in live}}, NOWHERE),
        "element": Total({**left["element"], **{at: cell.element for at, cell in live}}, NOWHERE),
        "next": Total({at: position_of(cell) for at, cell in enumerate(cells)}, NOWHERE),
        "below": Total(dict(enumerate(counts)), len(live)),
    }
