"""Ports of llist's doubly linked list and of `list` as sequences, in the caller's order; the argument selects one."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from llist import dllist
from tables.sequence.table import TABLE

__all__ = ["PORTS"]


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


LINKED: starter.Functions = {
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

# --- list, whose places beyond the end are clipped, except where an element is asked for


def popped(elements: list[int], place: int) -> int:
    try:
        return elements.pop(place)
    except IndexError as error:
        raise starter.Refused("range") from error


def assigned(elements: list[int], place: int, value: int) -> None:
    try:
        elements[place] = value
    except IndexError as error:
        raise starter.Refused("range") from error


def inserted(elements: list[int], place: int, count: int, value: int) -> None:
    elements[place:place] = range(value, value + count)


def cut(elements: list[int], start: int, end: int | None = None) -> list[int]:
    gone = elements[start:end]
    del elements[start:end]
    return gone


def appended(elements: list[int], other: list[int]) -> None:
    elements += other
    other.clear()


ARRAY: starter.Functions = {
    "push": list.append,
    "unshift": lambda elements, value: elements.insert(0, value),
    "insert": list.insert,
    "extend": lambda elements, count, value: elements.extend(range(value, value + count)),
    "insert_many": inserted,
    "pop": lambda elements: elements.pop() if elements else None,
    "shift": lambda elements: elements.pop(0) if elements else None,
    "remove_at": popped,
    "truncate": lambda elements, length: elements.__delitem__(slice(length, None)),
    "split_off": cut,
    "drain": cut,
    "clear": list.clear,
    "set": assigned,
    "reverse": list.reverse,
    "sort": lambda elements, modulus: elements.sort(key=lambda each: each % modulus),
    "get": lambda elements, place: elements[place] if place < len(elements) else None,
    "from_end": lambda elements, place: elements[-1 - place] if place < len(elements) else None,
    "contains": list.__contains__,
    "index_of": lambda elements, value: elements.index(value) if value in elements else None,
    "slice": lambda elements, start, end: elements[start:end],
    "len": len,
    "each": iter,
    "each_backwards": reversed,
    "copy": list.copy,
    "equal": lambda elements, other: elements == other,
    "append": appended,
}
"""What a list of Python has of a sequence."""

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
PORTS: dict[str, tuple[str, type, starter.Functions]] = {
    "llist": ("name=llist-in-order version=0.7.1", dllist, LINKED),
    "list": (f"name=list version={PYTHON} beyond=clips", list, ARRAY),
}
"""The ports by their names: what a port declares, the container, and what it has."""

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python lists.py " + "|".join(PORTS))
    declared, opened, functions = PORTS[sys.argv[1]]
    fields = f"protocol=6 system=sequence capacity=grows removal=shifts {declared}"
    starter.Port(fields, TABLE, lambda choices: opened(), functions).serve()
