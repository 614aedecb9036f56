"""Exploring with an executor of `concurrent.futures`, whose workers share nothing.

Each worker expands parts of a level, and hands back the states that it has not met before. The process that distributes
the parts marks them, and makes the next level of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stablelist_proofs.explore.expand import PIECE
from stablelist_proofs.explore.numbering import States
from stablelist_proofs.explore.scope import Scope
from stablelist_proofs.explore.system import System
from stablelist_proofs.explore.transitions import transitions

__all__ = ["Explored", "Part", "apart", "expanded"]

Numbers = npt.NDArray[np.uint32]
Met = npt.NDArray[np.bool_]

PART: Final = 1 << 20
"""States that are handed to a worker at once."""


class Explored(NamedTuple):
    """What an exploration found, and what it took.

    Attributes:
        handed_over: numbers of states that workers were given or gave back.
    """

    states: int
    transitions: int
    seconds: float
    handed_over: int = 0


@dataclass(frozen=True)
class Part:
    """Some states of a level, in ascending order."""

    scope: Scope
    numbers: Numbers


@cache
def _table(scope: Scope) -> tuple[System, Met]:
    """The system, and which states this worker has met: it need not hand those over again."""
    system = System(scope)
    return system, np.zeros(system.numbering.count, dtype=np.bool_)


def expanded(part: Part) -> tuple[int, Numbers]:
    """In a worker: the number of transitions from these states, and the successors that it has not met before."""
    system, met = _table(part.scope)
    met[part.numbers] = True
    count, found = 0, [np.zeros(0, dtype=np.uint32)]
    for states in _blocks(system, part.numbers.astype(np.int64)):
        for moves in transitions(system, states):
            count += len(moves.after.places)
            if not moves.stays:
                targets = moves.after.numbers
                new = targets[~met[targets]]
                met[new] = True
                found.append(new.astype(np.uint32))
    return count, _distinct(np.concatenate(found))


def _distinct(numbers: Numbers) -> Numbers:
    """Each number once, in ascending order; `np.unique` would hash them, which takes longer here than all the rest."""
    ordered = np.sort(numbers)
    distinct: Numbers = ordered[np.diff(ordered, prepend=ordered[:1] + 1) != 0]
    return distinct


def _blocks(system: System, numbers: npt.NDArray[np.int64]) -> Iterator[States]:
    """The states with these numbers, block by block, and not too many at once."""
    for block in system.numbering.between(int(numbers[0]), int(numbers[-1]) + 1):
        low, high = np.searchsorted(numbers, (block.start, block.end))
        for start in range(low, high, PIECE):
            yield system.numbering.columns(block, numbers[start : min(start + PIECE, high)])


def apart(scope: Scope, executor: Executor) -> Explored:
    """Explore with workers that share nothing."""
    system, met = System(scope), np.zeros(System(scope).numbering.count, dtype=np.bool_)
    level = np.array([system.numbering.initial], dtype=np.uint32)
    met[level] = True
    states = steps = handed_over = 0
    began = time.perf_counter()
    while len(level):
        states += len(level)
        following = [np.zeros(0, dtype=np.uint32)]
        parts = [level[start : start + PART] for start in range(0, len(level), PART)]
        for future in as_completed(
            [executor.submit(expanded, Part(scope, part)) for part in parts]
        ):
            count, found = future.result()
            steps += count
            handed_over += len(found)
            new = found[~met[found]]
            met[new] = True
            following.append(new)
        handed_over += len(level)
        level = np.sort(np.concatenate(following))
    return Explored(states, steps, time.perf_counter() - began, handed_over)
