"""A naive slab: a stack of vacancies, and a dict."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.systems.lifo_slab import Configuration
from suite.spec.systems.naive import Naive

__all__ = ["NaiveSlab"]


class NaiveSlab(Naive):
    """Every id is 0."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__()
        self.capacity = configuration.capacity or 10**9
        self.stack: list[int] = []

    def room(self, count: int) -> bool:
        """Elements are counted, vacancies are not."""
        return len(self.elements) + count <= self.capacity

    def added(self, element: int) -> Key:
        """Where the last one was removed, or at the end."""
        if not self.stack:
            self.stack.append(self.opened)
            self.opened += 1
        i = self.stack.pop()
        self.ids[i], self.elements[i] = 0, element
        return Key(i, 0)

    def removed(self, i: int) -> int:
        """Onto the stack."""
        self.stack.append(i)
        del self.ids[i]
        return self.elements.pop(i)

    def emptied(self) -> None:
        """Like a new slab."""
        self.ids, self.elements, self.stack, self.opened = {}, {}, [], 0

    def reserved(self, count: int) -> None:
        """Nothing that anybody sees."""

    def shrunk(self) -> None:
        """Behind the last element; what is left is sorted if anything went."""
        end = max(self.elements, default=-1) + 1
        if end < self.opened:
            self.dropped += self.opened - end
            self.opened = end
            self.stack = sorted((i for i in self.stack if i < end), reverse=True)

    def layout(self) -> str:
        """Three numbers, and the stack from its top."""
        free = ",".join(str(i) for i in reversed(self.stack))
        return f"{len(self.elements)}:{self.opened}:{free}"
