"""The interface of the containers that are measured.

Each method is a whole loop, written out for each container as its users would write it, because a
call through a common interface would cost as much as the operation. A loop returns its last
result, so that the tests can check what it did; this costs no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol

__all__ = ["Peer"]


class Peer(Protocol):
    """A container that hands out a key for each element. A key may be any object."""

    name: ClassVar[str]
    package: ClassVar[str]
    """The distribution that it comes from; empty for Python itself and for this package."""
    tells_stale: ClassVar[bool]
    """Whether a stale key is recognized after its place was reused."""

    def add(self, elements: Sequence[object]) -> None:
        """Add the elements one by one; the keys are created but not kept."""

    def keys(self) -> list[Any]:
        """The keys of all elements, in the order of iteration."""

    def at(self, keys: Sequence[Any]) -> object:
        """Look each key up, with None for a stale one. Returns the result of the last look-up."""

    def subscript(self, keys: Sequence[Any]) -> object:
        """Look each key up, with an error for a stale one. Returns the result of the last look-up."""

    def remove(self, keys: Sequence[Any]) -> object:
        """Remove the element of each key. Returns the last one if the container returns removed elements."""

    def elements(self) -> Iterable[Any]:
        """The elements, with the container's fastest iteration."""

    def pairs(self) -> Iterable[tuple[Any, Any]]:
        """Each key with its element, with the container's fastest iteration."""

    def bytes(self) -> int | None:
        """The sizes that `sys.getsizeof` reports for all its parts, without elements; None if they are unknown."""
