"""``python -m bench.handing_over``: would exploration on many machines pay?

Processes on one machine mark states in one shared map. Machines have no such map: whoever finds a successor would have
to hand its number to whoever owns it. So two costs are compared: computing a transition, and handing a number from one
worker of a Dask cluster to another, on the loopback, where that is cheapest.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from stablelist_conformance.bench_campaign import cluster
from stablelist_conformance.campaign.cluster import Cluster
from stablelist_proofs.explore.inquiry import Inquiry
from stablelist_proofs.explore.need import need
from stablelist_proofs.explore.scope import Scope
from stablelist_proofs.explore.search import searching

__all__ = ["computed", "handed_over", "main"]

POSITIONS: Final = 14
"""The scope that is explored."""
LARGE: Final = 16
"""The scope of more than 10^8 states that is spoken of."""
NUMBERS: Final = 8_000_000
"""So many are handed over at once."""
ROUNDS: Final = 5


def main(positions: int = POSITIONS, numbers: int = NUMBERS) -> int:
    """Measure both, and print what follows."""
    seconds, states, transitions = computed(positions)
    handed = handed_over(numbers)
    large = need(Scope(positions=LARGE), 1).numbers / need(Scope(positions=positions), 1).numbers
    print(f"{positions} positions: {states:,} states, {transitions:,} transitions, {seconds:.1f} s")
    print(f"computing a transition     {1e9 * seconds / transitions:6.0f} ns, on one core")
    print(f"handing over a number      {1e9 * handed:6.0f} ns, between two workers")
    print(f"{LARGE} positions: {large:.0f} times as many numbers of states, so about")
    print(f"  {seconds * large / 60:,.0f} minutes on one core")
    print(
        f"  {8 * transitions * large / 1e9:,.0f} GB of numbers, of which half would be handed over"
    )
    return 0


def computed(positions: int) -> tuple[float, int, int]:
    """The seconds that exploring a scope takes on one core, and its states and transitions."""
    scope = Scope(positions=positions)
    question = Inquiry(scope, (), None, None).question
    with (
        tempfile.TemporaryDirectory() as folder,
        searching(scope, question, Path(folder)) as search,
    ):
        began = time.perf_counter()
        search.go_on()
        return time.perf_counter() - began, search.run.tally.states, search.run.tally.transitions


def handed_over(numbers: int) -> float:
    """The seconds that it takes to hand a number from one worker to another, among many."""
    with cluster(2) as crew:
        assert isinstance(crew, Cluster)
        one, other = sorted(crew.client.nthreads())
        return statistics.median(handed(crew.client, one, other, numbers) for _ in range(ROUNDS))


def handed(client: Any, one: str, other: str, numbers: int) -> float:
    """The same, once: without a worker between them, the number is where it is needed already."""
    there = client.submit(np.arange, numbers, workers=[one], pure=False)
    taken = []
    for worker in (one, one, other):  # the first waits until the numbers are there
        began = time.perf_counter()
        client.submit(len, there, workers=[worker], pure=False).result()
        taken.append(time.perf_counter() - began)
    return max(0.0, taken[2] - taken[1]) / numbers


if __name__ == "__main__":
    sys.exit(main())
