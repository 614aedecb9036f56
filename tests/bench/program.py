"""A program for counting instructions: ``python -m bench.program PEER STAGES``.

Everything is made ready first. Then come the stages, one operation each, as many as are asked for;
then the process ends at once. So the difference between two runs is what one stage costs.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple, NoReturn

from .colliders import colliders, slices, traverse
from .operations import Element, survivors
from .peers.builtin import CountedDict
from .peers.peer import Peer
from .peers.stable import Stable

__all__ = ["NUMBER", "PEERS", "STAGES", "Pools", "Stage", "main"]

NUMBER: Final = 2_000
"""How many elements a container holds."""
MEETING: Final = 40
"""How many meet each other."""

PEERS: Final[dict[str, type[Peer]]] = {kind.name: kind for kind in (Stable, CountedDict)}


class Pools:
    """A container for each stage, and what is needed to use it."""

    def __init__(self, kind: type[Peer]) -> None:
        random = Random(1)
        self.elements = [Element() for _ in range(NUMBER)]
        self.empty = kind()
        self.full = self.filled(kind)
        self.hits = random.sample(self.full.keys(), NUMBER)
        self.refilled = self.filled(kind)
        self.stale = random.sample(self.refilled.keys(), NUMBER)
        self.refilled.remove(self.stale)
        self.refilled.add(self.elements)
        self.doomed = self.filled(kind)
        self.victims = random.sample(self.doomed.keys(), NUMBER)
        self.sparse = self.filled(kind)
        self.sparse.remove(random.sample(self.sparse.keys(), NUMBER - survivors(NUMBER)))
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
    """Let all meet all: by a view, or by the best that two loops can do."""
    if isinstance(peer, Stable):
        traverse(peer)
    else:
        slices(peer)


class Stage(NamedTuple):
    """One operation, so many times."""

    name: str
    times: int
    run: Callable[[Pools], object]


STAGES: Final = (
    Stage("add", NUMBER, lambda pools: pools.empty.add(pools.elements)),
    Stage("at hit", NUMBER, lambda pools: pools.full.at(pools.hits)),
    Stage("[] hit", NUMBER, lambda pools: pools.full.subscript(pools.hits)),
    Stage("at stale", NUMBER, lambda pools: pools.refilled.at(pools.stale)),
    Stage("remove", NUMBER, lambda pools: pools.doomed.remove(pools.victims)),
    Stage("values", NUMBER, lambda pools: values(pools.full)),
    Stage("items", NUMBER, lambda pools: items(pools.full)),
    Stage("values after 99 % removed", survivors(NUMBER), lambda pools: values(pools.sparse)),
    Stage("traverse", MEETING * (MEETING - 1), lambda pools: meet(pools.field)),
)


def main(peer: str, stages: int) -> NoReturn:
    """Run, and end without clearing up, which is no stage."""
    gc.disable()
    pools = Pools(PEERS[peer])
    for stage in STAGES[:stages]:
        stage.run(pools)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
