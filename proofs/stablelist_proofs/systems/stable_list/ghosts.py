"""The values of the ghosts of a StableList in a state, lawful or not.

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

from collections.abc import Iterator
from typing import Any, Final

from stablelist_proofs.core.comparing.ghosts import NOWHERE, OfPast, Total, entries, varied
from stablelist_proofs.core.comparing.judging import Valuation
from stablelist_proofs.core.comparing.running import Ids
from stablelist_spec.systems.stable_list.state import State

from .machine import Machine
from .state import PARTITIONS

__all__ = ["CHOSEN", "Ghosts", "Ladder", "others"]

NO_BASES: Final = {f"{name}_base": 0 for name in PARTITIONS}
ENTRIES: Final = tuple(f"{name}_entry" for name in PARTITIONS)
CHOSEN: Final = (*ENTRIES, "rank", "below")
"""The ghosts among the functions that are computed from the state."""


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


class Ghosts(OfPast):
    """Values for a state, and for others with the same past."""

    def valuation(self, state: State) -> Valuation:
        """The values of everything that the clauses mention, except for the tracked key."""
        parts, ladder = state.partitions, Ladder(max(state.space, 1))
        last = max(len(state.cells), *(part.start + part.opened for part in parts)) + 1
        symbols = Machine.symbols_of(state) | {
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


def others(state: State, values: Valuation) -> Iterator[tuple[str, Valuation]]:
    """The values with one ghost changed, where it matters; and which one it was."""
    bases = (
        f"{name}_base"
        for name, part in zip(PARTITIONS, state.partitions, strict=True)
        if part.opened > part.live
    )
    return varied(state, values, ("added", "lower_rung", "higher_rung", *bases), CHOSEN)
