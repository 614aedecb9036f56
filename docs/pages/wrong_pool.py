"""A pool whose keys have a slot and a stamp. It does not compare stamps, so a stale key finds whatever is there."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """The slot of an element, and how often the slot was used before."""

    slot: int
    stamp: int


class WrongPool:
    """Slots that are reused."""

    def __init__(self) -> None:
        self.slots: list[object] = []
        self.stamps: list[int] = []
        self.vacant: list[int] = []

    def add(self, element: object) -> Key:
        """Put an element into a vacant slot, or into a new one."""
        if not self.vacant:
            self.vacant.append(len(self.slots))
            self.slots.append(None)
            self.stamps.append(-1)
        slot = self.vacant.pop()
        self.slots[slot] = element
        self.stamps[slot] += 1
        return Key(slot, self.stamps[slot])

    def at(self, key: Key) -> object | None:
        """The element of a key. It should compare the stamp, too."""
        return self.slots[key.slot]

    def remove(self, key: Key) -> object | None:
        """Take an element out."""
        element = self.at(key)
        if element is not None:
            self.slots[key.slot] = None
            self.vacant.append(key.slot)
        return element
