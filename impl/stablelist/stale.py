"""Why a key names no element, as far as can be known (R11).

A list remembers nothing of the keys that it has retired: what it can tell is read from the key and
from the cell that it leads to.
"""

from __future__ import annotations

from typing import Any

from .element_space import ElementSpace
from .key import Key

__all__ = ["reason"]


def reason(space: ElementSpace[Any], key: object) -> str:
    """What has become of a key that does not resolve, and what to do about it."""
    if type(key) is not Key:
        return f"it is no Key but of type {type(key).__name__}; pass the Key that add returned"
    if not 0 <= key.index < space.opened():
        cell = f"no cell {key.index} is open"
    elif (held := space.keys[key.index]) is None:
        cell = f"cell {key.index} is vacant"
    else:
        cell = f"cell {key.index} holds the element of {held!r}"
    return (
        f"{cell}; its element was removed, or it is another list's key:"
        " look it up by at or get where an element may be gone"
    )
