"""The values of a dyadic list's ghosts in a state, lawful or not.

As for a StableList (`stablelist_proofs.systems.stable_list.ghosts`), one choice suffices. The clauses determine
``rank`` and ``entry`` by what is met on the way from each head, ``below`` by the cells, and ``memory`` by the length of
allocated memory. The rest is the history's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from stablelist_proofs.core.comparing.ghosts import NOWHERE, OfPast, Total, entries, varied
from stablelist_proofs.core.comparing.judging import Valuation
from stablelist_proofs.core.comparing.running import Ids
from stablelist_spec.systems.dyadic.state import State

from .machine import Machine, places, records_of

__all__ = ["CHOSEN", "Ghosts", "others"]

CHOSEN: Final = ("entry", "rank", "below")


class OfPairs(dict[tuple[int, int], int]):
    """A function of two arguments that has a value everywhere."""

    def __missing__(self, _: tuple[int, int]) -> int:
        return NOWHERE

    def copy_with(self, argument: tuple[int, int], value: int) -> OfPairs:
        """The function with another value for one pair."""
        return OfPairs({**self, argument: value})


class Ghosts(OfPast):
    """Values for a state, and for others with the same past."""

    def valuation(self, state: State) -> Valuation:
        """The values of everything that the clauses mention, except for the tracked key."""
        least, blocks = state.parameters.least_space, state.partitions
        symbols = Machine.symbols_of(state) | {
            "added": self.added,
            "memory": memory_of(state.allocated, least),
            "position": range(max(len(state.cells), *(part.end for part in blocks)) + 1),
            "block": range(len(blocks)),
        }
        lists = [entries(state.cells, block.head, block.opened - block.live) for block in blocks]
        filed = {
            (block, rank): at for block, met in enumerate(lists) for rank, at in enumerate(met)
        }
        functions: dict[str, Any] = {
            "entry": OfPairs(filed),
            "rank": Total({at: rank for (_, rank), at in filed.items()}, 0),
            "stamp": Ids(state.parameters.id_period),
        }
        functions |= {
            name: Total(dict(enumerate(each)), NOWHERE) for name, each in records_of(state).items()
        }
        return symbols, functions | places(least) | self.of_past | self.of_cells(state.cells)


def memory_of(allocated: int, least: int) -> int:
    """The number of blocks that memory is long enough for, if it is that of some number."""
    times, rest = divmod(allocated, least)
    return times.bit_length() if rest == 0 and times.bit_count() == 1 else 0


def others(state: State, values: Valuation) -> Iterator[tuple[str, Valuation]]:
    """The values with one ghost changed, where it matters; and which one it was."""
    return varied(state, values, ("added", "memory"), CHOSEN)
