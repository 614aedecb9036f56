"""The public methods of a secondary map, each with what it does to a dict of its values.

The list of a map loses an element, and so the map must lose the value. (R10, R11)
"""

from __future__ import annotations

from collections.abc import Callable

from stablelist import Key, SecondaryMap, StableList

from .finite_map import MOST, Contract, Elements, Given, assigned, stated

Values = SecondaryMap[int]


def begun(pool: StableList[int], keys: list[Key[int]], first: int) -> Values:
    """A map with a value for each element."""
    return SecondaryMap(pool, {key: first + key.index for key in keys})


def of_all(
    method: Callable[[Values, Given], object], pure: Callable[[Elements, Given], object]
) -> Contract:
    """The contract of a method that is given no key."""
    return stated(begun, method, pure)


def by_key(
    method: Callable[[Values, Given], object], pure: Callable[[Elements, Given], object]
) -> Contract:
    """The contract of a method that is given a key."""
    return stated(begun, method, pure, fewest=MOST)


def reused(values: Values, _given: Given) -> bool:
    """Whether a new element, in the cell of the removed one, has its value."""
    return values.pool.add(0) in values


def emptied(twin: Values) -> list[tuple[Key[int], int]]:
    """What was in a copy, which is emptied."""
    items = [*twin.items()]
    twin.clear()
    return items


# --- one value ------------------------------------------------------------------------------------

get = by_key(
    lambda values, given: values.get(given.key, given.new),
    lambda elements, given: elements.get(given.key, given.new),
)
__getitem__ = by_key(
    lambda values, given: values[given.key],
    lambda elements, given: elements[given.key],
)
__contains__ = by_key(
    lambda values, given: [given.key in values, reused(values, given)],
    lambda elements, given: [given.key in elements, False],
)
pop = by_key(
    lambda values, given: values.pop(given.key),
    lambda elements, given: elements.pop(given.key),
)
__delitem__ = by_key(
    lambda values, given: values.__delitem__(given.key),
    lambda elements, given: elements.__delitem__(given.key),
)
__setitem__ = by_key(
    lambda values, given: values.__setitem__(given.key, given.new),
    assigned,
)
update = by_key(
    lambda values, given: values.update({given.key: given.new}),
    assigned,
)

# --- all values -----------------------------------------------------------------------------------

__iter__ = of_all(lambda values, _: [*values], lambda elements, _: [*elements])
keys = of_all(lambda values, _: [*values.keys()], lambda elements, _: [*elements])
values = of_all(lambda values, _: [*values.values()], lambda elements, _: [*elements.values()])
items = of_all(lambda values, _: [*values.items()], lambda elements, _: [*elements.items()])
__len__ = of_all(lambda values, _: len(values), lambda elements, _: len(elements))
sweep = of_all(lambda values, _: values.sweep(), lambda _elements, _given: None)
clear = of_all(lambda values, _: values.clear(), lambda elements, _: elements.clear())
copy = of_all(
    lambda values, _: emptied(values.copy()),
    lambda elements, _: [*elements.items()],
)
__init__ = of_all(
    lambda values, _: [*SecondaryMap(values.pool, values).items()],
    lambda elements, _: [*elements.items()],
)
pool = of_all(
    lambda values, given: values.pool.add(given.new) in values.pool,
    lambda _elements, _given: True,
)
