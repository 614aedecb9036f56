"""A program for counting instructions: ``python -m bench.program PEER``. Its `stages` are operations on a container."""

from __future__ import annotations

import gc
import sys
from random import Random
from typing import Final

from .colliders import colliders, slices, traverse
from .names import SPARSE
from .operations import Element, survivors
from .peers.builtin import CountedDict
from .peers.peer import Peer
from .peers.stable import Stable
from .stages import Stage, run_each

__all__ = ["NUMBER", "PEERS", "STAGES", "Pools", "main"]

NUMBER: Final = 2_000
"""The number of elements of a container."""
MEETING: Final = 40
"""The number of elements that are cross-iterated."""

PEERS: Final[dict[str, type[Peer]]] = {kind.name: kind for kind in (Stable, CountedDict)}


class Pools:
    """A container for each stage, with the keys and elements that the stage needs."""

    def __init__(self, kind: type[Peer], number: int) -> None:
        random = Random(1)
        self.elements = [Element() for _ in range(number)]
        self.empty = kind()
        self.full = self.filled(kind)
        self.hits = random.sample(self.full.keys(), number)
        self.refilled = self.filled(kind)
        self.stale = random.sample(self.refilled.keys(), number)
        self.refilled.remove(self.stale)
        self.refilled.add(self.elements)
        self.doomed = self.filled(kind)
        self.victims = random.sample(self.doomed.keys(), number)
        self.sparse = self.filled(kind)
        self.sparse.remove(random.sample(self.sparse.keys(), number - survivors(number)))
        self.field = kind()
        self.field.add(colliders(random, MEETING))

    def filled(self, kind: type[Peer]) -> Peer:
        """A new container with all elements."""
        peer = kind()
        peer.add(self.elements)
        return peer


def values(peer: Peer) -> None:
    """Iterate over the elements."""
    for _element in peer.elements():
        pass


def items(peer: Peer) -> None:
    """Iterate over keys and elements."""
    for _key, _element in peer.pairs():
        pass


def meet(peer: Peer) -> None:
    """Combine every element with all others: with a view, or with the fastest pair of loops."""
    if isinstance(peer, Stable):
        traverse(peer)
    else:
        slices(peer)


STAGES: Final[tuple[Stage[Pools], ...]] = (
    Stage("add", NUMBER, lambda pools: pools.empty.add(pools.elements)),
    Stage("at hit", NUMBER, lambda pools: pools.full.at(pools.hits)),
    Stage("[] hit", NUMBER, lambda pools: pools.full.subscript(pools.hits)),
    Stage("at stale", NUMBER, lambda pools: pools.refilled.at(pools.stale)),
    Stage("remove", NUMBER, lambda pools: pools.doomed.remove(pools.victims)),
    Stage("values", NUMBER, lambda pools: values(pools.full)),
    Stage("items", NUMBER, lambda pools: items(pools.full)),
    Stage(SPARSE, survivors(NUMBER), lambda pools: values(pools.sparse)),
    Stage("traverse", MEETING * (MEETING - 1), lambda pools: meet(pools.field)),
)


def warm_up(kind: type[Peer]) -> None:
    """Run every stage on a few elements, so that the interpreter has specialised the code that is counted."""
    pools = Pools(kind, MEETING)
    for stage in STAGES:
        stage.run(pools)


def main(peer: str) -> None:
    """Run each stage with one kind of container."""
    gc.disable()
    warm_up(PEERS[peer])
    run_each(STAGES, Pools(PEERS[peer], NUMBER))


if __name__ == "__main__":
    main(sys.argv[1])
