"""Ports of ``IndexedSet``, ``OrderedSet`` and ``SortedSet``, of boltons, sortedcollections and sortedcontainers.

The first argument selects one: ``all`` has all of ``IndexedSet`` but ``index``; ``index`` has it, and as few others as
possible; ``ordered`` is ``OrderedSet``, ``sorted`` is ``SortedSet``. The second argument is the version, if there are
several.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from tables.set.table import TABLE

if sys.argv[1:] == ["sorted"]:
    from sortedcontainers import SortedSet as Members
elif sys.argv[1:2] == ["ordered"]:
    from sortedcollections import OrderedSet as Members
else:
    from boltons.setutils import IndexedSet as Members

__all__ = ["FUNCTIONS", "INDEX", "ORDERED", "SORTED"]

T = TypeVar("T")


def inserted(members: Members, number: int) -> bool:
    before = len(members)
    members.add(number)
    return len(members) > before


def removed(members: Members, number: int) -> bool:
    before = len(members)
    members.discard(number)
    return len(members) < before


def removed_at(members: Members, place: int) -> int:
    try:
        number: int = members.pop(place)
    except IndexError as error:
        raise starter.Refused("range") from error
    return number


def counted(change: Callable[..., object]) -> Callable[..., int]:
    """A function that changes a set, and answers the number of members."""

    def changed(members: Members, *operands: object) -> int:
        change(members, *operands)
        return len(members)

    return changed


def found(read: Callable[..., T]) -> Callable[..., T | None]:
    """A function that answers None where the set raises IndexError or ValueError."""

    def reading(*operands: object) -> T | None:
        try:
            return read(*operands)
        except (IndexError, ValueError):
            return None

    return reading


INDEX: starter.Functions = {
    "insert": inserted,
    "insert_range": counted(lambda members, start, end: members.update(range(start, end))),
    "remove": removed,
    "contains": lambda members, number: number in members,
    "index_of": found(Members.index),
    "each_in_order": iter,
}
"""What shows whether ``index`` is right."""
FUNCTIONS: starter.Functions = {
    **{name: function for name, function in INDEX.items() if name != "index_of"},
    "remove_at": removed_at,
    "clear": Members.clear,
    "copy": Members,
    "union": counted(lambda members, other: members.update(other)),
    "intersect": counted(lambda members, other: members.intersection_update(other)),
    "subtract": counted(lambda members, other: members.difference_update(other)),
    "nth": found(Members.__getitem__),
    "first": found(lambda members: members[0]),
    "last": found(lambda members: members[-1]),
    "len": len,
    "each_backwards": reversed,
}
"""What ``IndexedSet`` has of a set, without ``index``. Its ``==`` compares orders, so there is no ``equal``."""

SORTED: starter.Functions = {
    **INDEX,
    **FUNCTIONS,
    "equal": lambda members, other: members == other,
    "next": lambda members, number: next(members.irange(number), None),
    "rank": lambda members, number: members.bisect_left(number),
    "each_from": lambda members, number: members.irange(number),
}
"""What ``SortedSet`` has."""

ORDERED: starter.Functions = {
    **{name: function for name, function in INDEX.items() if name != "insert_range"},
    "nth": found(Members.__getitem__),
    "len": len,
    "each_backwards": reversed,
}
"""What ``OrderedSet`` has."""

SETS: dict[str, tuple[str, starter.Functions]] = {
    "all": ("name=boltons-IndexedSet order=insertion", FUNCTIONS),
    "index": ("name=boltons-IndexedSet order=insertion", INDEX),
    "ordered": ("name=OrderedSet order=insertion", ORDERED),
    "sorted": ("name=SortedSet order=ascending", SORTED),
}

if __name__ == "__main__":
    named, functions = SETS[sys.argv[1]]
    version = sys.argv[2] if len(sys.argv) > 2 else "2.4.0"
    fields = f"protocol=6 {named} version={version} system=set universe=0"
    starter.Port(fields, TABLE, lambda choices: Members(), functions).serve()
