"""The scopes that are walked to their ends, and what was counted there."""

import gc
from functools import cache
from typing import Any, Final, NamedTuple

from stablelist_spec.core.explore import Action, Exploration, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST

NEVER, ITERATION, MEMORY = Truncate
BARE, TRACKED = "bare", "tracked"


class Counts(NamedTuple):
    """How large a scope is."""

    states: int
    transitions: int
    diameter: int


class Scope(NamedTuple):
    """A quotient, a mode, two widths, the cells at the beginning, the most elements, and whether keys are restored."""

    quotient: str
    mode: Truncate
    index_bits: int
    id_bits: int = 1
    capacity: int = 0
    maximum: int | None = None
    restores: bool = False

    @property
    def parameters(self) -> Parameters:
        """The list that is explored."""
        return Parameters(
            capacity=self.capacity,
            truncate=self.mode,
            id_bits=self.id_bits,
            index_bits=self.index_bits,
            maximum=self.maximum,
        )


MEASURED: Final = {
    Scope(BARE, NEVER, 2): Counts(35, 228, 8),
    Scope(BARE, NEVER, 3): Counts(2_313, 17_349, 16),
    Scope(BARE, ITERATION, 3): Counts(1_488, 11_904, 15),
    Scope(BARE, MEMORY, 3): Counts(1_445, 11_631, 15),
    Scope(BARE, NEVER, 3, maximum=3): Counts(15, 92, 6),
    Scope(BARE, ITERATION, 3, restores=True): Counts(1_488, 19_204, 12),
    Scope(BARE, MEMORY, 3, restores=True): Counts(1_445, 18_645, 12),
    Scope(TRACKED, ITERATION, 2, restores=True): Counts(912, 11_009, 13),
    Scope(TRACKED, NEVER, 2, 1): Counts(817, 7_694, 14),
    Scope(TRACKED, ITERATION, 2, 1): Counts(817, 7_694, 14),
    Scope(TRACKED, MEMORY, 2, 2): Counts(1_681, 15_930, 21),
}
"""Scopes that `make test` explores."""

SLOW: Final = {
    Scope(TRACKED, ITERATION, 3, 1): Counts(69_876, 762_441, 23),
    Scope(TRACKED, MEMORY, 3, 1): Counts(68_546, 750_092, 23),
    Scope(TRACKED, NEVER, 3, 1): Counts(103_126, 1_079_331, 25),
    Scope(TRACKED, NEVER, 3, 2): Counts(211_098, 2_218_277, 29),
    Scope(TRACKED, ITERATION, 3, 2): Counts(143_678, 1_573_091, 29),
    Scope(TRACKED, MEMORY, 3, 2): Counts(140_880, 1_547_017, 29),
    Scope(TRACKED, NEVER, 3, restores=True): Counts(111_030, 1_793_709, 20),
    Scope(TRACKED, ITERATION, 3, restores=True): Counts(75_885, 1_217_199, 19),
    Scope(TRACKED, MEMORY, 3, restores=True): Counts(74_119, 1_188_117, 19),
}
"""Scopes that take many seconds each, for `make slow`."""


class Walked(NamedTuple):
    """The results of an exploration, without its nodes."""

    counts: Counts
    complete: bool
    violations: dict[str, tuple[Action, ...]]
    labels: dict[str, tuple[Action, ...]]


def walk(scope: Scope) -> Exploration[Any]:
    """Explore a scope. Nodes form no cycles, so that collecting them would be time lost."""
    parameters = scope.parameters
    gc.disable()
    try:
        follow = scope.quotient == TRACKED
        return explore(parameters, TrackedKey(STABLE_LIST, follow=follow, restores=scope.restores))
    finally:
        gc.enable()


@cache
def walked(scope: Scope) -> Walked:
    """The results of a scope, which is explored once."""
    found = walk(scope)
    assert len(found.reached) == found.states
    counts = Counts(found.states, found.transitions, found.diameter)
    return Walked(counts, found.complete, found.violations, found.labels)


@cache
def bare(mode: Truncate) -> Exploration[Node]:
    """The layouts of a mode with up to 8 cells, which several tests look at."""
    return walk(Scope(BARE, mode, 3))


@cache
def tracked(mode: Truncate) -> Exploration[Node]:
    """The smallest scope with a followed key: 4 cells, ids of one bit."""
    return walk(Scope(TRACKED, mode, 2))
