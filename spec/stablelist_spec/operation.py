"""Operations as data, with keys named by the insertion that returned them.

The n-th ``add`` of a program, counted from 0, adds the element n, and ``n`` names the key it returned;
a `Key` in its place is forged. So a program means the same on every implementation, whatever its keys
are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .stable_list import Key

__all__ = ["OPERATIONS", "KeyName", "Operation"]

KeyName = int | Key
"""The number of an insertion, or a forged key."""


class Operation(NamedTuple):
    """One operation: its name, and whichever operands it has.

    >>> Operation("remove", 3)
    Operation(name='remove', key=3, other=None, modulus=0, residue=0, structural='')
    """

    name: str
    key: KeyName | None = None
    other: KeyName | None = None
    modulus: int = 0
    residue: int = 0
    structural: str = ""


OPERATIONS: Final[dict[str, str]] = {
    "add": "insert the next element",
    "remove": "remove by key",
    "at": "look up by key",
    "contains": "ask whether a key resolves",
    "len": "count the elements",
    "is_empty": "ask whether there are none",
    "clear": "remove everything",
    "each": "iterate over keys and elements",
    "keys": "iterate over the keys and look each one up",
    "apply": "lend a pivot and a view of all others",
    "exchange": "exchange the pivot with an element found through the view",
    "traverse": "cross-iterate over everything",
    "lend": "try a structural operation while an element is lent",
    "drain": "remove everything, handing the elements out",
    "retain": "keep some elements, handing the others out",
    "layout": "show partitions and free lists",
    "cost": "show the cost counters",
}
"""Every operation of the family, with its meaning."""
