"""The common part of the naive implementations of StableList's variants: parameters, ids, memory."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.spec.systems.naive import Naive

__all__ = ["NaiveVariant", "multiple_of_four"]


def multiple_of_four(length: int) -> int:
    """At least 4."""
    return max(4, (length + 3) // 4 * 4)


class NaiveVariant(Naive):
    """Every question is answered by a look at all positions. A variant adds its space, and where elements go."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__()
        self.mode = parameters.truncate
        self.positions = 2**64 if parameters.index_bits is None else 2**parameters.index_bits
        self.most = parameters.maximum or self.positions
        self.period = None if parameters.id_bits is None else 2**parameters.id_bits
        self.least = multiple_of_four(parameters.minimum)
        self.first_space = max(self.least, multiple_of_four(parameters.capacity))
        self.allocated = self.first_space
        self.next_id = self.walked = 0

    @property
    def space(self) -> int:
        """The length of the element space."""
        raise NotImplementedError

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
        if self.space > self.allocated:
            self.allocated = self.space
            self.moved += self.opened

    def halvable(self) -> bool:
        """Whether half of the space is still long enough, and a multiple of four."""
        return self.space % 8 == 0 and self.space // 2 >= self.least

    def give_back(self, only: Truncate | None = None) -> None:
        """Memory as long as the space, in one mode or in all."""
        if only in {None, self.mode}:
            self.allocated = self.space
            self.moved += self.opened

    def reserved(self, count: int) -> None:
        """Memory for the space that so many insertions would end with."""
        space = self.space
        while space < len(self.elements) + count:
            space += space
        if space > self.allocated:
            self.allocated = space
            self.moved += self.opened

    def cost(self) -> str:
        return f"{self.walked}/{self.moved}/{self.dropped}/{self.visited}"
