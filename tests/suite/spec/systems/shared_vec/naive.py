"""A naive vector of shared cells: a Python list of serial numbers, and a dict of elements."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems.shared_vec import Configuration

__all__ = ["NaiveShared"]


class NaiveShared:
    """Elements by serial number, the order of the vector, and what was spent."""

    def __init__(self, configuration: Configuration) -> None:
        self.swaps, self.capacity = configuration.removal is Removal.SWAP, configuration.capacity
        self.elements: dict[int, int] = {}
        self.vector: list[int] = []
        self.issued = self.visits = self.moved = self.dropped = self.visited = 0

    def perform(self, operation: Operation) -> object:
        """The answer to an operation."""
        if operation.name in {"add", "insert_with"}:
            return self.added(operation.element)
        if "key" in operation.operands:
            return self.of_a_key(operation, operation["key"])
        return self.of_all(operation)

    def added(self, element: int) -> object:
        """Append an element, which has the next serial number."""
        if self.issued == self.capacity > 0:
            return Failure.FULL
        serial, self.issued = self.issued, self.issued + 1
        self.elements[serial] = element
        self.vector.append(serial)
        return Key(serial, 0)

    def of_a_key(self, operation: Operation, key: Key) -> object:
        """The answer to an operation on a key."""
        name, serial = operation.name, key.index
        there = key.id == 0 and serial in self.elements
        if name == "contains" or not there:
            return there if name in {"contains", "replace"} else None
        if name == "replace":
            self.elements[serial] = operation["value"]
            return True
        if name == "at_mut":
            self.elements[serial] += operation["value"]
        return self.removed(serial) if name == "remove" else self.elements[serial]

    def removed(self, serial: int) -> int:
        """Take an element out of the vector, and forget it."""
        place = self.vector.index(serial)
        self.visits += place + 1
        self.dropped += 1
        last = self.vector[-1]
        if self.swaps and last != serial:
            self.vector[place] = last
            self.vector.pop()
            self.moved += 1
        else:
            self.moved += len(self.vector) - 1 - place
            del self.vector[place]
        return self.elements.pop(serial)

    def of_all(self, operation: Operation) -> object:
        """The answer to an operation on everything."""
        name, order = operation.name, [*self.vector]
        if name in {"each", "keys", "each_mut", "drain", "retain"}:
            self.visited += len(order)
        if name == "each_mut":
            for serial in order:
                self.elements[serial] += operation["value"]
        if name == "sort":
            self.sort(operation["modulus"])
        shown = tuple(self.elements[serial] for serial in order)
        if name in {"clear", "drain", "retain"}:
            given = operation.operands
            out = [
                serial
                for serial in order
                if name != "retain" or self.elements[serial] % given["modulus"] != given["residue"]
            ]
            taken = self.left(out)
            return None if name == "clear" else taken
        known = {
            "len": len(order),
            "is_empty": not order,
            "each": tuple((Key(serial, 0), self.elements[serial]) for serial in order),
            "keys": shown,
        }
        return known.get(name)

    def sort(self, modulus: int) -> None:
        """Take the references with the smallest remainder first, in their order, and so on."""
        before = [*self.vector]
        remainders = {serial: self.elements[serial] % modulus for serial in before}
        self.vector = [
            serial
            for least in sorted({*remainders.values()})
            for serial in before
            if remainders[serial] == least
        ]
        self.moved += sum(map(int.__ne__, before, self.vector))

    def left(self, out: list[int]) -> tuple[int, ...]:
        """Forget some elements; of the others, those behind the first gap move."""
        if out and len(out) < len(self.vector):
            behind = self.vector[self.vector.index(out[0]) :]
            self.moved += len(behind) - len(out)
        self.vector = [serial for serial in self.vector if serial not in out]
        self.dropped += len(out)
        return tuple(self.elements.pop(serial) for serial in out)

    def shown(self) -> dict[str, str]:
        """Its layout and its costs."""
        layout = "[" + ",".join(map(str, self.vector)) + "]"
        return {
            "layout": layout,
            "cost": f"{self.visits}/{self.moved}/{self.dropped}/{self.visited}",
        }
