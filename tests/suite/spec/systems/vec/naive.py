"""A naive vector: a Python list. Nothing of it comes from the model."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems.vec import Configuration

__all__ = ["NaiveVec"]


class NaiveVec:
    """A list, and what was spent on it."""

    def __init__(self, configuration: Configuration) -> None:
        self.removal, self.capacity = configuration.removal, configuration.capacity
        self.elements: list[int] = []
        self.moved = self.dropped = self.visited = 0

    def perform(self, operation: Operation) -> object:
        """The answer to an operation."""
        key = operation.operands.get("key")
        if isinstance(key, Key):
            return self.of_a_key(operation, key)
        if operation.name in {"add", "insert_with", "extend", "reserve"}:
            return self.with_room(operation)
        return self.of_all(operation)

    def of_a_key(self, operation: Operation, key: Key) -> object:
        """The answer to an operation on a key."""
        name, i = operation.name, key.index
        there = key.id == 0 and 0 <= i < len(self.elements)
        if name in {"contains", "replace"}:
            if there and name == "replace":
                self.elements[i] = operation["value"]
            return there
        if not there:
            return None
        if name == "at_mut":
            self.elements[i] += operation["value"]
        return self.removed(i) if name == "remove" else self.elements[i]

    def removed(self, i: int) -> int | None:
        """Take the element at an index out, if that is possible."""
        last = len(self.elements) - 1
        if self.removal is Removal.POP and i != last:
            return None
        self.dropped += 1
        if self.removal is Removal.SHIFT:
            self.moved += last - i
            return self.elements.pop(i)
        self.moved += i != last
        self.elements[i], self.elements[last] = self.elements[last], self.elements[i]
        return self.elements.pop()

    def with_room(self, operation: Operation) -> object:
        """The answer to an operation that needs room."""
        name, at = operation.name, len(self.elements)
        count = operation["count"] if name in {"extend", "reserve"} else 1
        if self.capacity and at + count > self.capacity:
            return Failure.FULL
        if name == "reserve":
            return None
        self.elements += range(operation.element, operation.element + count)
        keys = tuple(Key(i, 0) for i in range(at, at + count))
        return keys if name == "extend" else keys[0]

    def of_all(self, operation: Operation) -> object:
        """The answer to an operation on everything."""
        name, elements = operation.name, [*self.elements]
        if name in {"each", "keys", "each_mut", "drain", "retain"}:
            self.visited += len(elements)
        if name == "each_mut":
            self.elements = [element + operation["value"] for element in elements]
        if name in {"clear", "drain"}:
            self.elements = []
            self.dropped += len(elements)
        if name == "sort":
            self.sort(operation["modulus"])
        if name == "retain":
            return self.retained(operation["modulus"], operation["residue"])
        known = {
            "len": len(elements),
            "is_empty": not elements,
            "each": tuple((Key(i, 0), element) for i, element in enumerate(elements)),
            "keys": tuple(elements),
            "drain": tuple(elements),
        }
        return known.get(name)

    def sort(self, modulus: int) -> None:
        """Insert each element behind those that are not larger, and count those that end up elsewhere."""
        placed: list[tuple[int, int]] = []
        for number, element in enumerate(self.elements):
            at = len(placed)
            while at and placed[at - 1][1] % modulus > element % modulus:
                at -= 1
            placed.insert(at, (number, element))
        self.moved += sum(number != at for at, (number, _) in enumerate(placed))
        self.elements = [element for _, element in placed]

    def retained(self, modulus: int, residue: int) -> tuple[int, ...]:
        """Keep some elements, one after the other, each of which moves if there is a gap before it."""
        out: list[int] = []
        kept: list[int] = []
        for element in self.elements:
            if element % modulus == residue:
                kept.append(element)
                self.moved += bool(out)
            else:
                out.append(element)
        self.elements = kept
        self.dropped += len(out)
        return tuple(out)

    def shown(self) -> dict[str, str]:
        """Its layout and its costs."""
        layout = "[" + ",".join(map(str, self.elements)) + "]"
        return {"layout": layout, "cost": f"0/{self.moved}/{self.dropped}/{self.visited}"}
