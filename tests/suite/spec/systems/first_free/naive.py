"""A naive first-free list: a dict, and a heap that is there to be counted and never asked where an element goes.

Every question is answered by a look at all positions. Nothing of it comes from the models.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Exchanged, Found, Paired, Pivot, PoolError
from stablelist_spec.parts.parameters import Parameters, Truncate

__all__ = ["NaiveFirstFree"]

UNANSWERED: Final = "unanswered"


def multiple_of_four(length: int) -> int:
    """At least 4."""
    return max(4, (length + 3) // 4 * 4)


class Counted:
    """A heap by the textbook, with its root at 1."""

    def __init__(self) -> None:
        self.entries: list[int] = [-1]
        self.compared = 0

    def less(self, i: int, j: int) -> bool:
        """Whether one entry is lower than another, which is counted."""
        self.compared += 1
        return self.entries[i] < self.entries[j]

    def swap(self, i: int, j: int) -> None:
        self.entries[i], self.entries[j] = self.entries[j], self.entries[i]

    def push(self, entry: int) -> None:
        """Append, and let it rise."""
        self.entries.append(entry)
        self.rise(len(self.entries) - 1)

    def rise(self, i: int) -> None:
        """Until the parent is lower."""
        if i > 1 and self.less(i, i // 2):
            self.swap(i, i // 2)
            self.rise(i // 2)

    def pop(self) -> int:
        """Take the lowest, put the last in its place, and let that sink."""
        self.swap(1, len(self.entries) - 1)
        lowest = self.entries.pop()
        self.sink(1)
        return lowest

    def sink(self, i: int) -> None:
        """Until the children are higher; of two, the lower one is exchanged with it."""
        children = [child for child in (2 * i, 2 * i + 1) if child < len(self.entries)]
        if not children:
            return
        child = (
            children[-1]
            if len(children) == 2 and self.less(children[1], children[0])
            else children[0]
        )
        if self.less(child, i):
            self.swap(child, i)
            self.sink(child)


class NaiveFirstFree:
    """Elements and their ids by position; an element goes to the first position without one."""

    def __init__(self, parameters: Parameters) -> None:
        self.ids: dict[int, int] = {}
        self.elements: dict[int, int] = {}
        self.opened = self.moved = self.dropped = self.visited = self.removals = 0
        self.mode = parameters.truncate
        self.positions = 2**64 if parameters.index_bits is None else 2**parameters.index_bits
        self.most = parameters.maximum or self.positions
        self.period = None if parameters.id_bits is None else 2**parameters.id_bits
        self.least = multiple_of_four(parameters.minimum)
        self.length = self.allocated = max(self.least, multiple_of_four(parameters.capacity))
        self.next_id = self.walked = 0
        self.heap = Counted()

    def has(self, key: object) -> bool:
        """Whether an element has that key."""
        assert isinstance(key, Key)
        return self.ids.get(key.index) == key.id

    def order(self) -> list[int]:
        """The positions of all elements, ascending."""
        return sorted(self.elements)

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
            self.visited += self.opened
        if name == "lend":
            return PoolError.BORROW if order else None
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
            return self.added(operation.element) if self.room(1) else PoolError.FULL
        if name in {"extend", "reserve"} and not self.room(count):
            return PoolError.FULL
        if name == "extend":
            return tuple(self.added(operation.element + n) for n in range(count))
        if name in {"drain", "retain"}:
            self.visited += self.opened
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

    # --- Memory and ids ---------------------------------------------------------------------------

    def room(self, count: int) -> bool:
        """A list is full when every position is live, or as many elements as its user allows."""
        return len(self.elements) + count <= min(self.positions, self.most)

    def issued(self, i: int, element: int) -> Key:
        """Put an element at a position, and answer its key."""
        key = Key(i, self.next_id)
        self.opened = max(self.opened, i + 1)
        self.ids[i], self.elements[i] = self.next_id, element
        self.next_id += 1
        if self.next_id == self.period:
            self.next_id = 0
        return key

    def taken(self, i: int) -> int:
        """Take an element from its position."""
        del self.ids[i]
        return self.elements.pop(i)

    def grown(self) -> None:
        """Memory for a space that has just become longer."""
        if self.length > self.allocated:
            self.allocated = self.length
            self.moved += self.opened

    def halvable(self) -> bool:
        """Whether half of the space is still long enough, and a multiple of four."""
        return self.length % 8 == 0 and self.length // 2 >= self.least

    def give_back(self, only: Truncate | None = None) -> None:
        """Memory as long as the space, in one mode or in all."""
        if only in {None, self.mode}:
            self.allocated = self.length
            self.moved += self.opened

    def reserved(self, count: int) -> None:
        """Memory for the space that so many insertions would end with."""
        space = self.length
        while space < len(self.elements) + count:
            space += space
        if space > self.allocated:
            self.allocated = space
            self.moved += self.opened

    # --- Where elements go ------------------------------------------------------------------------

    def vacant(self) -> list[int]:
        """The vacancies, the lowest first."""
        return [i for i in range(self.opened) if i not in self.elements]

    def added(self, element: int) -> Key:
        """Into the lowest vacancy, else at the end."""
        vacant = self.vacant()
        if vacant:
            assert self.heap.pop() == vacant[0]
            return self.issued(vacant[0], element)
        self.heap.entries = [-1]
        if self.opened == self.length:
            self.length *= 2
            self.grown()
        return self.issued(self.opened, element)

    def removed(self, i: int) -> int:
        """The last cell is dropped with the vacancies before it; others are queued."""
        element, before = self.taken(i), self.opened
        if i < self.opened - 1 or self.mode is Truncate.NEVER:
            self.heap.push(i)
            return element
        self.drop_the_end()
        self.walked += before - self.opened - 1
        if before > self.length // 2 and self.halve():
            self.give_back(only=Truncate.MEMORY)
        return element

    def drop_the_end(self) -> None:
        """The opened cells end with the last element."""
        before = self.opened
        self.opened = max(self.elements, default=-1) + 1
        self.dropped += before - self.opened

    def halve(self) -> bool:
        """Halve the space as often as the opened cells fit; returns whether it was halved."""
        before = self.length
        while self.halvable() and self.opened <= self.length // 2:
            self.length //= 2
        return self.length < before

    def emptied(self) -> None:
        """Nothing is opened and nothing queued; in one mode the space is the least."""
        self.ids, self.elements, self.opened, self.heap.entries = {}, {}, 0, [-1]
        if self.mode is Truncate.MEMORY:
            self.length = self.allocated = self.least

    def shrunk(self) -> None:
        """Drop, halve, and give back whatever there is more."""
        self.drop_the_end()
        self.halve()
        if self.allocated > self.length:
            self.give_back()

    def layout(self) -> str:
        """One part."""
        free = ",".join(map(str, self.vacant()))
        return f"{self.length}|0:{self.length}:{len(self.elements)}:{self.opened}:{free}|{self.next_id}"

    def cost(self) -> str:
        """The costs, with the comparisons of the heap."""
        counts = self.walked, self.moved, self.dropped, self.visited, self.heap.compared
        return "/".join(map(str, counts))
