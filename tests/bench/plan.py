"""The number of repetitions of each measurement, in each of several processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["FULL", "PLANS", "QUICK", "Plan"]


@dataclass(frozen=True)
class Plan:
    """The repetitions in a round. Each round is a process of its own, because the address of a process matters."""

    rounds: int
    cycles: dict[int, int]
    """Cycles in each round, by the size of the containers."""
    crossings: int
    """Cross-iterations of the colliders in each round."""
    bursts: int
    """Runs of each of the two scenarios with particles in each round."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes, in ascending order."""
        return tuple(self.cycles)


FULL: Final = Plan(
    rounds=5, cycles={10: 15, 100: 20, 10_000: 20, 1_000_000: 1}, crossings=10, bursts=3
)
QUICK: Final = Plan(rounds=2, cycles={10: 5, 100: 5, 10_000: 5}, crossings=3, bursts=1)

PLANS: Final = {"full": FULL, "quick": QUICK}
"""The plans, by the name that a worker process receives."""
