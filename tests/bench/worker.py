"""One round of a plan, in a process of its own: ``python -m bench.worker PLAN SEED FILE``.

What it measured goes to the file as a pyperf suite. A benchmark there is named by what was done, the
size and the peer; the n-th value of each belongs to the n-th repetition, in which all peers took
their turns.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from random import Random

import pyperf

from .clock import clock
from .colliders import NUMBER, colliders, reciprocal
from .companions import companions
from .forms import FORMS
from .methods import compared
from .names import AFTERWARDS, COLLIDERS, CROSSED, STEP, STEPPED, join, split
from .operations import Sample, cycle
from .particles import BURST, CROSSED_BURST, crossed, ephemeral
from .peers.every import CYCLED, PEERS
from .plan import PLANS, Plan

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Measure, and write the suite."""
    plan, seed, file = arguments
    random = Random(int(seed))
    values: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for what, size, peer, *times in measured(PLANS[plan], random):
        values[join(what, size, peer)].append(tuple(times))
    suite(values).dump(file)
    return 0


Times = tuple[str, int, str, *tuple[float, ...]]
"""The operation, the size, the peer, and a time, or the times of all steps."""


def measured(plan: Plan, random: Random) -> Iterator[Times]:
    """All measurements of a round."""
    for _ in cycle(1_000, CYCLED, random):
        """The first cycle warms up and is not counted."""
    for size, repetitions in plan.cycles.items():
        for _ in range(repetitions):
            yield from cycle(size, CYCLED, random)
    for _ in range(plan.crossings):
        yield from met(random)
        yield from compared(random)
        yield from companions(random)
    for _ in range(plan.bursts):
        yield from burst(random)


def met(random: Random) -> Iterator[Sample]:
    """All forms of cross-iteration, once."""
    for form in random.sample(FORMS, len(FORMS)):
        everyone = colliders(Random(NUMBER))
        peer = form.kind()
        peer.add(everyone)
        began = clock()
        form.run(peer)
        seconds = clock() - began
        assert reciprocal(everyone), form.name
        yield Sample(COLLIDERS, NUMBER, form.name, seconds)


def burst(random: Random) -> Iterator[Times]:
    """Both scenarios for all peers, once."""
    seed = random.randrange(1 << 30)
    for kind in random.sample(PEERS, len(PEERS)):
        steps = list(ephemeral(kind, seed))
        yield STEP, BURST, kind.name, *(step.whole for step in steps)
        yield AFTERWARDS, BURST, kind.name, *(step.iteration for step in steps)
    for form in random.sample(FORMS, len(FORMS)):
        yield CROSSED, CROSSED_BURST, form.name, *crossed(form, seed)


def suite(values: dict[str, list[tuple[float, ...]]]) -> pyperf.BenchmarkSuite:
    """The values in pyperf's format: single times are one run, and the times of steps are one run each."""
    benchmarks = []
    for label, repetitions in values.items():
        stepped = split(label)[0] in STEPPED
        runs = repetitions if stepped else [tuple(chain.from_iterable(repetitions))]
        metadata = {"name": label, "unit": "second"}
        benchmarks.append(
            pyperf.Benchmark(
                [pyperf.Run(run, metadata=metadata, collect_metadata=False) for run in runs]
            )
        )
    return pyperf.BenchmarkSuite(benchmarks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
