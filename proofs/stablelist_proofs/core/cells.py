"""A list of cells of any size: every length a symbol, every cell a value of uninterpreted functions.

Each system adds what it stores of its partitions. *Ghosts* are values that no container stores: ``rank`` (of a vacant
position in its free list), ``below`` (the number of live cells before a position), ``added`` (the number of insertions
so far), ``born`` (how many came before that of a live element), ``place`` (where the element of an insertion lies), and
one *tracked* key with its element, which represents every key that was ever issued.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from .functions import NONE, POSITION, Function, Named, within
from .terms import Sort, Term, all_of, choose, equal, for_all, implies, symbol

__all__ = ["Cells", "Partition", "arbitrary", "counts_cells", "lengths_fit"]


@dataclass(frozen=True)
class Partition:
    """A range of the element space, its counts, and its free list."""

    start: Term
    size: Term
    live: Term
    opened: Term
    head: Term

    @property
    def vacancies(self) -> Term:
        """The length of the free list."""
        return self.opened - self.live

    @property
    def full(self) -> Term:
        """Whether every cell is live."""
        return equal(self.live, self.size)

    @property
    def vacancy(self) -> Term:
        """The cell that the next insertion takes (R2)."""
        return choose(equal(self.head, NONE), self.start + self.opened, self.head)


@dataclass(frozen=True)
class Cells:
    """A list: parameters, memory, cells, costs, and ghosts."""

    least: Term
    mode: Term
    bounded: Term
    index_count: Term

    allocated: Term
    next_id: Term

    has: Function
    id: Function
    element: Function
    next: Function

    visits: Term
    moved: Term
    dropped: Term
    removals: Term

    rank: Function
    below: Function
    added: Term
    born: Function
    place: Function
    tracked_index: Term
    tracked_birth: Term
    tracked_live: Term
    tracked_element: Term

    if TYPE_CHECKING:  # stored by some systems, and computed by others

        @property
        def opened(self) -> Term:
            """How many cells are opened."""

        @property
        def live(self) -> Term:
            """How many elements there are."""

        @property
        def space(self) -> Term:
            """The length of the element space."""

    def indexable(self, position: Term) -> Term:
        """Whether an index can name *position* (R9)."""
        return choose(self.bounded, position < self.index_count, position >= 0)

    def resolves(self, index: Term, identity: Term) -> Term:
        """Whether a key finds its element."""
        inside = all_of(index >= 0, index < self.opened)
        return all_of(inside, self.has(index), equal(self.id(index), identity))


A = TypeVar("A")
TRUTHS = ("bounded", "has", "tracked_live")
"""The values that are no numbers."""


def arbitrary(
    kind: type[A], prefix: str = "", others: Mapping[str, Callable[[str], Any]] | None = None
) -> A:
    """An arbitrary value: a symbol or a function for each field, by name; *others* make those of other types."""
    made: dict[str, Any] = {}
    for field in fields(kind):  # type: ignore[arg-type] # a dataclass
        name, sort = prefix + field.name, Sort.BOOL if field.name in TRUTHS else Sort.INT
        match field.type:
            case "Term":
                made[field.name] = symbol(name, sort)
            case "Function":
                made[field.name] = Named(name, sort)
            case str() as other:
                made[field.name] = (others or {})[other](name)
    return kind(**made)


# --- What clauses of all systems say --------------------------------------------------------------


def counts_cells(state: Cells) -> Term:
    """``below`` rises by one after each live cell."""
    has, below = state.has, state.below
    return for_all(
        POSITION,
        lambda i: implies(
            within(0, i, state.opened),
            equal(below(i + 1), choose(has(i), below(i) + 1, below(i))),
        ),
        has,
    )


def lengths_fit(state: Cells, *lengths: Term) -> Term:
    """Positions fit into an index, lengths into one bit more (R9)."""
    twice = 2 * state.index_count
    return implies(
        state.bounded,
        all_of(
            state.opened <= state.index_count,
            state.index_count >= 4,
            *(length < twice for length in lengths),
        ),
    )
