"""The loop itself, which is in all other figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

__all__ = ["EmptyLoop"]


class EmptyLoop:
    """Does nothing for each element or key."""

    name: ClassVar[str] = "empty loop"

    def add(self, elements: Sequence[object]) -> None:
        """Nothing."""
        for _element in elements:
            pass

    def at(self, keys: Sequence[Any]) -> object:
        """Nothing but to remember it."""
        found = None
        for key in keys:
            found = key
        return found

    subscript = at
    remove = at
