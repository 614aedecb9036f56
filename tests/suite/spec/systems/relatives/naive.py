"""Naive relatives: lists and dicts, and nothing of the parts that the models are made of."""

from __future__ import annotations

from typing import Any

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from suite.spec.systems.naive import Naive

__all__ = [
    "NaiveArena",
    "NaiveDense",
    "NaiveFixed",
    "NaiveHandles",
    "NaiveHops",
    "NaiveSlots",
    "NaiveStack",
    "NaiveVec",
]

ENDLESS = 10**9


def period(bits: int | None) -> int:
    """How many numbers so many bits have."""
    return 10**30 if bits is None else 2**bits


def joined(*parts: list[int]) -> str:
    """Lists of numbers as layouts show them."""
    return "|".join(",".join(map(str, part)) for part in parts)


class NaiveRelative(Naive):
    """The bulk operations that all of them share: they remove elements one after the other."""

    def drained(self) -> list[int]:
        """The positions of all elements, in the order in which they go."""
        return self.order()

    def changing(self, operation: Operation) -> object:
        """Clear, drain and retain are removals; the rest is as anywhere."""
        if operation.name in {"clear", "drain"}:
            self.visited += self.visits() if operation.name == "drain" else 0
            taken = tuple(self.elements[i] for i in self.drained())
            self.emptied()
            return taken if operation.name == "drain" else None
        if operation.name == "retain":
            self.visited += self.visits()
            wrong = [
                i
                for i in self.order()
                if self.elements[i] % operation["modulus"] != operation["residue"]
            ]
            return self.retained(wrong)
        return super().changing(operation)

    def retained(self, wrong: list[int]) -> tuple[int, ...]:
        """Take some elements out."""
        self.removals += len(wrong)
        return tuple(self.removed(i) for i in wrong)

    def emptied(self) -> None:
        """One after the other."""
        self.retained(self.drained())

    def reserved(self, count: int) -> None:
        """Nothing that anybody sees."""


class NaiveSlots(NaiveRelative):
    """A slot map: a list of versions, and a stack of vacancies."""

    first, odd = 1, True

    def __init__(self, configuration: Any) -> None:
        super().__init__()
        self.capacity = configuration.capacity or ENDLESS
        self.period = period(configuration.id_bits)
        self.versions, self.free = [0] * self.first, list[int]()

    def room(self, count: int) -> bool:
        """Elements are counted."""
        return len(self.elements) + count <= self.capacity

    def added(self, element: int) -> Key:
        """At the top of the stack, or at the end."""
        if self.free:
            i = self.taken()
        else:
            i = len(self.versions)
            self.versions.append(0)
            self.opened += 1
        if self.odd and self.versions[i] % 2 == 0:
            self.versions[i] += 1
        self.ids[i], self.elements[i] = self.versions[i], element
        return Key(i, self.versions[i])

    def taken(self) -> int:
        """The next vacancy."""
        return self.free.pop()

    def removed(self, i: int) -> int:
        """Onto the stack, with the next version."""
        self.versions[i] = (self.versions[i] + 1) % self.period
        self.vacated(i)
        del self.ids[i]
        return self.elements.pop(i)

    def vacated(self, i: int) -> None:
        """Another vacancy."""
        self.free.append(i)

    def layout(self) -> str:
        """Counts, the stack from its top, versions."""
        free = self.free[::-1]
        return f"{len(self.elements)}:{self.opened}:{joined(free, self.versions)}"


class NaiveFixed(NaiveSlots):
    """Slots from 0 on, whose versions count removals, and are all there before there is an element."""

    first, odd = 0, False

    def __init__(self, configuration: Any) -> None:
        super().__init__(configuration)
        self.versions = [0] * configuration.capacity

    def added(self, element: int) -> Key:
        """At the top of the stack, or at the next place."""
        if self.free:
            i = self.free.pop()
        else:
            i, self.opened = self.opened, self.opened + 1
        self.ids[i], self.elements[i] = self.versions[i], element
        return Key(i, self.versions[i])


class NaiveStack(NaiveRelative):
    """Two lists that are doubled: a list of versions, which count removals, and a stack of vacancies."""

    def __init__(self, configuration: Any) -> None:
        super().__init__()
        bits = configuration.index_bits
        self.most = ENDLESS if bits is None else 2**bits
        self.period = period(configuration.id_bits)
        self.versions, self.free, self.allocated = list[int](), list[int](), 0

    def room(self, count: int) -> bool:
        """Elements are counted."""
        return len(self.elements) + count <= self.most

    def added(self, element: int) -> Key:
        """At the top of the stack, or at the end, perhaps in lists of twice the length."""
        if not self.free:
            if self.opened == self.allocated:
                self.moved += self.opened
                self.allocated += max(1, self.allocated)
            self.versions.append(0)
            self.free.append(self.opened)
            self.opened += 1
        i = self.free.pop()
        self.ids[i], self.elements[i] = self.versions[i], element
        return Key(i, self.versions[i])

    def removed(self, i: int) -> int:
        """Onto the stack, with the next version."""
        self.versions[i] = (self.versions[i] + 1) % self.period
        self.free.append(i)
        del self.ids[i]
        return self.elements.pop(i)

    def layout(self) -> str:
        """Counts, the stack from its top, versions."""
        return f"{len(self.elements)}:{self.opened}:{joined(self.free[::-1], self.versions)}"


class NaiveDense(NaiveSlots):
    """A slot map with a list of the live slots."""

    def __init__(self, configuration: Any) -> None:
        super().__init__(configuration)
        self.dense: list[int] = []

    def order(self) -> list[int]:
        """The order of the list."""
        return self.dense

    def visits(self) -> int:
        """Elements only."""
        return len(self.dense)

    def drained(self) -> list[int]:
        """From its end."""
        return self.dense[::-1]

    def retained(self, wrong: list[int]) -> tuple[int, ...]:
        """An element that moves into a gap is tested next."""
        taken, at = list[int](), 0
        while at < len(self.dense):
            if self.dense[at] in wrong:
                taken.append(self.removed(self.dense[at]))
                self.removals += 1
            else:
                at += 1
        return tuple(taken)

    def emptied(self) -> None:
        """From the end."""
        while self.dense:
            self.removed(self.dense[-1])
            self.removals += 1

    def added(self, element: int) -> Key:
        """Also at the end of the list."""
        key = super().added(element)
        self.dense.append(key.index)
        return key

    def removed(self, i: int) -> int:
        """The last of the list comes into the gap."""
        at, last = self.dense.index(i), self.dense.pop()
        if last != i:
            self.dense[at] = last
            self.moved += 1
        return super().removed(i)

    def layout(self) -> str:
        """The layout of the base class, and the list."""
        return f"{super().layout()}|{joined(self.dense)}"


class NaiveHandles(NaiveDense):
    """The same without a sentinel, whose versions count removals."""

    first, odd = 0, False


class NaiveHops(NaiveSlots):
    """A slot map with a list of intervals; the one behind the sentinel is kept apart, by its end."""

    def __init__(self, configuration: Any) -> None:
        super().__init__(configuration)
        self.blocks: list[tuple[int, int]] = []
        self.leading = 0

    def visits(self) -> int:
        """Elements, and one for each gap before an element, but not for the first gap."""
        gaps = sum(i - 1 not in self.elements for i in self.order()[1:])
        return len(self.elements) + gaps

    @property
    def chain(self) -> list[int]:
        """All vacancies, as they would be filled."""
        intervals = [*self.blocks, (1, self.leading)]
        return [i for low, high in intervals for i in range(high, low - 1, -1)]

    def taken(self) -> int:
        """From the end of the first interval, or of the leading one."""
        self.free.pop()
        if not self.blocks:
            self.leading -= 1
            return self.leading + 1
        low, high = self.blocks[0]
        self.blocks[:1] = [(low, high - 1)] if low < high else []
        return high

    def vacated(self, i: int) -> None:
        """Joined with its neighbours."""
        self.free.append(0)
        behind = next((block for block in self.blocks if block[0] == i + 1), None)
        high = behind[1] if behind else i
        before = next((block for block in self.blocks if block[1] == i - 1), None)
        if behind and (before or self.leading == i - 1):
            self.blocks.remove(behind)
        if self.leading == i - 1:
            self.leading = high
        elif before:
            self.blocks[self.blocks.index(before)] = (before[0], high)
        elif behind:
            self.blocks[self.blocks.index(behind)] = (i, high)
        else:
            self.blocks.append((i, i))

    def layout(self) -> str:
        """Counts, the intervals written out, versions."""
        return f"{len(self.elements)}:{self.opened}:{joined(self.chain, self.versions)}"


class NaiveArena(NaiveRelative):
    """An arena: a stack that has every free cell from the beginning."""

    def __init__(self, configuration: Any) -> None:
        super().__init__()
        bits = configuration.index_bits
        self.most = ENDLESS if bits is None else 2**bits
        self.period, self.generation = period(configuration.id_bits), 0
        self.allocated, self.stack = 0, list[int]()
        self.grown(max(1, configuration.capacity))

    def grown(self, count: int) -> None:
        """A number of new cells, the lowest on top of the stack."""
        end = min(self.opened + count, self.most)
        self.stack += reversed(range(self.opened, end))
        if end > self.allocated:
            self.allocated, self.moved = end, self.moved + self.opened
        self.opened = end

    def room(self, count: int) -> bool:
        """Elements are counted."""
        return len(self.elements) + count <= self.most

    def added(self, element: int) -> Key:
        """At the top of the stack."""
        if not self.stack:
            self.grown(max(1, self.opened))
        i = self.stack.pop()
        self.ids[i], self.elements[i] = self.generation, element
        return Key(i, self.generation)

    def removed(self, i: int) -> int:
        """Onto the stack; a generation has passed."""
        self.generation = (self.generation + 1) % self.period
        self.stack.append(i)
        del self.ids[i]
        return self.elements.pop(i)

    def changing(self, operation: Operation) -> object:
        """Draining drops the cells, clearing lists them anew."""
        answer = super().changing(operation)
        if operation.name == "drain":
            self.dropped += self.opened_before
            self.opened, self.stack = 0, []
        return answer

    def emptied(self) -> None:
        """One generation for all of them."""
        self.generation = (self.generation + bool(self.elements)) % self.period
        self.opened_before = self.opened
        self.ids, self.elements = {}, {}
        self.opened, self.stack = self.allocated, [*reversed(range(self.allocated))]

    def reserved(self, count: int) -> None:
        """On top of the stack."""
        self.grown(count)

    def layout(self) -> str:
        """Counts, the stack from its top, the generation."""
        return f"{len(self.elements)}:{self.opened}:{joined(self.stack[::-1], [self.generation])}"


class NaiveVec(NaiveRelative):
    """A vector whose indices go up."""

    def __init__(self, configuration: Any) -> None:
        super().__init__()
        bits = configuration.index_bits
        self.most = ENDLESS if bits is None else 2**bits
        self.allocated = configuration.capacity

    def room(self, count: int) -> bool:
        """Indices are counted."""
        return self.opened + count <= self.most

    def visits(self) -> int:
        """Up to the last element."""
        return max(self.elements, default=-1) + 1

    def added(self, element: int) -> Key:
        """At the next index."""
        self.reserved(1)
        i = self.opened
        self.opened += 1
        self.ids[i], self.elements[i] = 0, element
        return Key(i, 0)

    def changing(self, operation: Operation) -> object:
        """An extension reserves first."""
        if operation.name == "extend" and self.room(operation["count"]):
            self.reserved(operation["count"])
        return super().changing(operation)

    def removed(self, i: int) -> int:
        """The cell is never used again."""
        del self.ids[i]
        return self.elements.pop(i)

    def emptied(self) -> None:
        """From 0 on again."""
        self.dropped += self.opened
        self.ids, self.elements, self.opened = {}, {}, 0

    def reserved(self, count: int) -> None:
        """At least twice the memory."""
        if self.opened + count > self.allocated:
            self.moved += self.opened
            self.allocated = max(self.opened + count, 2 * self.allocated)

    def shrunk(self) -> None:
        """No more memory than cells."""
        if self.allocated > self.opened:
            self.moved += self.opened
            self.allocated = self.opened

    def layout(self) -> str:
        """Counts."""
        return f"{len(self.elements)}:{self.opened}:"
