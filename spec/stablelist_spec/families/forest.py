"""The family of forests: trees whose nodes are named by the caller, and have their children in an order.

A node without a parent is a root; the order of the roots is open. A node is moved with everything below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation

__all__ = ["EMPTY", "FOREST", "MEASURES", "Forest", "ForestError", "ways"]

Children = dict[int | None, tuple[int, ...]]
"""Every node with its children, and None with the roots."""
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
"""Every operation of a forest."""


def depth(forest: Forest) -> int:
    """How many nodes are below each other, from a root on.

    >>> depth(((None, (1,)), (1, (2, 3)), (2, (4,)), (3, ()), (4, ())))
    3
    """
    children, level, levels = dict(forest), dict(forest)[None], 0
    while level:
        level, levels = tuple(each for node in level for each in children[node]), levels + 1
    return levels


def fan_out(forest: Forest) -> int:
    """How many children a node has, at most."""
    return max((len(row) for node, row in forest if node is not None), default=0)


MEASURES: Final[Mapping[str, Callable[[Forest], int]]] = {"depth": depth, "fan-out": fan_out}
"""What programs should bring far."""


def ways(forest: Forest, operation: Operation) -> Iterator[tuple[object, Forest]]:
    """The only acceptable answer of a forest, with its nodes afterwards.

    >>> forest = ((None, (1,)), (1, (2, 3)), (2, (4,)), (3, ()), (4, ()))
    >>> [*ways(forest, Operation("remove", node=2))]
    [(True, ((None, (1,)), (1, (4, 3)), (3, ()), (4, ())))]
    >>> next(ways(forest, Operation("append", node=1, other=4)))[0]
    <ForestError.CYCLE: 'cycle'>
    """
    children = dict(forest)
    answer = (moved if "other" in operation.operands else answered)(children, operation)
    yield answer, tuple(children.items())


def answered(children: Children, operation: Operation) -> object:
    """The answer of an operation on all nodes or on one; it changes the children."""
    node = operation.operands.get("node", 0)
    below = subtree(children, node)
    match operation.name:
        case "len" | "roots":
            return len(children) - 1 if operation.name == "len" else children[None]
        case "clear":
            children.clear()
            children.update(EMPTY)
            return None
        case "node" if not below:
            children |= {None: (*children[None], node), node: ()}
        case "remove" | "remove_subtree" if below:
            gone, left = ((node,), children[node]) if operation.name == "remove" else (below, ())
            replace(children, node, *left)
            for each in gone:
                del children[each]
        case "parent" | "children":
            return above(children, node) if operation.name == "parent" else children.get(node)
        case "descendants":
            return below[1:] if below else None
    return bool(below) is not (operation.name == "node")


def moved(children: Children, operation: Operation) -> ForestError | None:
    """Move a node to the place that an operation says."""
    name, node, other = operation.name, operation["node"], operation["other"]
    beside = {"before": (node, other), "after": (other, node)}
    if node not in children or other not in children:
        return ForestError.MISSING
    if other in subtree(children, node):
        return ForestError.CYCLE
    if name in beside and above(children, other) is None:
        return ForestError.ROOT
    replace(children, node)
    if name in beside:
        replace(children, other, *beside[name])
    else:
        row = children[other]
        children[other] = (*row, node) if name == "append" else (node, *row)
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
    row = children[above(children, node)]
    at = row.index(node)
    children[above(children, node)] = row[:at] + by + row[at + 1 :]
