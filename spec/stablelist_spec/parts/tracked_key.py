"""The quotient that renames ids, of any system whose elements live in cells: exact, with free-list order kept.

Which id a cell bears matters only to a key that names this cell. So one key is followed at a time, any
key from any insertion on: its id is renamed to 0, every other id to 1. What holds for the followed key
holds for every key, because every key is followed in some behaviour. Elements are renamed to their
positions, so that no two are alike. Along every edge the refinement is checked: the layout's step is the
contract's.

A node is a layout, which is a state with opaque ids, and a `Mark`, which says what the ids are. A step that looks at no
id is taken once for each layout, and with it the refinement and the invariants of the layout are asked. Opaque
ids see to it that this is every step but two kinds: an insertion looks at the next id, and what the
followed key meets depends on the id of the cell that it names. These are taken once for each of these ids.

An id that comes back to 0 is a wrap only if as many insertions have passed as there are ids. They are
counted here, and not taken from the state: whether it counts well is what is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, cast

from stablelist_spec.core.explore import Action, Edge
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.core.system import System

from .cells import Cost, Has, Parametrised, replaced
from .invariants import OF_KEYS
from .opaque import Opaque
from .refinement import abstraction, refines

__all__ = ["Followed", "Node", "TrackedKey"]

NOTHING_SPENT: Final = Cost()
NEW: Final = -1
"""The element that is inserted, before it is renamed."""
ADD: Final = Action("add")
ADD_AND_FOLLOW: Final = Action("add", followed=True)
WHOLE: Final = (Action("clear"), Action("drain"), Action("shrink_to_fit"))
AT: Final = Action("at", followed=True)
CONTAINS: Final = Action("contains", followed=True)
REMOVE: Final = Action("remove", followed=True)
EVERYWHERE: Final = -1
"""All positions, as a mask."""
NEXT: Final = cast("int", Opaque())
"""The next id, where nothing depends on it."""

has = cache(Has)
"""A live cell. These are made over and over, and one is as good as another."""


@cache
def id_at(_: int) -> int:
    """The opaque id of the element at a position."""
    return cast("int", Opaque())


@cache
def removal(position: int) -> Action:
    """The removal of the element at a position."""
    return Action("remove", position)


class Followed(NamedTuple):
    """The followed key: where its id was issued, whether it is retired, how many ids were issued since.

    *since* stays 0 where ids never wrap, and goes no further than their number where they do.
    """

    position: int
    retired: bool = False
    since: int = 0


class Node:
    """A class of states, by its representative."""

    __slots__ = ("_hash", "followed", "state")

    def __init__(self, state: Any, followed: Followed | None = None) -> None:  # noqa: ANN401 - of any system
        self.state: Any = state
        self.followed = followed
        self._hash = hash((state, followed))

    def __eq__(self, other: object) -> bool:
        """Whether it is the same class."""
        return (
            isinstance(other, Node)
            and self.followed == other.followed
            and self.state == other.state
        )

    def __hash__(self) -> int:
        """Computed once: it is asked for along every edge."""
        return self._hash

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


Mark = tuple[int, int, Followed | None]
"""What a layout leaves open: the positions that bear id 0, as a mask, where all others bear 1; the next id; the
followed key."""


class Layout:
    """A state with opaque ids, and what is known of it once it was asked."""

    def __init__(self, state: Parametrised, broken: list[str]) -> None:
        self.state, self.broken = state, broken
        self.elements = abstraction(state)
        self.live = sum(1 << key.index for key in self.elements)
        self.states: dict[tuple[int, int], Parametrised] = {}
        self.moves: list[Move] = []
        self.insertions: dict[int, Insertion] = {}
        self.unsound: dict[tuple[int, bool, int], list[str]] = {}
        self.questions: dict[tuple[int, bool, int], list[Move]] = {}

    def with_ids(self, zeros: int, next_id: int) -> Parametrised:
        """The state with ids in place of the opaque ones."""
        state = self.states.get((zeros, next_id))
        if state is None:
            cells = tuple(
                [
                    has(cell.element, 1 - (zeros >> i & 1)) if isinstance(cell, Has) else cell
                    for i, cell in enumerate(self.state.cells)
                ]
            )
            state = self.state._replace(cells=cells, next_id=next_id)
            self.states[zeros, next_id] = state
        return state


@dataclass(slots=True)
class Move:
    """A step from layout to layout."""

    action: Action
    target: Layout
    labels: tuple[Label, ...]
    paid: int
    refines: bool
    next_id: int
    retires: int
    """The positions whose keys it retires, as a mask."""
    touches: int
    """These, and the positions that are not live after it: what it does to no others leaves a mark as it was."""

    def mark(self, mark: Mark) -> Mark:
        """The mark after it: a step that refines keeps every element where it is, under its id."""
        zeros, next_id, followed = mark
        if followed is not None and self.retires >> followed.position & 1:
            followed = Followed(followed.position, True, followed.since)
        next_id = next_id if self.next_id is NEXT else self.next_id
        return zeros & self.target.live, next_id, followed


class Insertion(NamedTuple):
    """An insertion, where the next id is known."""

    move: Move
    key: Key | None
    """The key that it answered, if it did."""
    id: int
    """The id that its cell bears."""

    def mark(self, mark: Mark, *, follow: bool = False) -> Mark:
        """The mark after it.

        Ids are issued in a circle (or a line), so that turning it keeps every answer. While no key is followed
        the next id is 0, and the new element's becomes 1; a key that is followed from now on keeps its 0. An
        unbounded source never comes back to 0, whatever comes next.
        """
        if self.key is None:
            return self.move.mark(mark)
        (zeros, _, followed), position, next_id = mark, self.key.index, self.move.next_id
        period = self.move.target.state.parameters.id_period
        if follow:
            followed, zero = Followed(position), self.id == self.key.id
        elif followed is None:
            next_id, zero = 0, False
        else:
            since = 0 if period is None else min(followed.since + 1, period)
            followed = Followed(followed.position, followed.retired, since)
            zero = self.id == 0 and (since != period or position == followed.position)
        zeros = zeros & self.move.target.live & ~(1 << position) | zero << position
        return zeros, next_id if followed is None or period is not None else 1, followed


class TrackedKey:
    """Ids renamed, exactly. Without *follow*, no key is: the bare layout with its free lists.

    What the model's steps came to is kept: for another model, take another.

    Raises:
        TypeError: from `edges` and `broken`, if the model looks at an id that is nothing to the step. Then
            renaming ids would not be exact.
    """

    def __init__(self, system: System, *, follow: bool = True) -> None:
        self.system, self.follow = system, follow
        self._layouts: dict[Parametrised, Layout] = {}
        self._nodes: defaultdict[Mark, dict[Layout, Node]] = defaultdict(dict)
        self._parts: dict[Node, tuple[Layout, Mark]] = {}

    def initial(self, parameters: Configuration) -> Node:
        """The node of a new container."""
        assert self.system.initial is not None
        return Node(self.system.initial(parameters))

    def broken(self, node: Node) -> list[str]:
        """Every invariant is asked: those of keys where one is fresh, the others once for each layout."""
        layout, (zeros, _, followed) = self._split(node)
        if followed is None or node.wrapped:
            return layout.broken
        about = followed.position, followed.retired, zeros
        if about not in layout.unsound:
            state = layout.with_ids(zeros, NEXT)
            layout.unsound[about] = layout.broken + self._broken(state, node.fresh())
        return layout.unsound[about]

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Insertion, removal of every element and of all, memory, and what the followed key does.

        Extending and retaining are several of these in a row; what replaces elements leaves the node.
        """
        layout, mark = self._split(node)
        zeros, next_id, followed = mark
        insertion = layout.insertions.get(next_id) or self._insertion(layout, next_id)
        yield self._edge(insertion.move, insertion.mark(mark))
        if self.follow and followed is None and insertion.key is not None:
            yield self._edge(insertion.move, insertion.mark(mark, follow=True), ADD_AND_FOLLOW)
        moves, touched = layout.moves or self._moves(layout), zeros
        if followed is not None:
            position, retired, _ = followed
            about = position, retired, zeros >> position & 1
            moves = moves + (layout.questions.get(about) or self._questions(layout, *about))
            touched |= 0 if retired else 1 << position
        alike = self._nodes[mark]
        for move in moves:
            if move.touches & touched or move.next_id is not NEXT:
                yield self._edge(move, move.mark(mark))
            else:
                after = alike.get(move.target) or self._node(move.target, mark)
                yield Edge(move.action, after, move.labels, move.paid, move.refines)

    def _broken(self, state: Parametrised, fresh: FreshKeys | None = None) -> list[str]:
        """The invariants that do not hold: those of some keys, or else all others."""
        asked = [
            (name, holds)
            for name, holds in self.system.invariants.items()
            if (name in OF_KEYS) is (fresh is not None)
        ]
        return [name for name, holds in asked if not holds(state, fresh or FreshKeys())]

    # --- Steps ------------------------------------------------------------------------------------

    def _offers(self, action: Action) -> bool:
        """Whether the system has an operation."""
        return action.name in self.system.operations

    def _step(
        self,
        state: Parametrised,
        action: Action,
        key: Key | None = None,
        origin: Provenance = Provenance.ISSUED,
    ) -> StepOf[Any, object]:
        """What an action does."""
        assert self.system.step is not None
        return self.system.step(state, action.operation(key)._replace(value=NEW), origin)

    def _insertion(self, layout: Layout, next_id: int) -> Insertion:
        """What an insertion comes to under an id."""
        before = layout.state._replace(next_id=next_id)
        step = self._step(before, ADD)
        key, id_ = None, next_id
        if isinstance(step.answer, Key):
            key = step.answer
            cell = step.state.cells[key.index]
            assert isinstance(cell, Has)
            id_ = cell.id
        move = self._move(layout, ADD, step, before=before)
        layout.insertions[next_id] = Insertion(move, key, id_)
        return layout.insertions[next_id]

    def _moves(self, layout: Layout) -> list[Move]:
        """What leads on from a layout and looks at no id but the key's own."""
        state = layout.state
        doubling = Action("reserve", amount=state.space - state.live + 1)
        removals = [(removal(key.index), key) for key in layout.elements]
        others = [(action, None) for action in (*WHOLE, doubling) if self._offers(action)]
        layout.moves = [
            self._move(layout, action, self._step(state, action, key), key)
            for action, key in (*removals, *others)
        ]
        return layout.moves

    def _questions(self, layout: Layout, position: int, retired: bool, bears: int) -> list[Move]:
        """What the followed key meets; its removal while live is among the removals already."""
        state, key = layout.state, Key(position, 0)
        if layout.live >> position & 1:
            cells = replaced(state.cells, Key(position, 1 - bears), position)
            state = state._replace(cells=cells)
        origin = Provenance.RETIRED if retired else Provenance.ISSUED
        asked = (AT, CONTAINS, REMOVE) if retired else (AT, CONTAINS)
        found = [
            self._move(layout, action, self._step(state, action, key, origin), key, state)
            for action in asked
            if self._offers(action)
        ]
        layout.questions[position, retired, bears] = found
        return found

    def _move(
        self,
        layout: Layout,
        action: Action,
        step: StepOf[Any, object],
        key: Key | None = None,
        before: Parametrised | None = None,
    ) -> Move:
        """A step of a layout, or of *before* where it has some ids, its costs taken out."""
        known = before is None or before.cells is layout.state.cells
        before, after = before or layout.state, step.state
        live = layout.elements if known else abstraction(before)
        refined = refines(before, action.operation(key), step, element=NEW, live=live)
        if after is before:
            return Move(action, layout, step.labels, 0, refined, NEXT, 0, 0)
        new = step.answer.index if isinstance(step.answer, Key) else None
        target = self._layout(after, new)
        whole = action.name in {"clear", "drain"}
        retires = EVERYWHERE if whole else 0 if action.position is None else 1 << action.position
        paid = after.cost.removals - after.cost.visits
        touches = retires | ~target.live
        return Move(action, target, step.labels, paid, refined, after.next_id, retires, touches)

    # --- Nodes, layouts and marks -----------------------------------------------------------------

    def _split(self, node: Node) -> tuple[Layout, Mark]:
        """The layout of a node, and its mark."""
        parts = self._parts.get(node)
        if parts is None:
            bears = (
                1 << i
                for i, cell in enumerate(node.state.cells)
                if isinstance(cell, Has) and cell.id == 0
            )
            parts = self._layout(node.state), (sum(bears), node.state.next_id, node.followed)
            self._know(node, *parts)
        return parts

    def _layout(self, state: Parametrised, new: int | None = None) -> Layout:
        """The layout of a state, the element at *new* renamed."""
        cells = tuple(
            [
                has(i if i == new else cell.element, id_at(i)) if isinstance(cell, Has) else cell
                for i, cell in enumerate(state.cells)
            ]
        )
        bare = state._replace(next_id=NEXT, cells=cells, cost=NOTHING_SPENT)
        layout = self._layouts.get(bare)
        if layout is None:
            layout = self._layouts[bare] = Layout(bare, self._broken(bare))
        return layout

    def _edge(self, move: Move, mark: Mark, action: Action | None = None) -> Edge[Node]:
        """The edge that a move is, to the node that has a mark."""
        after = self._nodes[mark].get(move.target) or self._node(move.target, mark)
        return Edge(action or move.action, after, move.labels, move.paid, move.refines)

    def _node(self, layout: Layout, mark: Mark) -> Node:
        """The node of a layout and a mark, for the first time."""
        zeros, next_id, followed = mark
        node = Node(layout.with_ids(zeros, next_id), followed)
        self._know(node, layout, mark)
        return node

    def _know(self, node: Node, layout: Layout, mark: Mark) -> None:
        """Keep a node, so that there are no two of its class."""
        self._nodes[mark][layout] = node
        self._parts[node] = layout, mark
