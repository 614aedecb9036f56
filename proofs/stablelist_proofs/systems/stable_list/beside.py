"""The formulas compared with the container: both run random programs, and all cells are compared after each operation.

The model is not used here. So the formulas, of which everything is proved, are compared directly with the Python
container: its answers, cells, ids, free lists, memory and costs, as its public interface shows them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from stablelist import CapacityError, StableList
from stablelist import Key as Held
from stablelist import Truncate as Mode
from stablelist.ids import Counter
from stablelist_proofs.core.comparing.comparison import DisagreementError, Move, Tied, by_formulas
from stablelist_proofs.core.comparing.tie import near
from stablelist_proofs.core.functions import NONE
from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import Paired, PoolError
from stablelist_spec.parts.parameters import Parameters, Truncate

from .machine import Machine
from .state import PARTITIONS

__all__ = ["accompanied"]

SMALLEST, LARGEST = 5, 160
"""The bursts of a program. They are short, because every cell is compared after every operation."""
RARE: Final = 0.1
COUNTED: Final = ("visits", "moved", "dropped", "removals")
LENGTHS: Final = ("space", "allocated", "next_id")


class Pool:
    """The container, with the operations, arguments and answers of the model."""

    def __init__(self, parameters: Parameters) -> None:
        self.list: StableList[int] = StableList(
            minimum=parameters.minimum,
            capacity=parameters.capacity,
            truncate=Mode[parameters.truncate.name],
            ids=Counter(parameters.id_bits),
            index_bits=parameters.index_bits,
        )
        self.looks = 0

    def perform(self, move: Move) -> object:
        """Carry out an operation; returns the answer in the form of the model."""
        try:
            return getattr(self, move.name)(*move.arguments)
        except CapacityError:
            return PoolError.FULL

    def add(self, element: int) -> Key:
        """Insert an element."""
        return bare(self.list.add(element))

    def insert_with(self, element: int) -> Key:
        """Insert an element; returns the key that the factory received."""
        given: list[Key] = []

        def factory(key: Held[int]) -> int:
            given.append(bare(key))
            return element

        self.list.insert_with(factory)
        return given[0]

    def extend(self, elements: range) -> tuple[Key, ...]:
        """Insert all elements, or none."""
        return tuple(map(bare, self.list.extend(elements)))

    def remove(self, key: Key) -> int | None:
        """Remove an element."""
        return self.list.remove(Held(*key))

    def remove_many(self, keys: tuple[Key, Key]) -> Paired:
        """Remove two elements."""
        return Paired(*self.list.remove_many([Held(*key) for key in keys]))

    def replace(self, key: Key, element: int) -> bool:
        """Replace an element."""
        return self.list.replace(Held(*key), element)

    def at(self, key: Key) -> int | None:
        """Look an element up."""
        return self.list.at(Held(*key))

    def length(self) -> int:
        """The number of elements."""
        return len(self.list)

    def at_mut(self, key: Key, difference: int) -> int | None:
        """Add to an element."""
        held: Held[int] = Held(*key)
        found = self.list.at_mut(held, lambda element: element + difference)
        return self.list.at(held) if found else None

    def each_mut(self, difference: int) -> None:
        """Add to every element."""
        self.list.each_mut(lambda _, element: element + difference)

    def drain(self) -> tuple[int, ...]:
        """Remove everything."""
        return tuple(element for _, element in self.list.drain())

    def retain(self, modulus: int, residue: int) -> tuple[int, ...]:
        """Remove the elements with another residue."""
        gone = self.list.retain(lambda _, element: element % modulus == residue)
        return tuple(element for _, element in gone)

    def clear(self) -> None:
        """Remove everything."""
        self.list.clear()

    def reserve(self, additional: int) -> None:
        """Make room."""
        self.list.reserve(additional)

    def shrink_to_fit(self) -> None:
        """Give room back."""
        self.list.shrink_to_fit()

    def shown(self) -> dict[str, Any]:
        """Lengths, partitions with free lists, live cells and costs."""
        layout, stats = self.list.layout(), self.list.stats()
        lengths = {name: getattr(layout, name) for name in LENGTHS}
        parts = {part.name: tuple(part[1:]) for part in layout.partitions}
        costs = {name: getattr(stats, name) for name in COUNTED}
        visited = {"cells": stats.cells - self.looks}
        cells = {bare(key): element for key, element in self.list.items()}
        self.looks += layout.opened  # the look-ups themselves cost as much
        return {**lengths, **parts, **costs, **visited, "live": cells}


def bare(key: Held[int]) -> Key:
    """A key in the form of the model."""
    return Key(key.index, key.id)


def shown(machine: Machine) -> dict[str, Any]:
    """The values of `Pool.shown`, by the formulas."""
    symbols = machine.symbols
    values = {name: symbols[name] for name in (*LENGTHS, *COUNTED, "cells")}
    for name in PARTITIONS:
        numbers = (symbols[f"{name}_{field}"] for field in ("start", "size", "live", "opened"))
        values[name] = (*numbers, tuple(free(machine, symbols[f"{name}_head"])))
    return values | {"live": dict(machine.items())}


def free(machine: Machine, head: int) -> Iterator[int]:
    """The positions of a free list, head first, as far as it is valid."""
    following = machine.functions["next"]
    for _ in range(len(following) + 1):
        if head == NONE:
            return
        yield head
        head = following[head] if 0 <= head < len(following) else NONE


# --- The programs ---------------------------------------------------------------------------------


Chosen = Callable[[random.Random, list[Key]], Move]
"""A random operation. Its keys are those of live elements, or one stale key if there are none."""


def adding(chance: random.Random, _: list[Key]) -> Move:
    """An insertion."""
    return Move("add", (chance.randrange(1000),))


def removing(chance: random.Random, keys: list[Key]) -> Move:
    """A removal; the element at the highest position is removed last, so that cascades are deep."""
    return Move("remove", (chance.choice(keys[:-1] or keys),))


def other(chance: random.Random, keys: list[Key]) -> Move:
    """Any other operation."""
    key, second, number = chance.choice(keys), chance.choice(keys), chance.randrange(1000)
    stale = chance.choice([*near(key)])
    rejecting = Move("retain", (chance.choice((1, 1, 2, 3, 9)), 0))
    return chance.choice(
        (
            *(Move("insert_with", (number,)), Move("extend", (range(number % 40),))),
            *(Move("replace", (key, number)), Move("at_mut", (key, number)), Move("at", (key,))),
            *(Move("replace", (stale, number)), Move("at_mut", (stale, number))),
            *(
                Move("at", (stale,)),
                Move("remove", (stale,)),
                Move("remove_many", ((key, second),)),
            ),
            *(Move("each_mut", (number,)), Move("length"), Move("shrink_to_fit")),
            *(Move("reserve", (chance.choice((number, number % 50)),)), rejecting),
            *([Move("clear"), Move("drain")] if number % 5 == 0 else []),
        )
    )


def accompanied(steps: int, seed: int) -> Tied:
    """Compare the formulas with the container, for at least this many operations.

    Raises:
        DisagreementError: they differ.

    >>> accompanied(300, seed=1).steps >= 300
    True
    """
    tied, chance = Tied(), random.Random(seed)  # noqa: S311 - a reproducible choice
    while tied.steps < steps:
        parameters = Parameters(
            minimum=chance.choice((0, 4, 12)),
            capacity=chance.choice((0, 40)),
            truncate=chance.choice(list(Truncate)),
            id_bits=chance.choice((2, 8, None)),
            index_bits=chance.choice((6, 32, None)),
        )
        _Pair(parameters).live(tied, chance)
    return tied


class _Pair:
    """A container and the formulas' list, which carry out the same operations."""

    def __init__(self, parameters: Parameters) -> None:
        self.pool, self.machine = Pool(parameters), Machine.new(parameters)
        self.compare("__init__")

    def live(self, tied: Tied, chance: random.Random) -> None:
        """Grow and shrink, a few times."""
        for _ in range(3):
            goal = chance.randrange(SMALLEST, LARGEST)
            while self.machine.length() < goal:
                if self.step(tied, chance, adding) is PoolError.FULL:
                    break
            goal = chance.choice((0, 0, 1, 3, goal // 2))
            while self.machine.length() > goal:
                self.step(tied, chance, removing)

    def step(self, tied: Tied, chance: random.Random, common: Chosen) -> object:
        """Carry out one operation on both; returns the answer."""
        keys = [key for key, _ in self.machine.items()] or [Key(0, 0)]
        move = (other if chance.random() < RARE else common)(chance, keys)
        before = self.machine.symbols["space"]
        answer, expected = self.pool.perform(move), by_formulas(self.machine, move)
        said = f"{move.name}{move.arguments}"
        if answer != expected:
            raise DisagreementError(
                f"{said} of the container answers {answer}, by the formulas {expected}"
            )
        self.compare(said)
        tied.count(move, before, self.machine.symbols["space"])
        return answer

    def compare(self, said: str) -> None:
        """Compare everything that is shown."""
        there, expected = self.pool.shown(), shown(self.machine)
        for name, value in expected.items():
            if there[name] != value:
                raise DisagreementError(
                    f"after {said}, {name} of the container is {there[name]}, "
                    f"by the formulas {value}"
                )
