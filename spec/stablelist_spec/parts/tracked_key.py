"""The quotient that renames ids, for any system with cells: exact, with free-list order kept.

The id of a cell matters only to a key that names this cell. So one key is followed at a time, any key from any
insertion on: its id is renamed to 0, every other id to 1. What holds for the followed key holds for every key, because
every key is followed in some behaviour. Elements are renamed to their positions, so that no two are alike. On every
edge the refinement is checked: the step of the layout follows the contract.

A node is a layout, which is a state with opaque ids, and a `Mark`, which says what the ids are. A step that depends on
no id is taken, and checked, once for each layout, together with the invariants of the layout. Opaque ids ensure that
all steps are of this kind, with two exceptions: an insertion uses the next id, and looking up the followed key depends
on the id of the cell that it names. These steps are taken once for each of these ids.

An id that returns to 0 is a wrap only if as many insertions have passed as there are ids. Insertions are counted here,
and not read from the state, whose counting is to be checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, cast

from stablelist_spec.core.explore import Action, Edge
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Configuration, Operation
from stablelist_spec.core.states import Followed
from stablelist_spec.core.step import Label, Provenance, StepOf, observed
from stablelist_spec.core.system import System

from .cells import Has, Parametrised, replaced
from .invariants import OF_KEYS
from .opaque import Opaque
from .refinement import abstraction, refines

__all__ = ["Node", "TrackedKey"]

NEW: Final = -1
"""The element that is inserted, before it is renamed."""
ADD: Final = Action("add")
ADD_AND_FOLLOW: Final = Action("add", followed=True)
WHOLE: Final = (Action("clear"), Action("drain"), Action("shrink_to_fit"))
RESTORED: Final = (("value", NEW),)
RESTORE: Final = Action("restore", followed=True, operands=RESTORED)
PASSED: Final = 2
"""A next id that comes after both ids."""
AT: Final = Action("at", followed=True)
CONTAINS: Final = Action("contains", followed=True)
REMOVE: Final = Action("remove", followed=True)
EVERYWHERE: Final = -1
"""All positions, as a mask."""
NEXT: Final = cast("int", Opaque())
"""The next id, if nothing depends on it."""

has = cache(Has)
"""A live cell; cached, because many equal ones are needed."""


@cache
def id_at(_: int) -> int:
    """The opaque id of the element at a position."""
    return cast("int", Opaque())


@cache
def removal(position: int) -> Action:
    """The removal of the element at a position."""
    return Action("remove", position)


class Node:
    """A class of states, by its representative."""

    __slots__ = ("_hash", "followed", "state")

    def __init__(self, state: Any, followed: Followed[int] | None = None) -> None:  # noqa: ANN401 - of any system
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
        """Computed once, because it is used on every edge."""
        return self._hash

    @property
    def wrapped(self) -> bool:
        """Whether the followed id was given out again."""
        return self.followed is not None and self.followed.since == self.state.parameters.id_period

    def fresh(self) -> FreshKeys:
        """The followed key if it is fresh, and any other live key with its id, which would be a defect."""
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


Mark = tuple[int, int, Followed[int] | None]
"""What a layout leaves open: the positions with id 0, as a mask (all others have id 1); the next id; the
followed key."""


class Layout:
    """A state with opaque ids, and cached results about it."""

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
    """The positions whose keys the step retires, as a mask."""
    touches: int
    """These, and the positions that are not live afterwards; the mark changes at no others."""

    def mark(self, mark: Mark) -> Mark:
        """The mark after the step: a step that refines the contract moves no element and changes no id."""
        zeros, next_id, followed = mark
        if followed is not None and self.retires >> followed.key & 1:
            followed = Followed(followed.key, True, followed.since)
        next_id = next_id if self.next_id is NEXT else self.next_id
        return zeros & self.target.live, next_id, followed


@dataclass(slots=True)
class Revival(Move):
    """The restoration of the followed key: its id is the one that is renamed to 0."""

    def mark(self, mark: Mark) -> Mark:
        """The mark after the step."""
        zeros, next_id, followed = mark
        assert followed is not None
        if self.target.live >> followed.key & 1:
            zeros, followed = zeros | 1 << followed.key, followed._replace(retired=False)
        return zeros, next_id, followed


class Insertion(NamedTuple):
    """An insertion with a known next id."""

    move: Move
    key: Key | None
    """The key in its answer, if it succeeded."""
    id: int
    """The id of its cell."""

    def mark(self, mark: Mark, *, follow: bool = False) -> Mark:
        """The mark after the insertion.

        Ids are issued in a circle (or a line), so rotating them changes no answer. While no key is followed, the next
        id is 0, and the id of the new element becomes 1; a key that is followed from now on keeps its 0. An unbounded
        source never returns to 0.
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
            followed = Followed(followed.key, followed.retired, since)
            zero = self.id == 0 and (since != period or position == followed.key)
        zeros = zeros & self.move.target.live & ~(1 << position) | zero << position
        return zeros, next_id if followed is None or period is not None else 1, followed


class TrackedKey:
    """The exact quotient with renamed ids. Without *follow*, no key is followed: layouts with free lists only.

    With *restores*, keys are restored, at any position. The id of such a key has to be one that the counter has passed,
    which nodes do not know, so that it is taken for granted: there may be more edges than a list has.

    The results of the model's steps are cached, so each model needs its own instance.

    Raises:
        TypeError: from `edges` and `broken`, if the model uses an id that the step must not depend on. Then renaming
            ids would not be exact.
    """

    leaves_out: Final = "costs, elements, ids except whether they equal the followed key's"
    """The forgotten parts of a state, in words."""

    def __init__(self, system: System, *, follow: bool = True, restores: bool = False) -> None:
        self.system, self.follow, self.restores = system, follow, restores
        self._layouts: dict[Parametrised, Layout] = {}
        self._nodes: defaultdict[Mark, dict[Layout, Node]] = defaultdict(dict)
        self._parts: dict[Node, tuple[Layout, Mark]] = {}

    def initial(self, parameters: Configuration) -> Node:
        """The node of a new container."""
        assert self.system.initial is not None
        return Node(self.system.initial(parameters))

    def broken(self, node: Node) -> list[str]:
        """The invariants that do not hold: those about keys if one is fresh, the others once for each layout."""
        layout, (zeros, _, followed) = self._split(node)
        if followed is None or node.wrapped:
            return layout.broken
        about = followed.key, followed.retired, zeros
        if about not in layout.unsound:
            state = layout.with_ids(zeros, NEXT)
            layout.unsound[about] = layout.broken + self._broken(state, node.fresh())
        return layout.unsound[about]

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Insertion, removal of each element and of all, memory, and operations on the followed key.

        Extending and retaining equal several of these; replacing elements does not change the node.
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
            if self.restores and retired and not layout.live >> position & 1:
                yield from self._revivals(layout, mark, position)
        alike = self._nodes[mark]
        for move in moves:
            if move.touches & touched or move.next_id is not NEXT:
                yield self._edge(move, move.mark(mark))
            else:
                after = alike.get(move.target) or self._node(move.target, mark)
                yield Edge(move.action, after, move.labels, move.paid, move.refines)

    def _broken(self, state: Parametrised, fresh: FreshKeys | None = None) -> list[str]:
        """The invariants that do not hold: those about fresh keys if there are any, otherwise the others."""
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
        """The step of an action."""
        return observed(self.system, state, self._operation(action, key), origin)

    def _operation(self, action: Action, key: Key | None) -> Operation:
        """The operation of an action, as a step receives it."""
        keys = () if key is None else (key,)
        return action.operation(self.system.family, *keys).adding(NEW)

    def _insertion(self, layout: Layout, next_id: int) -> Insertion:
        """The insertion with a given next id."""
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
        """The moves from a layout that depend on no id but that of their key."""
        state = layout.state
        doubling = Action("reserve", operands=(("count", state.space - state.live + 1),))
        removals = [(removal(key.index), key) for key in layout.elements]
        others = [(action, None) for action in (*WHOLE, doubling) if self._offers(action)]
        layout.moves = [
            self._move(layout, action, self._step(state, action, key), key)
            for action, key in (*removals, *others)
        ]
        if self.restores:
            layout.moves += [
                self._restoration(
                    layout, Move, Action("restore", at, operands=RESTORED), Key(at, 1)
                )
                for at in range(self._most_cells(state))
                if not layout.live >> at & 1
            ]
        return layout.moves

    def _most_cells(self, state: Parametrised) -> int:
        """The number of cells that there is memory and an index for."""
        end = state.parameters.index_count
        return state.allocated if end is None else min(state.allocated, end)

    def _revivals(self, layout: Layout, mark: Mark, position: int) -> Iterator[Edge[Node]]:
        """The restoration of the followed key."""
        key = Key(position, 0)
        move = self._restoration(layout, Revival, RESTORE, key, Provenance.RETIRED)
        yield self._edge(move, move.mark(mark))

    def _restoration(
        self,
        layout: Layout,
        kind: type[Move],
        action: Action,
        key: Key,
        origin: Provenance = Provenance.ISSUED,
    ) -> Move:
        """The restoration of a key whose id was passed; the next id stays."""
        before = layout.state._replace(next_id=PASSED)
        step = self._step(before, action, key, origin)
        target = self._layout(step.state, key.index)
        refined = refines(before, self._operation(action, key), step, live=layout.elements)
        cost = step.state.cost
        paid, touches = cost.removals - cost.visits, ~target.live
        return kind(action, target, step.labels, paid, refined, NEXT, 0, touches)

    def _questions(self, layout: Layout, position: int, retired: bool, bears: int) -> list[Move]:
        """Operations on the followed key; its removal while live is already among the removals."""
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
        """A step of a layout, or of *before* if that has some ids, without its costs."""
        known = before is None or before.cells is layout.state.cells
        before, after = before or layout.state, step.state
        live = layout.elements if known else abstraction(before)
        refined = refines(before, self._operation(action, key), step, live=live)
        if after is before:
            return Move(action, layout, step.labels, 0, refined, NEXT, 0, 0)
        new = step.answer.index if isinstance(step.answer, Key) else None
        target = self._layout(after, new)
        whole = action.name in {"clear", "drain"}
        retires = EVERYWHERE if whole else 0 if action.position is None else 1 << action.position
        owed = after.cost.visits if before.parameters.amortised else 0
        paid = after.cost.removals - owed
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
        bare = state._replace(next_id=NEXT, cells=cells, cost=type(state.cost)())
        layout = self._layouts.get(bare)
        if layout is None:
            layout = self._layouts[bare] = Layout(bare, self._broken(bare))
        return layout

    def _edge(self, move: Move, mark: Mark, action: Action | None = None) -> Edge[Node]:
        """The edge of a move, to the node with a mark."""
        after = self._nodes[mark].get(move.target) or self._node(move.target, mark)
        return Edge(action or move.action, after, move.labels, move.paid, move.refines)

    def _node(self, layout: Layout, mark: Mark) -> Node:
        """The node of a layout and a mark, created at its first use."""
        zeros, next_id, followed = mark
        node = Node(layout.with_ids(zeros, next_id), followed)
        self._know(node, layout, mark)
        return node

    def _know(self, node: Node, layout: Layout, mark: Mark) -> None:
        """Store a node, so that each class has only one."""
        self._nodes[mark][layout] = node
        self._parts[node] = layout, mark
