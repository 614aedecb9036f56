"""The family of maps: every element has a name that the caller chose, its key, and there is at most one of each.

Keys and elements are numbers. Containers differ in two ways, which are options:

- The order of iteration: none that is documented, by insertion, by use, or by ascending key. Where it is by use, the
  key that an operation finds or inserts becomes the last one; only `peek` and `contains` leave the order as it is.
- With a capacity, a full map refuses another key, or evicts its first entry. Without a documented order, the first
  entry is the oldest. A cache that evicts what was least recently used is a map in the order of use.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from stablelist_spec.core.family import (
    MODULUS,
    Answer,
    Family,
    Kind,
    Meaning,
    Operand,
    Refusal,
    Role,
)
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import APPEND, CLONING, EQUAL

from .iterating import iterating
from .pool import Paired

__all__ = ["MAP", "ORDERED", "Entries", "Full", "MapError", "Order", "answered", "joined"]

Entries = tuple[tuple[int, int], ...]
"""Keys and elements, in the order of the map."""


class MapError(Refusal):
    """The errors of a map."""

    FULL = "full"
    """It has a capacity, and no room."""


class Order(Enum):
    """The order of iteration."""

    NONE = "none"
    """None is documented."""
    INSERTION = "insertion"
    """The oldest key comes first; another element for a key that is there does not move it."""
    USE = "use"
    """The least recently used key comes first."""
    KEY = "key"
    """The smallest key comes first."""


class Full(Enum):
    """What a full map does with another key."""

    REFUSES = "refuses"
    """It refuses it."""
    EVICTS = "evicts"
    """It removes its first entry."""


class Chosen(Protocol):
    """The options of a map; a capacity of 0 means that it grows."""

    @property
    def order(self) -> Order: ...
    @property
    def full(self) -> Full: ...
    @property
    def capacity(self) -> int: ...


NAME: Final = Operand("key", 0, 65_536, meaning=Meaning.MEMBER)
VALUE: Final = Operand("value", 0, 1_000, meaning=Meaning.VALUE)
PLACE: Final = Operand("place", 0, 65_536)

MAP: Final = Family(
    "map",
    {
        "put": Kind(
            "put an element under a key, and answer the one that was there",
            Role.GROW, (NAME, VALUE), displaces=True,
        ),
        "put_if_absent": Kind(
            "put an element under a key unless there is one, and answer that",
            Role.GROW, (NAME, VALUE), displaces=True,
        ),
        "remove": Kind("remove a key, and answer its element", Role.SHRINK, (NAME,)),
        "swap_remove": Kind(
            "remove a key, and move the last entry into its place", Role.SHRINK, (NAME,)
        ),
        "pop_first": Kind("remove the first entry", Role.SHRINK),
        "pop_last": Kind("remove the last entry", Role.SHRINK),
        "retain": Kind(
            "keep the keys that leave a remainder, handing the other elements out",
            Role.SHRINK, (MODULUS, Operand("residue")),
        ),
        "clear": Kind("remove everything", Role.RESET, answer=Answer.DONE),
        "get": Kind("look a key up, which is a use of it", Role.ORDER, (NAME,)),
        "add_to": Kind(
            "add a number to the element of a key", Role.REPLACE, (NAME, VALUE)
        ),
        "peek": Kind("look a key up without using it", Role.READ, (NAME,)),
        "contains": Kind("ask whether a key is there", Role.READ, (NAME,), Answer.TRUTH),
        "len": Kind("count the keys", Role.READ, answer=Answer.NUMBER),
        "keys": Kind("list the keys, in any order", Role.READ),
        "values": Kind("list the elements, in any order", Role.READ),
        "entries": Kind("list keys and elements, in any order", Role.READ),
        "each": Kind("iterate over keys and elements", Role.READ, answer=Answer.SEQUENCE),
        "each_backwards": Kind("iterate backwards", Role.READ, answer=Answer.SEQUENCE),
        "first": Kind("read the first entry", Role.READ),
        "last": Kind("read the last entry", Role.READ),
        "entry_at": Kind("read the entry at a place", Role.READ, (PLACE,)),
        **iterating(NAME, listed=Answer.VALUE),
        **CLONING,
        "equal": EQUAL,
        "append": APPEND,
    },
    essential=frozenset({"put"}),
)  # fmt: skip
"""Every operation of a map."""

ORDERED: Final = frozenset(
    {
        "each", "each_backwards", "each_from", "each_first", "first", "last", "entry_at",
        "pop_first", "pop_last", "swap_remove",
    }
)  # fmt: skip
"""The operations that need a documented order."""


def answered(chosen: Chosen, entries: Entries, operation: Operation) -> tuple[object, Entries]:
    """The answer of a map, and its entries afterwards: its whole observable behaviour.

    >>> from stablelist_spec.systems.map import Configuration
    >>> answered(Configuration(), ((3, 7),), Operation("put", key=3, value=8))
    (7, ((3, 8),))
    >>> cache = Configuration(order=Order.USE, full=Full.EVICTS, capacity=2)
    >>> answered(cache, ((3, 7), (4, 8)), Operation("get", key=3))
    (7, ((4, 8), (3, 7)))
    >>> answered(cache, ((4, 8), (3, 7)), Operation("put", key=5, value=9))
    (None, ((3, 7), (5, 9)))
    """
    match MAP.kinds[operation.name].role:
        case Role.GROW:
            return grown(chosen, entries, operation)
        case Role.SHRINK | Role.RESET:
            return shrunk(entries, operation)
        case Role.READ:
            return read(entries, operation), entries
    return used(chosen, entries, operation)


def grown(chosen: Chosen, entries: Entries, operation: Operation) -> tuple[object, Entries]:
    """Put an element under a key: in the place of another, or as a new entry; answer the other one."""
    key, value, known = operation["key"], operation["value"], dict(entries)
    if key in known:
        keeps = operation.name == "put_if_absent"
        return known[key], changed(chosen, entries, key, known[key] if keeps else value)
    if chosen.capacity and len(entries) == chosen.capacity:
        if chosen.full is Full.REFUSES:
            return MapError.FULL, entries
        entries = entries[1:]
    inserted = (*entries, (key, value))
    return None, tuple(sorted(inserted)) if chosen.order is Order.KEY else inserted


def joined(
    chosen: Chosen, mine: Entries, others: Entries, operation: Operation
) -> tuple[object, Entries, Entries]:
    """The answer of a map to an operation that concerns another one, and the entries of both afterwards.

    Two maps are equal if they have the same elements under the same keys, whatever their orders. The entries of another
    map are put one after the other, in its order; all or none, if there is no room.

    >>> from stablelist_spec.systems.map import Configuration
    >>> joined(Configuration(), ((3, 7), (4, 8)), ((4, 9), (2, 5)), Operation("append"))
    (None, ((3, 7), (4, 9), (2, 5)), ())
    """
    if operation.name == "equal":
        return dict(mine) == dict(others), mine, others
    entries = mine
    for key, value in others:
        put = Operation("put", key=key, value=value)
        answer, entries = grown(chosen, entries, put)
        if answer is MapError.FULL:
            return answer, mine, others
    return None, entries, ()


def changed(chosen: Chosen, entries: Entries, key: int, value: int) -> Entries:
    """The entries after a key that is there was used, and has this element."""
    if chosen.order is Order.USE:
        return (*(each for each in entries if each[0] != key), (key, value))
    return tuple((key, value) if each[0] == key else each for each in entries)


def used(chosen: Chosen, entries: Entries, operation: Operation) -> tuple[object, Entries]:
    """Look a key up, or change its element."""
    key, known = operation["key"], dict(entries)
    if key not in known:
        return None, entries
    value = known[key] + operation.operands.get("value", 0)
    return value, changed(chosen, entries, key, value)


def shrunk(entries: Entries, operation: Operation) -> tuple[object, Entries]:
    """Remove entries."""
    match operation.name:
        case "pop_first" | "pop_last":
            place = 0 if operation.name == "pop_first" else len(entries) - 1
            kept = (*entries[:place], *entries[place + 1 :])
            return (Paired(*entries[place]), kept) if entries else (None, entries)
        case "remove" | "swap_remove":
            return without(entries, operation["key"], swaps=operation.name == "swap_remove")
        case "retain":
            modulus, residue = operation["modulus"], operation["residue"]
            left = tuple(value for key, value in entries if key % modulus != residue)
            return left, tuple(each for each in entries if each[0] % modulus == residue)
    return None, ()


def without(entries: Entries, key: int, *, swaps: bool) -> tuple[int | None, Entries]:
    """The element of a key, and the other entries in their order, or with the last one in the gap.

    >>> without(((3, 7), (4, 8), (5, 9)), 3, swaps=True)
    (7, ((5, 9), (4, 8)))
    >>> without(((3, 7),), 4, swaps=False)
    (None, ((3, 7),))
    """
    places = [place for place, (other, _) in enumerate(entries) if other == key]
    if not places:
        return None, entries
    (place,) = places
    tail = entries[place + 1 :]
    later = (*tail[-1:], *tail[:-1]) if swaps else tail
    return entries[place][1], (*entries[:place], *later)


def read(entries: Entries, operation: Operation) -> object:
    """The answer to a question."""
    match operation.name:
        case "peek" | "contains":
            found = dict(entries).get(operation["key"])
            return found if operation.name == "peek" else found is not None
        case "len":
            return len(entries)
        case "keys" | "values":
            return tuple(each[operation.name == "values"] for each in entries)
        case "first" | "last" | "entry_at":
            order = entries[::-1] if operation.name == "last" else entries
            place = operation.operands.get("place", 0)
            return Paired(*order[place]) if place < len(entries) else None
    order = entries[::-1] if operation.name == "each_backwards" else entries
    return tuple(Paired(*each) for each in order)
