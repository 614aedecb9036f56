"""The port of llist's doubly linked list as a sequence: its elements in the caller's order."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))

import starter
from llist import dllist

__all__ = ["FUNCTIONS"]

TABLE = """
push* number > done -
unshift number > done -
insert number number > done -
extend number number > done -
insert_many number number number > done -
pop > value -
shift > value -
remove_at number > value -
swap_remove number > value -
truncate number > done -
split_off number > sequence -
drain number number > sequence -
retain number number > sequence -
clear > done -
set number number > done -
swap number number > done -
reverse > done -
rotate number > done -
sort number > done -
get number > value -
from_end number > value -
contains number > truth -
index_of number > value -
slice number number > sequence -
len > number -
each > sequence -
each_backwards > sequence -
each_from number > sequence -
each_first number > sequence -
each_looking > sequence -
each_removing number number > sequence -
copy > clone -
swap_containers > done - both
equal > truth - both
append > done - both
"""


def removed_at(nodes: dllist, place: int) -> int:
    """Remove the node at a place; llist raises IndexError if there is none."""
    try:
        node = nodes.nodeat(place)
    except IndexError as error:
        raise starter.Refused("range") from error
    element: int = nodes.remove(node)
    return element


def rotated(nodes: dllist, times: int) -> None:
    if nodes:
        nodes.rotate(-(times % len(nodes)))


def put(nodes: dllist, place: int, value: int) -> None:
    try:
        nodes[place] = value
    except IndexError as error:
        raise starter.Refused("range") from error


def got(nodes: dllist, place: int) -> int | None:
    try:
        element: int = nodes[place]
    except IndexError:
        return None
    return element


FUNCTIONS: starter.Functions = {
    "push": dllist.append,
    "unshift": dllist.appendleft,
    "extend": lambda nodes, count, value: nodes.extend(range(value, value + count)),
    "pop": lambda nodes: nodes.pop() if nodes else None,
    "shift": lambda nodes: nodes.popleft() if nodes else None,
    "remove_at": removed_at,
    "clear": dllist.clear,
    "set": put,
    "rotate": rotated,
    "get": got,
    "from_end": lambda nodes, place: got(nodes, -1 - place),
    "len": len,
    "each": iter,
    "each_backwards": reversed,
}
"""What llist's doubly linked list has of a sequence."""
FIELDS = (
    "protocol=6 name=llist-in-order version=0.7.1 system=sequence capacity=grows removal=shifts"
)

if __name__ == "__main__":
    starter.Port(FIELDS, TABLE, lambda choices: dllist(), FUNCTIONS).serve()
