"""Every operation once, on a list that is afterwards as it was before: for `famine` and `leaks`."""

# mypy: disable-error-code="func-returns-value"
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from hostile.elements import Attributes, TroubleError, Wide
from stablelist import (
    Key,
    SecondaryMap,
    SparseSecondaryMap,
    StableAccess,
    StableList,
    StableListError,
    Truncate,
    ids,
    join,
    join_values,
)

__all__ = ["OPERATIONS", "PARAMETERS", "filled"]

PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "counted": {"truncate": Truncate.MEMORY},
    "unbounded": {"ids": ids.unbounded, "index_bits": None, "truncate": Truncate.NEVER},
    "wide": {"ids": Wide(0, 128), "truncate": Truncate.MEMORY},
}
"""Kinds of lists that use different branches of the code."""


def filled(thing: object, name: str, kind: type[StableList[Any]] = StableList) -> StableList[Any]:
    """A list of ten elements, with vacancies between them."""
    pool = kind(**PARAMETERS[name])
    keys = pool.extend([thing] * 13)
    for number in (2, 5, 9):
        pool.remove(keys[number])
    return pool


def refused(act: Callable[[], object]) -> None:
    """Call a function that must raise."""
    with suppress(
        StableListError, TroubleError, TypeError, ValueError, LookupError, ZeroDivisionError
    ):
        act()


def trouble(*_: object) -> Any:
    """A callback that raises."""
    raise TroubleError


def many(pool: StableList[Any], thing: object) -> None:
    """Grow, and shrink again."""
    for key in pool.extend([thing] * 40):
        pool.remove(key)


def left(iterator: Any) -> None:
    """Take two steps of an iterator, and drop it."""
    next(iterator)
    next(iterator)


def shown(pool: StableList[Any], others: Any) -> None:
    """Use every method of a view."""
    key = next(iter(others))
    others.replace(key, others[key])
    others.at_mut(key, lambda element: element)
    others.each_mut(lambda _, element: element)
    list(others.keys()), list(others.values()), list(others.items())
    left(iter(others.items()))
    assert [key in others, others.at(key), len(others), repr(others)]
    refused(lambda: others[Key(1 << 70, 0)])


def loaded(pool: StableList[Any]) -> None:
    """Load a state, and a corrupt state."""
    state: Any = pool._state()
    twin = StableList[Any]()
    twin.__setstate__(state)
    state["space"]["free"] = ((0, 0), (), ())
    refused(lambda: twin.__setstate__(state))


def cycle(pool: StableList[Any]) -> None:
    """A list in a reference cycle with itself, its views and its iterators."""
    twin = pool.copy()
    box: list[Any] = []
    twin.add(box)
    box += [twin, twin.items(), iter(twin.items()), twin.pivots()]


def mapped(pool: StableList[Any], key: Any, thing: object) -> None:
    """Use every method of a map, before and after an element is removed."""
    values = SecondaryMap[Any](pool, dict.fromkeys(pool, thing))
    gone = pool.add(thing)
    values[gone] = thing
    box: list[Any] = [values]
    values[key] = box  # a cycle
    left(iter(values.items()))
    left(join(values, values))
    pool.remove(gone)
    refused(lambda: values[gone])
    refused(lambda: values.update({gone: 5}))
    refused(lambda: values["ant"])  # type: ignore[index]
    assert [key in values, values.get(gone), values.pop(gone, 5), len(values)]
    list(values), list(values.values()), list(values.items()), repr(values)
    assert values.keys() & {key}
    list(join(values, SparseSecondaryMap(pool, values))), list(join_values(*[values] * 3))
    values.copy().clear(), pickle.dumps(list(values)), copy.copy(values)
    values.pop(key), values.popitem(), values.setdefault(key, box)
    values.__init__(pool, {key: box})  # type: ignore[misc]


OPERATIONS: Final[dict[str, Callable[[StableList[Any], Any, Any], object]]] = {
    "add": lambda pool, key, thing: pool.remove(pool.add(thing)),
    "extend": lambda pool, key, thing: many(pool, thing),
    "extend, broken off": lambda pool, key, thing: refused(
        lambda: pool.extend(1 // (3 - n) for n in range(5))
    ),
    "insert_with": lambda pool, key, thing: pool.pop(pool.insert_with(lambda _: thing)),
    "insert_with, raised": lambda pool, key, thing: refused(lambda: pool.insert_with(trouble)),
    "insert_at": lambda pool, key, thing: [
        (pool.remove(gone), pool.reserve(60), pool.insert_at(gone, thing), pool.remove(gone))
        for gone in pool.extend([thing] * 40)
    ],
    "insert_at, raised": lambda pool, key, thing: [
        refused(lambda: pool.insert_at(key, thing)),
        refused(lambda: pool.insert_at(Key(3, 1 << 80), thing)),
        refused(lambda: pool.insert_at(Key(1 << 80, 0), thing)),
        refused(lambda: pool.insert_at("ant", thing)),  # type: ignore[arg-type]
    ],
    "remove_many": lambda pool, key, thing: pool.remove_many(pool.extend([thing] * 40)),
    "remove_many, raised": lambda pool, key, thing: refused(
        lambda: pool.remove_many([key, "ant"])  # type: ignore[list-item]
    ),
    "key_at": lambda pool, key, thing: [pool.key_at(index) for index in (-1, 0, 5, 1 << 80)],
    "full": lambda pool, key, thing: refused(lambda: StableList([thing] * 3, maximum=2)),
    "at": lambda pool, key, thing: (pool.at(key), pool.get(key, 1), pool[key], key in pool),
    "stale": lambda pool, key, thing: refused(lambda: pool[Key(3, 1 << 80)]),
    "no key": lambda pool, key, thing: refused(lambda: pool.remove("ant")),  # type: ignore[arg-type]
    "replace": lambda pool, key, thing: (pool.replace(key, thing), pool.__setitem__(key, thing)),
    "at_mut": lambda pool, key, thing: pool.at_mut(key, lambda element: element),
    "at_mut, raised": lambda pool, key, thing: refused(lambda: pool.at_mut(key, trouble)),
    "each": lambda pool, key, thing: (pool.each(lambda *_: 0), pool.each_mut(lambda _, e: e)),
    "retain": lambda pool, key, thing: pool.retain(lambda *_: True),
    "retain, raised": lambda pool, key, thing: refused(lambda: pool.retain(trouble)),
    "pop": lambda pool, key, thing: (pool.pop(pool.add(thing)), pool.pop(Key(3, 1 << 80), 1)),
    "pop, stale": lambda pool, key, thing: refused(lambda: pool.pop(Key(3, 1 << 80))),
    "del": lambda pool, key, thing: pool.__delitem__(pool.add(thing)),
    "retain, some": lambda pool, key, thing: [
        pool.copy().retain(lambda key, _: key.index % 2 == 0),
        refused(lambda: pool.retain(lambda *_: None)),  # type: ignore[arg-type]
    ],
    "each, raised": lambda pool, key, thing: (
        refused(lambda: pool.each(trouble)),
        refused(lambda: pool.each_mut(trouble)),
    ),
    "pack": lambda pool, key, thing: refused(lambda: pool.unpack(pool.pack(key))),
    "copy, attributes": lambda pool, key, thing: Attributes([thing] * 9).copy(),
    "keys": lambda pool, key, thing: (list(pool.keys()), list(pool), len(pool.keys())),
    "values": lambda pool, key, thing: (list(pool.values()), thing in pool.values()),
    "items": lambda pool, key, thing: (list(pool.items()), dict(pool.items())),
    "items in a loop": lambda pool, key, thing: [None for _ in pool.items()],
    "item": lambda pool, key, thing: ((key, thing) in pool.items(), (key, 5) in pool.items()),
    "left": lambda pool, key, thing: [
        left(iter(view))
        for view in (
            pool.keys(),
            pool.values(),
            pool.items(),
            pool.pivots(),
            pool.pairs(),
            pool.item_pairs(),
        )
    ],
    "refused": lambda pool, key, thing: [refused(lambda: pool.add(thing)) for _ in pool],
    "apply": lambda pool, key, thing: pool.apply(key, lambda _, others: shown(pool, others)),
    "inspect": lambda pool, key, thing: pool.inspect(key, lambda _, others: list(others)),
    "apply, raised": lambda pool, key, thing: refused(lambda: pool.apply(key, trouble)),
    "traverse": lambda pool, key, thing: pool.traverse(lambda *_: None),
    "pivots": lambda pool, key, thing: [shown(pool, others) for _, _, others in pool.pivots()],
    "pairs": lambda pool, key, thing: (list(pool.pairs()), list(pool.item_pairs())),
    "pairs in a loop": lambda pool, key, thing: [None for _ in pool.item_pairs()],
    "columns": lambda pool, key, thing: (bytes(pool.indices()), bytes(pool.mask())),
    "own view": lambda pool, key, thing: refused(lambda: StableAccess(pool, 0)),
    "reserve": lambda pool, key, thing: (pool.reserve(300), pool.shrink_to_fit()),
    "reserve, refused": lambda pool, key, thing: refused(lambda: pool.reserve(1 << 70)),
    "copy": lambda pool, key, thing: (pool.copy(), copy.copy(pool)),
    "drain": lambda pool, key, thing: pool.copy().drain(),
    "clear": lambda pool, key, thing: pool.copy().clear(),
    "pickle": lambda pool, key, thing: pickle.dumps(list(pool)),
    "load": lambda pool, key, thing: loaded(pool),
    "again": lambda pool, key, thing: StableList([thing] * 9).__init__([thing]),  # type: ignore[misc]
    "subclass": lambda pool, key, thing: many(Attributes(), thing),
    "inside": lambda pool, key, thing: (pool.check(), pool.layout(), pool.stats(), repr(pool)),
    "key": lambda pool, key, thing: (hash(key), repr(key), key < Key(1, 1 << 70), copy.copy(key)),
    "map": mapped,
    "cycle": lambda pool, key, thing: cycle(pool),
}
"""Each operation, as a function of a list, one of its keys, and the element of that key."""
