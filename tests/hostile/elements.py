"""Elements, lists and id sources that cause trouble."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from stablelist import StableList, ids

__all__ = ["KINDS", "Element", "TroubleError", "parameters", "source"]


class TroubleError(Exception):
    """The exception that elements and callbacks raise."""


class Element:
    """An element that calls the program back whenever it is used, and when it is deleted."""

    def __init__(self, number: int, event: Callable[[str, int], object]) -> None:
        self.number, self.event = number, event

    def __eq__(self, other: object) -> bool:
        self.event("eq", self.number)
        return self is other

    def __hash__(self) -> int:
        self.event("hash", self.number)
        return self.number

    def __repr__(self) -> str:
        self.event("repr", self.number)
        return f"<{self.number}>"

    def __del__(self) -> None:
        self.event("del", self.number)


class Attributes(StableList[Any]):
    """A subclass with a `__dict__`, which overrides some methods."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.calls = 0
        super().__init__(*args, **kwargs)

    def add(self, element: Any, /) -> Any:
        """Add, and count."""
        self.calls += 1
        return super().add(element)

    def remove(self, key: Any, /) -> Any:
        """Remove, and count."""
        self.calls += 1
        return super().remove(key)

    def items(self) -> Any:
        """Returns a list instead of a view."""
        return iter(list(super().items()))


class Mixin:
    """Another base class, with empty slots."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key)  # type: ignore[misc] # that of the list


class Mixed(Mixin, StableList[Any]):
    """A class with two bases, and a slot of its own."""

    __slots__ = ("extra",)


KINDS: tuple[type[StableList[Any]], ...] = (StableList, StableList, Attributes, Mixed)


class Wide:
    """Ids with more bits than a machine word, the same ones in every run."""

    def __init__(self, seed: int, bits: int) -> None:
        self.random, self.bits = Random(seed), bits

    def initial(self) -> int:
        """Any first id."""
        return self.random.getrandbits(self.bits)

    def next(self, id: int, /) -> int:
        """Any other id."""
        return self.random.getrandbits(self.bits)


class Odd(Wide):
    """An id source that sometimes returns something that is no id, raises, or calls back."""

    def __init__(self, seed: int, event: Callable[[str, int], object]) -> None:
        super().__init__(seed, 70)
        self.event = event

    def next(self, id: int, /) -> Any:
        """The next id, but sometimes something that is wrong."""
        dice = self.random.randrange(40)
        if dice == 0:
            raise TroubleError
        if dice == 1:
            self.event("source", dice)
        answers = {2: True, 3: -1, 4: "ant", 5: None, 6: 1 << 300, 7: 1 << 64, 8: (1 << 64) - 1}
        return answers.get(dice, id + 1)


def source(random: Random, event: Callable[[str, int], object]) -> Any:
    """A source of ids."""
    counters: list[Any] = [
        ids.Counter(random.randint(1, 64)),
        ids.u8,
        ids.u32,
        ids.u64,
        ids.unbounded,
    ]
    seed = random.randrange(1 << 30)
    others: list[Any] = [Wide(seed, 128), Wide(seed, 64), Wide(seed, 2), Odd(seed, event)]
    return random.choice(random.choice([counters, others]))


def parameters(random: Random, event: Callable[[str, int], object]) -> dict[str, Any]:
    """Parameters of a list, which are often unusual."""
    from stablelist import Truncate

    return {
        "minimum": random.choice([0, 4, 5, 8, 12, 16]),
        "capacity": random.choice([0, 0, 1, 8, 8]),
        "truncate": random.choice(list(Truncate)),
        "ids": source(random, event),
        "index_bits": random.choice([4, 5, 8, 16, 32, 33, 64, None]),
        "maximum": random.choice([None, None, None, 1, 9, 40, 1 << 70]),
        "lend": random.choice(["refuse", "invalidate"]),
    }
