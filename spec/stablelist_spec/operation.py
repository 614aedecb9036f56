"""Operations as data, with keys named by the insertion that returned them.

The n-th insertion of a program, counted from 0, adds the element n, and ``n`` names the key it returned; a
`Key` in its place is forged. ``extend`` is as many insertions as it has elements, whether or not it succeeds.
So a program means the same on every implementation, whatever its keys are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .labels import Label
from .state import Key

__all__ = ["OPERATIONS", "KeyName", "Operation", "operation_of"]

KeyName = int | Key
"""The number of an insertion, or a forged key."""


class Operation(NamedTuple):
    """One operation: its name, and whichever operands it has.

    >>> Operation("remove", 3)
    Operation(name='remove', key=3, other=None, modulus=0, residue=0, structural='', count=0, value=0)

    Attributes:
        key: the key that the operation is about; under ``lend``, that of the operation which is tried.
        other: the key that ``exchange`` looks up through the view.
        modulus: ``retain`` keeps the elements whose remainder by it is *residue*.
        residue: see *modulus*.
        structural: the operation that ``lend`` tries; its operands are this operation's.
        count: how many elements ``extend`` adds and ``reserve`` makes room for.
        value: what ``replace`` puts in an element's place, or ``at_mut`` and ``each_mut`` add to it.
    """

    name: str
    key: KeyName | None = None
    other: KeyName | None = None
    modulus: int = 0
    residue: int = 0
    structural: str = ""
    count: int = 0  # type: ignore[assignment] # it hides tuple.count, which nobody asks of an operation
    value: int = 0


OPERATIONS: Final[dict[str, str]] = {
    "add": "insert the next element",
    "insert_with": "insert the next element through a factory that is given its key",
    "extend": "insert the next elements, all or none",
    "remove": "remove by key",
    "at": "look up by key",
    "contains": "ask whether a key resolves",
    "len": "count the elements",
    "is_empty": "ask whether there are none",
    "clear": "remove everything",
    "each": "iterate over keys and elements",
    "keys": "iterate over the keys and look each one up",
    "replace": "put another element in the place of one",
    "at_mut": "change an element in place",
    "each_mut": "change every element in place",
    "apply": "lend a pivot and a view of all others",
    "inspect": "lend a pivot and a view of all others, read-only",
    "exchange": "exchange the pivot with an element found through the view",
    "traverse": "cross-iterate over everything",
    "lend": "try a structural operation while an element is lent",
    "drain": "remove everything, handing the elements out",
    "retain": "keep some elements, handing the others out",
    "reserve": "make room for more elements",
    "shrink_to_fit": "give back the room that is not needed",
    "repack": "look up by a key that was packed into one integer and unpacked",
    "reload": "save the container, load it, and go on with what was loaded",
    "layout": "show partitions and free lists",
    "cost": "show the cost counters",
}
"""Every operation of the family, with its meaning."""


def operation_of(label: Label) -> str:
    """The operation that bears a label: the one with the longest name that the label begins with.

    A truncation is the work of ``remove``.

    >>> [operation_of(label) for label in ("at_mut_live", "at_live", "truncate_2")]
    ['at_mut', 'at', 'remove']
    """
    names = (name for name in OPERATIONS if label.startswith(f"{name}_"))
    return max(names, key=len, default="remove")
