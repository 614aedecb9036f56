"""Exhausted: every state of StableList within these scopes, with every invariant asked in each.

``python -m stablelist_proofs.stable_list`` walks all of them and prints what it met. *Exhausted* says just that:
nothing is claimed of larger spaces.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

from stablelist_spec.explore import Exploration, Quotient, explore
from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.shape import Shape
from stablelist_spec.tracked_key import TrackedKey

__all__ = ["SCOPES", "Scope", "exhaust"]


@dataclass(frozen=True)
class Scope:
    """A bounded list, and which of its states are the same.

    Attributes:
        forgotten: what the quotient leaves out, for a person.
    """

    name: str
    parameters: Parameters
    quotient: Callable[[Parameters], Quotient[Any]]
    forgotten: str


def _scopes() -> list[Scope]:
    """In every mode, two id widths with everything kept; then larger spaces with ids and order forgotten.

    One of these is no power of two: preallocated are 12 cells, and of the 24 after growth, indices name 16.
    """
    scopes = []
    for mode in Truncate:
        for id_bits in (1, 2):
            parameters = Parameters(truncate=mode, id_bits=id_bits, index_bits=3)
            name = f"space 8, ids of {id_bits} bit{'s' * (id_bits > 1)}, {mode.value}"
            scopes.append(Scope(name, parameters, lambda _: TrackedKey(), "nothing"))
        parameters = Parameters(truncate=mode, id_bits=None, index_bits=4)
        scopes.append(Scope(f"space 16, {mode.value}", parameters, Shape, "ids, free-list order"))
        roomy = replace(parameters, capacity=12)
        name = f"space 24 from 12, {mode.value}"
        scopes.append(Scope(name, roomy, Shape, "ids, free-list order"))
    return scopes


SCOPES: Final = {scope.name: scope for scope in _scopes()}
"""Every published scope by name."""


def exhaust(scope: Scope) -> Exploration[Hashable]:
    """Walk a scope.

    >>> found = exhaust(SCOPES["space 16, memory"])
    >>> found.complete, found.violations
    (True, {})
    """
    return explore(scope.parameters, scope.quotient(scope.parameters))


def main() -> int:
    """Walk all scopes and print a table; 1 if an invariant is broken in any."""
    broken = False
    heads = ("scope", "forgotten", "states", "transitions", "diameter", "seconds")
    print("{:36} {:22} {:>10} {:>12} {:>9} {:>8}".format(*heads))
    for scope in SCOPES.values():
        began = time.perf_counter()
        found = exhaust(scope)
        seconds = time.perf_counter() - began
        print(
            f"{scope.name:36} {scope.forgotten:22} {found.states:10,} {found.transitions:12,} "
            f"{found.diameter:9} {seconds:8.1f}"
        )
        broken |= not found.complete
        for name, way in found.violations.items():
            print(f"  {name} is broken after: {'; '.join(map(str, way))}")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
