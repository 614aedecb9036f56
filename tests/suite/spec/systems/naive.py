"""The answers of a naive second implementation, of any system, to reading, replacing and lending.

It keeps elements in a dict, by position, and takes every answer from there. Nothing of it comes from the models.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Exchanged, Failure, Found, Paired, Pivot

__all__ = ["Naive"]

UNANSWERED: Final = "unanswered"


class Naive:
    """A container as a dict from positions to elements and their ids; a system adds where elements go."""

    def __init__(self) -> None:
        self.ids: dict[int, int] = {}
        self.elements: dict[int, int] = {}
        self.opened = self.moved = self.dropped = self.visited = self.removals = 0

    def has(self, key: object) -> bool:
        """Whether an element has that key."""
        assert isinstance(key, Key)
        return self.ids.get(key.index) == key.id

    def order(self) -> list[int]:
        """The positions of all elements, ascending."""
        return sorted(self.elements)

    def visits(self) -> int:
        """How many cells iteration looks at."""
        return self.opened

    def perform(self, operation: Operation) -> object:
        """The answer to an operation, which is carried out."""
        for answered in (self.of_a_key, self.of_all, self.changing):
            answer = answered(operation)
            if answer is not UNANSWERED:
                return answer
        raise AssertionError(operation)

    def of_a_key(self, operation: Operation) -> object:
        """The answer to an operation on a key."""
        name, key = operation.name, operation.operands.get("key")
        if not isinstance(key, Key):
            return UNANSWERED
        i = key.index
        if name == "remove_many":
            first = self.of_a_key(Operation("remove", key=key))
            second = self.of_a_key(Operation("remove", key=operation["other"]))
            return Paired(first, second)  # type: ignore[arg-type] # a removal answers an element
        if name == "key_at":
            return Found(Key(i, self.ids[i]), self.elements[i]) if i in self.elements else None
        if not self.has(key):
            return False if name in {"contains", "replace"} else None
        if name == "exchange":
            return self.exchanged(i, operation["other"])
        if name == "remove":
            self.removals += 1
            return self.removed(i)
        if name in {"apply", "inspect"}:
            return Pivot(self.elements[i], self.others(i))
        if name == "replace":
            self.elements[i] = operation["value"]
        if name == "at_mut":
            self.elements[i] += operation["value"]
        return True if name in {"contains", "replace"} else self.elements[i]

    def exchanged(self, i: int, other: object) -> Exchanged:
        """The pivot and what was found through the view."""
        assert isinstance(other, Key)
        pivot, j = self.elements[i], other.index
        if not self.has(other) or i == j:
            return Exchanged(pivot, None)
        self.elements[i], self.elements[j] = self.elements[j], pivot
        return Exchanged(pivot, self.elements[i])

    def others(self, i: int) -> tuple[int, ...]:
        """All elements but one."""
        return tuple(self.elements[j] for j in self.order() if j != i)

    def of_all(self, operation: Operation) -> object:
        """The answer to an operation on all elements, if they stay in place."""
        name, order = operation.name, self.order()
        if name in {"each", "keys", "each_mut", "lend"}:
            self.visited += self.visits()
        if name == "lend":
            return Failure.BORROW if order else None
        if name == "each":
            return tuple((Key(i, self.ids[i]), self.elements[i]) for i in order)
        if name == "keys":
            return tuple(self.elements[i] for i in order)
        if name == "traverse":
            return tuple(Pivot(self.elements[i], self.others(i)) for i in order)
        if name == "each_mut":
            self.elements = {i: self.elements[i] + operation["value"] for i in order}
        known = {"len": len(order), "is_empty": not order, "reload": None, "each_mut": None}
        return known.get(name, UNANSWERED)

    def changing(self, operation: Operation) -> object:
        """The answer to an operation that inserts, removes or changes memory."""
        name, count = operation.name, operation.operands.get("count", 0)
        if name in {"add", "insert_with"}:
            return self.added(operation.element) if self.room(1) else Failure.FULL
        if name in {"extend", "reserve"} and not self.room(count):
            return Failure.FULL
        if name == "extend":
            return tuple(self.added(operation.element + n) for n in range(count))
        if name in {"drain", "retain"}:
            self.visited += self.visits()
        if name in {"clear", "drain"}:
            taken = tuple(self.elements[i] for i in self.order())
            self.dropped += self.opened
            self.emptied()
            return taken if name == "drain" else None
        if name == "retain":
            modulus, residue = operation["modulus"], operation["residue"]
            rejected = [i for i in self.order() if self.elements[i] % modulus != residue]
            self.removals += len(rejected)
            return tuple(self.removed(i) for i in rejected)
        if name == "reserve":
            self.reserved(count)
        else:
            assert name == "shrink_to_fit", name
            self.shrunk()
        return None

    def shown(self) -> dict[str, str]:
        """What it shows."""
        return {"layout": self.layout(), "cost": self.cost()}

    def cost(self) -> str:
        raise NotImplementedError

    # --- What a system adds -----------------------------------------------------------------------

    def room(self, count: int) -> bool:
        """Whether there is room for so many elements more."""
        raise NotImplementedError

    def added(self, element: int) -> Key:
        """Insert an element where there is room for it."""
        raise NotImplementedError

    def removed(self, i: int) -> int:
        """Take the element at a position out."""
        raise NotImplementedError

    def emptied(self) -> None:
        """Take everything out."""
        raise NotImplementedError

    def reserved(self, count: int) -> None:
        """Make room for elements that fit."""
        raise NotImplementedError

    def shrunk(self) -> None:
        """Give room back."""
        raise NotImplementedError

    def layout(self) -> str:
        raise NotImplementedError
