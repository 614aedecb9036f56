"""The port of anytree's `Node` as a forest: its names are kept beside it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))

import starter
from anytree import LoopError, Node

__all__ = ["FUNCTIONS"]

TABLE = """
node* number > truth -
remove number > truth -
remove_subtree number > truth -
clear > done -
append* number number > done -
prepend number number > done -
before number number > done -
after number number > done -
descendants number > sequence -
contains number > truth -
parent number > value -
children number > sequence -
roots > value -
len > number -
"""

Nodes = dict[int, Any]


def node(nodes: Nodes, name: int) -> bool:
    if name in nodes:
        return False
    nodes[name] = Node(name)
    return True


def moved(move: Callable[[Any, Any], None]) -> Callable[[Nodes, int, int], None]:
    """A move of a node to another; an error of the package is a refusal."""

    def tried(nodes: Nodes, name: int, place: int) -> None:
        if name not in nodes or place not in nodes:
            raise starter.Refused("missing")
        try:
            move(nodes[name], nodes[place])
        except LoopError as error:
            raise starter.Refused("cycle") from error

    return tried


def append(each: Any, to: Any) -> None:  # noqa: ANN401 - the package has no types
    if each.parent is to:  # it would stay where it is among its siblings
        each.parent = None
    each.parent = to


def prepend(each: Any, to: Any) -> None:  # noqa: ANN401
    to.children = (each, *(child for child in to.children if child is not each))


def beside(distance: int) -> Callable[[Any, Any], None]:
    """Move a node before its new sibling, or one further."""

    def move(each: Any, sibling: Any) -> None:  # noqa: ANN401
        if each is sibling:
            raise LoopError
        if sibling.parent is None:
            raise starter.Refused("root")
        row = [child for child in sibling.parent.children if child is not each]
        row.insert(row.index(sibling) + distance, each)
        sibling.parent.children = row

    return move


def remove(nodes: Nodes, name: int) -> bool:
    if name not in nodes:
        return False
    gone = nodes.pop(name)
    children, parent = gone.children, gone.parent
    gone.children = ()
    if parent is not None:
        row = list(parent.children)
        at = row.index(gone)
        parent.children = (*row[:at], *children, *row[at + 1 :])
    return True


def remove_subtree(nodes: Nodes, name: int) -> bool:
    if name not in nodes:
        return False
    top = nodes[name]
    top.parent = None
    for each in (top, *top.descendants):
        del nodes[each.name]
    return True


def names(some: Any) -> list[int]:  # noqa: ANN401
    return [each.name for each in some]


FUNCTIONS: starter.Functions = {
    "node": node,
    "remove": remove,
    "remove_subtree": remove_subtree,
    "clear": dict.clear,
    "append": moved(append),
    "prepend": moved(prepend),
    "before": moved(beside(0)),
    "after": moved(beside(1)),
    "descendants": lambda nodes, name: names(nodes[name].descendants) if name in nodes else None,
    "contains": dict.__contains__,
    "parent": lambda nodes, name: (
        nodes[name].parent.name if name in nodes and nodes[name].parent else None
    ),
    "children": lambda nodes, name: names(nodes[name].children) if name in nodes else None,
    "roots": lambda nodes: names(each for each in nodes.values() if each.is_root),
    "len": len,
}
"""What the nodes of anytree have of a forest."""


if __name__ == "__main__":
    fields = "protocol=6 name=anytree version=2.13.0 system=forest"
    starter.Port(fields, TABLE, lambda _: {}, FUNCTIONS).serve()
