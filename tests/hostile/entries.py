"""Every method of the extension, each called so that nothing but itself and what it calls allocates.

An entry prepares a call of C code, from a list and one of its keys. (`famine` lets each allocation fail.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import and_, attrgetter, contains, delitem, eq, getitem, is_, is_not, lt, neg, setitem
from typing import Any, Final

from hostile.elements import Attributes
from hostile.operations import filled
from stablelist import Key, SecondaryMap, StableAccess, StableList
from stablelist.lending import CHANGING
from stablelist.pairs import Pairs
from stablelist.pivots import Pivots

__all__ = ["ENTRIES", "prepared"]

Call = Callable[[], object]

STALE: Final[Any] = Key(3, 1 << 80)


def empty(pool: Any) -> Any:
    """A new list with the same source of ids."""
    return StableList[Any](ids=pool._parameters.ids)


def others(pool: Any) -> Any:
    """A view of all elements but the first."""
    return StableAccess._of(pool, 0)


def ended(pool: Any) -> Any:
    """A view that has ended."""
    view = others(pool)
    view._end()
    return view


def values(pool: Any) -> Any:
    """A map with a value for each key."""
    return SecondaryMap(pool, dict.fromkeys(pool, 5))


def stale_values(pool: Any) -> Any:
    """A map with a value of a retired key, which was not swept."""
    key = pool.add(5)
    made = values(pool)
    pool.remove(key)
    return made


def after_a_step(iterator: Any) -> Any:
    """An iterator after its first step."""
    next(iterator)
    return iterator


def lent(pool: Any, call: Any) -> Any:
    """The call, which holds a loan of the list."""
    call.loan = iter(pool)
    return call


def invalidating(pool: Any) -> Any:
    """A list with the same source of ids, whose changes invalidate loans."""
    return StableList[Any]([5, 6, 7], ids=pool._parameters.ids, lend="invalidate")


def invalidated(pool: Any, walk: Callable[[Any], Any]) -> Any:
    """An iterator after its first step, and a change after that."""
    made = invalidating(pool)
    iterator = after_a_step(iter(walk(made)))
    made.add(8)
    return iterator


def overriding(pool: Any) -> Any:
    """A list like that with attributes, whose class overrides `remove`."""
    made = Attributes()
    made.__setstate__(pool._state())
    return made


def changing(pool: Any, name: str, *arguments: object) -> Call:
    """A call of a part of a change, and a change under way."""
    pool._open = CHANGING
    return partial(getattr(pool, name), *arguments)


ENTRIES: Final[dict[str, Callable[[Any, Any], Call]]] = {
    "add": lambda pool, key: partial(pool.add, 5),
    "add, lent": lambda pool, key: lent(pool, partial(pool.add, 5)),
    "extend": lambda pool, key: partial(pool.extend, [5] * 20),
    "extend, empty before": lambda pool, key: partial(StableList[Any]().extend, (5, 6)),
    "extend, lent": lambda pool, key: lent(pool, partial(pool.extend, [5])),
    "insert_with": lambda pool, key: partial(pool.insert_with, hash),
    "insert_with, lent": lambda pool, key: lent(pool, partial(pool.insert_with, hash)),
    "pop": lambda pool, key: partial(pool.pop, key),
    "pop, stale": lambda pool, key: partial(pool.pop, STALE),
    "pop, default": lambda pool, key: partial(pool.pop, STALE, 5),
    "pop, overridden": lambda pool, key: partial(overriding(pool).pop, key),
    "retain": lambda pool, key: partial(pool.retain, is_),
    "retain, all": lambda pool, key: partial(pool.retain, is_not),
    "retain, undecided": lambda pool, key: partial(pool.retain, lambda *_: None),
    "at_mut": lambda pool, key: partial(pool.at_mut, key, neg),
    "at_mut, stale": lambda pool, key: partial(pool.at_mut, STALE, neg),
    "each": lambda pool, key: partial(pool.each, is_),
    "each_mut": lambda pool, key: partial(pool.each_mut, is_),
    "pack": lambda pool, key: partial(pool.pack, key),
    "pack, too wide": lambda pool, key: partial(pool.pack, STALE),
    "unpack": lambda pool, key: partial(pool.unpack, 1 << 70),
    "copy": lambda pool, key: pool.copy,
    "copy, attributes": lambda pool, key: overriding(pool).copy,
    "remove": lambda pool, key: partial(pool.remove, key),
    "remove, no key": lambda pool, key: partial(pool.remove, 5),
    "at": lambda pool, key: partial(pool.at, key),
    "at, stale": lambda pool, key: partial(pool.at, STALE),
    "get": lambda pool, key: partial(pool.get, key, 5),
    "contains": lambda pool, key: partial(pool.contains, key),
    "replace": lambda pool, key: partial(pool.replace, key, 5),
    "keys": lambda pool, key: pool.keys,
    "values": lambda pool, key: pool.values,
    "items": lambda pool, key: pool.items,
    "len": lambda pool, key: partial(len, pool),
    "in": lambda pool, key: partial(contains, pool, key),
    "[]": lambda pool, key: partial(getitem, pool, key),
    "[], stale": lambda pool, key: partial(getitem, pool, STALE),
    "[] =": lambda pool, key: partial(setitem, pool, key, 5),
    "del": lambda pool, key: partial(delitem, pool, key),
    "del, lent": lambda pool, key: lent(pool, partial(delitem, pool, key)),
    "iter": lambda pool, key: partial(list, pool),
    "_begin": lambda pool, key: partial(pool._begin, pool._parameters, 0),
    "_cells": lambda pool, key: pool._cells,
    "_charge": lambda pool, key: pool._charge,
    "_clear": lambda pool, key: changing(pool, "_clear"),
    "_costs": lambda pool, key: pool._costs,
    "_element": lambda pool, key: partial(pool._element, 0),
    "_exchange": lambda pool, key: partial(pool._exchange, 0, 5),
    "_find": lambda pool, key: partial(pool._find, key),
    "_indices": lambda pool, key: pool._indices,
    "_mask": lambda pool, key: pool._mask,
    "_invalidate": lambda pool, key: lent(made := invalidating(pool), partial(made._invalidate)),
    "_invalidate, refused": lambda pool, key: pool._invalidate,
    "add, invalidating": lambda pool, key: lent(made := invalidating(pool), partial(made.add, 5)),
    "insert_with, invalidated": lambda pool, key: partial(
        (made := invalidating(pool)).insert_with, made.add
    ),
    "at_mut, invalidated": lambda pool, key: partial(
        (made := invalidating(pool)).at_mut, key, made.add
    ),
    "next item, invalidated": lambda pool, key: partial(next, invalidated(pool, StableList.items)),
    "next pair, invalidated": lambda pool, key: partial(next, invalidated(pool, StableList.pairs)),
    "next pivot, invalidated": lambda pool, key: partial(
        next, invalidated(pool, StableList.pivots)
    ),
    "_key_at": lambda pool, key: partial(pool._key_at, 0),
    "_lengths": lambda pool, key: pool._lengths,
    "_live_items": lambda pool, key: partial(list, pool._live_items()),
    "_load": lambda pool, key: partial(
        empty(pool)._load, 4, 4, [None, 7, 8], [5, 6], ((0,), (), ()), (0,) * 5, 0
    ),
    "_memory": lambda pool, key: pool._memory,
    "_next_id": lambda pool, key: partial(attrgetter("_next_id"), pool),
    "_next_key": lambda pool, key: partial(pool._next_key, "add"),
    "_picture": lambda pool, key: pool._picture,
    "_put": lambda pool, key: changing(pool, "_put", 5),
    "_put_all": lambda pool, key: changing(pool, "_put_all", [5] * 20),
    "_reserve": lambda pool, key: changing(pool, "_reserve", 100),
    "_restore": lambda pool, key: changing(pool, "_restore", Key(len(pool), 0), 5),
    "_shrink": lambda pool, key: changing(pool, "_shrink"),
    "_take": lambda pool, key: changing(pool, "_take", StableList([5])),
    "_vacate": lambda pool, key: changing(pool, "_vacate", 0),
    "_vacate, no change": lambda pool, key: partial(pool._vacate, 0),
    "__reversed__": lambda pool, key: partial(list, pool.__reversed__()),
    "reversed values()": lambda pool, key: pool.values().__reversed__,
    "keys()": lambda pool, key: partial(list, pool.keys()),
    "key in keys()": lambda pool, key: partial(contains, pool.keys(), key),
    "values()": lambda pool, key: partial(list, pool.values()),
    "value in values()": lambda pool, key: partial(contains, pool.values(), 5),
    "items()": lambda pool, key: partial(list, pool.items()),
    "item in items()": lambda pool, key: partial(contains, pool.items(), (key, 5)),
    "repr of a view": lambda pool, key: partial(repr, pool.items()),
    "len of a view": lambda pool, key: partial(len, pool.items()),
    "next item": lambda pool, key: partial(next, after_a_step(iter(pool.items()))),
    "__reduce__": lambda pool, key: iter(pool.items()).__reduce__,
    "pivots": lambda pool, key: partial(Pivots, pool, StableAccess),
    "next pivot": lambda pool, key: partial(next, after_a_step(pool.pivots())),
    "pairs": lambda pool, key: partial(list, pool.pairs()),
    "item pairs": lambda pool, key: partial(list, pool.item_pairs()),
    "_of of pairs": lambda pool, key: partial(Pairs._of, pool, True),
    "next item pair": lambda pool, key: partial(next, after_a_step(pool.item_pairs())),
    "_of": lambda pool, key: partial(StableAccess._of, pool, 0),
    "by hand": lambda pool, key: partial(StableAccess, pool, 0),
    "_end": lambda pool, key: others(pool)._end,
    "_lent_pool": lambda pool, key: others(pool)._lent_pool,
    "at of a view": lambda pool, key: partial(others(pool).at, key),
    "get of a view": lambda pool, key: partial(others(pool).get, key, 5),
    "contains of a view": lambda pool, key: partial(others(pool).contains, key),
    "keys of a view": lambda pool, key: others(pool).keys,
    "values of a view": lambda pool, key: partial(list, others(pool).values()),
    "items of a view": lambda pool, key: partial(list, others(pool).items()),
    "iter of a view": lambda pool, key: partial(list, others(pool)),
    "[] of a view, pivot": lambda pool, key: partial(getitem, others(pool), key),
    "[] of a view, stale": lambda pool, key: partial(getitem, others(pool), STALE),
    "at of a view that has ended": lambda pool, key: partial(ended(pool).at, key),
    "[] of a map": lambda pool, key: partial(getitem, values(pool), key),
    "[] of a map, stale": lambda pool, key: partial(getitem, values(pool), STALE),
    "[] = of a map": lambda pool, key: partial(setitem, SecondaryMap(pool), key, 5),
    "[] = of a map, stale": lambda pool, key: partial(setitem, values(pool), STALE, 5),
    "get of a map": lambda pool, key: partial(values(pool).get, key),
    "pop of a map": lambda pool, key: partial(values(pool).pop, key),
    "len of a map": lambda pool, key: partial(len, stale_values(pool)),
    "iter of a map": lambda pool, key: partial(list, stale_values(pool)),
    "keys of a map": lambda pool, key: stale_values(pool).keys,
    "items of a map": lambda pool, key: partial(list, stale_values(pool).items()),
    "values of a map": lambda pool, key: partial(list, stale_values(pool).values()),
    "keys of a map &": lambda pool, key: partial(and_, stale_values(pool).keys(), {key}),
    "keys of a map ==": lambda pool, key: partial(eq, stale_values(pool).keys(), {key}),
    "_joined": lambda pool, key: partial(SecondaryMap._joined, True, *[values(pool)] * 3),
    "next of a join": lambda pool, key: partial(
        next, after_a_step(SecondaryMap._joined(True, *[values(pool)] * 2))
    ),
    "next of a long join": lambda pool, key: partial(
        next, after_a_step(SecondaryMap._joined(False, *[values(pool)] * 20))
    ),
    "_begin of a map": lambda pool, key: partial(values(pool)._begin, pool),
    "_load of a map": lambda pool, key: partial(SecondaryMap[int](pool)._load, [(key, 5)]),
    "_sizes of a map": lambda pool, key: partial(attrgetter("_sizes"), values(pool)),
    "_memory of a map": lambda pool, key: values(pool)._memory,
    "clear of a map": lambda pool, key: values(pool).clear,
    "sweep of a map": lambda pool, key: stale_values(pool).sweep,
    "Key": lambda pool, key: partial(Key, 1, 1 << 80),
    "hash": lambda pool, key: partial(hash, STALE),
    "repr": lambda pool, key: partial(repr, STALE),
    "<": lambda pool, key: partial(lt, STALE, key),
    "index": lambda pool, key: partial(attrgetter("index"), Key(1 << 40, 1)),
    "id": lambda pool, key: partial(attrgetter("id"), Key(1 << 40, 1 << 40)),
    "__reduce__ of a key": lambda pool, key: STALE.__reduce__,
}
"""By the name of the method; after a comma, what is special."""


def prepared(entry: str, parameters: str) -> tuple[StableList[Any], Call]:
    """A list, and a call of that entry on it."""
    pool = filled(7, parameters)
    return pool, ENTRIES[entry](pool, next(iter(list(pool))))
