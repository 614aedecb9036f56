"""The contract of graphs: the observable behaviour of all of them.

A graph is a directed multigraph (`stablelist_spec.families.multigraph`), whose nodes and edges have keys. The container
chooses the keys. A live key finds its own node or edge. A key without a stamp finds what is at its index now, so a
retired key may find a later node or edge, or nothing (`stablelist_spec.families.places`). Open are also: which of
parallel edges `find_edge` finds, the order in which nodes and edges are iterated or removed, and which error comes
first, if an edge has no room and one of its nodes does not exist. A graph may document less: no order of a node's
edges, and that they are not handed out with it (`stablelist_spec.families.documented`).

The id of the key of a node is 0, that of an edge 1. So a key of one kind finds nothing of the other.

Two graphs are equal if they have the same nodes and edges, by their elements. Whether two others are is open if they
may be isomorphic, because equality may mean that (`Multigraph.shape`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.operation import KeyName, Near, Operation

from .documented import USUAL, Documented
from .graph import EDGE, FINDING, GRAPH, NODE, GraphError
from .knowledge import LIVE, REFINEMENT, may_coincide
from .multigraph import NOTHING, Change, Effect, Multigraph, degree, effects
from .places import Meanings, Places

__all__ = ["MEASURES", "Graphs", "Known", "labels"]

KINDS: Final = (NODE, EDGE)
"""What the ids of keys distinguish."""
OF_ONE: Final = tuple(name for name, keys in GRAPH.keys.items() if len(keys) == 1)
"""Operations on one key."""
WHOLE: Final = frozenset(GRAPH.kinds) - {*GRAPH.keyed, *GRAPH.both, NODE, "layout", "cost"}
"""Operations on the whole graph."""
Seen = Mapping[KeyName, int | None]
"""What keys were seen to find."""


class Standing(NamedTuple):
    """What a key may find, and the word for this in labels."""

    meanings: Meanings
    kind: str


Asked = Sequence[tuple[KeyName, Standing]]
"""The keys of an operation, and what is known of each."""


@dataclass
class Known:
    """A graph as its user knows it: nodes and edges are named by the numbers of their insertions.

    Attributes:
        places: of the nodes and of the edges, by the insertion that adds them.
        insertions: so far, whether or not they succeeded.
    """

    graph: Multigraph[int] = field(default_factory=Multigraph)
    places: dict[str, Places] = field(default_factory=lambda: {kind: Places() for kind in KINDS})
    insertions: int = 0

    def __hash__(self) -> int:
        """Of what is live. It is only good until the next change."""
        return hash((self.insertions, *self.graph.nodes, *self.graph.edges.values()))

    def __copy__(self) -> Known:
        """An independent copy."""
        places = {kind: copy(places) for kind, places in self.places.items()}
        return Known(copy(self.graph), places, self.insertions)

    @property
    def live(self) -> dict[int, int]:
        """The elements that are live."""
        edges = self.graph.edges.items()
        return self.graph.nodes | {name: edge.element for name, edge in edges}

    def standing(self, name: KeyName, kind: str) -> Standing:
        """What is known of a key, where one of some kind is asked for."""
        if isinstance(name, int):
            return self._issued(name, kind)
        if isinstance(name, Near):
            return Standing(self._near(name, kind), "forged")
        meant = may_coincide(name) and name.id == KINDS.index(kind)
        return Standing(self.places[kind].meanings(name) if meant else (None,), "forged")

    def _issued(self, number: int, kind: str) -> Standing:
        """What is known of the key of an insertion."""
        places = self.places[kind]
        if number not in places.at:
            failed = all(number not in each.at for each in self.places.values())
            return Standing((None,), "forged" if failed else "other_kind")
        meanings = places.meanings(number)
        if number in meanings:
            return Standing(meanings, "live")
        return Standing(meanings, "stale" if meanings == (None,) else "open")

    def _near(self, name: Near, kind: str) -> Meanings:
        """What a key near an issued one may find; at another index, anything but the other key's own element."""
        own = [nth for nth, of in enumerate(KINDS) if name.number in self.places[of].at]
        if [nth + name.id for nth in own] != [KINDS.index(kind)]:
            return (None,)
        return (None, *[n for n in self.places[kind].live if n != name.number])

    def change(self, change: Change, seen: Seen, kind: str = NODE, *, issued: int) -> Known:
        """Apply a change, and note what keys of some kind were seen to find."""
        now = self.insertions
        for name, meaning in seen.items():
            if not isinstance(name, Near):
                self.places[kind].found(name, meaning, now)
        for of, removed in ((NODE, change.nodes), (EDGE, change.edges)):
            for number in removed:
                self.places[of].vacated(number, now)
        for of, added in ((NODE, change.node), (EDGE, change.ends is not None)):
            if added:
                self.places[of].taken(now)
        self.graph.change(change, now, now)
        self.insertions += issued
        return self


# --- Outcomes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Graphs:
    """The contract of graphs with at most so many nodes and edges; 0 for no bound."""

    nodes: int = 0
    edges: int = 0
    documented: Documented = USUAL

    def initial(self) -> Known:
        """An empty graph."""
        return Known()

    def outcomes(self, state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
        """Every acceptable outcome of an operation.

        >>> state = Graphs(nodes=1).initial()
        >>> for name in ("add_node", "add_node"):
        ...     (outcome,) = Graphs(nodes=1).outcomes(state, Operation(name))
        ...     state = outcome.after(state)
        >>> outcome.answer
        <GraphError.FULL: 'full'>
        """
        for outcome in self._usual(state, operation):
            yield outcome._replace(answer=self.documented.answered(operation, outcome.answer))

    def missed(self, state: Known, count: int) -> Known:
        """The state after so many insertions into another graph, whose keys find nothing in this one."""
        state.insertions += count
        return state

    def equal(self, mine: Known, other: Known) -> Sequence[bool]:
        """Whether two graphs have the same nodes and edges; either, if that is open because they have the same shape.

        >>> def graph(*nodes: int) -> Known:
        ...     return Known(Multigraph(dict(zip(nodes, nodes)), {}, *[dict.fromkeys(nodes, ())] * 2))
        >>> [Graphs().equal(graph(0), other) for other in (graph(0), graph(1), graph())]
        [(True,), (False, True), (False,)]
        """
        if mine.live == other.live:
            return (True,)
        return (False, True) if mine.graph.shape == other.graph.shape else (False,)

    def _usual(self, state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
        """The outcomes of a graph without documented differences."""
        name = operation.name
        if name == NODE and 0 < self.nodes <= len(state.graph.nodes):
            yield refused(GraphError.FULL, name)
        elif name not in GRAPH.keyed:
            yield from whole(state, name)
        elif name == EDGE and 0 < self.edges <= len(state.graph.edges):
            yield refused(GraphError.FULL, name)
            if any(None in known.meanings for _, known in asked(state, operation)):
                yield refused(GraphError.MISSING, name)
        else:
            yield from by_keys(state, operation)


MEASURES: Final[Mapping[str, Callable[[Known], int]]] = {
    "nodes": lambda known: len(known.graph.nodes),
    "edges": lambda known: len(known.graph.edges),
    "outgoing": lambda known: degree(known.graph.outgoing.values()),
    "incoming": lambda known: degree(known.graph.incoming.values()),
}
"""What programs should bring far."""


def refused(refusal: GraphError, name: str) -> Outcome[Known]:
    """An insertion that fails; its number is used up."""
    after = partial(Known.change, change=NOTHING, seen={}, issued=1)
    return Outcome(refusal, after, (f"{name}_{refusal}",))


def whole(state: Known, name: str) -> Iterator[Outcome[Known]]:
    """Operations without a key."""
    inserts = name in GRAPH.inserting
    subject = state.graph.edges if "edge" in name else state.graph.nodes
    label = name if inserts else f"{name}_{'some' if subject else 'none'}"
    for answer, change in effects(state.graph, name):
        after = partial(Known.change, change=change, seen={}, issued=int(inserts))
        yield Outcome(answer, after, (label,))


def asked(state: Known, operation: Operation) -> Asked:
    """The keys of an operation, and what is known of each."""
    kind = GRAPH.kinds[operation.name].of
    return [(name, state.standing(name, kind)) for name in GRAPH.keys_of(operation)]


def by_keys(state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
    """Operations on one key or two, of which it may be unknown what they find."""
    name, kind = operation.name, GRAPH.kinds[operation.name].of
    keys = asked(state, operation)
    issued = int(name in GRAPH.inserting)
    live = name in FINDING and keys[0][1].kind == "live"
    at_stake = [LIVE if live else REFINEMENT, REFINEMENT]
    for (answer, change), ways in grouped(state.graph, name, keys).items():
        seen = dict(learnt(keys, ways))
        after = partial(Known.change, change=change, seen=seen, kind=kind, issued=issued)
        happened = tuple(labelled(state.graph, name, keys, answer, change))
        yield Outcome(answer, after, happened, at_stake)


def grouped(graph: Multigraph[int], name: str, keys: Asked) -> dict[Effect, list[Meanings]]:
    """The possible effects, each with everything that its keys may find then."""
    found: dict[Effect, list[Meanings]] = {}
    same = len({key for key, _ in keys}) < len(keys)
    for way in product(*[known.meanings for _, known in keys]):
        if not same or len({*way}) == 1:
            for effect in effects(graph, name, way):
                found.setdefault(effect, []).append(way)
    return found


def learnt(keys: Asked, ways: Sequence[Meanings]) -> Iterator[tuple[KeyName, int | None]]:
    """The keys that were not known to find something or nothing, and are now, if any of these ways was taken."""
    for (key, known), found in zip(keys, zip(*ways, strict=True), strict=True):
        if len(known.meanings) > 1 and len({*found}) == 1:
            yield key, found[0]


# --- Labels ---------------------------------------------------------------------------------------


def labelled(
    graph: Multigraph[int], name: str, keys: Asked, answer: object, change: Change
) -> Iterator[str]:
    """What happened in an operation on keys."""
    match name:
        case "add_edge":
            yield from joined(graph, change.ends)
        case "find_edge":
            missing = any(known.meanings == (None,) for _, known in keys)
            yield f"{name}_{'missing' if missing else 'none' if answer is None else 'found'}"
        case _:
            yield f"{name}_{keys[0][1].kind}"
    if change.nodes:
        yield f"{name}_{'and_edges' if change.edges else 'alone'}"


def joined(graph: Multigraph[int], ends: tuple[int, int] | None) -> Iterator[str]:
    """What happened in an insertion of an edge."""
    yield f"{EDGE}_missing" if ends is None else EDGE
    if ends is not None:
        yield from [f"{EDGE}_loop"] * (len({*ends}) == 1)
        yield from [f"{EDGE}_parallel"] * bool(graph.between(*ends))


def labels(offered: frozenset[str], bounded: Iterable[str] = KINDS) -> set[str]:
    """The labels that every graph with some operations can reach, whatever indices it chooses.

    Args:
        offered: the operations.
        bounded: the insertions that a configuration may bound.
    """
    known = {NODE, *(f"{name}_full" for name in bounded)}
    known |= {f"{EDGE}{end}" for end in ("", "_loop", "_parallel", "_missing")}
    known |= {f"remove_node_{end}" for end in ("alone", "and_edges")}
    ends: dict[str, tuple[str, ...]] = {"find_edge": ("found", "none", "missing")}
    ends |= dict.fromkeys(OF_ONE, ("live", "stale", "other_kind", "forged"))
    ends |= dict.fromkeys(WHOLE, ("some", "none"))
    return known | {f"{name}_{end}" for name in offered & ends.keys() for end in ends[name]}
