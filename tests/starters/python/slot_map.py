"""A slot map: elements in slots, each with a generation that distinguishes successive elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Key(NamedTuple):
    """The key of an element."""

    index: int
    generation: int


class SlotMap:
    """Integers by key; at most *capacity* of them, if that is not 0."""

    def __init__(self, capacity: int = 0) -> None:
        self._capacity = capacity
        self._elements: list[int | None] = []
        self._generations: list[int] = []
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._elements) - len(self._free)

    def insert(self, element: int) -> Key:
        """Put an element into a slot, and return its key."""
        if self._capacity and len(self) == self._capacity:
            raise OverflowError(f"the slot map holds {self._capacity} elements; remove some")
        if not self._free:
            self._free.append(len(self._elements))
            self._elements.append(None)
            self._generations.append(0)
        index = self._free.pop()
        self._elements[index] = element
        return Key(index, self._generations[index])

    def get(self, key: Key) -> int | None:
        """Return the element of a key, if it is still there."""
        found = (
            key.index in range(len(self._elements))
            and self._generations[key.index] == key.generation
        )
        return self._elements[key.index] if found else None

    def replace(self, key: Key, element: int) -> bool:
        """Replace an element."""
        found = self.get(key) is not None
        if found:
            self._elements[key.index] = element
        return found

    def remove(self, key: Key) -> int | None:
        """Remove an element by its key, and return it, if it was still there."""
        element = self.get(key)
        if element is not None:
            self._elements[key.index] = None
            self._generations[key.index] += 1
            self._free.append(key.index)
        return element

    def items(self) -> Iterator[tuple[Key, int]]:
        """Iterate over keys and elements."""
        for index, element in enumerate(self._elements):
            if element is not None:
                yield Key(index, self._generations[index]), element
