"""A naive first-free list: a dict, and a heap that is there to be counted and never asked where an element goes."""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.spec.systems.naive_variant import NaiveVariant

__all__ = ["NaiveFirstFree"]


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


class NaiveFirstFree(NaiveVariant):
    """Where an element goes is the first position without one."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.length, self.heap = self.first_space, Counted()

    @property
    def space(self) -> int:
        """It matters for memory alone."""
        return self.length

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
        self.walked += self.counted(before - self.opened - 1)
        if before > self.length // 2 and self.halve():
            self.give_back(only=Truncate.MEMORY)
        return element

    def counted(self, vacancies: int) -> int:
        """Each vacancy before the last cell is looked at."""
        return vacancies

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
        return f"{super().cost()}/{self.heap.compared}"
