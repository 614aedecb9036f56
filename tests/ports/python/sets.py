"""The port of boltons' ``IndexedSet``, a set in the order of insertion. The first argument says which functions it has.

``all`` has all but ``index``; ``index`` has it, and as few others as possible. The second argument is the version.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))

import starter
from boltons.setutils import IndexedSet

__all__ = ["FUNCTIONS", "INDEX"]

T = TypeVar("T")
TABLE = """
insert* number > truth -
insert_range number number > number -
insert_at number number > truth -
remove* number > truth -
remove_range number number > number -
remove_at number > value -
cut number > number -
retain number number > value -
clear > done -
flip number > number -
flip_range number number > number -
mark > done -
undo > number -
compact > done -
copy > clone -
swap_containers > done - both
equal > truth - both
union > number - both
intersect > number - both
subtract > number - both
contains number > truth -
next number > number -
rank number > number -
index_of number > number -
nth number > number -
count_range number number > number -
first > number -
last > number -
len > number -
is_empty > truth -
each > value -
each_in_order > sequence -
each_backwards > sequence -
"""


def inserted(members: IndexedSet, number: int) -> bool:
    before = len(members)
    members.add(number)
    return len(members) > before


def removed(members: IndexedSet, number: int) -> bool:
    before = len(members)
    members.discard(number)
    return len(members) < before


def removed_at(members: IndexedSet, place: int) -> int:
    try:
        number: int = members.pop(place)
    except IndexError as error:
        raise starter.Refused("range") from error
    return number


def counted(change: Callable[..., object]) -> Callable[..., int]:
    """A function that changes a set, and answers the number of members."""

    def changed(members: IndexedSet, *operands: object) -> int:
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
    "index_of": found(IndexedSet.index),
    "each_in_order": iter,
}
"""What shows whether ``index`` is right."""
FUNCTIONS: starter.Functions = {
    **{name: function for name, function in INDEX.items() if name != "index_of"},
    "remove_at": removed_at,
    "clear": IndexedSet.clear,
    "copy": IndexedSet,
    "union": counted(IndexedSet.update),
    "intersect": counted(IndexedSet.intersection_update),
    "subtract": counted(IndexedSet.difference_update),
    "nth": found(IndexedSet.__getitem__),
    "first": found(lambda members: members[0]),
    "last": found(lambda members: members[-1]),
    "len": len,
    "each_backwards": reversed,
}
"""What ``IndexedSet`` has of a set, without ``index``. Its ``==`` compares orders, so there is no ``equal``."""

if __name__ == "__main__":
    functions = {"all": FUNCTIONS, "index": INDEX}[sys.argv[1]]
    fields = f"protocol=6 name=boltons-IndexedSet version={sys.argv[2]} system=set order=insertion universe=0"
    starter.Port(fields, TABLE, lambda choices: IndexedSet(), functions).serve()
