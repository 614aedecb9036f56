"""The family of keyed heaps, also called indexed priority queues: keys that the caller chose, each with a priority.

`pop` and `peek` give an entry with the least priority; which of several is open. A heap that gives the greatest first
is one whose priorities are reversed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from stablelist_spec.core.contract import CHOSEN
from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Role
from stablelist_spec.core.operation import Operation

from .pool import Paired

__all__ = ["HEAP", "MEASURES", "Entries", "ways"]

Entries = tuple[tuple[int, int], ...]
"""Keys and priorities, by ascending key."""

NAME: Final = Operand("key", 0, 65_536, meaning=Meaning.MEMBER)
PRIORITY: Final = Operand("priority", 0, 1_000, usual=range(8), meaning=Meaning.VALUE)
"""Few are usual, so that several keys have the least one."""

HEAP: Final = Family(
    "heap",
    {
        "put": Kind(
            "put a key with a priority, and answer the one that it had",
            Role.GROW, (NAME, PRIORITY), displaces=True,
        ),
        "change": Kind(
            "change the priority of a key that is there, and answer the one that it had",
            Role.REPLACE, (NAME, PRIORITY),
        ),
        "remove": Kind("remove a key, and answer its priority", Role.SHRINK, (NAME,)),
        "pop": Kind("remove an entry with the least priority", Role.SHRINK, chosen=True),
        "clear": Kind("remove everything", Role.RESET, answer=Answer.DONE),
        "peek": Kind("read an entry with the least priority", Role.READ, chosen=True),
        "priority": Kind("look the priority of a key up", Role.READ, (NAME,)),
        "contains": Kind("ask whether a key is there", Role.READ, (NAME,), Answer.TRUTH),
        "len": Kind("count the keys", Role.READ, answer=Answer.NUMBER),
        "entries": Kind("list keys and priorities, in any order", Role.READ),
    },
    essential=frozenset({"put", "pop"}),
)  # fmt: skip
"""Every operation of a keyed heap."""


def least(entries: Entries) -> int:
    """How many entries have the least priority.

    >>> least(((3, 7), (4, 7), (5, 9)))
    2
    """
    priorities = [priority for _, priority in entries]
    return priorities.count(min(priorities, default=0))


MEASURES: Final[Mapping[str, Callable[[Entries], int]]] = {
    "entries": len,
    "equal priorities": least,
}
"""What programs should bring far."""


def ways(entries: Entries, operation: Operation) -> Iterator[tuple[object, Entries]]:
    """Every acceptable answer of a heap, with its entries afterwards.

    >>> [*ways(((3, 7), (4, 7), (5, 9)), Operation("pop"))]
    [(Paired(first=3, second=7), ((4, 7), (5, 9))), (Paired(first=4, second=7), ((3, 7), (5, 9)))]
    >>> [*ways(((3, 7), (4, 7), (5, 9)), Operation("peek", chosen=4))]
    [(Paired(first=4, second=7), ((3, 7), (4, 7), (5, 9)))]
    >>> [*ways(((3, 7),), Operation("change", key=3, priority=8))]
    [(7, ((3, 8),))]
    """
    match operation.name:
        case "pop" | "peek":
            for at in first(entries, operation):
                left = entries if operation.name == "peek" else entries[:at] + entries[at + 1 :]
                yield Paired(*entries[at]), left
            if not entries:
                yield None, entries
        case "len":
            yield len(entries), entries
        case "entries":
            yield tuple(Paired(*each) for each in entries), entries
        case "clear":
            yield None, ()
        case _:
            yield with_key(entries, operation)


def first(entries: Entries, operation: Operation) -> list[int]:
    """The places of the entries with the least priority; only that of the key that a heap chose, if it is one.

    Thousands may have the least priority, and what would be left without each of them need not be known.
    """
    lowest = min((priority for _, priority in entries), default=None)
    if (key := operation.operands.get(CHOSEN)) is not None:
        at = bisect_left(entries, (key,))
        if entries[at : at + 1] == ((key, lowest),):
            return [at]
    return [at for at, (_, priority) in enumerate(entries) if priority == lowest]


def with_key(entries: Entries, operation: Operation) -> tuple[object, Entries]:
    """The only answer of an operation on a key, with the entries afterwards."""
    key = operation["key"]
    at = bisect_left(entries, (key,))
    there = entries[at : at + 1]
    found = there[0][1] if there and there[0][0] == key else None
    rest = at if found is None else at + 1
    match operation.name:
        case "contains":
            return found is not None, entries
        case "remove":
            return found, entries[:at] + entries[rest:]
        case "put" | "change" if operation.name == "put" or found is not None:
            return found, (*entries[:at], (key, operation["priority"]), *entries[rest:])
    return found, entries
