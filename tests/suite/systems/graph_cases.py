"""Programs with a right and a wrong answer at contract level: what is open to a graph, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_conformance.programs.cover import expand
from stablelist_conformance.wire.protocol import Program

from .graphs import CHOICES, DEFECTS, Free, answers

__all__ = ["ANSWERED", "GRAPH", "REVEALED", "with_defects", "written"]

GRAPH: Final = "stable-graph"
ANSWERED: Final = (
    # where a later node is, only a question tells; the same question has the same answer
    ("add_node remove_node:0 add_node node:0 node:0", "ok [0] ok none none", "ok [0] ok none 1"),
    ("add_node remove_node:0 add_node node:0 node:0", "ok [0] ok 1 1", "ok [0] ok 1 none"),
    # what was seen stays true until the node is removed
    ("add_node remove_node:0 add_node node:0 add_node node:0", "ok [0] ok none ok 2", "ok [0] ok 1 ok 2"),
    ("add_node remove_node:0 add_node node:0 remove_node:1 node:0", "ok [0] ok 1 [1] none", "ok [0] ok 1 [1] 1"),
    # a removal by a retired key tells what is left
    ("add_node remove_node:0 add_node remove_node:0 node:1", "ok [0] ok [1] none", "ok [0] ok [1] 1"),
    ("add_node remove_node:0 add_node remove_node:0 node:1", "ok [0] ok [] 1", "ok [0] ok [] none"),
    # two keys of one index find the same, two of different ones do not
    (
        "add_node remove_node:0 add_node node:0 remove_node:1 add_node node:0 node:1",
        "ok [0] ok 1 [1] ok 2 2", "ok [0] ok 1 [1] ok 2 none",
    ),
    (
        "add_node*2 remove_node:0 remove_node:1 add_node*2 node:0 node:1",
        "ok ok [0] [1] ok ok 3 2", "ok ok [0] [1] ok ok 2 2",
    ),
    # which nodes an edge joins may be known only later
    (
        "add_node*2 remove_node:0 remove_node:1 add_node*2 add_edge:0:1 endpoints:4 node:0 node:1",
        "ok ok [0] [1] ok ok ok 3/2 3 2", "ok ok [0] [1] ok ok ok 3/2 2 3",
    ),
    (
        "add_node remove_node:0 add_node add_edge:0:1 node:0 outgoing:1",
        "ok [0] ok !missing none []", "ok [0] ok !missing 1 []",
    ),
    # of parallel edges, any one is found; of loops, too
    ("add_node add_edge:0:0 add_edge:0:0 find_edge:0:0", "ok ok ok 1", "ok ok ok 0"),
    ("add_node add_edge:0:0 add_edge:0:0 find_edge:0:0", "ok ok ok 2", "ok ok ok none"),
    # either error comes first
    ("edges=1 : add_node add_edge:0:0 add_edge:0:1", "ok ok !missing", "ok ok ok"),
    ("edges=1 : add_node add_edge:0:0 add_edge:0:1", "ok ok !full", "ok ok none"),
    ("edges=1 : add_node add_edge:0:0 add_edge:0:0", "ok ok !full", "ok ok !missing"),
    # forged keys have kinds, too, and the same index is the same node
    ("add_node*2 node:#7.0 node:#7.0", "ok ok 1 1", "ok ok 1 0"),
    ("add_node*2 node:#7.0 node:#3.0", "ok ok 1 0", "ok ok 1 1"),
    ("add_node node:#0.1 edge:#0.0 node:#0.7 node:#-1.0", "ok none none none none", "ok 0 none none none"),
    ("add_node node:#-1.0", "ok none", "ok 0"),
    ("add_node*3 node:1~1.0", "ok ok ok 0", "ok ok ok 1"),
    ("add_node*2 node:0~0.7", "ok ok none", "ok ok 1"),
    ("add_node add_edge:0:0 add_edge:0:0 edge:1~1.0", "ok ok ok 2", "ok ok ok 1"),
    ("nodes=1 : add_node*2 node:1 node:1~1.0 node:#4.0", "ok !full none none 0", "ok !full 0 none 0"),
    # what was seen before is not forgotten because a key found nothing since
    (
        "add_node*2 remove_node:0 remove_node:1 add_node node:0 add_node node:0 node:1",
        "ok ok [0] [1] ok none ok 3 2", "ok ok [0] [1] ok none ok 3 3",
    ),
    # one key has one meaning, even if it is given twice
    (
        "add_node remove_node:0 add_node*2 add_edge:1:2 find_edge:0:0",
        "ok [0] ok ok ok none", "ok [0] ok ok ok 3",
    ),
    # either end of a new edge may be missing
    ("edges=1 : add_node add_edge:0:0 add_edge:1:0", "ok ok !missing", "ok ok ok"),
    # only insertions have numbers
    ("add_node node_count add_node node:1", "ok 1 ok 1", "ok 1 ok none"),
    # edges have directions, and are listed at both ends, the latest first
    ("add_node*2 add_edge:0:1 add_edge:0:0 find_edge:0:1", "ok ok ok ok 2", "ok ok ok ok 3"),
    ("add_node*2 add_edge:0:1 add_edge:0:0 neighbours:0", "ok ok ok ok [0,1]", "ok ok ok ok [1,0]"),
    ("add_node add_edge:0:0 remove_edge:1 incoming:0", "ok ok 1 []", "ok ok 1 [1]"),
    # all edges are removed at once
    ("add_node add_edge:0:0 add_edge:0:0 clear_edges", "ok ok ok [1,2]", "ok ok ok [1]"),
    ("add_node add_edge:0:0 clear_edges edge_count", "ok ok [1] 0", "ok ok [1] 1"),
)  # fmt: skip
"""A program, answers that may be given, and answers that may not."""

REVEALED: dict[str, tuple[str, int, str, str]] = {
    "EdgeOutlivesItsNode": ("add_node add_node add_edge:0:1 remove_node:1", 3, "[1,2]", "[1]"),
    "NodeTakesALiveIndex": ("add_node*3 node:0", 3, "0", "2"),
    "EndsOfTheEdgeBefore": (
        "add_node*2 add_edge:0:1 remove_edge:2 add_edge:0:0 endpoints:3", 5, "0/0", "0/1",
    ),
    "CountIsOff": ("add_node remove_node:0 node_count", 2, "0", "1"),
    "EdgesAreFoundAsNodes": ("add_node add_edge:0:0 node:1", 2, "none", "0"),
    "LoopIsHandedOutTwice": ("add_node add_edge:0:0 remove_node:0", 2, "[0,1]", "[0,1,1]"),
    "ClearLeavesEdges": ("add_node add_edge:0:0 clear edge:1", 3, "none", "1"),
    "RefusedEdgeIsThere": (
        "add_node add_edge:0:0 remove_node:0 add_edge:0:0 edge_count", 4, "0", "1",
    ),
    "EdgeToAMissingNode": (
        "nodes=1 : add_node*2 add_edge:1:0", 2, "!missing", "ok",
    ),
    "TwoKeysFindOne": (
        "add_node*2 remove_node:0 remove_node:1 add_node node:0 node:1", 6, "none", "2",
    ),
    "RetiredKeyFindsAnEarlierNode": ("add_node*2 remove_node:0 node:0", 3, "none", "1"),
    "KeyChangesItsMind": ("add_node remove_node:0 add_node node:0 node:0", 4, "none", "1"),
    "DirectionIsIgnored": ("add_node*2 add_edge:0:1 find_edge:1:0", 3, "none", "2"),
    "EarliestEdgeFirst": ("add_node add_edge:0:0 add_edge:0:0 outgoing:0", 3, "[2,1]", "[1,2]"),
    "OneTooMany": ("nodes=1 : add_node*2", 1, "!full", "ok"),
    "RemovalMovesTheLast": ("add_node*2 remove_node:0 node:1", 3, "1", "none"),
}  # fmt: skip
"""For each defect, a program, and the first operation that is answered wrongly."""


def written(text: str) -> Program:
    """A program, with its repetitions written out and the configuration that it names."""
    chosen, _, words = text.rpartition(" : ")
    return expand(f"contract {chosen} : {words}".replace("  ", " "), GRAPH)


def with_defects() -> Iterator[tuple[str, str, str]]:
    """The same of each defect: its program, and the answers without it and with it."""
    fifo = CHOICES["first in, first out"]
    for defect in DEFECTS:
        text = REVEALED[defect.__name__][0]
        right, wrong = (answers(made, written(text), fifo) for made in (Free, defect))
        yield text, right, wrong
