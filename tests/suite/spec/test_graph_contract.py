"""The contract of graphs, state by state; `suite.systems.test_graph_contract` plays whole programs."""

from __future__ import annotations

from copy import copy

import pytest

from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.contract import LIVE, REFINEMENT
from stablelist_spec.families.graph import GRAPH
from stablelist_spec.families.graph_contract import Graphs, Known, labels
from stablelist_spec.systems.stable_graph import STABLE_GRAPH
from suite.spec.programs import operations


def after(program: str, contract: Graphs | None = None) -> Known:
    """A graph after a program; of several outcomes, the first."""
    contract = contract or Graphs()
    state = contract.initial()
    for operation in operations(program, GRAPH):
        first = next(iter([*contract.outcomes(state, operation)]))
        state = first.after(state)
    return state


def outcomes(program: str, asked: str, contract: Graphs | None = None) -> list[Outcome[Known]]:
    """The outcomes of an operation after a program."""
    (operation,) = operations(asked, GRAPH)
    return [*(contract or Graphs()).outcomes(after(program, contract), operation)]


@pytest.mark.parametrize(
    ("name", "of", "meanings", "kind"),
    [
        (0, "add_node", (0,), "live"),
        (2, "add_edge", (2,), "live"),
        (0, "add_edge", (None,), "other_kind"),
        (2, "add_node", (None,), "other_kind"),
        (3, "add_edge", (None,), "forged"),
        (4, "add_node", (None,), "stale"),
        (Key(5, 0), "add_node", (None, 1, 0), "forged"),
        (Key(5, 1), "add_edge", (None, 2), "forged"),
        (Key(5, 1), "add_node", (None,), "forged"),
        (Key(5, 0), "add_edge", (None,), "forged"),
        (Key(-1, 0), "add_node", (None,), "forged"),
        (Key(1 << 32, 0), "add_node", (None,), "forged"),
        (Near(0, 1, 0), "add_node", (None, 1), "forged"),
        (Near(1, 1, 0), "add_node", (None, 0), "forged"),
        (Near(0, 0, 1), "add_edge", (None, 2), "forged"),
        (Near(0, 0, 1), "add_node", (None,), "forged"),
        (Near(3, 1, 0), "add_edge", (None,), "forged"),
    ],
)
def test_keys_have_a_standing(
    name: KeyName, of: str, meanings: tuple[int | None, ...], kind: str
) -> None:
    """Nodes 0 and 1, the edge 2 between them, an edge that failed, a node that was removed."""
    known = after("add_node*2 add_edge:0:1 add_edge:0:2 add_node remove_node:4")
    assert known.standing(name, of) == (meanings, kind)


def test_retired_key_may_find_what_came_later() -> None:
    """Each outcome leads to a state in which the key has that meaning."""
    program = "add_node remove_node:0 add_node*2"
    found = outcomes(program, "node:0")
    assert [outcome.answer for outcome in found] == [None, 2, 1]
    assert {outcome.labels for outcome in found} == {("node_open",)}
    for outcome in found:
        state = outcome.after(after(program))
        known = state.standing(0, "add_node")
        assert known.meanings == (outcome.answer,)
        assert known.kind == ("stale" if outcome.answer is None else "open")


def test_key_given_twice_has_one_meaning() -> None:
    """It may be either node, but it is not both ends of the edge between them."""
    found = outcomes("add_node remove_node:0 add_node*2 add_edge:1:2", "find_edge:0:0")
    assert [outcome.answer for outcome in found] == [None]


def test_answer_tells_which_of_two_it_was() -> None:
    """Nothing, or the only later node."""
    program = "add_node remove_node:0 add_node"
    for outcome in outcomes(program, "node:0"):
        known = outcome.after(after(program)).standing(0, "add_node")
        assert known.meanings == (outcome.answer,)


def test_keys_whose_meaning_stays_unknown_are_not_noted() -> None:
    """That a node has no edges does not tell which one it is; a key near another is never noted."""
    program = "add_node remove_node:0 add_node*2"
    (found,) = outcomes(program, "outgoing:0")
    assert found.after(after(program)) == after(program)
    operation = Operation("node", key=Near(1, 1, 0))
    found, *_ = Graphs().outcomes(after(program), operation)
    assert found.after(after(program)) == after(program)


def test_edge_between_unknown_nodes_is_one_of_several() -> None:
    """One state for every pair of nodes."""
    found = outcomes("add_node remove_node:0 add_node*2", "add_edge:0:2")
    assert [outcome.labels for outcome in found] == [
        ("add_edge_missing",), ("add_edge", "add_edge_loop"), ("add_edge",),
    ]  # fmt: skip
    states = [outcome.after(after("add_node remove_node:0 add_node*2")) for outcome in found]
    assert len({*states}) == 3
    assert [[*state.graph.edges.values()] for state in states] == [[], [(3, 2, 2)], [(3, 1, 2)]]
    assert {state.insertions for state in states} == {4}


@pytest.mark.parametrize(
    ("program", "asked", "answers"),
    [
        ("add_node", "add_node", ["full"]),
        ("add_node add_edge:0:0", "add_edge:0:0", ["full"]),
        ("add_node add_edge:0:0", "add_edge:0:1", ["full", "missing"]),
        ("add_node", "add_edge:0:#0.1", ["missing"]),
    ],
)
def test_full_or_missing_is_refused(program: str, asked: str, answers: list[str]) -> None:
    """At most one node and one edge. Where both errors apply, either may be given; the number is used up."""
    contract = Graphs(nodes=1, edges=1)
    found = outcomes(program, asked, contract)
    assert [outcome.answer for outcome in found] == answers
    for outcome in found:
        before = after(program, contract)
        state = outcome.after(copy(before))
        assert outcome.labels == (f"{asked.partition(':')[0]}_{outcome.answer}",)
        assert (state.insertions, state.live) == (before.insertions + 1, before.live)


@pytest.mark.parametrize("asked", ["clear", "node:0", "edges", "find_edge:0:0", "remove_edge:1"])
def test_full_graph_refuses_insertions_only(asked: str) -> None:
    """Everything else is as usual."""
    bounded = outcomes("add_node add_edge:0:0", asked, Graphs(nodes=1, edges=1))
    usual = outcomes("add_node add_edge:0:0", asked)
    assert [outcome.answer for outcome in bounded] == [outcome.answer for outcome in usual]


def test_contracts_are_values() -> None:
    """By default, there is no bound."""
    assert Graphs() == Graphs(0, 0)
    assert len({Graphs(1, 2), Graphs(1, 2), Graphs(2, 1)}) == 2


@pytest.mark.parametrize(
    ("asked", "happened"),
    [
        ("node:0", "node_live"),
        ("edge:0", "edge_other_kind"),
        ("remove_node:0", "remove_node_live remove_node_and_edges"),
        ("remove_node:1", "remove_node_live remove_node_alone"),
        ("add_edge:0:0", "add_edge add_edge_loop add_edge_parallel"),
        ("add_edge:0:1", "add_edge"),
        ("find_edge:0:0", "find_edge_found"),
        ("find_edge:0:1", "find_edge_none"),
        ("find_edge:0:2", "find_edge_missing"),
        ("add_node", "add_node"),
        ("clear_edges", "clear_edges_some"),
        ("edges", "edges_some"),
        ("node_count", "node_count_some"),
    ],
)
def test_labels_tell_what_happened(asked: str, happened: str) -> None:
    """Two nodes, and a loop at the first."""
    (found,) = outcomes("add_node*2 add_edge:0:0", asked)
    assert " ".join(found.labels) == happened
    assert {*found.labels} <= labels(STABLE_GRAPH.operations)


def test_labels_of_nodes_without_edges() -> None:
    """Each count is about its own kind."""
    for name in ("edge_count", "edges", "clear_edges"):
        assert [outcome.labels for outcome in outcomes("add_node", name)] == [(f"{name}_none",)]
    for name in ("node_count", "nodes", "clear"):
        assert [outcome.labels for outcome in outcomes("add_node", name)] == [(f"{name}_some",)]


def test_labels_of_an_empty_graph() -> None:
    """Whatever is about everything has nothing to be about."""
    for name in ("clear", "clear_edges", "node_count", "edge_count", "nodes", "edges"):
        (found,) = outcomes("", name)
        assert found.labels == (f"{name}_none",)
        assert f"{name}_some" in labels(frozenset({name})) >= {*found.labels}


def test_labels_are_of_what_is_offered() -> None:
    """Insertions of nodes and edges and the removal of nodes are always there."""
    least = labels(GRAPH.essential)
    assert least >= {"add_node_full", "add_edge_missing", "remove_node_alone", "remove_node_stale"}
    assert not any(label.startswith(("edge_", "find_edge", "clear")) for label in least)
    assert labels(GRAPH.essential | {"edge"}) - least == {
        f"edge_{kind}" for kind in ("live", "stale", "other_kind", "forged")
    }


@pytest.mark.parametrize(
    ("asked", "stake"),
    [("node:0", LIVE), ("edge:1", LIVE), ("remove_edge:1", LIVE), ("endpoints:1", REFINEMENT), ("node:1", REFINEMENT)],
)  # fmt: skip
def test_what_is_at_stake(asked: str, stake: str) -> None:
    """A live key resolves, if the answer is what it finds."""
    (found,) = outcomes("add_node add_edge:0:0", asked)
    assert [*found.at_stake] == [stake, REFINEMENT]


def test_copy_is_independent_and_equal_states_have_equal_hashes() -> None:
    """Until one of them changes."""
    one = after("add_node*2 add_edge:0:1 remove_node:0")
    other = copy(one)
    assert (one, hash(one)) == (other, hash(other))
    (found,) = Graphs().outcomes(other, Operation("add_node"))
    changed = found.after(other)
    assert changed.live == {1: 1, 3: 3}
    assert one.live == {1: 1}
    assert one != changed
    assert hash(one) != hash(changed)
