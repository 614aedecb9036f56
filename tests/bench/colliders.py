"""Cross-iteration: the collisions of 1,000 colliders in a field of 1,000 by 1,000.

Each collider looks at all others. If two are within the distance, the one that looks *has hit* and the other *has been
hit*; in the end, both must hold for the same colliders.

StableList uses a view, other containers need two loops, and there are several ways to exclude a collider itself. Each
way is a *form*. The body is the same everywhere, and written out, because a call would cost more than the loops that
are compared.

(thesis, 6.2)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, combinations, permutations
from random import Random
from typing import Any, Final, Protocol

from stablelist import Key, StableAccess

from .peers.peer import Peer
from .peers.stable import Stable

__all__ = [
    "DISTANCE",
    "FIELD",
    "NUMBER",
    "Collider",
    "by_combinations",
    "by_key",
    "by_permutations",
    "colliders",
    "nested",
    "pairs",
    "pivots",
    "reciprocal",
    "slices",
    "snapshot",
    "traverse",
]

NUMBER: Final = 1_000
FIELD: Final = 1_000
DISTANCE: Final = 2


class Collider:
    """A collider with its position."""

    __slots__ = ("been_hit", "has_hit", "x", "y")

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y
        self.has_hit = False
        self.been_hit = False


class Placed(Protocol):
    """An object that records whether it collided."""

    has_hit: bool
    been_hit: bool


def colliders(random: Random, number: int = NUMBER) -> list[Collider]:
    """Colliders at random positions in the field."""
    return [Collider(random.randrange(FIELD), random.randrange(FIELD)) for _ in range(number)]


def reciprocal(colliders: Iterable[Placed]) -> bool:
    """Whether exactly the colliders that have hit were also hit."""
    return all(one.has_hit == one.been_hit for one in colliders)


def traverse(peer: Stable) -> None:
    """`pool.traverse`: the form of the thesis."""

    def meet(_key: Key[Any], one: Any, others: StableAccess[Any]) -> None:
        for other in others.values():
            if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
                one.has_hit = True
                other.been_hit = True

    peer.pool.traverse(meet)


def pivots(peer: Stable) -> None:
    """`pool.pivots`: the same as a loop."""
    for _key, one, others in peer.pool.pivots():
        for other in others.values():
            if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
                one.has_hit = True
                other.been_hit = True


def pairs(peer: Stable) -> None:
    """`pool.pairs`: each two colliders look at each other once."""
    for one, other in peer.pool.pairs():
        if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
            one.has_hit = one.been_hit = other.has_hit = other.been_hit = True


def by_combinations(peer: Peer) -> None:
    """`itertools.combinations`: the same."""
    for one, other in combinations(peer.elements(), 2):
        if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
            one.has_hit = one.been_hit = other.has_hit = other.been_hit = True


def nested(peer: Peer) -> None:
    """Two loops, and `is not`."""
    for one in peer.elements():
        for other in peer.elements():
            if (
                one is not other
                and abs(one.x - other.x) < DISTANCE
                and abs(one.y - other.y) < DISTANCE
            ):
                one.has_hit = True
                other.been_hit = True


def by_key(peer: Peer) -> None:
    """Two loops over items, and `!=`."""
    for key, one in peer.pairs():
        for other_key, other in peer.pairs():
            if (
                key != other_key
                and abs(one.x - other.x) < DISTANCE
                and abs(one.y - other.y) < DISTANCE
            ):
                one.has_hit = True
                other.been_hit = True


def by_permutations(peer: Peer) -> None:
    """`itertools.permutations`."""
    for one, other in permutations(peer.elements(), 2):
        if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
            one.has_hit = True
            other.been_hit = True


def snapshot(peer: Peer) -> None:
    """Two loops over a list of the elements, and `is not`."""
    elements = list(peer.elements())
    for one in elements:
        for other in elements:
            if (
                one is not other
                and abs(one.x - other.x) < DISTANCE
                and abs(one.y - other.y) < DISTANCE
            ):
                one.has_hit = True
                other.been_hit = True


def slices(peer: Peer) -> None:
    """Slices of a list of the elements: those before and those behind the current one, so nothing is compared."""
    elements = list(peer.elements())
    for place, one in enumerate(elements):
        for other in chain(elements[:place], elements[place + 1 :]):
            if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE:
                one.has_hit = True
                other.been_hit = True
