"""The choice of programs: a few programs that show everything that many show.

A program shows *couples*: the labels of two consecutive operations, in one truncation mode or in any. A defect that
needs two consecutive operations is found by the program that has this couple.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from stablelist_conformance.wire.protocol import Program

__all__ = ["Couples", "choose", "couples", "singles"]

Couples = frozenset[tuple[str, str, str]]

BEFORE_ALL = "fresh"


def couples(
    program: Program, labels: Iterable[Iterable[str]], about: str = "", *, modes: bool = True
) -> Couples:
    """The couples of a program, by the labels of its operations.

    Each counts in any truncation mode, and with *modes* once more in that of the program. Those *about* an operation
    have one label of it.
    """
    found = {
        (one, other)
        for one, other in neighbours(labels)
        if one.startswith(about) or other.startswith(about)
    }
    return frozenset((mode, *couple) for mode in {"", mode_of(program) * modes} for couple in found)


def singles(program: Program, labels: Iterable[Iterable[str]], *, modes: bool = True) -> Couples:
    """The labels alone, in the program's truncation mode or, without *modes*, in any."""
    return frozenset((mode_of(program) * modes, "", label) for some in labels for label in some)


def mode_of(program: Program) -> str:
    """The truncation mode, if the container has one."""
    return str(getattr(program.parameters, "truncate", ""))


def neighbours(labels: Iterable[Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Every label with each of those of the operation before it."""
    before: list[str] = [BEFORE_ALL]
    for some in labels:
        after = list(some)
        yield from ((one, other) for one in before for other in after)
        before = after or before


def choose(
    costs: Sequence[int],
    shown: Sequence[Couples],
    covered: Couples = frozenset(),
    room: float = inf,
) -> tuple[list[int], Couples]:
    """Choose programs that show everything that is not covered yet, as long as there is room for them.

    The next is always the one that shows most for its cost; of equals, the first.

    Returns:
        the places of the programs, and all that is covered now.
    """
    known, chosen = set(covered), []

    def worth(place: int) -> float:
        return -len(shown[place] - known) / costs[place]

    heap = [(worth(place), place) for place in range(len(costs))]
    heapq.heapify(heap)
    while heap and heap[0][0] < 0:
        place = heap[0][1]
        now = worth(place)
        if now > heap[0][0]:
            heapq.heapreplace(heap, (now, place))
            continue
        heapq.heappop(heap)
        if costs[place] <= room:
            room -= costs[place]
            chosen.append(place)
            known |= shown[place]
    return sorted(chosen), frozenset(known)
