"""The other methods of a list, each beside the statements that one would write with a dict.

Statements are compiled into a function of their own, as `timeit` does. Every time covers at least 10,000 elements: many
small containers are filled, before the clock starts, and used one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from textwrap import indent
from typing import Any, Final, NamedTuple

from stablelist import StableList

from .clock import clock
from .names import DICT, STABLE
from .operations import Sample, repeats

__all__ = ["METHODS", "SIZES", "Method", "compared"]

SIZES: Final = (10, 1_000)


class Method(NamedTuple):
    """Two statements that do the same, with `pool`, `keys`, `size` and, for each key, `key`."""

    name: str
    ours: str
    theirs: str
    for_each: bool = True
    """Whether they are executed for each key, or once for all."""
    stale: bool = False
    """Whether the elements were removed before, and others took their places."""
    passes: int = 1
    """How often they are executed, because once is too short for the clock."""
    in_task: bool = False
    """Whether an asyncio task executes them."""


TEN: Final = "made = {}\nfor number in ten:\n    {}"
RETAIN: Final = """
gone = [(key, element) for key, element in pool.items() if not even(key, element)]
for key, _ in gone:
    del pool[key]
"""

CAUGHT: Final = "try:\n    pool[key]\nexcept KeyError:\n    pass"
LOOP: Final = "for _ in pool:\n    pass"

METHODS: Final = (
    Method("new", "StableList()", "dict()"),
    Method(
        "ten adds to a new one",
        TEN.format("StableList()", "made.add(number)"),
        TEN.format("dict()", "made[next(counter)] = number"),
    ),
    Method("extend", "pool.extend(keys)", "pool.update(zip(counter, keys))", for_each=False),
    Method(
        "insert_with",
        "pool.insert_with(itself)",
        "new = next(counter)\npool[new] = itself(new)",
    ),
    Method("pop", "pool.pop(key)", "pool.pop(key)"),
    Method("pop, default", "pool.pop(key, None)", "pool.pop(key, None)", stale=True),
    Method("del", "del pool[key]", "del pool[key]"),
    Method("retain", "pool.retain(even)", RETAIN, for_each=False),
    Method("[] stale", CAUGHT, CAUGHT, stale=True),
    Method("replace", "pool.replace(key, 7)", "if key in pool:\n    pool[key] = 7"),
    Method("[] =", "pool[key] = 7", "pool[key] = 7"),
    Method(
        "at_mut",
        "pool.at_mut(key, increased)",
        "if key in pool:\n    pool[key] = increased(pool[key])",
    ),
    Method(
        "each",
        "pool.each(even)",
        "for key, element in pool.items():\n    even(key, element)",
        for_each=False,
    ),
    Method(
        "each_mut",
        "pool.each_mut(added)",
        "for key, element in pool.items():\n    pool[key] = added(key, element)",
        for_each=False,
    ),
    Method("copy", "pool.copy()", "pool.copy()", for_each=False, passes=10),
    Method("pack", "pool.pack(key)", "key << 32 | key"),
    Method("unpack", "pool.unpack(7 << 32 | 7)", "key & 0xFFFFFFFF, key >> 32"),
    Method("keys", LOOP, LOOP, for_each=False, passes=10),
    Method("keys, in a task", LOOP, LOOP, for_each=False, passes=10, in_task=True),
)
"""Every method that is not among the operations, and that the documentation recommends."""


def compared(random: Random) -> Iterator[Sample]:
    """Both ways of every method, at every size."""
    for size in SIZES:
        for method in random.sample(METHODS, len(METHODS)):
            ways = [(STABLE, method.ours, listed), (DICT, method.theirs, in_dict)]
            for peer, statement, fill in random.sample(ways, len(ways)):
                way = compiled(method, statement)
                filled = [fill(method, size) for _ in range(repeats(size))]
                yield Sample(method.name, size, peer, seconds(method, way, filled, size))


def listed(method: Method, size: int) -> tuple[Any, list[Any]]:
    """A list of numbers, and its keys."""
    pool = StableList(range(size))
    keys = list(pool)
    if method.stale:
        pool.clear()
        pool.extend(range(size))
    return pool, keys


def in_dict(method: Method, size: int) -> tuple[Any, list[Any]]:
    """A dict of numbers, and its keys."""
    pool = dict(zip(range(size), range(size), strict=True))
    keys = list(pool)
    if method.stale:
        pool = dict(zip(range(size, 2 * size), range(size), strict=True))
    return pool, keys


def compiled(method: Method, statement: str) -> Callable[[Any, list[Any]], None]:
    """A function of a container and its keys that executes the statement."""
    loop = "for key in keys:" if method.for_each else f"for _ in range({method.passes}):"
    made: dict[str, Any] = dict(NAMES)
    exec(f"def way(pool, keys):\n    {loop}\n{indent(statement, ' ' * 8)}\n", made)  # noqa: S102 - as timeit
    way: Callable[[Any, list[Any]], None] = made["way"]
    return way


def seconds(
    method: Method, way: Callable[[Any, list[Any]], None], filled: list[Any], size: int
) -> float:
    """The time for each element."""

    def work() -> float:
        began = clock()
        for pool, keys in filled:
            way(pool, keys)
        return clock() - began

    async def task() -> float:
        return work()

    taken = asyncio.run(task()) if method.in_task else work()
    return taken / (len(filled) * size * method.passes)


def even(key: object, number: int) -> bool:
    """A predicate."""
    return number % 2 == 0


def increased(number: int) -> int:
    """A new element for an old one."""
    return number + 1


def added(key: object, number: int) -> int:
    """The same, with the key."""
    return number + 1


def itself(key: Any) -> Any:
    """A factory."""
    return key


NAMES: Final = {
    "StableList": StableList,
    "added": added,
    "counter": count(1 << 20),
    "even": even,
    "increased": increased,
    "itself": itself,
    "ten": range(10),
}
"""What the statements name."""
