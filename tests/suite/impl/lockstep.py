"""Runs the same operations on two lists, which must give the same answers, layouts and costs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from stablelist import CapacityError, Key
from suite.impl.elements import Pool

Operation = Callable[[Pool], object]


def answer(pool: Pool, operation: Operation) -> object:
    """The answer of *pool*, also if it refuses."""
    try:
        return operation(pool)
    except CapacityError as error:
        return str(error)


class Program:
    """A random program of all operations, with long phases of filling and emptying."""

    def __init__(self, seed: int, keys: list[Key[int]]) -> None:
        self.dice = Random(seed)
        self.keys = keys
        self.growing = True

    def next(self) -> Operation:
        if self.dice.random() < 0.01:
            self.growing = not self.growing
        common = self.filling if self.growing else self.emptying
        choices: list[Callable[[], Operation]] = [*[common] * 30, self.reading, self.bulk]
        return self.dice.choice(choices)()

    def key(self) -> Key[int]:
        """A key that was returned, and may still be valid."""
        return self.dice.choice(self.keys[-200:]) if self.keys else Key(0, 0)

    def filling(self) -> Operation:
        """An operation that adds something."""
        element = self.dice.randrange(1000)
        choices: list[Operation] = [
            lambda pool: pool.add(element),
            lambda pool: pool.insert_with(lambda key: key.index + element),
            lambda pool: pool.extend(range(element % 5)),
        ]
        return self.dice.choice(choices)

    def emptying(self) -> Operation:
        """An operation that removes something, if its key is still valid."""
        key = self.key()
        choices: list[Operation] = [
            lambda pool: pool.remove(key),
            lambda pool: pool.pop(key, "stale"),
        ]
        return self.dice.choice(choices)

    def reading(self) -> Operation:
        """An operation that reads or replaces elements."""
        key, number = self.key(), self.dice.randrange(1000)
        choices: list[Operation] = [
            lambda pool: list(pool.items()),
            lambda pool: (pool.at(key), key in pool, len(pool)),
            lambda pool: pool.replace(key, number),
            lambda pool: pool.at_mut(key, lambda element: element + number),
            lambda pool: pool.each_mut(lambda _, element: element ^ number),
        ]
        return self.dice.choice(choices)

    def bulk(self) -> Operation:
        """An operation on many cells, or on much memory."""
        number = self.dice.randrange(1000)
        choices: list[Operation] = [
            lambda pool: pool.retain(lambda _, element: element % 3 == number % 3),
            lambda pool: pool.reserve(number % 100),
            Pool.shrink_to_fit,
            lambda pool: pool.remove_many(self.keys[number % 7 :: 5]),
            lambda pool: pool.key_at(number % 90 - 5),
        ]
        rare: list[Operation] = [Pool.clear, Pool.drain]
        return self.dice.choice(rare if number % 8 == 0 else choices)

    def note(self, answered: object) -> None:
        """Remember the keys that were returned."""
        given = answered if isinstance(answered, list) else [answered]
        self.keys.extend(key for key in given if isinstance(key, Key))


def run(pool: Pool, seed: int, steps: int) -> list[Key[int]]:
    """Run a program on one list; returns the keys."""
    program = Program(seed, [])
    for _ in range(steps):
        program.note(answer(pool, program.next()))
    return program.keys


def require_lockstep(
    first: Pool, second: Pool, keys: list[Key[int]], seed: int, steps: int = 3000
) -> None:
    """Run one program on both lists, and compare everything observable after each step."""
    program = Program(seed, list(keys))
    for _ in range(steps):
        assert (first.layout(), first.stats()) == (second.layout(), second.stats())
        operation = program.next()
        answered = answer(first, operation)
        assert answer(second, operation) == answered
        program.note(answered)
    assert list(first.items()) == list(second.items())
    first.check()
    second.check()
