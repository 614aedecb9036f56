"""Why a key names no element, as far as it is known.

A list does not store the keys that it has retired: the reason is derived from the key and from the cell at its index.
(R11)
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol

from .errors import StaleKeyError
from .key import Key, require

__all__ = ["Cells", "reason", "refuse", "refuse_pivot"]

LOOK_UP = "look it up by at or get where an element may be gone"


class Cells(Protocol):
    """The parts of a list that determine the reason."""

    def _lengths(self) -> tuple[int, int, int]: ...

    def _key_at(self, position: int) -> Key[Any] | None: ...


def reason(cells: Cells, key: Key[Any], remedy: str = LOOK_UP) -> str:
    """Why a key does not resolve, and what to do about it."""
    _, opened, _ = cells._lengths()
    if not 0 <= key.index < opened:
        cell = f"no cell {key.index} is open"
    elif (held := cells._key_at(key.index)) is None:
        cell = f"cell {key.index} is vacant"
    else:
        cell = f"cell {key.index} holds the element of {held!r}"
    return f"{cell}; its element was removed, or it is another list's key: {remedy}"


def refuse(cells: Cells, key: Key[Any], remedy: str = LOOK_UP) -> NoReturn:
    """Raise the error for a key that does not resolve, or for an object that is not a key."""
    require(key)
    raise StaleKeyError(key, reason(cells, key, remedy))


def refuse_pivot(key: Key[Any]) -> NoReturn:
    """Raise the error for the key of the pivot, in a view of the others."""
    raise StaleKeyError(key, "it is the pivot's, which the view of the others leaves out")
