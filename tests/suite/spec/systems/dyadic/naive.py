"""A naive dyadic list: a stack of vacancies for each block, and a dict."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.spec.systems.naive_variant import NaiveVariant, multiple_of_four

__all__ = ["NaiveDyadic"]


class NaiveDyadic(NaiveVariant):
    """Every question is answered by a look at all positions."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.stacks: list[list[int]] = [[]]
        while self.space < multiple_of_four(parameters.capacity):
            self.stacks.append([])
        self.allocated = self.space

    @property
    def space(self) -> int:
        """Each block doubles it."""
        return self.least << (len(self.stacks) - 1)

    def block(self, which: int) -> range:
        """The positions of a block."""
        end = self.least * 2**which
        return range(end // 2 if which else 0, end)

    def live_in(self, which: int) -> int:
        """How many elements a block has."""
        return sum(i in self.elements for i in self.block(which))

    def added(self, element: int) -> Key:
        """Into the lowest block that has a position without an element."""
        i = next(i for i in range(self.space + 1) if i not in self.elements)
        if i == self.space:
            self.stacks.append([])
            self.grown()
        which = next(w for w in range(len(self.stacks)) if i in self.block(w))
        i = self.stacks[which].pop() if self.stacks[which] else self.opened
        self.opened = max(self.opened, i + 1)
        return self.issued(i, element)

    def removed(self, i: int) -> int:
        """Onto the stack of its block; blocks are dropped if it was the last element of the top."""
        which = next(w for w in range(len(self.stacks)) if i in self.block(w))
        self.stacks[which].append(i)
        del self.ids[i]
        element = self.elements.pop(i)
        emptied = which == len(self.stacks) - 1 and not self.live_in(which)
        if emptied and self.mode is not Truncate.NEVER and self.cut_off():
            self.give_back(only=Truncate.MEMORY)
        return element

    def cut_off(self) -> bool:
        """Drop empty blocks from the end, and tell whether there was one."""
        before = self.space
        while len(self.stacks) > 1 and all(i < self.space // 2 for i in self.elements):
            self.stacks.pop()
        self.dropped += max(self.opened - self.space, 0)
        self.opened = min(self.opened, self.space)
        return self.space < before

    def emptied(self) -> None:
        """Nothing is opened; in one mode nothing but the first block is left."""
        count = 1 if self.mode is Truncate.MEMORY else len(self.stacks)
        self.ids, self.elements, self.opened = {}, {}, 0
        self.stacks = [[] for _ in range(count)]
        if self.mode is Truncate.MEMORY:
            self.allocated = self.space

    def shrunk(self) -> None:
        """Cut off, and give back whatever there is more."""
        self.cut_off()
        if self.allocated > self.space:
            self.give_back()

    def layout(self) -> str:
        """Block by block."""
        parts = []
        for which, stack in enumerate(self.stacks):
            there = self.block(which)
            opened = sum(i < self.opened for i in there)
            free = ",".join(str(i) for i in reversed(stack))
            parts.append(f"{there.start}:{len(there)}:{self.live_in(which)}:{opened}:{free}")
        return "|".join([str(self.space), *parts, str(self.next_id)])
