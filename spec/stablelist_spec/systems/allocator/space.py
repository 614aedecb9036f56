"""The state of an allocator: what it is asked, and what a memory realm needs to know of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from stablelist_spec.families.allocator import AllocatorError

__all__ = ["Placed", "Request", "Space"]


class Request(NamedTuple):
    """A request for a block of so many bytes, of which the one at the offset is aligned."""

    size: int
    alignment: int
    offset: int
    back: bool = False


class Placed(NamedTuple):
    """Where a block begins, how many bytes it has, and the allocator after that."""

    start: int
    size: int
    space: Any


@dataclass(frozen=True)
class Space(ABC):
    """The state of an allocator. It is never changed in place.

    Attributes:
        region: how many bytes there are.
    """

    region: int

    @property
    def header(self) -> int:
        """The bytes before each block that belong to the allocator."""
        return 0

    @property
    def end(self) -> int:
        """The end of the memory that can be used."""
        return self.region

    @property
    def own(self) -> Iterable[range]:
        """The bytes that the allocator uses, besides headers."""
        return ()

    @property
    @abstractmethod
    def used(self) -> int:
        """The bytes that no other block can have, with headers and gaps."""

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, int | str]:
        """What it knows, for pictures."""

    @property
    @abstractmethod
    def word(self) -> str:
        """What it knows, besides the headers, for ``layout``."""

    def noted(self, start: int) -> str:
        """What the header of a block says, besides its size, for ``layout``."""
        del start
        return ""

    @abstractmethod
    def placed(self, asked: Request) -> Placed | AllocatorError:
        """Find a place for a block."""

    @abstractmethod
    def freed(self, start: int) -> Self | AllocatorError:
        """Free the block that begins here."""

    def holds(self, start: int) -> bool:
        """Whether the block that began here is still there, after another one was freed."""
        del start
        return True

    @abstractmethod
    def reset(self) -> Self:
        """Free every block."""
