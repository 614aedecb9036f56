"""Why a key names no element, as far as it is known.

A list does not store the keys that it has retired: the reason is derived from the key and from the cell at its index.
(R11)
"""

from __future__ import annotations

from typing import Any, Final, NoReturn, Protocol

from .errors import StaleKeyError
from .key import Key, require

__all__ = ["Cells", "Found", "found", "refuse", "refuse_pivot", "said"]

Found = Key[Any] | bool
"""The key of the element in a cell, True if the cell is vacant, False if it is not open."""

LOOK_UP: Final = "look it up by at or get where an element may be gone"


class Cells(Protocol):
    """The parts of a list that determine the reason."""

    def _lengths(self) -> tuple[int, int, int]: ...

    def _key_at(self, position: int) -> Key[Any] | None: ...


def found(cells: Cells, key: Key[Any]) -> Found:
    """What is in the cell that a key names, which does not resolve."""
    _, opened, _ = cells._lengths()
    if not 0 <= key.index < opened:
        return False
    held = cells._key_at(key.index)
    return True if held is None else held


def said(key: Key[Any], found: Found, remedy: str = LOOK_UP) -> str:
    """Why a key does not resolve, and what to do about it."""
    if found is False:
        cell = f"no cell {key.index} is open"
    elif found is True:
        cell = f"cell {key.index} is vacant"
    else:
        cell = f"cell {key.index} holds the element of {found!r}"
    return f"{cell}; its element was removed, or it is another list's key: {remedy}"


def refuse(cells: Cells, key: Key[Any], remedy: str = LOOK_UP) -> NoReturn:
    """Raise the error for a key that does not resolve, or for an object that is not a key."""
    require(key)
    raise StaleKeyError(key, said(key, found(cells, key), remedy))


def refuse_pivot(key: Key[Any]) -> NoReturn:
    """Raise the error for the key of the pivot, in a view of the others."""
    raise StaleKeyError(key, "it is the pivot's, which the view of the others leaves out")
