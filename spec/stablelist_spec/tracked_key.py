"""The quotient that renames ids: exact, with free-list order kept.

Which id a cell bears matters only to a key that names this cell. So one key is followed at a time, any key
from any insertion on: its id is renamed to 0, every other id to 1. What holds for the followed key holds
for every key, because every key is followed in some behaviour. Along every edge the refinement
is checked: the layout's step is the contract's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from . import stable_list as model
from .explore import Action, Edge
from .invariants import FreshKeys, broken
from .labels import Provenance
from .parameters import Parameters
from .refinement import refines
from .stable_list import Cost, Has, Key, Not, State, Step

__all__ = ["Followed", "Node", "TrackedKey"]

NOTHING_SPENT: Final = Cost()


class Followed(NamedTuple):
    """The followed key: its position, whether it is retired, whether its id was given out again."""

    index: int
    retired: bool = False
    wrapped: bool = False


class Node(NamedTuple):
    """A class of states, by its representative."""

    state: State
    followed: Followed | None = None

    def fresh(self) -> FreshKeys:
        """The followed key, if its id was not given out again."""
        if self.followed is None or self.followed.wrapped:
            return FreshKeys()
        key = (Key(self.followed.index, 0),)
        return FreshKeys(retired=key) if self.followed.retired else FreshKeys(live=key)


class TrackedKey:
    """Ids renamed, exactly. Without *follow*, no key is followed: the bare layout with its free lists."""

    def __init__(self, *, follow: bool = True) -> None:
        self.follow = follow

    def initial(self, parameters: Parameters) -> Node:
        """The node of a new list."""
        return Node(renamed(model.initial(parameters), None, 0))

    def broken(self, node: Node) -> list[str]:
        """Every invariant is asked."""
        return broken(node.state, node.fresh())

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Insertion, removal of every element, clear, and what the followed key does."""
        state, followed = node
        inserted = model.add(state, 0)
        yield self._edge(node, Action("add"), inserted)
        if self.follow and followed is None and isinstance(inserted.answer, Key):
            yield self._edge(node, Action("add", followed=True), inserted)
        for position, cell in enumerate(state.cells):
            if isinstance(cell, Has):
                key = Key(position, cell.id)
                yield self._edge(node, Action("remove", position), model.remove(state, key), key)
        yield self._edge(node, Action("clear"), model.clear(state))
        if followed is not None:
            yield from self._with_followed(node, followed)

    def _with_followed(self, node: Node, followed: Followed) -> Iterator[Edge[Node]]:
        """What the followed key meets; its removal while live is among the removals already."""
        key = Key(followed.index, 0)
        origin = Provenance.RETIRED if followed.retired else Provenance.ISSUED
        yield self._edge(node, Action("at", followed=True), model.at(node.state, key, origin), key)
        asked = model.contains(node.state, key, origin)
        yield self._edge(node, Action("contains", followed=True), asked, key)
        if followed.retired:
            removed = model.remove(node.state, key, origin)
            yield self._edge(node, Action("remove", followed=True), removed, key)

    def _edge(
        self, node: Node, action: Action, step: Step[object], key: Key | None = None
    ) -> Edge[Node]:
        """An edge to the node of the step's state, its costs taken out."""
        assert refines(node.state, action.name, step, key), f"{action} is no step of the contract"
        cost = step.state.cost
        return Edge(action, following(node, action, step), step.labels, cost.removals - cost.visits)


def following(before: Node, action: Action, step: Step[object]) -> Node:
    """The node after a step: what became of the followed key, and ids renamed."""
    followed, state, answer = before.followed, step.state, step.answer
    if followed is None:
        if not action.followed:
            return Node(renamed(state, None, 0))
        assert isinstance(answer, Key)
        return Node(renamed(state, answer.index, answer.id), Followed(answer.index))
    if isinstance(answer, Key) and answer.id == 0:
        followed = followed._replace(wrapped=True)
    if action.name == "clear" or (action.name == "remove" and action.position == followed.index):
        followed = followed._replace(retired=True)
    return Node(renamed(state, followed.index, 0), followed)


def renamed(state: State, index: int | None, id: int) -> State:  # noqa: A002 - the field's word
    """The state with the id of the key followed at *index* renamed to 0, every other to 1.

    Ids are issued in a circle (or a line), so that turning it keeps every answer; of the other ids nothing is
    asked. An unbounded source never comes back to the followed id, whatever comes next.
    """
    period = state.parameters.id_period
    if index is None or period is None:
        next_id = 1
    else:
        next_id = (state.next_id - id) % period
    cells = tuple(
        cell if isinstance(cell, Not) else Has(0, int(position != index or cell.id != id))
        for position, cell in enumerate(state.cells)
    )
    return state._replace(next_id=next_id, cells=cells, cost=NOTHING_SPENT)
