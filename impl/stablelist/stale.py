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
        known = f"no cell {key.index} is open: its element was removed, or it is another list's key"
    elif (held := space.keys[key.index]) is None:
        known = "its element was removed"
    else:
        known = f"its element was removed, and the cell now holds the one of {held!r}"
    return f"{known}; look it up by at or get where an element may be gone"
