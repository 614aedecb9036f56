"""The family of forests: trees whose nodes are named by the caller, and have their children in an order.

A node without a parent is a root; the order of the roots is open. A node is moved with everything below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation

__all__ = ["EMPTY", "FOREST", "Forest", "ForestError", "ways"]

Children = dict[int | None, tuple[int, ...]]  # of every node, and of None the roots
Forest = tuple[tuple[int | None, tuple[int, ...]], ...]
EMPTY: Final[Forest] = ((None, ()),)


class ForestError(Refusal):
    """The errors of a forest: the first that applies. Nothing changes."""

    MISSING = "missing"  # one of the nodes is not there
    CYCLE = "cycle"  # the other node is the node itself, or below it
    ROOT = "root"  # the other node has no parent, so that nothing can be beside it


NODE: Final = (Operand("node", 0, 65_536, meaning=Meaning.MEMBER),)
TWO: Final = (*NODE, Operand("other", 0, 65_536, meaning=Meaning.MEMBER))

FOREST: Final = Family(
    "forest",
    {
        "node": Kind("add a root, unless the node is there", Role.GROW, NODE, Answer.TRUTH),
        "remove": Kind("remove a node; its children take its place", Role.SHRINK, NODE, Answer.TRUTH),
        "remove_subtree": Kind("remove a node and all below it", Role.SHRINK, NODE, Answer.TRUTH),
        "clear": Kind("remove everything", Role.RESET, answer=Answer.DONE),
        "append": Kind("make a node the last child of another", Role.ORDER, TWO, Answer.DONE),
        "prepend": Kind("make a node the first child of another", Role.ORDER, TWO, Answer.DONE),
        "before": Kind("move a node directly before another", Role.ORDER, TWO, Answer.DONE),
        "after": Kind("move a node directly after another", Role.ORDER, TWO, Answer.DONE),
        "descendants": Kind("list all below a node, parents first", Role.READ, NODE, Answer.SEQUENCE),
        "contains": Kind("ask whether a node is there", Role.READ, NODE, Answer.TRUTH),
        "parent": Kind("ask for the parent of a node", Role.READ, NODE),
        "children": Kind("list the children of a node", Role.READ, NODE, Answer.SEQUENCE),
        "roots": Kind("list the roots, in any order", Role.READ),
        "len": Kind("count the nodes", Role.READ, answer=Answer.NUMBER),
    },
    essential=frozenset({"node", "append"}),
)  # fmt: skip


def ways(forest: Forest, operation: Operation) -> Iterator[tuple[object, Forest]]:
    """The only acceptable answer of a forest, with its nodes afterwards.

    >>> forest = ((None, (1,)), (1, (2, 3)), (2, (4,)), (3, ()), (4, ()))
    >>> [*ways(forest, Operation("remove", node=2))]
    [(True, ((None, (1,)), (1, (4, 3)), (3, ()), (4, ())))]
    """
    children = dict(forest)
    answer = (moved if "other" in operation.operands else answered)(children, operation)
    yield answer, tuple(children.items())


def answered(children: Children, operation: Operation) -> object:
    """The answer of an operation on all nodes or on one; it changes the children."""
    name, node = operation.name, operation.operands.get("node", 0)
    below = subtree(children, node)
    read = {
        "len": len(children) - 1, "roots": children[None], "parent": above(children, node),
        "children": children.get(node), "descendants": below[1:] if below else None, "clear": None,
    }  # fmt: skip
    if name == "clear":
        children.clear()
        children.update(EMPTY)
    elif name == "node" and not below:
        children |= {None: (*children[None], node), node: ()}
    elif name in ("remove", "remove_subtree") and below:
        replace(children, node, *children[node] * (name == "remove"))
        for each in below[: 1 if name == "remove" else None]:
            del children[each]
    return read.get(name, bool(below) is not (name == "node"))


def moved(children: Children, operation: Operation) -> ForestError | None:
    """Move a node to the place that an operation says."""
    name, node, other = operation.name, operation["node"], operation["other"]
    beside = {"before": (node, other), "after": (other, node)}
    missing = node not in children or other not in children
    if missing or other in subtree(children, node):
        return ForestError.MISSING if missing else ForestError.CYCLE
    if name in beside and above(children, other) is None:
        return ForestError.ROOT
    replace(children, node)
    if name in beside:
        replace(children, other, *beside[name])
    else:
        children[other] = (*children[other], node) if name == "append" else (node, *children[other])
    return None


def above(children: Children, node: int) -> int | None:
    """The parent of a node; None for a root, and for a node that is not there."""
    return next((parent for parent, row in children.items() if node in row), None)


def subtree(children: Children, node: int) -> tuple[int, ...]:
    """A node and all below it, each before its children; nothing if the node is not there."""
    found, left = list[int](), [node] * (node in children)
    while left:
        found.append(left.pop())
        left += children[found[-1]][::-1]
    return tuple(found)


def replace(children: Children, node: int, *by: int) -> None:
    """Put other nodes in the place of a node."""
    row = children[parent := above(children, node)]
    children[parent] = tuple(new for each in row for new in (by if each == node else (each,)))
