"""Each operation by itself, on containers of 10 to 1,000,000 elements.

A *cycle* takes all peers through the life of a container together: all add, then all look up, and so
on, each time in another order. So the times that are compared are measured close together.

Every time covers at least 10,000 elements, so that the clock can measure it: a small container is looked up and
iterated repeatedly, and many small ones are filled and emptied one after the other. Keys are used in a random order,
the same for every peer.

(thesis, 6.1)
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from .clock import clock
from .names import SPARSE
from .peers.loop import EmptyLoop
from .peers.peer import Peer

__all__ = ["ENOUGH", "PASSES", "SIZES", "Sample", "cycle", "repeats", "survivors"]

SIZES: Final = (10, 100, 10_000, 1_000_000)

ENOUGH: Final = 10_000
"""The least number of elements in one measured time."""


PASSES: Final = 10
"""The number of iterations over few elements that are timed together, because one is too short for the clock."""


class Sample(NamedTuple):
    """One measured time."""

    what: str
    size: int
    peer: str
    seconds: float


class Element:
    """The element that is stored: an object with an identity and no content."""

    __slots__ = ()


def repeats(size: int) -> int:
    """How many containers of this size, or iterations over one, are measured together."""
    return max(1, ENOUGH // size)


def survivors(size: int) -> int:
    """How many elements are left after most were removed: 26 of 10,000, and at least one."""
    return max(1, size * 26 // 10_000)


def cycle(size: int, kinds: tuple[type[Peer], ...], random: Random) -> Iterator[Sample]:
    """Every operation of every peer, once."""
    order = random.sample(range(size), size)
    elements = [Element() for _ in range(size)]
    trials = [Trial(kind, elements, order) for kind in kinds]
    idle = Idle(elements)
    for what, step in STEPS.items():
        random.shuffle(trials)
        for trial in trials:
            if what != "at stale" or trial.tells_stale:
                yield Sample(what, size, trial.name, step(trial))
        if what in idle.steps:
            yield Sample(what, size, EmptyLoop.name, idle.steps[what]())
    gc.unfreeze()


def timed(work: Callable[[], None]) -> float:
    """The time of an operation. Garbage is collected, as in any program, but only among new objects."""
    gc.freeze()
    began = clock()
    work()
    return clock() - began


class Trial:
    """The containers of one peer on their way through a cycle."""

    def __init__(self, kind: type[Peer], elements: list[Element], order: list[int]) -> None:
        self.name = kind.name
        self.tells_stale = kind.tells_stale
        self.elements = elements
        self.order = order
        self.pools = [kind() for _ in range(repeats(len(elements)))]
        self.keys: list[list[Any]] = []
        self.removing = 0.0

    def total(self) -> int:
        """The number of elements in all pools when they are full."""
        return len(self.pools) * len(self.elements)

    def add(self) -> float:
        """Fill every pool."""

        def work() -> None:
            for pool in self.pools:
                pool.add(self.elements)

        seconds = timed(work) / self.total()
        self.keys = [self.shuffled(pool.keys()) for pool in self.pools]
        return seconds

    def shuffled(self, keys: list[Any]) -> list[Any]:
        """The keys in the order of this cycle."""
        return [keys[position] for position in self.order]

    def at(self) -> float:
        """Look every key up. Before the removals, every key is valid; after them, every key is stale."""
        pool, keys = self.pools[0], self.keys[0]

        def work() -> None:
            for _ in self.pools:
                pool.at(keys)

        return timed(work) / self.total()

    def subscript(self) -> float:
        """Look every key up with `[]`, which raises an error for a stale key."""
        pool, keys = self.pools[0], self.keys[0]

        def work() -> None:
            for _ in self.pools:
                pool.subscript(keys)

        return timed(work) / self.total()

    def values(self) -> float:
        """Iterate over the elements."""
        return self.iterate() / self.total()

    def iterate(self) -> float:
        """Iterate over the elements, once for each pool."""
        pool = self.pools[0]

        def work() -> None:
            for _ in self.pools:
                for _element in pool.elements():
                    pass

        return timed(work)

    def items(self) -> float:
        """Iterate over keys and elements."""
        pool = self.pools[0]

        def work() -> None:
            for _ in self.pools:
                for _key, _element in pool.pairs():
                    pass

        return timed(work) / self.total()

    def values_of_few(self) -> float:
        """Remove most elements, whichever they are, and iterate over the rest."""
        few = survivors(len(self.elements))
        self.removing = self.remove([keys[few:] for keys in self.keys])
        pool, passes = self.pools[0], PASSES * len(self.pools)

        def work() -> None:
            for _ in range(passes):
                for _element in pool.elements():
                    pass

        return timed(work) / (passes * few)

    def remove_all(self) -> float:
        """Remove the rest; returns the time of both removals."""
        few = survivors(len(self.elements))
        self.removing += self.remove([keys[:few] for keys in self.keys])
        return self.removing / self.total()

    def remove(self, keys_of_pools: list[list[Any]]) -> float:
        """Remove some keys from each pool."""

        def work() -> None:
            for pool, keys in zip(self.pools, keys_of_pools, strict=True):
                pool.remove(keys)

        return timed(work)

    def at_stale(self) -> float:
        """Fill a pool again, and look up the keys of the removed elements."""
        self.pools[0].add(self.elements)
        return self.at()


STEPS: Final[dict[str, Callable[[Trial], float]]] = {
    "add": Trial.add,
    "at hit": Trial.at,
    "[] hit": Trial.subscript,
    "values": Trial.values,
    "items": Trial.items,
    SPARSE: Trial.values_of_few,
    "remove": Trial.remove_all,
    "at stale": Trial.at_stale,
}
"""The life of a container, in this order."""


class Idle:
    """The loops without what is in them, over the same elements."""

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements
        looked_up = ("at hit", "[] hit", "remove", "at stale")
        self.steps = {"add": self.add, **dict.fromkeys(looked_up, self.at)}

    def add(self) -> float:
        """The loop of `add`."""
        return self.each(EmptyLoop().add)

    def at(self) -> float:
        """The loop of `at`."""
        return self.each(EmptyLoop().at)

    def each(self, loop: Callable[[list[Element]], object]) -> float:
        """The loop, once for each pool."""

        def work() -> None:
            for _ in range(repeats(len(self.elements))):
                loop(self.elements)

        return timed(work) / (repeats(len(self.elements)) * len(self.elements))
