"""Any kind of container, as a model, with the costs of its operations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import SYSTEMS

__all__ = ["COMPARED", "RELATIVES", "VARIANTS", "Container", "Spent"]

VARIANTS: Final = ("stablelist", "deferred", "first-free", "first-free-skipping", "dyadic")
"""StableList and its variants, which take the same parameters."""
COMPARED: Final = (*VARIANTS, "lifo-slab")
"""The variants, and the simplest container that never truncates."""
RELATIVES: Final = ("lifo-slotmap", "hop-slotmap", "dense-slotmap", "lifo-arena")
"""Other containers of the thesis that never truncate, used for some of the loads."""

ADD: Final = Operation("add")
EACH: Final = Operation("each")
ISSUED: Final = Provenance.ISSUED


class Spent(NamedTuple):
    """The costs of one operation, or of several."""

    visits: int = 0
    """Entries or cells that truncation has visited."""
    compared: int = 0
    """Comparisons between entries of a priority queue."""
    moved: int = 0
    """Cells moved by reallocation."""
    cells: int = 0
    """Cells visited by iteration."""

    @property
    def bookkeeping(self) -> int:
        """The cost of managing vacancies: visits and comparisons."""
        return self.visits + self.compared


class Container:
    """A container, with the costs of its last operation and of the most expensive one so far."""

    def __init__(self, name: str, truncate: Truncate = Truncate.ITERATION) -> None:
        self.system: System = SYSTEMS[name]
        chosen = Parameters(truncate=truncate) if name in VARIANTS else self.system.configuration()
        assert self.system.initial is not None
        self.state: Any = self.system.initial(chosen)
        self.worst = self.worst_move = self.longest_queue = self.changes = 0

    def spent(self) -> Spent:
        """The costs of all operations so far."""
        cost = self.state.cost
        return Spent(cost.visits, getattr(cost, "compared", 0), cost.moved, cost.cells)

    def perform(self, operation: Operation) -> object:
        """Carry out an operation, and record its cost."""
        assert self.system.step is not None
        before = self.spent()
        self.state, answer, _ = self.system.step(self.state, operation, ISSUED)
        after = self.spent()
        self.worst = max(self.worst, after.bookkeeping - before.bookkeeping)
        self.worst_move = max(self.worst_move, after.moved - before.moved)
        self.longest_queue = max(self.longest_queue, len(getattr(self.state, "queue", ())))
        self.changes += operation.name != EACH.name
        return answer

    def add(self, count: int = 1) -> list[Key]:
        """Insert a number of elements, one after the other."""
        answers = [self.perform(ADD) for _ in range(count)]
        return [key for key in answers if isinstance(key, Key)]

    def remove(self, keys: Iterable[Key]) -> None:
        """Remove elements, one after the other."""
        for key in keys:
            self.perform(Operation("remove", key))

    def iterate(self) -> int:
        """Iterate, and return the number of visited cells."""
        before = self.spent().cells
        self.perform(EACH)
        return self.spent().cells - before

    @property
    def mean(self) -> float:
        """The average bookkeeping of an insertion or a removal."""
        return self.spent().bookkeeping / self.changes

    @property
    def live(self) -> int:
        """The number of elements."""
        live: int = self.state.live
        return live

    @property
    def space(self) -> int:
        """The length of the element space."""
        space: int = self.state.space
        return space
