"""A slot map, for the port at the top of the page on the port protocol."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST = 1 << 32


class Full(Exception):  # noqa: N818 - as the container of a user may call it
    """No index is left."""


@dataclass(frozen=True)
class Key:
    """The slot of an element, and the version that the slot had then."""

    index: int
    id: int


class SlotMap:
    """Slots with a version each; the latest vacancy is filled first."""

    def __init__(self) -> None:
        self.slots: list[int | None] = []
        self.versions: list[int] = []
        self.vacant: list[int] = []

    def extend(self, elements: Iterable[int]) -> list[Key]:
        """Add elements, all or none."""
        new = list(elements)
        if self.len() + len(new) > MOST:
            raise Full
        return [self.add(element) for element in new]

    def add(self, element: int) -> Key:
        """Put an element into a vacancy, or into a new slot."""
        if not self.vacant:
            self.vacant.append(len(self.slots))
            self.slots.append(None)
            self.versions.append(0)
        index = self.vacant.pop()
        self.slots[index] = element
        return Key(index, self.versions[index])

    def contains(self, key: Key) -> bool:
        """Whether a key finds an element."""
        inside = key.index < len(self.slots) and self.slots[key.index] is not None
        return inside and self.versions[key.index] == key.id

    def get(self, key: Key) -> int | None:
        """The element of a key."""
        return self.slots[key.index] if self.contains(key) else None

    def replace(self, key: Key, element: int) -> bool:
        """Put another element into the place of the one that a key finds."""
        there = self.contains(key)
        if there:
            self.slots[key.index] = element
        return there

    def remove(self, key: Key) -> int | None:
        """Take the element of a key out, which makes the key stale."""
        element = self.get(key)
        if element is not None:
            self.slots[key.index] = None
            self.versions[key.index] = (key.id + 1) % MOST
            self.vacant.append(key.index)
        return element

    def elements(self) -> list[int]:
        """Every element."""
        return [element for element in self.slots if element is not None]

    def len(self) -> int:
        """How many elements there are."""
        return len(self.slots) - len(self.vacant)

    def clear(self) -> None:
        """Take every element out."""
        for index, element in enumerate(self.slots):
            if element is not None:
                self.remove(Key(index, self.versions[index]))
