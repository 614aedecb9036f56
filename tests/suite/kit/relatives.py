"""Relatives of StableList as one finds them: slots that are reused, and stamps that wrap, in all their kinds."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple


class Handle(NamedTuple):
    """A key: a slot, and the stamp that it had."""

    slot: int
    stamp: int


class Slab:
    """A container without stamps: the number of a slot finds any element in it."""

    def __init__(self, id_bits: int | None = None) -> None:
        self.bits = id_bits
        self.elements: list[int | None] = []
        self.stamps: list[int] = []
        self.vacant: list[int] = []

    def stamp(self, slot: int) -> int:
        """The stamp of a new element."""
        return 0 * slot

    def vacate(self, slot: int) -> None:
        """The last slot that became vacant is reused first."""
        self.vacant.append(slot)

    def add(self, element: int) -> Handle:
        return self.insert_with(lambda _: element)

    def insert_with(self, factory: Callable[[Handle], int]) -> Handle:
        slot = self.vacant.pop() if self.vacant else len(self.elements)
        if slot == len(self.elements):
            self.elements.append(None)
            self.stamps.append(0)
        self.stamps[slot] = self.stamp(slot)
        handle = Handle(slot, self.stamps[slot])
        self.elements[slot] = factory(handle)
        return handle

    def extend(self, elements: Iterable[int]) -> list[Handle]:
        return [self.add(element) for element in elements]

    def at(self, handle: Handle) -> int | None:
        """The element in a slot under that stamp."""
        return self.elements[handle.slot] if self.stamps[handle.slot] == handle.stamp else None

    def pair(self, first: Handle, second: Handle) -> tuple[int | None, int | None]:
        """The elements in two slots."""
        return self.at(first), self.at(second)

    def put(self, slot: int, element: int) -> tuple[Handle, int | None]:
        """Insert an element in a slot, and take out what is there."""
        while slot >= len(self.elements):
            self.vacant.append(len(self.elements))
            self.elements.append(None)
            self.stamps.append(0)
        displaced = self.elements[slot]
        if not self.usable(slot, taken=displaced is not None):
            raise OverflowError
        if displaced is not None:
            self.remove(Handle(slot, self.stamps[slot]))
        self.vacant.remove(slot)
        self.stamps[slot] = self.stamp(slot)
        self.elements[slot] = element
        return Handle(slot, self.stamps[slot]), displaced

    def insert_at(self, handle: Handle, element: int) -> tuple[Handle, int | None]:
        """The same in the slot of a handle."""
        return self.put(handle.slot, element)

    def usable(self, slot: int, *, taken: bool) -> bool:
        """Whether a slot can be used once more, after what is there was taken out."""
        return slot >= 0 or taken

    def contains(self, handle: Handle) -> bool:
        """Whether something does."""
        return self.at(handle) is not None

    def remove(self, handle: Handle) -> int | None:
        """Take it out."""
        element = self.at(handle)
        if element is not None:
            self.elements[handle.slot] = None
            self.vacate(handle.slot)
        return element

    def replace(self, handle: Handle, element: int) -> bool:
        """Put something else in its place."""
        return self.at_mut(handle, lambda _: element)

    def at_mut(self, handle: Handle, change: Callable[[int], int]) -> bool:
        element = self.at(handle)
        if element is not None:
            self.elements[handle.slot] = change(element)
        return element is not None

    def each_mut(self, change: Callable[[Handle, int], int]) -> None:
        for handle, element in list(self.items()):
            self.elements[handle.slot] = change(handle, element)

    def items(self) -> Iterator[tuple[Handle, int]]:
        """All that there is."""
        for slot, element in enumerate(self.elements):
            if element is not None:
                yield Handle(slot, self.stamps[slot]), element

    def keys(self) -> list[Handle]:
        return [handle for handle, _ in self.items()]

    def __len__(self) -> int:
        return len(self.keys())

    def drain(self) -> list[int]:
        """Take everything out."""
        return [element for _, element in self.retain(lambda *_: False)]

    def each_removing(self, keeps: Callable[[Handle, int], bool]) -> list[tuple[Handle, int]]:
        """Remove some while they are visited."""
        visited = list(self.items())
        for handle, element in visited:
            if not keeps(handle, element):
                self.remove(handle)
        return visited

    def each_first(self, most: int) -> list[tuple[Handle, int]]:
        """Leave an iteration half-way, and visit all."""
        for visited, _ in enumerate(self.items(), 1):
            if visited >= most:
                break
        return list(self.items())

    def retain(self, keeps: Callable[[Handle, int], bool]) -> list[tuple[Handle, int]]:
        """Take some out."""
        leaving = [
            (handle, element) for handle, element in self.items() if not keeps(handle, element)
        ]
        for handle, _ in leaving:
            self.remove(handle)
        return leaving

    def clear(self) -> None:
        """Take everything out."""
        self.drain()


class SlotMap(Slab):
    """Each slot has a version, which wraps."""

    def vacate(self, slot: int) -> None:
        """The version goes on when the element goes; the slot that has been vacant for longest is reused first."""
        self.stamps[slot] = self.wrapped(self.stamps[slot] + 1)
        self.vacant.insert(0, slot)

    def stamp(self, slot: int) -> int:
        """The slot's version."""
        return self.stamps[slot]

    def wrapped(self, stamp: int) -> int:
        """A stamp of so many bits."""
        return stamp if self.bits is None else stamp % (1 << self.bits)


class Paired(SlotMap):
    """Every other version means that the slot is vacant."""

    def stamp(self, slot: int) -> int:
        """The next version."""
        return self.wrapped(self.stamps[slot] + 1)


class Retiring(SlotMap):
    """A slot whose versions are used up is not used again."""

    def usable(self, slot: int, *, taken: bool) -> bool:
        """Whether a slot has versions left."""
        return self.bits is None or self.stamps[slot] + taken < 1 << self.bits

    def vacate(self, slot: int) -> None:
        """The version goes on, as far as it can."""
        self.stamps[slot] += 1
        if self.bits is None or self.stamps[slot] < 1 << self.bits:
            self.vacant.append(slot)


class Arena(SlotMap):
    """One generation for all, which goes on when something is removed."""

    generation = 0

    def vacate(self, slot: int) -> None:
        """Time passes; the lowest slot is reused first."""
        self.generation = self.wrapped(self.generation + 1)
        self.vacant = sorted([*self.vacant, slot], reverse=True)

    def stamp(self, slot: int) -> int:
        """The generation."""
        return self.generation + 0 * slot
