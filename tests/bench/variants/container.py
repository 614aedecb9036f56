"""Any kind of container, as a model, with the costs of its operations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.parts.options import Indexed
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.deferred import Repartition

from .memory import FIRST, counted, growth, room, store

__all__ = [
    "ALL",
    "COMPARED",
    "RELATIVES",
    "SUMMARISED",
    "VARIANTS",
    "WAYS",
    "Container",
    "Spent",
    "configured",
]

VARIANTS: Final = ("stablelist", "deferred", "first-free", "first-free-skipping", "dyadic")
"""StableList and its variants, which take the same parameters."""
WAYS: Final = ("deferred", "deferred scan", "deferred lesser")
"""The ways in which a deferred list finds the vacancies of the old q1; a walk is not named."""
COMPARED: Final = (*VARIANTS, "lifo-slab")
"""The variants, and the simplest container that never truncates."""
SUMMARISED: Final = (*COMPARED, "hop-slotmap", "dense-slotmap")
"""The same, and the two that iterate fastest."""
RELATIVES: Final = (
    *("lifo-slab", "lifo-slotmap", "stable-graph"),
    *("hop-slotmap", "dense-slotmap", "lifo-arena", "stable-vec"),
)
"""The containers of the thesis that never truncate."""
ALL: Final = tuple(dict.fromkeys((*COMPARED, *RELATIVES)))


class Words(NamedTuple):
    """The names of the operations that are used: insertion, removal and iteration."""

    add: str = "add"
    remove: str = "remove"
    each: str = "each"


OF_NODES: Final = Words("add_node", "remove_node", "nodes")
"""A graph is compared by its nodes; it has no edges."""


class Spent(NamedTuple):
    """The costs of one operation, or of several."""

    visits: int = 0
    """Entries or cells that truncation has visited, or edges that a removal has passed."""
    compared: int = 0
    """Comparisons between entries of a priority queue."""
    moved: int = 0
    """Cells moved by reallocation, or to fill a gap."""
    cells: int = 0
    """Cells visited by iteration."""

    @property
    def bookkeeping(self) -> int:
        """The cost of managing vacancies: visits and comparisons."""
        return self.visits + self.compared


def told(cost: Any) -> Spent:
    """The costs of a model, under the names of this comparison."""

    def of(*names: str) -> int:
        return sum(getattr(cost, name, 0) for name in names)

    return Spent(of("visits", "links"), of("compared"), of("moved"), of("cells"))


class Container:
    """A container, with the costs of its operations and of the most expensive one so far."""

    def __init__(self, name: str, truncate: Truncate = Truncate.ITERATION) -> None:
        self.system: System = SYSTEMS[name.split()[0]]
        self.words = OF_NODES if name == "stable-graph" else Words()
        assert self.system.initial is not None
        self.state: Any = self.system.initial(configured(name, truncate))
        self.spent = Spent()
        self.worst = self.longest_queue = self.changes = 0
        self.most_moved = dict[str, int]()
        """The cells that an operation of each name has moved at most."""

    def tried(self, name: str, key: Key | None = None) -> tuple[Any, object, Spent]:
        """The state after an operation, its answer, and what it costs."""
        assert self.system.step is not None
        after, answer, _ = self.system.step(self.state, Operation(name, key=key))
        before, now = told(self.state.cost), told(after.cost)
        cost = Spent(*(new - old for old, new in zip(before, now, strict=True)))
        grown = 0 if counted(self.state) else growth(self.state, after)
        return after, answer, cost._replace(moved=cost.moved + grown)

    def perform(self, name: str, key: Key | None = None) -> object:
        """Carry out an operation, and record its cost."""
        self.state, answer, cost = self.tried(name, key)
        self.spent = Spent(*(old + new for old, new in zip(self.spent, cost, strict=True)))
        self.worst = max(self.worst, cost.bookkeeping)
        self.most_moved[name] = max(self.most_moved.get(name, 0), cost.moved)
        self.longest_queue = max(self.longest_queue, len(getattr(self.state, "queue", ())))
        self.changes += name != self.words.each
        return answer

    def add(self, count: int = 1) -> list[Key]:
        """Insert a number of elements, one after the other."""
        answers = [self.perform(self.words.add) for _ in range(count)]
        return [key for key in answers if isinstance(key, Key)]

    def remove(self, keys: Iterable[Key]) -> None:
        """Remove elements, one after the other."""
        for key in keys:
            self.perform(self.words.remove, key)

    def iterate(self) -> int:
        """Iterate, and return the number of visited cells."""
        before = self.spent.cells
        self.perform(self.words.each)
        return self.spent.cells - before

    @property
    def mean(self) -> float:
        """The average bookkeeping of an insertion or a removal."""
        return self.spent.bookkeeping / self.changes

    @property
    def live(self) -> int:
        """The number of elements."""
        live: int = store(self.state).live
        return live

    @property
    def space(self) -> int:
        """The length of the element space: of a container that never truncates, the cells it has memory for."""
        if self.system.name in VARIANTS:
            space: int = self.state.space
            return space
        return room(len(store(self.state).cells))


def configured(name: str, truncate: Truncate = Truncate.ITERATION) -> object:
    """The options of a container, which begins with memory for four cells."""
    system, *way = name.split()
    options = SYSTEMS[system].configuration
    if system in VARIANTS:
        chosen = options(truncate=truncate)
        return replace(chosen, repartition=Repartition(*way)) if way else chosen
    return Indexed(FIRST) if options is Indexed else options()
