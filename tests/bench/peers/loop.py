"""The empty loop, whose time is part of all other figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

__all__ = ["EmptyLoop"]


class EmptyLoop:
    """Does nothing for each element or key."""

    name: ClassVar[str] = "empty loop"

    def add(self, elements: Sequence[object]) -> None:
        """Does nothing."""
        for _element in elements:
            pass

    def at(self, keys: Sequence[Any]) -> object:
        """Only remembers the key."""
        found = None
        for key in keys:
            found = key
        return found

    subscript = at
    remove = at
