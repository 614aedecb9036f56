"""The family of pools: containers that return a key for every element.

Object pools, slot maps, generational arenas and slabs are pools. Their observable behaviour is defined in
`stablelist_spec.families.contract`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stablelist_spec.core.family import (
    KEY,
    MODULUS,
    OTHER,
    Answer,
    Family,
    Kind,
    Meaning,
    Operand,
    Refusal,
    Role,
    Type,
)
from stablelist_spec.core.key import Key
from stablelist_spec.core.second import CLONING, EQUAL

__all__ = [
    "KEYED",
    "KEY_OPERATIONS",
    "LOOPS",
    "OF_LISTS",
    "OF_RELATIVES",
    "OF_TWO",
    "OF_VECTORS",
    "POOL",
    "RESTORING",
    "STRUCTURAL",
    "Abridged",
    "Exchanged",
    "Found",
    "Paired",
    "Pivot",
    "PoolError",
]

MOST_EXTENDED: Final = 1_000
MOST_RESERVED: Final = 65_536
MOST_VALUE: Final = 1_000
MOST_PLACE: Final = 65_535

MOST_TURNS: Final = (1 << 53) - 1
MOST_FILLED: Final = 1 << 22
MOST_SEED: Final = (1 << 32) - 1

CHANGE: Final = Operand("value", 0, MOST_VALUE, usual=(0, 1, 1, 2, 7, MOST_VALUE))
REPLACEMENT: Final = Operand("value", 0, MOST_VALUE, usual=range(500, MOST_VALUE))
"""Another element; its usual numbers are those of few insertions."""
RESIDUE: Final = Operand("residue", 0)
PLACE: Final = Operand("place", 0, MOST_PLACE, usual=range(4))
DIVISOR: Final = MODULUS._replace(usual=(1, 2, 2, 3, 10, 100, 1_000_000_000))
EXTENSION: Final = Operand(
    "count", 0, MOST_EXTENDED, usual=(0, 1, 2, 3, 5, 8, 13, 20), meaning=Meaning.COUNT
)
RESERVATION: Final = Operand("count", 0, MOST_RESERVED, usual=(0, 1, 3, 8, 9, 30, 60, 130, 300))

TURNS: Final = Operand("count", 1, MOST_TURNS)
FILLING: Final = Operand("count", 1, MOST_FILLED, meaning=Meaning.COUNT)
THINNING: Final = Operand("count", 1, MOST_FILLED)
SEED: Final = Operand("seed", 1, MOST_SEED)

POOL: Final = Family(
    "pool",
    {
        "add": Kind("insert the next element", Role.GROW, inserts=True),
        "insert_with": Kind(
            "insert the next element through a factory that is given its key",
            Role.GROW,
            inserts=True,
        ),
        "extend": Kind(
            "insert the next elements, all or none",
            Role.GROW,
            (EXTENSION,),
            inserts=True,
        ),
        "put": Kind(
            "insert the next element at an index of one's choice, in the place of what is there",
            Role.GROW,
            (PLACE,),
            inserts=True,
            displaces=True,
        ),
        "insert_at": Kind(
            "insert the next element at the slot of a key, in the place of what is there",
            Role.GROW,
            (KEY,),
            inserts=True,
            finds=False,
            displaces=True,
            since=6,
        ),
        "at": Kind("look up by key", Role.READ, (KEY,)),
        "pair": Kind("look two keys up at once", Role.READ, (KEY, OTHER)),
        "contains": Kind("ask whether a key resolves", Role.READ, (KEY,), Answer.TRUTH),
        "key_at": Kind("ask which key is at the index of a key", Role.READ, (KEY,), finds=False),
        "remove": Kind("remove by key", Role.SHRINK, (KEY,)),
        "remove_many": Kind("remove by two keys at once", Role.SHRINK, (KEY, OTHER)),
        "len": Kind("count the elements", Role.READ, answer=Answer.NUMBER),
        "is_empty": Kind("ask whether there are none", Role.READ, answer=Answer.TRUTH),
        "clear": Kind("remove everything", Role.RESET, answer=Answer.DONE),
        "each": Kind("iterate over keys and elements", Role.READ),
        "keys": Kind("iterate over the keys and look each one up", Role.READ),
        "apply": Kind(
            "lend a pivot and a view of all others", Role.READ, (KEY,), lists_others=True
        ),
        "inspect": Kind(
            "lend a pivot and a view of all others, read-only",
            Role.READ,
            (KEY,),
            lists_others=True,
        ),
        "exchange": Kind(
            "exchange the pivot with an element found through the view", Role.REPLACE, (KEY, OTHER)
        ),
        "replace": Kind(
            "put another element in the place of one",
            Role.REPLACE,
            (KEY, REPLACEMENT),
            Answer.TRUTH,
        ),
        "restore": Kind(
            "bring a retired key back, with an element, if its slot is vacant",
            Role.CHANGE,
            (KEY, REPLACEMENT),
            Answer.TRUTH,
            since=6,
            revives=True,
        ),
        "at_mut": Kind("change an element in place", Role.REPLACE, (KEY, CHANGE)),
        "each_mut": Kind("change every element in place", Role.REPLACE, (CHANGE,), Answer.DONE),
        "traverse": Kind("cross-iterate over everything", Role.READ, lists_others=True),
        "lend": Kind(
            "try a structural operation while an element is lent",
            Role.READ,
            (Operand("tried", type=Type.OPERATION),),
        ),
        "drain": Kind("remove everything, handing the elements out", Role.RESET),
        "retain": Kind(
            "keep some elements, handing the others out", Role.SHRINK, (MODULUS, RESIDUE)
        ),
        "each_removing": Kind(
            "iterate over all, and on the way remove those that do not leave a remainder",
            Role.SHRINK,
            (MODULUS, RESIDUE),
            iterates=True,
            since=6,
        ),
        "each_first": Kind(
            "iterate over so many elements at most, leave the iteration, and iterate over all",
            Role.READ,
            (Operand("most", 0, MOST_PLACE, usual=range(4)),),
            iterates=True,
            since=6,
        ),
        "sort": Kind(
            "sort by what remains of each element if it is divided, keeping the order of equal ones",
            Role.ORDER,
            (DIVISOR,),
            Answer.DONE,
        ),
        "reserve": Kind(
            "make room for more elements",
            Role.MEMORY,
            (RESERVATION,),
            Answer.DONE,
        ),
        "shrink_to_fit": Kind(
            "give back the room that is not needed", Role.MEMORY, answer=Answer.DONE
        ),
        "repack": Kind(
            "look up by a key that was packed into one integer and unpacked", Role.READ, (KEY,)
        ),
        "reload": Kind(
            "save the container, load it, and go on with what was loaded",
            Role.READ,
            answer=Answer.DONE,
        ),
        **CLONING,
        "equal": EQUAL,
        "cycle": Kind(
            "insert the next element and remove it, many times",
            Role.GROW,
            (TURNS,),
            inserts=True,
            since=6,
            loops=True,
        ),
        "fill": Kind(
            "insert the next elements one by one, as far as there is room",
            Role.GROW,
            (FILLING,),
            inserts=True,
            since=6,
            loops=True,
        ),
        "thin": Kind(
            "remove by many keys, one by one, in an order that is drawn",
            Role.SHRINK,
            (THINNING, SEED),
            since=6,
            loops=True,
        ),
        "layout": Kind("show partitions and free lists", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({"add", "remove"}),
)
"""Every operation of a pool."""


class PoolError(Refusal):
    """Errors that belong to normal operation. They change nothing."""

    FULL = "full"
    """No index is left (R9)."""
    BORROW = "borrow"
    """A structural change while elements are lent (R14)."""


class Pivot(NamedTuple):
    """The elements that a callback of cross-iteration sees: the pivot and, through the view, all others."""

    element: int
    others: tuple[int, ...]


class Found(NamedTuple):
    """A live key, and its element."""

    key: Key
    element: int


class Paired(NamedTuple):
    """The elements of two keys, or None where a key is not found."""

    first: int | None
    second: int | None


class Exchanged(NamedTuple):
    """The pivot, and the element found through the view, if any, before the exchange."""

    pivot: int
    other: int | None


class Abridged(NamedTuple):
    """A list that may be long, of which an answer shows the length, both ends and a checksum."""

    items: tuple[object, ...]


KEYED: Final = frozenset(POOL.keyed)
"""Operations on one key, or two."""

OF_TWO: Final = frozenset(name for name, keys in POOL.keys.items() if len(keys) == 2)
"""Operations on two keys."""

LOOPS: Final = POOL.looping
"""Operations that repeat others, so that one word takes a container far."""

RESTORING: Final = "restore"
"""The operation that makes a retired key live again, which only StableList has."""

OF_RELATIVES: Final = (
    frozenset({"pair", "put", "insert_at", RESTORING, "each_removing", "each_first", "sort"})
    | POOL.both
)
"""Operations that a StableList does not have, or not all of its variants."""

KEY_OPERATIONS: Final = tuple(name for name in POOL.keyed if name not in OF_TWO | OF_RELATIVES)
"""Operations on one key."""

OF_LISTS: Final = frozenset({"key_at", "remove_many", RESTORING})
"""Operations that only StableList and its variants have."""

OF_VECTORS: Final = frozenset({"sort"})
"""Operations that only vectors have."""

STRUCTURAL: Final = tuple(name for name in POOL.structural if name not in OF_RELATIVES)
"""Operations of a StableList that are refused while elements are lent (R14)."""
