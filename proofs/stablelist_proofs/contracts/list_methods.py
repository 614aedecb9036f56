"""The public methods of a list, each with what it does to a dict of its elements.

(4.2 to 4.4, 5.1, 5.2; R2, R7, R8, R10 to R15)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from stablelist import Key, RestoreError, StableList

from .finite_map import MOST, Contract, Elements, Given, added, assigned, seen, stated, vacant

Method = Callable[[StableList[int], Given], object]
Pure = Callable[[Elements, Given], object]


def of_all(method: Method, pure: Pure) -> Contract:
    """The contract of a method that is given no key."""
    return stated(lambda pool, _keys, _first: pool, method, pure)


def by_key(method: Method, pure: Pure) -> Contract:
    """The contract of a method that is given a key."""
    return stated(lambda pool, _keys, _first: pool, method, pure, fewest=MOST)


def change(elements: Elements, given: Given, element: int) -> bool:
    """Give the element of a key a new value, if it is there."""
    if found := given.key in elements:
        elements[given.key] = element
    return found


def taken(elements: Elements, gone: list[Key[int]]) -> list[int | None]:
    """Take out the elements of some keys."""
    return [elements.pop(key, None) for key in gone]


def sums_of_others(elements: Elements) -> list[int]:
    """For each element the sum of the others."""
    return [sum(elements.values()) - each for each in elements.values()]


def space_of(elements: Elements) -> int:
    """A list has four cells until it is full, and again if the fifth is empty."""
    return 8 if any(key.index >= 4 for key in elements) else 4


def doubled(length: int, wanted: int) -> int:
    """A length, doubled until it is enough."""
    return length if length >= wanted else doubled(2 * length, wanted)


def put_back(pool: StableList[int], given: Given) -> bool:
    """Whether a key can be restored, with a new element."""
    try:
        pool.insert_at(given.key, given.new)
    except RestoreError:
        return False
    return True


def restored(elements: Elements, given: Given) -> bool:
    """Put an element under a key that is not there."""
    return given.key not in elements and elements.setdefault(given.key, given.new) == given.new


def reserved(pool: StableList[int], given: Given) -> int:
    """The memory after room was made for up to 16 more elements."""
    pool.reserve(4 * given.at)
    return pool.capacity


def shrunk(pool: StableList[int], _given: Given) -> int:
    """The memory after all that is not needed was released."""
    pool.shrink_to_fit()
    return pool.capacity


def checked(pool: StableList[int], given: Given) -> int | None:
    """The element of a key; the check finds no broken clause before and after its removal."""
    pool.check()
    element = pool.remove(given.key)
    pool.check()
    return element


def number(key: Key[int]) -> int:
    """A packed key: its id, and its index below it in 32 bits."""
    return key.id * 2**32 + key.index


# --- one element ----------------------------------------------------------------------------------

at = by_key(lambda pool, given: pool.at(given.key), lambda elements, given: elements.get(given.key))
get = by_key(
    lambda pool, given: pool.get(given.key, given.new),
    lambda elements, given: elements.get(given.key, given.new),
)
__getitem__ = by_key(
    lambda pool, given: pool[given.key],
    lambda elements, given: elements[given.key],
)
contains = by_key(
    lambda pool, given: pool.contains(given.key),
    lambda elements, given: given.key in elements,
)
__contains__ = by_key(
    lambda pool, given: given.key in pool,
    lambda elements, given: given.key in elements,
)
key_at = by_key(
    lambda pool, given: [pool.key_at(given.at), pool.key_at(-1 - given.at)],
    lambda elements, given: [given.key if given.key in elements else None, None],
)
remove = by_key(
    lambda pool, given: pool.remove(given.key),
    lambda elements, given: elements.pop(given.key, None),
)
pop = by_key(
    lambda pool, given: pool.pop(given.key),
    lambda elements, given: elements.pop(given.key),
)
__delitem__ = by_key(
    lambda pool, given: pool.__delitem__(given.key),
    lambda elements, given: elements.__delitem__(given.key),
)
replace = by_key(
    lambda pool, given: pool.replace(given.key, given.new),
    lambda elements, given: change(elements, given, given.new),
)
__setitem__ = by_key(
    lambda pool, given: pool.__setitem__(given.key, given.new),
    assigned,
)
at_mut = by_key(
    lambda pool, given: pool.at_mut(given.key, lambda element: element + given.new),
    lambda elements, given: change(elements, given, elements.get(given.key, 0) + given.new),
)
apply = by_key(
    lambda pool, given: pool.apply(given.key, lambda _, others: others.replace_pivot(given.new)),
    lambda elements, given: change(elements, given, given.new),
)
inspect = by_key(
    lambda pool, given: seen(
        lambda look: pool.inspect(given.key, look), lambda element, others: (element, len(others))
    ),
    lambda elements, given: [
        (element, len(elements) - 1) for key, element in elements.items() if key == given.key
    ],
)
insert_at = by_key(put_back, restored)
pack = of_all(
    lambda pool, given: pool.pack(pool.add(given.new)),
    lambda elements, given: number(*added(elements, given, given.new)),
)
unpack = by_key(
    lambda pool, given: pool.unpack(given.inserted * 2**32 + given.at),
    lambda _, given: Key(given.at, given.inserted),
)

# --- all elements ---------------------------------------------------------------------------------

keys = of_all(lambda pool, _: [*pool.keys()], lambda elements, _: [*elements])
__iter__ = of_all(lambda pool, _: [*pool], lambda elements, _: [*elements])
__reversed__ = of_all(lambda pool, _: [*reversed(pool)], lambda elements, _: [*elements][::-1])
values = of_all(lambda pool, _: [*pool.values()], lambda elements, _: [*elements.values()])
items = of_all(lambda pool, _: [*pool.items()], lambda elements, _: [*elements.items()])
each = of_all(
    lambda pool, _: seen(pool.each, lambda key, element: (key, element)),
    lambda elements, _: [*elements.items()],
)
each_mut = of_all(
    lambda pool, given: pool.each_mut(lambda key, element: element + given.new),
    lambda elements, given: elements.update({k: e + given.new for k, e in elements.items()}),
)
first = of_all(
    lambda pool, _: pool.first, lambda elements, _: next(iter(elements.values()), LookupError)
)
is_empty = of_all(lambda pool, _: pool.is_empty(), lambda elements, _: not elements)
__len__ = of_all(lambda pool, _: len(pool), lambda elements, _: len(elements))
traverse = of_all(
    lambda pool, _: seen(pool.traverse, lambda _key, _element, others: sum(others.values())),
    lambda elements, _: sums_of_others(elements),
)
pivots = of_all(
    lambda pool, _: [sum(others.values()) for _key, _element, others in pool.pivots()],
    lambda elements, _: sums_of_others(elements),
)
indices = of_all(
    lambda pool, _: [*pool.indices()],
    lambda elements, _: [key.index for key in elements],
)
mask = of_all(
    lambda pool, _: [index for index, is_live in enumerate(pool.mask()) if is_live],
    lambda elements, _: [key.index for key in elements],
)
pairs = of_all(
    lambda pool, _: [*pool.pairs()],
    lambda elements, _: [*combinations(elements.values(), 2)],
)
item_pairs = of_all(
    lambda pool, _: [*pool.item_pairs()],
    lambda elements, _: [(*one, *other) for one, other in combinations(elements.items(), 2)],
)
remove_many = by_key(
    lambda pool, given: pool.remove_many(given.keys[: given.at]),
    lambda elements, given: taken(elements, given.keys[: given.at]),
)
retain = by_key(
    lambda pool, given: pool.retain(lambda key, _: key.index >= given.at),
    lambda elements, given: [
        (key, elements.pop(key)) for key in given.keys[: given.at] if key in elements
    ],
)
clear = of_all(lambda pool, _: pool.clear(), lambda elements, _: elements.clear())
drain = of_all(
    lambda pool, _: pool.drain(),
    lambda elements, _: [(key, elements.pop(key)) for key in [*elements]],
)

# --- cells, costs and memory ----------------------------------------------------------------------

space = of_all(lambda pool, _: pool.space, lambda elements, _: space_of(elements))
opened = of_all(
    lambda pool, _: pool.opened,
    lambda elements, given: min(given.inserted, space_of(elements)),
)
capacity = of_all(lambda pool, _: pool.capacity, lambda _, given: doubled(4, given.inserted))
reserve = by_key(
    reserved,
    lambda elements, given: max(8, doubled(space_of(elements), len(elements) + 4 * given.at)),
)
shrink_to_fit = of_all(
    shrunk,
    lambda elements, _: space_of(elements),
)
layout = of_all(
    lambda pool, _: [*pool.layout()[:5]],
    lambda elements, given: [
        space_of(elements),
        min(given.inserted, space_of(elements)),
        len(elements),
        doubled(4, given.inserted),
        given.inserted,
    ],
)
stats = of_all(
    lambda pool, _: pool.stats().removals,
    lambda elements, given: given.inserted - len(elements),
)
check = by_key(checked, lambda elements, given: elements.pop(given.key, None))

# --- new elements, copies -------------------------------------------------------------------------

__init__ = of_all(
    lambda _, given: [*StableList([given.new, 0]).values()], lambda _, given: [given.new, 0]
)
add = of_all(
    lambda pool, given: [pool.add(given.new), pool.add(0)],
    lambda elements, given: added(elements, given, given.new, 0),
)
extend = of_all(
    lambda pool, given: pool.extend([given.new, 0]),
    lambda elements, given: added(elements, given, given.new, 0),
)
insert_with = of_all(
    lambda pool, given: [pool.insert_with(lambda key: key.index + key.id + given.new)],
    lambda elements, given: added(elements, given, vacant(elements) + given.inserted + given.new),
)
copy = of_all(
    lambda pool, _: pool.copy().drain(),
    lambda elements, _: [*elements.items()],
)
