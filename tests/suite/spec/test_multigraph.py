"""Multigraphs: the effect of every operation on a small graph."""

from __future__ import annotations

from copy import copy

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.families.graph import GRAPH, GraphError
from stablelist_spec.families.multigraph import (
    NOTHING,
    UNSEEN,
    Change,
    Edge,
    Multigraph,
    effects,
)
from stablelist_spec.families.pool import Found, Paired


def small() -> Multigraph[str]:
    """Nodes a and b; edges p and r from a to b, then q from b to a, then a loop at a."""
    graph: Multigraph[str] = Multigraph()
    for name, change in (
        ("a", Change(node=True)),
        ("b", Change(node=True)),
        *(("p", Change(ends=("a", "b"))), ("r", Change(ends=("a", "b")))),
        *(("q", Change(ends=("b", "a"))), ("loop", Change(ends=("a", "a")))),
    ):
        graph.change(change, name, ord(name[0]))
    return graph


A, B, LOOP, P, Q, R = (ord(letter) for letter in "ablpqr")


def keyed(*elements: int) -> tuple[object, ...]:
    """A list of nodes or edges."""
    return tuple((UNSEEN, element) for element in elements)


@pytest.mark.parametrize(
    ("operation", "meanings", "answer", "change"),
    [
        ("add_node", (), UNSEEN, Change(node=True)),
        ("add_edge", ("a", "b"), UNSEEN, Change(ends=("a", "b"))),
        ("add_edge", ("a", None), GraphError.MISSING, NOTHING),
        ("node", ("a",), A, NOTHING),
        ("node", (None,), None, NOTHING),
        ("edge", ("p",), P, NOTHING),
        ("endpoints", ("q",), Paired(B, A), NOTHING),
        ("find_edge", ("b", "a"), Found(UNSEEN, Q), NOTHING),
        ("find_edge", ("b", "b"), None, NOTHING),
        ("find_edge", (None, "b"), None, NOTHING),
        ("neighbours", ("a",), keyed(A, B, B), NOTHING),
        ("outgoing", ("a",), keyed(LOOP, R, P), NOTHING),
        ("incoming", ("a",), keyed(LOOP, Q), NOTHING),
        ("incoming", (None,), (), NOTHING),
        ("node_count", (), 2, NOTHING),
        ("edge_count", (), 4, NOTHING),
        ("nodes", (), keyed(A, B), NOTHING),
        ("edges", (), keyed(P, R, Q, LOOP), NOTHING),
        (
            "remove_node", ("a",), (A, LOOP, R, P, Q),
            Change(nodes=("a",), edges=("loop", "r", "p", "q")),
        ),
        ("remove_node", (None,), (), NOTHING),
        ("remove_edge", ("r",), R, Change(edges=("r",))),
        ("remove_edge", (None,), None, NOTHING),
        ("clear_edges", (), (P, R, Q, LOOP), Change(edges=("p", "r", "q", "loop"))),
        ("clear", (), None, Change(nodes=("a", "b"), edges=("p", "r", "q", "loop"))),
    ],
)  # fmt: skip
def test_operations_have_their_effects(
    operation: str, meanings: tuple[str | None, ...], answer: object, change: Change
) -> None:
    """There is one, except of parallel edges."""
    assert [*effects(small(), operation, meanings)] == [(answer, change)]


def test_every_operation_has_an_effect() -> None:
    """Except those that show the inside. No answer shows a key."""
    assert Key(0, 0) == UNSEEN
    for name in set(GRAPH.kinds) - {"layout", "cost"}:
        key = "p" if GRAPH.kinds[name].of == "add_edge" else "a"
        assert [*effects(small(), name, [key] * len(GRAPH.kinds[name].operands))]


def test_any_of_parallel_edges_is_found() -> None:
    """The latest comes first, but each of them may be the answer."""
    found = [answer for answer, _ in effects(small(), "find_edge", ["a", "b"])]
    assert found == [Found(UNSEEN, R), Found(UNSEEN, P)]


def test_removed_edges_are_no_longer_listed() -> None:
    """At neither end; the others stay in their order."""
    graph = small()
    graph.change(Change(edges=("r", "loop")), "", 0)
    assert graph.edges == {"p": Edge(P, "a", "b"), "q": Edge(Q, "b", "a")}
    assert graph.outgoing == {"a": ("p",), "b": ("q",)}
    assert graph.incoming == {"a": ("q",), "b": ("p",)}
    graph.change(Change(nodes=("a",), edges=("p", "q")), "", 0)
    assert graph == Multigraph({"b": B}, {}, {"b": ()}, {"b": ()})


def test_copy_is_independent() -> None:
    """Of every change."""
    graph = small()
    other = copy(graph)
    other.change(Change(nodes=("a", "b"), edges=("p", "r", "q", "loop")), "", 0)
    assert graph == small() != other
    assert other == Multigraph()
