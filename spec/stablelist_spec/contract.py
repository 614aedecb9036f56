"""The contract level: what a user can observe of any container of the family.

A pool is a finite map from keys to elements, and the set of retired keys. A retired key never
resolves; whether a key may be issued again is the business of its stamp (`stablelist_spec.stamps`),
not of the pool. Keys are opaque and order is not observable: answers that list elements list them in
any order.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from .lending import Exchanged, Pivot

__all__ = ["Pool"]

K = TypeVar("K", bound=Hashable)


class Pool(Generic[K]):
    """The abstract container. Operations change it in place and return their answers.

    >>> pool = Pool[str]()
    >>> pool.add("a", 1)
    >>> pool.remove("a"), pool.remove("a"), pool.at("a")
    (1, None, None)
    """

    def __init__(
        self, live: Mapping[K, int] | None = None, retired: frozenset[K] = frozenset()
    ) -> None:
        self.live: dict[K, int] = dict(live or {})
        self.retired: set[K] = set(retired)

    def add(self, key: K, element: int) -> None:
        """Insert *element* under a key that no live element has."""
        assert key not in self.live, f"{key} is live already"
        self.retired.discard(key)
        self.live[key] = element

    def at(self, key: K) -> int | None:
        """The element of a live key, or None."""
        return self.live.get(key)

    def contains(self, key: K) -> bool:
        """Whether the key is live."""
        return key in self.live

    def remove(self, key: K) -> int | None:
        """Take the element of a live key out, or do nothing."""
        if key not in self.live:
            return None
        self.retired.add(key)
        return self.live.pop(key)

    def clear(self) -> None:
        """Retire every key."""
        self.drain()

    def drain(self) -> tuple[int, ...]:
        """Retire every key and hand the elements out."""
        drained = self.elements()
        self.retired.update(self.live)
        self.live.clear()
        return drained

    def retain(self, modulus: int, residue: int) -> tuple[int, ...]:
        """Keep the elements with that residue; hand the others out."""
        leaving = [key for key, element in self.live.items() if element % modulus != residue]
        self.retired.update(leaving)
        return tuple(self.live.pop(key) for key in leaving)

    def replace(self, key: K, element: int) -> bool:
        """Put *element* in the place of a live key's, or do nothing."""
        if key not in self.live:
            return False
        self.live[key] = element
        return True

    def at_mut(self, key: K, difference: int) -> int | None:
        """Add *difference* to the element of a live key, or do nothing."""
        if key not in self.live:
            return None
        self.live[key] += difference
        return self.live[key]

    def each_mut(self, difference: int) -> None:
        """Add *difference* to every element."""
        for key in self.live:
            self.live[key] += difference

    def elements(self) -> tuple[int, ...]:
        """All elements."""
        return tuple(self.live.values())

    def apply(self, key: K) -> Pivot | None:
        """The pivot and all others."""
        if key not in self.live:
            return None
        others = tuple(element for other, element in self.live.items() if other != key)
        return Pivot(self.live[key], others)

    def traverse(self) -> tuple[Pivot, ...]:
        """Every element as pivot, with all others."""
        pivots = (self.apply(key) for key in self.live)
        return tuple(pivot for pivot in pivots if pivot is not None)

    def exchange(self, key: K, sought: K) -> Exchanged | None:
        """Exchange the pivot with another element, if both are live and they are two."""
        if key not in self.live:
            return None
        pivot = self.live[key]
        if sought not in self.live or sought == key:
            return Exchanged(pivot, None)
        other = self.live[sought]
        self.live[key], self.live[sought] = other, pivot
        return Exchanged(pivot, other)
