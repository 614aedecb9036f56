"""Luck: what a run with one seed alone would have missed of what it came to with several.

Reach is compared by steps: each power of two that a number came to is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.wire.text import count

__all__ = ["Alone", "alone", "steps"]

NUMBERS: Final = {
    "live": "elements",
    "space": "space",
    "free": "free list",
    "cascade": "halvings",
    "insertions": "insertions",
    "removals": "removals",
    "reuses": "uses of a slot",
    "filled": "elements when full",
}
"""The names of the numbers of a reach that the seed decides."""
SETS: Final = {
    "indices": "forged index off by 2^{}",
    "ids": "forged id off by 2^{}",
    "wrapped": "ids of {} bits wrapped",
    "used_up": "indices of {} bits used up",
}
"""Its sets, and what it means that a number is in one."""
MOST_NAMED: Final = 6
"""How many of those that were missed are named, the rarest first."""


@dataclass(frozen=True)
class Alone:
    """What covering programs and one seed came to.

    Attributes:
        refuted: whether a program of this seed failed.
    """

    seed: int
    labels: frozenset[str]
    reach: Reach
    refuted: bool = False


def steps(reach: Reach) -> Iterator[str]:
    """What a run reached, in steps.

    >>> [*steps(Reach(live=5, wrapped={3}, brought={"depth": 2}))]
    ['ids of 3 bits wrapped', 'elements 2^0', 'elements 2^1', 'elements 2^2', 'depth 2^0', 'depth 2^1']
    """
    for field, told in SETS.items():
        yield from (told.format(number) for number in sorted(getattr(reach, field)))
    numbers = {name: getattr(reach, field) for field, name in NUMBERS.items()} | reach.brought
    for name, most in numbers.items():
        yield from (f"{name} 2^{power}" for power in range(most.bit_length()))


def alone(runs: Sequence[Alone]) -> str:
    """What one of some seeds alone would have missed, as a sentence; empty if there is only one.

    >>> one, other = (Alone(seed, frozenset(), Reach(live=live)) for seed, live in enumerate((3, 4)))
    >>> alone([one, other])
    '2 seeds; one alone would have missed up to 0 labels and 1 step of reach: elements 2^2 (met with 1 of 2)'
    """
    if len(runs) < 2:
        return ""
    found = [each.seed for each in runs if each.refuted]
    if found:
        seeds = ", ".join(map(str, found))
        return f"{len(found)} of {len(runs)} seeds find a failure ({seeds}), and one of the others would have missed it"
    labels = [each.labels for each in runs]
    reached = [frozenset(steps(each.reach)) for each in runs]
    missed = [
        max(len(frozenset.union(*sets) - each) for each in sets) for sets in (labels, reached)
    ]
    told = f"{len(runs)} seeds; one alone would have missed"
    if not any(missed):
        return f"{told} nothing"
    times = Counter(name for sets in (labels, reached) for each in sets for name in each)
    rare = [(name, n) for name, n in times.most_common()[::-1] if n < len(runs)]
    named = [f"{name} (met with {n} of {len(runs)})" for name, n in rare[:MOST_NAMED]]
    more = f", and {len(rare) - MOST_NAMED} more" if len(rare) > MOST_NAMED else ""
    numbers = f"{count(missed[0], 'label')} and {count(missed[1], 'step')} of reach"
    return f"{told} up to {numbers}: {', '.join(named)}{more}"
