"""Ephemeral elements: 255 steps with a burst of 10,000 particles at step 100.

In every step one particle is added, each particle loses one of the 1 to 50 steps it has to live,
and those that have none left are removed. From step 150 on all of the burst is gone; what it leaves
behind in a container shows in the time of an iteration.

The thesis leaves cross-iterated ephemeral elements for the future (6.4). Here they are: a smaller
burst, since the work grows with its square, in which every particle meets all others at each step.

(thesis, 6.3)
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from .clock import clock
from .forms import Form
from .peers.peer import Peer

__all__ = [
    "BURST",
    "BURST_AT",
    "CROSSED_BURST",
    "LONGEST",
    "STEPS",
    "Particle",
    "Step",
    "crossed",
    "ephemeral",
]

STEPS: Final = 255
BURST_AT: Final = 100
BURST: Final = 10_000
CROSSED_BURST: Final = 200
LONGEST: Final = 50
"""The longest that a particle lives."""
PLACES: Final = 100
"""The width of the field of those that meet, small enough that they do."""
PASSES: Final = 10
"""Iterations that are timed together: one is too short for the clock."""


class Particle:
    """A thing at a place, with some steps to live."""

    __slots__ = ("been_hit", "has_hit", "left", "x", "y")

    def __init__(self, random: Random) -> None:
        self.left = random.randint(1, LONGEST)
        self.x = random.randrange(PLACES)
        self.y = random.randrange(PLACES)
        self.has_hit = False
        self.been_hit = False


class Step(NamedTuple):
    """What one step took, in seconds."""

    whole: float
    iteration: float
    """One more iteration over the elements, right afterwards; not in `whole`."""


def arrivals(seed: int, burst: int) -> list[list[Particle]]:
    """Who is added, step by step; the same for every peer."""
    random = Random(seed)
    numbers = [burst + 1 if step == BURST_AT else 1 for step in range(1, STEPS + 1)]
    return [[Particle(random) for _ in range(number)] for number in numbers]


def ephemeral(kind: type[Peer], seed: int) -> Iterator[Step]:
    """Particles that live for a while, and a burst of them.

    (thesis, 6.3)
    """
    peer = kind()
    for new in arrivals(seed, BURST):
        began = clock()
        peer.add(new)
        peer.remove(age(peer))
        done = clock()
        for _ in range(PASSES):
            for _element in peer.elements():
                pass
        yield Step(done - began, (clock() - done) / PASSES)


def crossed(form: Form, seed: int) -> Iterator[float]:
    """As above, and each particle meets all others.

    (thesis, 6.4)
    """
    peer = form.kind()
    for new in arrivals(seed, CROSSED_BURST):
        began = clock()
        peer.add(new)
        form.run(peer)
        peer.remove(age(peer))
        yield clock() - began


def age(peer: Peer) -> list[Any]:
    """Let each particle lose a step; the keys of those that have none left."""
    expired = []
    for key, particle in peer.pairs():
        particle.left -= 1
        if particle.left == 0:
            expired.append(key)
    return expired
