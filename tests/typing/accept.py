"""What a type checker must accept; run by tests/suite/impl/test_typing.py."""

import copy
from collections.abc import Iterator
from typing import assert_type

from stablelist import (
    IdSource,
    Key,
    Layout,
    StableAccess,
    StableInspection,
    StableList,
    StableView,
    Stats,
    Truncate,
    ids,
)
from stablelist.views import KeysView


class Odd:
    """A source of ids of one's own: any object with the two operations."""

    def initial(self) -> int:
        """The first id."""
        return 1

    def next(self, last: int) -> int:
        """The id after another."""
        return last + 2


# --- the constructor -------------------------------------------------------------------------

pool = StableList[str](minimum=8, capacity=16, truncate=Truncate.MEMORY, ids=ids.unbounded)
inferred: StableList[int] = StableList(index_bits=16)
unbounded = StableList[int](index_bits=None)
odd = StableList[str](ids=Odd())
sources: list[IdSource] = [
    *(ids.u8, ids.u16, ids.u32, ids.u64, ids.unbounded),
    *(ids.uuid4, ids.uuid7),
    *(ids.Counter(3), ids.Counter(None), Odd()),
]

# --- one element -----------------------------------------------------------------------------

key = pool.add("ant")
assert_type(key, Key[str])
assert_type(key.index, int)
assert_type(key.id, int)
assert_type(pool.extend(["bee", "cat"]), list[Key[str]])
assert_type(pool.extend(word for word in ["dog", "eel"]), list[Key[str]])
assert_type(pool.insert_with(lambda new: f"{new.index} {new.id}"), Key[str])
assert_type(pool.at(key), str | None)
assert_type(pool.get(key), str | None)
assert_type(pool.get(key, "nobody"), str)
assert_type(pool.get(key, 0), str | int)
assert_type(pool.get(key, None), str | None)
assert_type(pool[key], str)
assert_type(pool.contains(key), bool)
assert_type(key in pool, bool)
assert_type(None in pool, bool)
assert_type(pool.replace(key, "wasp"), bool)
pool[key] = "hornet"
assert_type(pool.at_mut(key, str.upper), bool)
assert_type(pool.at_mut(key, lambda word: word + "!"), bool)
assert_type(pool.remove(key), str | None)
assert_type(pool.pop(key), str)
assert_type(pool.pop(key, "gone"), str)
assert_type(pool.pop(key, None), str | None)
assert_type(pool.pop(key, 0), str | int)
del pool[key]

forged: Key[str] = Key(3, 7)
pool.at(forged)

match forged:
    case Key(index, number):
        assert_type(index, int)
        assert_type(number, int)

# --- all elements ----------------------------------------------------------------------------

assert_type(len(pool), int)
assert_type(pool.is_empty(), bool)
assert_type(pool.keys(), KeysView[str])
assert_type(iter(pool.keys()), Iterator[Key[str]])
assert_type(iter(pool), Iterator[Key[str]])
assert_type(list(pool.values()), list[str])
assert_type(iter(pool.items()), Iterator[tuple[Key[str], str]])
assert_type(pool.first, str)
assert_type(StableList([1, 2]), StableList[int])
assert_type(key < key, bool)
assert_type(list(pool), list[Key[str]])
assert_type(dict(pool.items()), dict[Key[str], str])
pool.each(lambda one, element: print(one.id, element.upper()))
pool.each_mut(lambda one, element: f"{element} {one.id}")
assert_type(pool.drain(), list[tuple[Key[str], str]])
assert_type(
    pool.retain(lambda one, element: one.index > 3 and bool(element)), list[tuple[Key[str], str]]
)
pool.clear()

# Callbacks that change an element in place return nothing.
lists = StableList[list[int]]()
nested = lists.add([])
lists.at_mut(nested, lambda numbers: numbers.append(1))
lists.each_mut(lambda _, numbers: numbers.append(1))


def doubled(number: int) -> int | None:
    """A callback that changes some elements and leaves others."""
    return 2 * number if number else None


inferred.at_mut(inferred.add(1), doubled)
inferred.each_mut(lambda _, number: doubled(number))

# --- cross-iteration -------------------------------------------------------------------------


def longest(view: StableView[str]) -> str:
    """A function that takes a list, or a view of all its elements but one."""
    assert_type(view.at(Key(0, 0)), str | None)
    assert_type(view.get(Key(0, 0)), str | None)
    assert_type(view.get(Key(0, 0), 0), str | int)
    assert_type(view[Key(0, 0)], str)
    assert_type(view.contains(Key(0, 0)), bool)
    assert_type(iter(view.keys()), Iterator[Key[str]])
    assert_type(iter(view.items()), Iterator[tuple[Key[str], str]])
    assert_type(list(view), list[Key[str]])
    assert_type(len(view), int)
    assert_type(view.replace(Key(0, 0), ""), bool)
    view[Key(0, 0)] = ""
    view.at_mut(Key(0, 0), str.upper)
    view.each(print)
    view.each_mut(lambda _, word: word.upper())
    return max(view.values(), key=len, default="")


def visit(one: Key[str], element: str, others: StableAccess[str]) -> None:
    """A callback that replaces elements."""
    others.replace_pivot(element + longest(others))
    assert_type(others.replace(one, element.upper()), bool)


def look(element: str, others: StableInspection[str]) -> None:
    """A callback that reads."""
    assert_type(others.at(Key(0, 0)), str | None)
    assert_type(others.get(Key(0, 0), 0), str | int)
    assert_type(others[Key(0, 0)], str)
    assert_type(list(others), list[Key[str]])
    assert_type(iter(others.values()), Iterator[str])
    print(element, len(others), Key[str](0, 0) in others)


longest(pool)
pool.traverse(visit)
assert_type(pool.apply(key, lambda element, others: others.replace_pivot(element)), bool)
assert_type(pool.inspect(key, look), bool)
pool.apply(key, look)  # what only reads may be lent more
pool.inspect(key, lambda element, others: others.at(key))  # its answer is ignored
for pivot, element, others in pool.pivots():
    assert_type(pivot, Key[str])
    assert_type(element, str)
    assert_type(others, StableAccess[str])
    longest(others)

# --- memory, copies, the inside --------------------------------------------------------------

assert_type(pool.key_at(0), Key[str] | None)
assert_type(pool.remove_many([key]), list[str | None])
pool.insert_at(key, "ant")
bounded = StableList[int](maximum=3)
pool.reserve(100)
pool.shrink_to_fit()
assert_type(pool.capacity, int)
assert_type(pool.space, int)
assert_type(pool.opened, int)
assert_type(pool.pack(key), int)
assert_type(pool.unpack(7), Key[str])
assert_type(pool.copy(), StableList[str])
assert_type(copy.copy(pool), StableList[str])
assert_type(copy.deepcopy(pool), StableList[str])
assert_type(pool.layout(), Layout)
assert_type(pool.stats(), Stats)
pool.check()


class Animal:
    """An element type with a subtype."""


class Ant(Animal):
    """The subtype."""


animals = StableList[Animal]()
assert_type(animals.add(Ant()), Key[Animal])
animal: Animal = animals.get(animals.add(Ant()), Ant())
assert_type(animals.extend([Ant(), Animal()]), list[Key[Animal]])


class Herd(StableList[int]):
    """A list of one's own kind: so are its copies."""


assert_type(Herd().copy(), Herd)
assert_type(copy.copy(Herd()), Herd)
