"""Ports of anytree's `Node` and treelib's `Tree` as forests; the argument selects one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import starter
from anytree import LoopError, Node
from tables.forest.table import TABLE
from treelib import Tree
from treelib.exceptions import LoopError as TreeLoopError

__all__ = ["PORTS"]

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


ANYTREE: starter.Functions = {
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
"""The nodes of anytree are kept under their names."""

# --- treelib ----------------------------------------------------------------------------------------

TOP = -1
"""The root of a `Tree`, which has only one: the roots of the forest are its children."""


def planted() -> Any:  # noqa: ANN401
    tree = Tree()
    tree.create_node(identifier=TOP)
    return tree


def plant(tree: Any, name: int) -> bool:  # noqa: ANN401
    is_new = name not in tree
    if is_new:
        tree.create_node(identifier=name, parent=TOP)
    return is_new


def parent_of(tree: Any, name: int) -> int | None:  # noqa: ANN401
    above: int | None = tree.parent(name).identifier if name in tree else None
    return None if above == TOP else above


def move(tree: Any, name: int, to: int) -> None:  # noqa: ANN401
    if name not in tree or to not in tree:
        raise starter.Refused("missing")
    try:
        tree.move_node(name, to)
    except TreeLoopError as error:
        raise starter.Refused("cycle") from error


def move_elsewhere(tree: Any, name: int, to: int) -> None:  # noqa: ANN401
    """What a node does that is moved to itself is a finding of its own."""
    if name == to and name in tree:
        raise starter.Refused("cycle")
    move(tree, name, to)


def move_anywhere(tree: Any, name: int, to: int) -> None:  # noqa: ANN401
    """`move_node` does not end where a node is its own parent, or below such a node."""
    if to in tree and to not in tree.expand_tree(TOP, sorting=False):
        raise ValueError("move_node would not end")
    move(tree, name, to)


def cleared(tree: Any) -> None:  # noqa: ANN401
    for each in tree.children(TOP):
        tree.remove_node(each.identifier)


TREELIB: starter.Functions = {
    "node": plant,
    "remove_subtree": lambda tree, name: name in tree and tree.remove_node(name) > 0,
    "clear": cleared,
    "append": move_elsewhere,
    "descendants": lambda tree, name: (
        islice(tree.expand_tree(name, sorting=False), 1, None) if name in tree else None
    ),
    "contains": lambda tree, name: name in tree,
    "parent": parent_of,
    "children": lambda tree, name: (
        [each.identifier for each in tree.children(name)] if name in tree else None
    ),
    "roots": lambda tree: [each.identifier for each in tree.children(TOP)],
    "len": lambda tree: len(tree) - 1,
}
"""`link_past_node` is left out: it does not say where the children go."""

MOVING: starter.Functions = {
    **{name: each for name, each in TREELIB.items() if name != "remove_subtree"},
    "append": move_anywhere,
}
"""With moves of a node to itself; to remove it then would not end."""

PORTS: dict[str, tuple[str, Callable[[], Any], starter.Functions]] = {
    "anytree": ("2.13.0", dict, ANYTREE),
    "treelib": ("1.8.0", planted, TREELIB),
    "treelib-move": ("1.8.0", planted, MOVING),
}
"""The ports by their names: a release, how a fresh forest is made, and what it has."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python trees.py " + "|".join(PORTS))
    version, opened, functions = PORTS[sys.argv[1]]
    fields = f"protocol=6 name={sys.argv[1]} version={version} system=forest"
    starter.Port(fields, TABLE, lambda _: opened(), functions).serve()
