"""Exhausts some scopes: checks every invariant in every state of a StableList within them.

``python -m stablelist_proofs.systems.stable_list.exhausted`` explores all of them and prints the counts. Nothing is
claimed about larger spaces.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from stablelist_spec.core.explore import Exploration, Quotient, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.shape import Shape

__all__ = ["SCOPES", "Scope", "exhaust"]


class Counts(NamedTuple):
    """The counts of an exploration."""

    states: int
    transitions: int
    diameter: int


@dataclass(frozen=True)
class Scope:
    """A bounded list, and what is forgotten of its states.

    Attributes:
        forgotten: what the quotient leaves out, in words.
        counts: the published counts of the scope.
    """

    name: str
    parameters: Parameters
    quotient: Callable[[Parameters], Quotient[Any]]
    forgotten: str
    counts: Counts

    @property
    def whole(self) -> bool:
        """Whether nothing is forgotten."""
        return self.forgotten == NOTHING


NOTHING: Final = "nothing"
COUNTS: Final = {
    Truncate.NEVER: (
        Counts(103_126, 1_079_331, 25),
        Counts(211_098, 2_218_277, 29),
        Counts(131_613, 1_529_141, 32),
        Counts(139_262, 1_720_066, 38),
    ),
    Truncate.ITERATION: (
        Counts(69_876, 762_441, 23),
        Counts(143_678, 1_573_091, 29),
        Counts(129_501, 1_512_119, 31),
        Counts(122_878, 1_539_064, 38),
    ),
    Truncate.MEMORY: (
        Counts(68_546, 750_092, 23),
        Counts(140_880, 1_547_017, 29),
        Counts(128_959, 1_508_087, 31),
        Counts(243_646, 2_960_865, 32),
    ),
}


def _scopes() -> Iterator[Scope]:
    """In every mode: two id widths with everything kept, then larger spaces with ids and order forgotten.

    One of these spaces is not a power of two: 12 cells are preallocated; of the 24 after growth, indices name 16.
    """
    for mode, (one_bit, two_bits, large, roomy) in COUNTS.items():
        word = f"mode {mode.value}"
        for ids, bits, counts in (("1 bit", 1, one_bit), ("2 bits", 2, two_bits)):
            narrow = Parameters(truncate=mode, id_bits=bits, index_bits=3)
            name = f"space up to 8, ids of {ids}, {word}"
            yield Scope(name, narrow, lambda _: TrackedKey(STABLE_LIST), NOTHING, counts)
        wide = Parameters(truncate=mode, id_bits=None, index_bits=4)
        lost = "ids, free-list order"
        yield Scope(f"space up to 16, {word}", wide, Shape, lost, large)
        twelve = replace(wide, capacity=12)
        yield Scope(f"space up to 24, from 12, {word}", twelve, Shape, lost, roomy)


SCOPES: Final = {scope.name: scope for scope in _scopes()}
"""Every published scope by name."""


def exhaust(scope: Scope) -> Exploration[Hashable]:
    """Explore a scope.

    >>> small = Parameters(id_bits=None, index_bits=2)
    >>> found = exhaust(Scope("space up to 4", small, Shape, "ids", Counts(31, 143, 8)))
    >>> found.complete, found.violations, found.states
    (True, {}, 31)
    """
    return explore(scope.parameters, scope.quotient(scope.parameters))


def main() -> int:
    """Explore all scopes and print a table; return 1 if an invariant is broken or counts differ."""
    wrong = False
    heads = ("scope", "forgotten", "states", "transitions", "diameter", "seconds")
    print("{:48} {:22} {:>10} {:>12} {:>9} {:>8}".format(*heads))
    for scope in SCOPES.values():
        began = time.perf_counter()
        found = exhaust(scope)
        seconds = time.perf_counter() - began
        print(
            f"{scope.name:48} {scope.forgotten:22} {found.states:10,} {found.transitions:12,} "
            f"{found.diameter:9} {seconds:8.1f}"
        )
        for complaint in complaints(scope, found):
            print(f"  {complaint}")
            wrong = True
    return int(wrong)


def complaints(scope: Scope, found: Exploration[Hashable]) -> Iterator[str]:
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
