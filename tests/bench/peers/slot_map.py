"""A slot map in plain Python, as one would write it without a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

__all__ = ["SlotMap"]

T = TypeVar("T")


class SlotMap(Generic[T]):
    """Elements in slots, each with a version that is odd while the slot is occupied.

    >>> pool = SlotMap[str]()
    >>> ant = pool.add("ant")
    >>> pool.remove(ant), pool.add("bee"), pool.at(ant)
    ('ant', (0, 3), None)
    """

    __slots__ = ("elements", "vacant", "versions")

    def __init__(self) -> None:
        self.elements: list[Any] = []
        self.versions: list[int] = []
        self.vacant: list[int] = []

    def add(self, element: T) -> tuple[int, int]:
        """Use the slot that was vacated last, or a new one."""
        if not self.vacant:
            self.elements.append(element)
            self.versions.append(1)
            return len(self.elements) - 1, 1
        index = self.vacant.pop()
        self.elements[index] = element
        self.versions[index] = version = self.versions[index] + 1
        return index, version

    def at(self, key: tuple[int, int]) -> T | None:
        """The element, or None if the slot has another version."""
        index, version = key
        found: T | None = self.elements[index] if self.versions[index] == version else None
        return found

    def __getitem__(self, key: tuple[int, int]) -> T:
        index, version = key
        if self.versions[index] != version:
            raise KeyError(key)
        found: T = self.elements[index]
        return found

    def remove(self, key: tuple[int, int]) -> T | None:
        """Remove and return the element; None if the slot has another version."""
        index, version = key
        if self.versions[index] != version:
            return None
        found: T = self.elements[index]
        self.elements[index] = None
        self.versions[index] = version + 1
        self.vacant.append(index)
        return found

    def values(self) -> Iterator[T]:
        """The elements, in the order of slots."""
        for version, element in zip(self.versions, self.elements, strict=True):
            if version & 1:
                yield element

    def items(self) -> Iterator[tuple[tuple[int, int], T]]:
        """Keys and elements, in the order of slots."""
        for index, version in enumerate(self.versions):
            if version & 1:
                yield (index, version), self.elements[index]
