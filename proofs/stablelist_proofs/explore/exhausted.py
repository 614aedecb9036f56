"""Exhausts some scopes: checks every invariant in every state of a StableList within them.

``python -m stablelist_proofs.explore.exhausted`` explores all of them and prints the counts. Nothing is
claimed about larger spaces.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.explore import Exploration, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST

__all__ = ["SCOPES", "Scope", "exhaust"]


class Counts(NamedTuple):
    """The counts of an exploration."""

    states: int
    transitions: int
    diameter: int


@dataclass(frozen=True)
class Scope:
    """A bounded list, and the published counts of its exploration."""

    name: str
    parameters: Parameters
    counts: Counts


COUNTS: Final = {
    Truncate.NEVER: (Counts(103_126, 1_079_331, 25), Counts(211_098, 2_218_277, 29)),
    Truncate.ITERATION: (Counts(69_876, 762_441, 23), Counts(143_678, 1_573_091, 29)),
    Truncate.MEMORY: (Counts(68_546, 750_092, 23), Counts(140_880, 1_547_017, 29)),
}
"""With ids of one bit, and of two."""


def _scopes() -> Iterator[Scope]:
    """In every mode, two id widths."""
    for mode, by_bits in COUNTS.items():
        for bits, counts in enumerate(by_bits, 1):
            ids = f"{bits} bit{'s' * (bits > 1)}"
            parameters = Parameters(truncate=mode, id_bits=bits, index_bits=3)
            yield Scope(f"space up to 8, ids of {ids}, mode {mode.value}", parameters, counts)


SCOPES: Final = {scope.name: scope for scope in _scopes()}
"""Every published scope by name."""


def exhaust(scope: Scope) -> Exploration[Node]:
    """Explore a scope.

    >>> small = Parameters(id_bits=1, index_bits=2)
    >>> found = exhaust(Scope("space up to 4", small, Counts(817, 7694, 14)))
    >>> found.complete, found.violations, found.states
    (True, {}, 817)
    """
    return explore(scope.parameters, TrackedKey(STABLE_LIST))


def main() -> int:
    """Explore all scopes and print a table; return 1 if an invariant is broken or counts differ."""
    wrong = False
    heads = ("scope", "states", "transitions", "diameter", "seconds")
    print("{:48} {:>10} {:>12} {:>9} {:>8}".format(*heads))
    for scope in SCOPES.values():
        began = time.perf_counter()
        found = exhaust(scope)
        seconds = time.perf_counter() - began
        print(
            f"{scope.name:48} {found.states:10,} {found.transitions:12,} "
            f"{found.diameter:9} {seconds:8.1f}"
        )
        for complaint in complaints(scope, found):
            print(f"  {complaint}")
            wrong = True
    return int(wrong)


def complaints(scope: Scope, found: Exploration[Node]) -> Iterator[str]:
    """The complaints about an exploration."""
    counts = Counts(found.states, found.transitions, found.diameter)
    if counts != scope.counts:
        yield f"the published counts are {scope.counts}"
    if not found.complete:
        yield "it did not finish"
    for name, way in found.violations.items():
        yield f"{name} is broken after: {'; '.join(map(str, way))}"


if __name__ == "__main__":
    sys.exit(main())
