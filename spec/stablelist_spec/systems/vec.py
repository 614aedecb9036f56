"""Vec: elements side by side, and keys that are only an index.

It is modelled after the documented behaviour of `Vec` in Rust's standard library. Its keys have the id 0.

Representation invariant:

1. Every cell is live: there is no vacancy.
2. The id of every element is 0.
3. A vector of fixed capacity has no more cells than that.

A removal moves elements under their keys (*shift-N* in chapter 3 of the thesis), and so does `sort`. A live key may
find another element or none, so a vector does not keep the contract of pools. Its contract is this model.

- Stamps: none. A key is the index at which its element was inserted, and finds the element that is there now.
- Vacancies: none. Every element is appended.
- Elements: side by side, in the order of insertion until a swap or `sort` changes it. Iteration visits the elements
  only.
  `removal` is one of the three ways to remove. *shift* moves all later elements down by one. *swap* moves the last
  element into the gap. *pop* removes only the last element; a key of another one is answered as if it found nothing,
  because popping would remove an element that the caller did not name.
- Truncation: every removal drops the last cell.
- Bulk: `clear` and `drain` drop all cells. `retain` keeps the order of the elements that stay, whatever `removal` is.
- Full: a vector of fixed capacity refuses, and changes nothing. Any other grows; its memory is not modelled, so moves
  by reallocation are not counted.

`sort` divides each element by a number, and sorts by what remains; elements with the same remainder keep their order.
If the number is larger than every element, the elements themselves are sorted.

`moved` counts the elements that a removal moves, and those that are at another place after `sort`; `dropped` counts the
cells that a removal drops.

(thesis 3.1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.core.system import always_refines, no_space
from stablelist_spec.parts.cells import Cell, Cost, Has, Resolution, found, items
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.labels import key_labels
from stablelist_spec.parts.observer import Step, observer
from stablelist_spec.parts.options import Bound, Options
from stablelist_spec.parts.picturing import cost_word, drawn
from stablelist_spec.parts.reading import iterated
from stablelist_spec.parts.relative import (
    BULK,
    READING,
    RULES,
    Relative,
    composed,
    fresh,
    vocabulary,
)
from stablelist_spec.parts.slot_invariants import capacity_is_kept, elements_bear_no_id
from stablelist_spec.parts.slots import InPlace, Lifo, R, Slots
from stablelist_spec.parts.stamping import ONCE
from stablelist_spec.parts.vectors import (
    MODULI,
    SORTING,
    Removal,
    in_order,
    sorting,
    way,
    without,
)

__all__ = ["MODEL", "VEC", "Configuration", "State"]


@dataclass(frozen=True)
class Configuration(Options):
    """The options of a vector: how it removes, and the largest number of elements, or 0 if it grows."""

    bounds = (Bound("capacity", 0),)

    removal: Removal = Removal.SHIFT
    capacity: int = 0

    @property
    def most_slots(self) -> int | None:
        """The number of cells, if bounded."""
        return self.capacity or None


class NoVacancy(Lifo):
    """Every element is appended, because a removal leaves no vacancy."""

    insertions: Mapping[str, str] = {"append": "at the end"}
    removals: Mapping[Label, str] = {}

    def given(self, state: R, slot: int) -> R:
        """Another element is there now, or the cell is dropped."""
        del slot
        return state

    def vacated(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Nowhere."""
        del before, slot
        return ()


class SideBySide(InPlace):
    """Elements without gaps, which move when one is removed."""

    dense: bool = True
    removals: Mapping[Label, str] = {
        "remove_last": "the last element is cut off",
        "remove_shifts": "all later elements move down by one",
        "remove_swaps": "the last element moves into the gap",
    }

    def displaced(self, state: R, slot: int) -> R:
        """The element is taken out in the way of the vector."""
        return shorter(state, *without(state.cells, slot, state.configuration.removal))

    def moves(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """How the element is taken out."""
        return (f"remove_{way(before.live, slot, before.configuration.removal)}",)


class State(Slots):
    """A vector. Every cell is live."""

    __slots__ = ()

    stamping = ONCE
    vacancies = NoVacancy()
    arranging = SideBySide()

    @property
    def space(self) -> int:
        """The fixed capacity; of a vector that grows, its elements."""
        return self.configuration.capacity or len(self.cells)


def may_remove(state: State, index: int) -> bool:
    """Whether an element can be removed: any, or only the last one."""
    return state.configuration.removal is not Removal.POP or index >= state.live - 1


def shorter(state: R, rest: tuple[Cell, ...], moved: int) -> R:
    """The vector with only the rest of its cells, some of which have moved."""
    gone, spent = len(state.cells) - len(rest), state.cost
    cost = spent._replace(moved=spent.moved + moved, dropped=spent.dropped + gone)
    return state._replace(cells=rest, cost=cost)


def clear(state: State) -> StepOf[State, None]:
    """Drop all cells."""
    return StepOf(shorter(state, (), 0)._replace(live=0), None)


def sort(state: State, modulus: int) -> StepOf[State, None]:
    """Sort by the remainder of each element; those with the same one keep their order. Keys stay where they are."""
    # CHANGE
    remainders = [element % modulus for _, element in items(state)]
    cells, moved = in_order(state.cells, remainders)
    cost = state.cost._replace(moved=state.cost.moved + moved)
    # ANSWER
    return StepOf(state._replace(cells=cells, cost=cost), None)


class Vector(Relative[Configuration, State]):
    """A model that may only remove the last element, and whose `retain` moves each element that stays at most once."""

    def remove(self, state: State, key: Key) -> StepOf[State, int | None]:
        """As every model; an element that cannot be removed stays."""
        allowed = may_remove(state, key.index)
        return super().remove(state, key) if allowed else StepOf(state, None)

    def retain(self, state: State, modulus: int, residue: int) -> StepOf[State, tuple[int, ...]]:
        """Keep the elements with that residue in their order, and hand the others out."""
        # WHERE
        stays = [element % modulus == residue for _, element in items(state)]
        first = stays.index(False) if False in stays else len(stays)
        # CHANGE: every element that stays behind the first gap moves once.
        rest = tuple(cell for cell, kept in zip(state.cells, stays, strict=True) if kept)
        gone = state.live - len(rest)
        after = shorter(iterated(state), rest, len(rest) - first)
        cost = after.cost._replace(removals=after.cost.removals + gone)
        # ANSWER
        answer = tuple(e for (_, e), kept in zip(items(state), stays, strict=True) if not kept)
        return StepOf(after._replace(live=len(rest), cost=cost), answer)


# --- Labels ---------------------------------------------------------------------------------------


def taken_out(before: State, operation: Operation, step: Step) -> Iterator[Label]:
    """How an element was removed, and whether it was the only one; or that it is not the last, and stays."""
    key = operation["key"]
    if found(before, key) is not None and not may_remove(before, key.index):
        yield "remove_not_the_last"
    yield from RULES["remove"](before, operation, step)


OPERATIONS: Final = READING | BULK | {"extend", "sort"}
OWN: Final = SORTING | {
    "remove_not_the_last": "only the last element can be popped; nothing changes",
}
LABELS: Final = {
    label: meaning
    for label, meaning in {
        **vocabulary(State, OPERATIONS, OWN, None, but=frozenset({"reload_with_vacancies"})),
        **key_labels(OPERATIONS, but=frozenset({Resolution.OTHER_ID})),
    }.items()
    if not label.endswith("_vacant")
}
"""Every label with its meaning. A live key whose element has moved finds another one, or none; its labels are those of
a key that is live or stale."""


# --- The system -----------------------------------------------------------------------------------


def layout_word(state: State) -> str:
    """The answer to ``layout``: the elements in their order.

    >>> layout_word(State(Configuration(), cells=(Has(7, 0),)))
    '[7]'
    """
    return f"[{','.join(str(element) for _, element in items(state))}]"


def picture(state: State) -> Picture:
    """The cells. Keys have no ids, and there are no vacancies."""
    return drawn(state, [""], {"removal": state.configuration.removal.value}, vacancies=())


class Variables(NamedTuple):
    """A state: the elements in their order, and the costs."""

    elements: tuple[int, ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(tuple(element for _, element in items(state)), state.cost)


def every_cell_is_live(state: State, _: FreshKeys) -> bool:
    """There is no vacancy."""
    return all(isinstance(cell, Has) for cell in state.cells)


MODEL: Final = Vector(
    name="vector",
    operations=OPERATIONS,
    labels=LABELS,
    classify=observer({**RULES, "remove": taken_out, "sort": sorting}),
    invariants=named(every_cell_is_live, elements_bear_no_id, capacity_is_kept),
    shown={"layout": layout_word, "cost": cost_word},
    initial=lambda configuration: fresh(State, configuration),
    clear=clear,
    sort=sort,
)
"""The model of a vector."""

VEC: Final = composed(
    MODEL,
    "vec",
    configuration=Configuration,
    noun="vector",
    axes=Axes(
        stamps="none",
        vacancies="none",
        elements="side by side; a removal shifts or swaps",
        truncation="every removal drops the last cell",
        bulk="retain keeps the order, sort changes it",
        full="a cell is appended",
    ),
    extent=no_space,
    period=lambda _: 1,
    refines=always_refines,
    operands=MODULI,
    choices={"removal": tuple(Removal), "capacity": (0, 0, 1, 2, 3, 8, 64)},
    picture=picture,
    variables=variables,
    scopes=tuple(Configuration(removal, 4) for removal in Removal),
    crafted=crafted("systems/vec.programs"),
)
"""The system: a vector with its exact layout."""
