"""Ephemeral elements: 255 steps with a burst of 10,000 particles at step 100.

In every step one particle is added, the remaining life of each particle (1 to 50 steps) is reduced by one,
and particles without remaining life are removed. From step 150 on, no particle of the burst is left, and the
time of an iteration shows how many gaps the burst has left in a container.

The thesis leaves the cross-iteration of such elements to future work (6.4). The second scenario does this with a
smaller burst, since the work grows with its square: every particle meets all others in each step.

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
"""The longest life of a particle."""
PLACES: Final = 100
"""The width of the field of the particles that meet, small enough that some of them do."""
PASSES: Final = 10
"""The number of iterations that are timed together, because one is too short for the clock."""


class Particle:
    """An object at a place, with a number of remaining steps."""

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
    """One additional iteration over the elements after the step; not included in `whole`."""


def arrivals(seed: int, burst: int) -> list[list[Particle]]:
    """The particles that are added in each step; the same for every peer."""
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
    """Reduce the remaining life of each particle by one step; returns the keys of the particles whose life is over."""
    expired = []
    for key, particle in peer.pairs():
        particle.left -= 1
        if particle.left == 0:
            expired.append(key)
    return expired
