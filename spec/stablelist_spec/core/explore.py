"""Exploration of every state of the model within a scope, breadth first.

States that differ only in irrelevant parts are one *node*; a `Quotient` defines which. There are two:

- `stablelist_spec.core.states.States` keeps a state as it is, except for the parts that its system forgets.
- `stablelist_spec.parts.tracked_key.TrackedKey` renames the ids of elements in cells, and keeps everything else. It
  is exact, and ten times as fast.

Costs are not part of a node. To check that visits never exceed removals, the search keeps the smallest balance
(removals minus visits) of all ways to a node, and expands the node again if a smaller one is found. It stops looking
for a negative balance after the first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from .family import Family
from .key import Key
from .operation import Configuration, KeyName, Operation
from .step import Label

__all__ = ["DEBT", "REFINEMENT", "Action", "Edge", "Exploration", "Quotient", "explore"]

N = TypeVar("N", bound=Hashable)

REFINEMENT: Final = "every_step_refines_the_contract"
"""The name of the check of edges; the invariants are about nodes."""
DEBT: Final = "visits_never_exceed_removals"
"""The name of the check of balances, which are about ways."""

WIDEST: Final = 8
"""The largest index width of a scope, in bits."""


class Action(NamedTuple):
    """The operation of a transition; a position stands for the key of the live element there."""

    name: str
    position: int | None = None
    followed: bool = False
    operands: tuple[tuple[str, int | str], ...] = ()
    """The operands that are no keys, by name."""
    nth: tuple[int, ...] = ()
    """The live keys of the operation, counted in the order of `System.live`.

    A container of the same shape has other keys.
    """
    on: int = 1
    """The container that it is on."""

    def operation(self, family: Family, *keys: KeyName) -> Operation:
        """The action as an operation of a program; a single key stands for all that it has.

        >>> from stablelist_spec.families.pool import POOL
        >>> Action("reserve", operands=(("count", 5),)).operation(POOL)
        Operation('reserve', count=5)
        >>> Action("remove", 3).operation(POOL, 7)
        Operation('remove', key=7)
        """
        named = zip(family.keys[self.name], cycle(keys), strict=False)
        return Operation(self.name, **dict(named), **dict(self.operands)).to(self.on)

    def keys(self, live: Sequence[Key]) -> list[Key]:
        """The keys that it is about, of those that are live."""
        if self.nth:
            return [live[nth] for nth in self.nth]
        return [key for key in live if key.index == self.position]

    def __str__(self) -> str:
        """The action in readable form."""
        if self.followed:
            return (
                "add, and follow its key" if self.name == "add" else f"{self.name} the followed key"
            )
        if len(self.nth) > 1:
            return f"{self.name} the live keys {' and '.join(map(str, self.nth))}"
        if self.position is not None:
            return f"{self.name} the element at {self.position}"
        second = ["of the second"] * (self.on > 1)
        return " ".join([self.name, *(str(value) for _, value in self.operands), *second])


@dataclass(slots=True)
class Edge(Generic[N]):
    """A transition between nodes."""

    action: Action
    target: N
    labels: tuple[Label, ...]
    paid: int
    """Removals minus visits."""
    refines: bool = True
    """Whether it is a step of the contract, as far as the quotient can check this."""


class Quotient(Protocol[N]):
    """Which states are one node, the edges from a node, and the invariants of nodes."""

    def initial(self, parameters: Configuration) -> N:
        """The node of a new list."""

    def edges(self, node: N) -> Iterable[Edge[N]]:
        """Every transition from a node."""

    def broken(self, node: N) -> list[str]:
        """The names of the invariants that do not hold in a node."""


class Way(NamedTuple):
    """A way to a node, the last action first; ways share their beginnings."""

    before: Way | None
    action: Action


def actions(way: Way | None) -> tuple[Action, ...]:
    """The actions of a way, the first one first."""
    found: list[Action] = []
    while way is not None:
        found.append(way.action)
        way = way.before
    return tuple(reversed(found))


@dataclass
class Exploration(Generic[N]):
    """The result: counts, labels, and how each node was first reached."""

    parameters: Configuration
    transitions: int = 0
    level: int = 0
    """How far the node that was expanded last is from the initial one."""
    complete: bool = True
    """Whether every node within the scope was met; False if a limit stopped the search, or if a node was
    broken: from there nothing is followed."""
    labels: dict[Label, tuple[Action, ...]] = field(default_factory=dict)
    """Every label reached, with a shortest way that ends with it."""
    violations: dict[str, tuple[Action, ...]] = field(default_factory=dict)
    """A way to every invariant that was found broken: a shortest one, unless it is about costs. A step
    that violates the contract breaks `REFINEMENT`."""
    reached: dict[N, Way | None] = field(default_factory=dict)
    """Every node, with a shortest way to it; the nearest come first."""

    @property
    def states(self) -> int:
        """The number of nodes."""
        return len(self.reached)

    @property
    def diameter(self) -> int:
        """The length of a shortest way to the farthest node, which is the one met last."""
        return len(self.way(next(reversed(self.reached))))

    def way(self, node: N) -> tuple[Action, ...]:
        """A shortest way to a node."""
        return actions(self.reached[node])


def explore(
    parameters: Configuration,
    quotient: Quotient[N],
    *,
    limit: int | None = None,
    depth: int | None = None,
    progress: Callable[[Exploration[N]], None] | None = None,
) -> Exploration[N]:
    """Visit every node breadth first, and check every invariant in each.

    Args:
        parameters: the list; its index width bounds the element space, so it must be narrow.
        quotient: which states are one node.
        limit: expand no further node after so many were met; `Exploration.complete` then is False.
        depth: expand no node that is so far from the initial one; `Exploration.complete` then is False.
        progress: called with what was found so far, after each expansion.

    Raises:
        ValueError: the index range is too large to explore every state, and there is no limit and no depth.

    >>> from stablelist_spec import Parameters
    >>> from stablelist_spec.parts.tracked_key import TrackedKey
    >>> from stablelist_spec.systems import STABLE_LIST
    >>> found = explore(Parameters(id_bits=1, index_bits=2), TrackedKey(STABLE_LIST))
    >>> found.states, found.complete, found.violations
    (817, True, {})
    """
    index_bits = getattr(parameters, "index_bits", WIDEST)
    bounded = limit is not None or depth is not None
    if not bounded and (index_bits is None or index_bits > WIDEST):
        raise ValueError(
            f"index_bits is {index_bits}, so there is no end to explore; choose a width of 2 to 5, "
            "or a limit"
        )
    search = _Search(parameters, quotient)
    while search.queue:
        if limit is not None and len(search.found.reached) >= limit:
            search.found.complete = False
            break
        note = search.queue.popleft()
        if depth is not None and note.depth >= depth:
            search.found.complete = False
            continue
        search.expand(note)
        if progress is not None:
            progress(search.found)
    return search.found


@dataclass(slots=True)
class _Note(Generic[N]):
    """The data of the search about a node."""

    node: N
    balance: int
    """The smallest balance found so far."""
    cheapest: Way | None
    """The way that has it; it may be longer than a shortest one."""
    depth: int = 0
    expanded: bool = False


class _Search(Generic[N]):
    """The state of a breadth-first search."""

    def __init__(self, parameters: Configuration, quotient: Quotient[N]) -> None:
        self.found = Exploration[N](parameters)
        self.quotient = quotient
        self.queue: deque[_Note[N]] = deque()
        self._asks_balance = True
        self._notes: dict[N, _Note[N]] = {}
        self._meet(_Note(quotient.initial(parameters), 0, None), None)

    def expand(self, note: _Note[N]) -> None:
        """Follow every edge of a node."""
        found, notes, node = self.found, self._notes, note.node
        first, note.expanded = not note.expanded, True
        found.level = max(found.level, note.depth)
        labels_met, count = found.labels, 0
        for edge in self.quotient.edges(node):
            count += 1
            for label in edge.labels:
                if label not in labels_met:
                    labels_met[label] = (*found.way(node), edge.action)
            if not edge.refines:
                found.violations.setdefault(REFINEMENT, (*found.way(node), edge.action))
            known, balance = notes.get(edge.target), note.balance + edge.paid
            if known is None:
                way = Way(note.cheapest, edge.action)
                shortest = Way(found.reached[node], edge.action)
                self._meet(_Note(edge.target, balance, way, note.depth + 1), shortest)
            elif balance < known.balance and self._asks_balance:
                known.balance, known.cheapest = balance, Way(note.cheapest, edge.action)
                self._look_for_debt(known)
                if known.expanded:
                    self.queue.append(known)
        found.transitions += first * count

    def _meet(self, note: _Note[N], way: Way | None) -> None:
        """Check a new node, and queue it."""
        node = note.node
        self._notes[node] = note
        self.found.reached[node] = way
        broken = self.quotient.broken(node)
        for name in broken:
            self.found.violations.setdefault(name, self.found.way(node))
        if broken:
            self.found.complete = False
        else:
            self.queue.append(note)
        self._look_for_debt(note)

    def _look_for_debt(self, note: _Note[N]) -> None:
        """Report the first balance below zero, which breaks the bound."""
        if note.balance < 0 and note.cheapest is not None and self._asks_balance:
            self.found.violations.setdefault(DEBT, actions(note.cheapest))
            self._asks_balance = False
