"""What is asked of a container that is measured.

Each method is a whole loop, written out for each container as its users would write it, because a
call through a common interface would cost as much as the operation. A loop returns what it met
last: so the tests can see that it did what it is measured for, and the cost is nil.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol

__all__ = ["Peer"]


class Peer(Protocol):
    """A container that hands out a key for each element. Keys are whatever it takes for one."""

    name: ClassVar[str]
    package: ClassVar[str]
    """The distribution that it comes from; empty if that is Python itself, or this package."""
    tells_stale: ClassVar[bool]
    """Whether a key whose element was removed is known as such once its place is taken again."""

    def add(self, elements: Sequence[object]) -> None:
        """Add them one by one; the keys come into being and are not kept."""

    def keys(self) -> list[Any]:
        """The keys of all elements, in the order of iteration."""

    def at(self, keys: Sequence[Any]) -> object:
        """Look each key up; None for a stale one. Returns what the last one led to."""

    def subscript(self, keys: Sequence[Any]) -> object:
        """Look each key up; a stale one is an error. Returns what the last one led to."""

    def remove(self, keys: Sequence[Any]) -> object:
        """Remove the element of each key. Returns the last one if the container does."""

    def elements(self) -> Iterable[Any]:
        """The elements, iterated as fast as the container can."""

    def pairs(self) -> Iterable[tuple[Any, Any]]:
        """Each key with its element, likewise."""

    def bytes(self) -> int | None:
        """What `sys.getsizeof` says of all its parts, without elements; None if it cannot know."""
