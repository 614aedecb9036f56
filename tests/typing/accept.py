"""What a type checker must accept; run by tests/suite/impl/test_typing.py."""

from collections.abc import Generator, Iterator
from typing import assert_type

from stablelist import Key, Layout, StableAccess, StableList, Stats, Truncate

pool = StableList[str](minimum=8, capacity=16, truncate=Truncate.MEMORY, id_bits=None)
inferred: StableList[int] = StableList(index_bits=16)

key = pool.add("ant")
assert_type(key, Key[str])
assert_type(key.index, int)
assert_type(key.id, int)
assert_type(pool.at(key), str | None)
assert_type(pool.remove(key), str | None)
assert_type(pool.contains(key), bool)
assert_type(key in pool, bool)
assert_type(None in pool, bool)
assert_type(len(pool), int)
assert_type(pool.is_empty(), bool)
assert_type(pool.keys(), Generator[Key[str], None, None])
assert_type(iter(pool), Iterator[Key[str]])
assert_type(pool.values(), Generator[str, None, None])
pool.values().close()
assert_type(pool.items(), Generator[tuple[Key[str], str], None, None])
assert_type(pool.layout(), Layout)
assert_type(pool.stats(), Stats)
assert_type(list(pool), list[Key[str]])
assert_type(dict(pool.items()), dict[Key[str], str])

forged: Key[str] = Key(3, 7)
pool.at(forged)


def longest(others: StableAccess[str]) -> str:
    """A function that takes a view."""
    assert_type(others.at(Key(0, 0)), str | None)
    assert_type(list(others), list[Key[str]])
    assert_type(len(others), int)
    return max(others.values(), key=len, default="")


def visit(one: Key[str], element: str, others: StableAccess[str]) -> bool:
    """A callback whose answer nobody looks at."""
    others.replace_pivot(element + longest(others))
    return others.replace(one, element.upper())


pool.traverse(visit)
pool.each(lambda one, element: print(one.id, element.upper()))
assert_type(pool.apply(key, lambda element, others: others.replace_pivot(element)), bool)


class Animal:
    """An element type with a subtype."""


class Ant(Animal):
    """The subtype."""


animals = StableList[Animal]()
assert_type(animals.add(Ant()), Key[Animal])
