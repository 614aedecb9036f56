"""The loads: those of the thesis in cost units, and four others in which the variants differ.

Each is a function of the name of a system and a seed, and answers numbers by what they count. Every system gets the
same operations in the same order.

(thesis 6.1 to 6.4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi
from random import Random
from statistics import mean
from typing import Final

from bench.particles import BURST, BURST_AT, LONGEST, STEPS
from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Truncate

from .container import Container

__all__ = [
    "LOADS",
    "NEVER",
    "SHORT_AGAIN",
    "Numbers",
    "basic",
    "edge",
    "particles",
    "steps",
    "straggler",
    "survivors",
    "tide",
]

Numbers = dict[str, float]

NUMBER: Final = 10_000
"""The number of elements of the basic operations (6.1)."""
COLLIDERS: Final = 1_000
"""The number of elements of the cross-iteration (6.2)."""
LEFT: Final = 25
"""The number of elements of a burst that stay."""
CHURN: Final = 1_000
"""The number of insertions and removals after the burst."""
WAVES, WAVE, HIGH, LOW = 5, 400, 1_000, 100
"""The tide: the number of waves, the steps of a wave, and the largest and smallest number of elements."""
SHORT_AGAIN: Final = "steps until no iteration visits more than 100 cells"
"""The number that says when a container is short again after the burst of 6.3."""
NEVER: Final = STEPS - BURST_AT + 1
"""This number, if the steps end before."""
EDGE, TURNS = 1_024, 100
"""The length of a full space, and how often one element is added and removed."""


def basic(name: str, seed: int, number: int = NUMBER) -> Numbers:
    """Insertion, iteration, removal of a random half, filling it again, and removal in random order (6.1)."""
    random, container = Random(seed), Container(name)
    keys = container.add(number)
    filled = container.spent
    iterated = container.iterate()
    random.shuffle(keys)
    half, rest = keys[: number // 2], keys[number // 2 :]
    container.remove(half)
    halved = container.spent
    gapped = container.iterate()
    again = container.add(len(half))
    refilled = container.spent
    worst_before, container.worst = container.worst, 0
    everything = [*rest, *again]
    random.shuffle(everything)
    container.remove(everything)
    emptied = container.spent
    return {
        "moved by an insertion": filled.moved / number,
        "most moved by an insertion": container.most_moved[container.words.add],
        "cells of an iteration, full": iterated,
        "bookkeeping of a removal, of half": halved.bookkeeping / len(half),
        "cells of an iteration, half full": gapped,
        "bookkeeping of an insertion, into gaps": (refilled.bookkeeping - halved.bookkeeping)
        / len(half),
        "bookkeeping of a removal, of all": (emptied.bookkeeping - refilled.bookkeeping) / number,
        "moved by a removal": (emptied.moved - refilled.moved) / number,
        "worst removal": max(container.worst, worst_before),
    }


def crossed(name: str, seed: int, number: int = COLLIDERS) -> Numbers:
    """Cells that the views of all pivots visit, when the list is full, and when three of four are gone (6.2)."""
    random, container = Random(seed), Container(name)
    keys = container.add(number)
    full = container.live * container.iterate()
    random.shuffle(keys)
    container.remove(keys[number // 4 :])
    return {"full": full, "a quarter left": container.live * container.iterate()}


# --- Ephemeral elements ---------------------------------------------------------------------------


def steps(
    name: str, seed: int, burst: int = BURST, truncate: Truncate = Truncate.ITERATION
) -> Iterator[tuple[Container, int]]:
    """The steps of 6.3: the container after each, and the cells of the iteration that ages the particles."""
    random, container = Random(seed), Container(name, truncate)
    ends = dict[int, list[Key]]()
    for step in range(1, STEPS + 1):
        for key in container.add(burst + 1 if step == BURST_AT else 1):
            ends.setdefault(step + random.randint(1, LONGEST) - 1, []).append(key)
        cells = container.iterate()
        container.remove(sorted(ends.pop(step, ())))
        yield container, cells


def particles(name: str, seed: int, burst: int = BURST) -> tuple[Numbers, list[int]]:
    """Ephemeral elements with a burst (6.3), and what their cross-iteration would visit (6.4).

    Also answers the cells of every step's iteration.
    """
    cells, crossing = list[int](), list[int]()
    for container, visited in steps(name, seed, burst):
        cells.append(visited)
        crossing.append(container.live * container.iterate())
    gone = BURST_AT + LONGEST
    numbers: Numbers = {
        "cells of an iteration, before": mean(cells[LONGEST : BURST_AT - 1]),
        "cells of an iteration, most": max(cells),
        "cells of an iteration, while it fades": mean(cells[BURST_AT:gone]),
        "cells of an iteration, afterwards": mean(cells[gone:]),
        SHORT_AGAIN: recovered(cells),
        "element space at the end": container.space,
        "bookkeeping of an operation": container.mean,
        "worst operation": container.worst,
        "most entries in the queue": container.longest_queue,
        "millions of cells of cross-iteration, all steps": sum(crossing) / 1e6,
        "cells of cross-iteration, afterwards": mean(crossing[gone:]),
    }
    return numbers, cells


def recovered(cells: list[int]) -> int:
    """The steps after the burst until no iteration visits more than 100 cells; `NEVER` if one always does."""
    long = [step for step, visited in enumerate(cells, 1) if visited > 100]
    return max(long, default=BURST_AT) - BURST_AT + 1


def memory(name: str, seed: int, burst: int = BURST) -> Numbers:
    """The cells that the same load moves in mode MEMORY."""
    *_, (container, _cells) = steps(name, seed, burst, Truncate.MEMORY)
    return {
        "moved in all steps": container.spent.moved,
        "most moved by an insertion": container.most_moved[container.words.add],
        "most moved by a removal": container.most_moved[container.words.remove],
    }


# --- Loads of ours --------------------------------------------------------------------------------


def survivors(name: str, seed: int, number: int = NUMBER, churn: int = CHURN) -> Numbers:
    """A burst of which a few random elements stay; then elements come and go, the oldest first."""
    random, container = Random(seed), Container(name)
    keys = container.add(number)
    random.shuffle(keys)
    container.remove(keys[LEFT:])
    after = container.iterate()
    worst_before, container.worst = container.worst, 0
    queue = container.add(LEFT)
    cells = []
    for _ in range(churn):
        container.remove([queue.pop(0)])
        queue += container.add()
        cells.append(container.iterate())
    return {
        "cells of an iteration, after the burst": after,
        "cells of an iteration, as others come and go": mean(cells),
        "worst operation": max(container.worst, worst_before),
        "bookkeeping of an operation": container.mean,
    }


def straggler(name: str, seed: int, number: int = NUMBER) -> Numbers:
    """A burst of which only the newest element stays, until it is removed, too."""
    container = Container(name)
    keys = container.add(number)
    first = keys[:-1]
    Random(seed).shuffle(first)
    container.remove(first)
    cells, container.worst = container.iterate(), 0
    container.remove(keys[-1:])
    return {
        "cells of an iteration, with it": cells,
        "its removal": container.worst,
        "cells of an iteration, without it": container.iterate(),
        "element space, without it": container.space,
    }


def tide(name: str, seed: int, waves: int = WAVES) -> Numbers:
    """Waves of elements, from 100 to 1,000 and back; in each step, random elements are replaced."""
    random, container = Random(seed), Container(name)
    keys, cells, lives = list[Key](), list[int](), list[int]()
    for step in range(waves * WAVE):
        wanted = round((HIGH + LOW) / 2 - (HIGH - LOW) / 2 * cos(2 * pi * step / WAVE))
        stay = min(len(keys) * 19 // 20, wanted)
        container.remove([keys.pop(random.randrange(len(keys))) for _ in range(len(keys) - stay)])
        keys += container.add(wanted - stay)
        cells.append(container.iterate())
        lives.append(container.live)
    return {
        "elements": mean(lives),
        "cells of an iteration": mean(cells),
        "cells of an iteration, at low tide": mean(cells[WAVE::WAVE]),
        "bookkeeping of an operation": container.mean,
        "worst operation": container.worst,
        "moved by an operation": container.spent.moved / container.changes,
        "element space at the end": container.space,
    }


def edge(name: str, _: int, turns: int = TURNS) -> Numbers:
    """A list of 1,024 elements, whose space is full, to which one is added and removed again, by mode."""
    numbers = Numbers()
    for mode in (Truncate.ITERATION, Truncate.MEMORY):
        container = Container(name, mode)
        container.add(EDGE + 1)
        before = container.spent
        for _turn in range(turns):
            container.remove([Key(EDGE, container.state.cells[EDGE].id)])
            container.add()
        moved, visited = (
            after - earlier
            for after, earlier in (
                (container.spent.moved, before.moved),
                (container.spent.visits, before.visits),
            )
        )
        numbers[f"moved by a turn, {mode.value}"] = moved / turns
        numbers[f"visits of a turn, {mode.value}"] = visited / turns
    return numbers


LOADS: Final[dict[str, Callable[[str, int], Numbers]]] = {
    "basic": basic,
    "crossed": crossed,
    "memory": memory,
    "survivors": survivors,
    "straggler": straggler,
    "tide": tide,
    "edge": edge,
}
"""Every load by its name, except `particles`, which depends on chance and is repeated with other seeds."""
