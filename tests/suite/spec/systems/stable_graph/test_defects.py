"""Planted defects of a stable graph: each is noticed, and every check notices one."""

from __future__ import annotations

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.systems.stable_graph import STABLE_GRAPH, Configuration, model, observer, state
from suite.planting import in_force
from suite.spec.systems.beside import CONTRACT, NAIVE, UNKNOWN_LABEL, Beside
from suite.spec.systems.planting import Planted
from suite.spec.systems.stable_graph.naive import NaiveGraph

STEPS, STATE, OBSERVER = model.__name__, state.__name__, observer.__name__
FREE, ONE = Configuration(), Configuration(1, 1)


def planted(
    what: str,
    within: str,
    before: str,
    after: str,
    program: str,
    noticed: str,
    chosen: Configuration = FREE,
) -> Planted:
    """A defect."""
    return Planted(what, Edit(within=within, before=before, after=after), program, noticed, chosen)


DEFECTS = (
    (STATE, planted(
        "a vacancy ends the free list", "Store.vacated", "Not(self.head)", "Not(None)",
        "add_node*2 remove_node:0 remove_node:1", "free_lists_are_complete",
    )),
    (STATE, planted(
        "a vacancy refers to itself", "Store.vacated", "Not(self.head)", "Not(position)",
        "add_node remove_node:0", "free_lists_are_acyclic",
    )),
    (STEPS, planted(
        "nodes bear the id of edges", "add_node", "Has(element, NODES)", "Has(element, EDGES)",
        "add_node", "keys_tell_nodes_from_edges",
    )),
    (STEPS, planted(
        "edges outlive their node", "remove_node", "('outgoing', 'incoming')", "('outgoing',)",
        "add_node*2 add_edge:0:1 remove_node:1", "every_edge_joins_two_live_nodes",
    )),
    (STEPS, planted(
        "an edge is not listed by its target", "add_edge",
        "first(state.incoming, target.index, position)", "state.incoming",
        "add_node add_edge:0:0", "every_edge_is_listed_once_at_each_end",
    )),
    (STEPS, planted(
        "one too many", "is_full", "0 < most <= store.live", "0 < most < store.live",
        "add_node*2", "bounds_are_kept", ONE,
    )),
    (STEPS, planted(
        "incoming edges go first", "remove_node", "('outgoing', 'incoming')", "('incoming', 'outgoing')",
        "add_node*2 add_edge:0:1 add_edge:1:0 remove_node:0", NAIVE,
    )),
    (STEPS, planted(
        "the earliest edge goes first", "remove_node",
        "without_edge(after, of_node[0])", "without_edge(after, of_node[-1])",
        "add_node*2 add_edge:0:1 add_edge:0:1 remove_node:0", CONTRACT,
    )),
    (STEPS, planted(
        "a node has the key of one that is live", "add_node", "Key(position, NODES)", "Key(0, NODES)",
        "add_node*2", CONTRACT,
    )),
    (STEPS, planted(
        "edges are listed from the earliest on", "first", "(edge, *lists[node])", "(*lists[node], edge)",
        "add_node add_edge:0:0 add_edge:0:0 outgoing:0", NAIVE,
    )),
    (STEPS, planted(
        "missing nodes are looked for first", "add_edge", "is_full(state.edges, state.configuration.edges)", "False",
        "add_node add_edge:0:0 add_edge:0:1", NAIVE, ONE,
    )),
    (STEPS, planted(
        "vacancies are not visited", "iterated", "len(store.cells)", "store.live",
        "add_node remove_node:0 nodes", NAIVE,
    )),
    (STEPS, planted(
        "links are counted in one list only", "without_edge",
        "state.outgoing[source].index(edge) + state.incoming[target].index(edge)", "state.outgoing[source].index(edge)",
        "add_node add_edge:0:0 add_edge:0:0 remove_edge:1", NAIVE,
    )),
    (OBSERVER, planted(
        "a label that nobody knows", "shown", "'all_live'", "'all'",
        "add_node nodes", UNKNOWN_LABEL,
    )),
)  # fmt: skip


@pytest.mark.parametrize(("module", "defect"), DEFECTS, ids=lambda each: getattr(each, "what", ""))
def test_defect_is_noticed(module: str, defect: Planted) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    right, wrong = (
        Beside(STABLE_GRAPH, defect.configuration, NaiveGraph(defect.configuration))
        for _ in range(2)
    )
    right.run(defect.program)
    with in_force(module, defect.edit):
        wrong.run(defect.program)
    assert right.wrong == []
    assert defect.noticed in wrong.wrong


def test_every_check_has_a_defect() -> None:
    """Every invariant, the contract, the labels, and the naive implementation."""
    noticed = {defect.noticed for _, defect in DEFECTS}
    assert noticed == STABLE_GRAPH.invariants.keys() | {CONTRACT, NAIVE, UNKNOWN_LABEL}
