"""The number of repetitions of each measurement, in each of several processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["FULL", "PLANS", "QUICK", "Plan"]


@dataclass(frozen=True)
class Plan:
    """One process each round, since where a process happens to lie in memory matters."""

    rounds: int
    cycles: dict[int, int]
    """Cycles in each round, by the size of the containers."""
    crossings: int
    """Cross-iterations of the colliders in each round."""
    bursts: int
    """Runs of each of the two scenarios with particles in each round."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """From small to large."""
        return tuple(self.cycles)


FULL: Final = Plan(
    rounds=5, cycles={10: 15, 100: 20, 10_000: 20, 1_000_000: 1}, crossings=10, bursts=3
)
QUICK: Final = Plan(rounds=2, cycles={10: 5, 100: 5, 10_000: 5}, crossings=3, bursts=1)

PLANS: Final = {"full": FULL, "quick": QUICK}
"""By the name that a process is told."""
