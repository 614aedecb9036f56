"""A naive deferred list: three stacks of vacancies and a dict."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.spec.systems.naive_variant import NaiveVariant

__all__ = ["NaiveDeferred"]


class NaiveDeferred(NaiveVariant):
    """Its stacks are q1's, q2's and h2's, the most recent vacancy last."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.length = self.first_space
        self.stacks: list[list[int]] = [[], [], []]

    @property
    def space(self) -> int:
        """A quarter, a quarter and a half."""
        return self.length

    def part(self, which: int) -> range:
        bounds = [0, self.length // 4, self.length // 2, self.length]
        return range(bounds[which], bounds[which + 1])

    def where(self, i: int) -> int:
        """The part that a position is in."""
        return next(which for which in range(3) if i in self.part(which))

    def live_in(self, which: int) -> int:
        """How many elements a part has."""
        return sum(i in self.elements for i in self.part(which))

    def added(self, element: int) -> Key:
        """Into the first part that is not full of elements."""
        i = next(i for i in range(self.length + 1) if i not in self.elements)
        if i == self.length:
            self.length *= 2
            self.grown()
        stack = self.stacks[self.where(i)]
        return self.issued(stack.pop() if stack else self.opened, element)

    def removed(self, i: int) -> int:
        """Onto the stack of its part; the last element of h2 truncates."""
        which = self.where(i)
        self.stacks[which].append(i)
        element = self.taken(i)
        if which == 2 and self.mode is not Truncate.NEVER and not self.live_in(2):
            before = self.length
            self.deal_out()
            if self.length < before:
                self.give_back(only=Truncate.MEMORY)
        return element

    def deal_out(self) -> None:
        """Find the last length first; then every vacancy of the old q1 is looked at, the latest first."""
        old, before = self.stacks, self.length
        while self.halvable() and not self.live_in(2):
            self.length //= 2
        if self.length == before:
            return
        self.walked += len(old[0])
        self.stacks = [[i for i in old[0] if i in self.part(0)], [], []]
        for i in reversed(old[0]):
            if i in self.part(1) or i in self.part(2):
                self.stacks[self.where(i)].append(i)
        if self.length == before // 2:
            self.stacks[2] = old[1]
        self.close()

    def close(self) -> None:
        """Cells beyond the space are dropped."""
        self.dropped += max(self.opened - self.length, 0)
        self.opened = min(self.opened, self.length)

    def emptied(self) -> None:
        """Nothing is opened; in one mode the space is the least."""
        self.ids, self.elements, self.opened, self.stacks = {}, {}, 0, [[], [], []]
        if self.mode is Truncate.MEMORY:
            self.length = self.allocated = self.least

    def shrunk(self) -> None:
        """On request the space is halved step by step, as a StableList's."""
        while self.halvable() and not self.live_in(2):
            first, second, _ = self.stacks
            self.length //= 2
            low = [i for i in first if i in self.part(0)]
            self.stacks = [low, [i for i in reversed(first) if i not in low], second]
            self.close()
        if self.allocated > self.length:
            self.give_back()

    def layout(self) -> str:
        """Part by part."""
        parts = []
        for which, stack in enumerate(self.stacks):
            there = self.part(which)
            opened = sum(i < self.opened for i in there)
            free = ",".join(map(str, reversed(stack)))
            parts.append(f"{there.start}:{len(there)}:{self.live_in(which)}:{opened}:{free}")
        return "|".join([str(self.length), *parts, str(self.next_id)])
