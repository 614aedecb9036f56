"""Programs with a right and a wrong answer at contract level, and what graphs with other choices of indices answer."""

from pathlib import Path
from typing import Final

from stablelist_conformance.programs.cover import expand
from stablelist_conformance.wire.protocol import Program

__all__ = ["ANSWERED", "CHOSEN", "GRAPH", "written"]

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
    # the edges that lead to a removed node stay
    ("add_node add_node add_edge:0:1 remove_node:1", "ok ok ok [1,2]", "ok ok ok [1]"),
    # an edge from a node that does not exist
    ("nodes=1 : add_node*2 add_edge:1:0", "ok !full !missing", "ok !full ok"),
    # the last node is moved into the gap
    ("add_node*2 remove_node:0 node:1", "ok ok [0] 1", "ok ok [0] none"),
    # the third node and every node after it takes the place of the lowest
    ("add_node*3 node:0", "ok ok ok 0", "ok ok ok 2"),
    # an edge that takes a vacancy keeps one end of the edge that was there, if that node is still there
    ("add_node*2 add_edge:0:1 remove_edge:2 add_edge:0:0 endpoints:3", "ok ok ok 2 ok 0/0", "ok ok ok 2 ok 0/1"),
    # removed nodes are still counted
    ("add_node remove_node:0 node_count", "ok [0] 0", "ok [0] 1"),
    # the kind of a key is not looked at
    ("add_node add_edge:0:0 node:1", "ok ok none", "ok ok 0"),
    # a loop is handed out once for each end
    ("add_node add_edge:0:0 remove_node:0", "ok ok [0,1]", "ok ok [0,1,1]"),
    # clear leaves the edges
    ("add_node add_edge:0:0 clear edge:1", "ok ok ok none", "ok ok ok 1"),
    # an edge to a missing node is refused, and takes a vacancy nevertheless, as in petgraph 0.8.3
    (
        "add_node add_edge:0:0 remove_node:0 add_edge:0:0 edge_count",
        "ok ok [0,1] !missing 0", "ok ok [0,1] !missing 1",
    ),
    # keys of two nodes that were live at once find the same later node
    (
        "add_node*2 remove_node:0 remove_node:1 add_node node:0 node:1",
        "ok ok [0] [1] ok 2 none", "ok ok [0] [1] ok 2 2",
    ),
    # the key of a removed node finds one that was live at the same time
    ("add_node*2 remove_node:0 node:0", "ok ok [0] none", "ok ok [0] 1"),
    # an edge in the other direction is found as well
    ("add_node*2 add_edge:0:1 find_edge:1:0", "ok ok ok none", "ok ok ok 2"),
    # a loop has two ends at its node, and is one edge
    ("add_node add_edge:0:0 degree:0 incident:0", "ok ok 2 [1]", "ok ok 1 [1]"),
    ("add_node add_edge:0:0 degree:0 incident:0", "ok ok 2 [1]", "ok ok 2 [1,1]"),
    ("add_node*2 add_edge:0:1 incident:1 degree:1", "ok ok ok [2] 1", "ok ok ok [] 1"),
    # degrees outlive the edges
    ("add_node add_edge:0:0 clear_edges degree:0", "ok ok [1] 0", "ok ok [1] 2"),
    # the degree of a removed node is not 0
    ("add_node remove_node:0 degree:0 incident:0", "ok [0] none []", "ok [0] 0 []"),
    # the edges of a node are in the order of their addition
    ("add_node add_edge:0:0 add_edge:0:0 outgoing:0", "ok ok ok [2,1]", "ok ok ok [1,2]"),
    # there is one more than there may be
    ("nodes=1 : add_node*2", "ok !full", "ok ok"),
)  # fmt: skip
"""A program, answers that may be given, and answers that may not."""


CHOSEN: Final = [
    row.split("\t")
    for row in Path(__file__).with_name("graphs.tsv").read_text("ascii").splitlines()
]
"""How a graph chose its indices, a program, and its answers, which a graph in Python gave."""


def written(text: str) -> Program:
    """A program, with its repetitions written out and the configuration that it names."""
    chosen, _, words = text.rpartition(" : ")
    return expand(f"contract {chosen} : {words}".replace("  ", " "), GRAPH)
