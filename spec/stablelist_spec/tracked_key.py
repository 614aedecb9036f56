"""The quotient that renames ids: exact, with free-list order kept.

Which id a cell bears matters only to a key that names this cell. So one key is followed at a time, any
key from any insertion on: its id is renamed to 0, every other id to 1. What holds for the followed key
holds for every key, because every key is followed in some behaviour. Elements are renamed to their
positions, so that no two are alike. Along every edge the refinement is checked: the layout's step is the
contract's.

An id that comes back to 0 is a wrap only if as many insertions have passed as there are ids. They are
counted here, and not taken from the state: whether it counts well is what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from . import stable_list as model
from .explore import Action, Edge
from .invariants import FreshKeys, broken
from .labels import Provenance
from .parameters import Parameters
from .refinement import abstraction, refines
from .stable_list import Cost, Has, Key, State, Step

__all__ = ["Followed", "Node", "TrackedKey"]

NOTHING_SPENT: Final = Cost()
NEW: Final = -1
"""The element that is inserted, before it is renamed."""
ADD: Final = Action("add")
ADD_AND_FOLLOW: Final = Action("add", followed=True)
CLEAR: Final = Action("clear")
DRAIN: Final = Action("drain")
SHRINK_TO_FIT: Final = Action("shrink_to_fit")
AT: Final = Action("at", followed=True)
CONTAINS: Final = Action("contains", followed=True)
REMOVE: Final = Action("remove", followed=True)


class Followed(NamedTuple):
    """The followed key: where its id was issued, whether it is retired, how many ids were issued since.

    *since* stays 0 where ids never wrap, and goes no further than their number where they do.
    """

    position: int
    retired: bool = False
    since: int = 0


class Node(NamedTuple):
    """A class of states, by its representative."""

    state: State
    followed: Followed | None = None

    @property
    def wrapped(self) -> bool:
        """Whether the followed id was given out again."""
        return self.followed is not None and self.followed.since == self.state.parameters.id_period

    def fresh(self) -> FreshKeys:
        """The followed key if it is fresh, and with it whatever bears its id, which nothing should."""
        if self.followed is None or self.wrapped:
            return FreshKeys()
        position, retired, _ = self.followed
        namesakes = tuple(
            Key(i, 0)
            for i, cell in enumerate(self.state.cells)
            if isinstance(cell, Has) and cell.id == 0 and i != position
        )
        key = Key(position, 0)
        return FreshKeys(namesakes, (key,)) if retired else FreshKeys((key, *namesakes))


class TrackedKey:
    """Ids renamed, exactly. Without *follow*, no key is: the bare layout with its free lists."""

    def __init__(self, *, follow: bool = True) -> None:
        self.follow = follow

    def initial(self, parameters: Parameters) -> Node:
        """The node of a new list."""
        return Node(model.initial(parameters))

    def broken(self, node: Node) -> list[str]:
        """Every invariant is asked."""
        return broken(node.state, node.fresh())

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Insertion, removal of every element and of all, memory, and what the followed key does.

        Extending and retaining are several of these in a row; what replaces elements leaves the node.
        """
        state, followed = node
        live = abstraction(state)
        inserted = model.add(state, NEW)
        yield edge(node, ADD, inserted, live)
        if self.follow and followed is None and isinstance(inserted.answer, Key):
            yield edge(node, ADD_AND_FOLLOW, inserted, live)
        for key in live:
            yield edge(node, Action("remove", key.index), model.remove(state, key), live, key)
        yield edge(node, CLEAR, model.clear(state), live)
        yield edge(node, DRAIN, model.drain(state), live)
        yield edge(node, SHRINK_TO_FIT, model.shrink_to_fit(state), live)
        doubling = state.space - state.live + 1
        yield edge(node, Action("reserve", amount=doubling), model.reserve(state, doubling), live)
        if followed is not None:
            yield from with_followed(node, followed, live)


def with_followed(node: Node, followed: Followed, live: Mapping[Key, int]) -> Iterator[Edge[Node]]:
    """What the followed key meets; its removal while live is among the removals already."""
    state, key = node.state, Key(followed.position, 0)
    origin = Provenance.RETIRED if followed.retired else Provenance.ISSUED
    yield edge(node, AT, model.at(state, key, origin), live, key)
    yield edge(node, CONTAINS, model.contains(state, key, origin), live, key)
    if followed.retired:
        yield edge(node, REMOVE, model.remove(state, key, origin), live, key)


def edge(
    before: Node,
    action: Action,
    step: Step[object],
    live: Mapping[Key, int],
    key: Key | None = None,
) -> Edge[Node]:
    """An edge to the node of the step's state, its costs taken out."""
    refined = refines(before.state, action.operation(key), step, element=NEW, live=live)
    if step.state is before.state:
        return Edge(action, before, step.labels, 0, refined)
    paid = step.state.cost.removals - step.state.cost.visits
    return Edge(action, following(before, action, step), step.labels, paid, refined)


def following(before: Node, action: Action, step: Step[object]) -> Node:
    """The node after a step: what became of the followed key, and the new id renamed."""
    followed, state = before.followed, step.state._replace(cost=NOTHING_SPENT)
    if isinstance(step.answer, Key):
        return inserted(state, step.answer, followed, follow=action.followed)
    if followed is not None and (
        action.name in {"clear", "drain"}
        or (action.name == "remove" and action.position == followed.position)
    ):
        followed = followed._replace(retired=True)
    return Node(state, followed)


def inserted(state: State, key: Key, followed: Followed | None, *, follow: bool) -> Node:
    """The node after an insertion.

    Ids are issued in a circle (or a line), so that turning it keeps every answer. While no key is followed
    the next id is 0, and the new element's becomes 1; a key that is followed from now on keeps its 0. An
    unbounded source never comes back to 0, whatever comes next.
    """
    period, next_id, cell = state.parameters.id_period, state.next_id, state.cells[key.index]
    assert isinstance(cell, Has)
    if follow:
        followed, id_ = Followed(key.index), int(cell.id != key.id)
    elif followed is None:
        next_id, id_ = 0, 1
    else:
        since = 0 if period is None else min(followed.since + 1, period)
        followed = followed._replace(since=since)
        namesake = cell.id == 0 and (since != period or key.index == followed.position)
        id_ = 0 if namesake else 1
    return Node(
        state._replace(
            next_id=next_id if followed is None or period is not None else 1,
            cells=model.replaced(state.cells, Key(key.index, id_), key.index),
        ),
        followed,
    )
