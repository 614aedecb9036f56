"""Operations as data, with keys named by the insertion that returned them.

The n-th insertion of a program, counted from 0, adds the element n, and ``n`` names the key it returned; a
`Key` in its place is forged, and so is one that is `Near` another. ``extend`` is as many insertions as it has
elements, whether or not it succeeds. So a program means the same on every implementation, whatever its keys are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .key import Key

__all__ = ["Configuration", "KeyName", "Near", "Operation"]


class Near(NamedTuple):
    """A forged key near an issued one.

    Attributes:
        number: of the insertion that returned the other key.
        index: what is added to its index.
        id: what is added to its id.
    """

    number: int
    index: int  # type: ignore[assignment] # it hides tuple.index, which is not used for keys
    id: int


KeyName = int | Key | Near
"""The number of an insertion, or a forged key."""


Configuration = Any
"""The options of a container: a frozen dataclass, which each system defines."""


class Operation(NamedTuple):
    """One operation: its name and its operands.

    >>> Operation("remove", 3)
    Operation(name='remove', key=3, other=None, modulus=0, residue=0, structural='', count=0, value=0, place=0)

    Attributes:
        key: the key of the operation; under ``lend``, the key of the operation that is tried.
        other: the key that ``exchange`` looks up through the view, and ``pair`` beside the first.
        modulus: ``retain`` keeps the elements whose remainder by it is *residue*.
        residue: see *modulus*.
        structural: the operation that ``lend`` tries; its operands are this operation's.
        count: how many elements ``extend`` adds and ``reserve`` makes room for.
        value: what ``replace`` puts in an element's place, or ``at_mut`` and ``each_mut`` add to it; a member of a
            set; for a system's step, the element that an insertion adds, or the first of them.
        place: the index at which ``put`` inserts.
    """

    name: str
    key: KeyName | None = None
    other: KeyName | None = None
    modulus: int = 0
    residue: int = 0
    structural: str = ""
    count: int = 0  # type: ignore[assignment] # it hides tuple.count, which is not used for operations
    value: int = 0
    place: int = 0

    def given(self, field: str, value: int) -> Operation:
        """The operation with a number in one of its fields."""
        changed: dict[str, Any] = {field: value}
        return self._replace(**changed)
