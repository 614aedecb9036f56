"""Vector of shared cells: a key is a reference to the element itself, so that it does not matter where the element is.

It is modelled after `Vec<Rc<RefCell<T>>>` of Rust's standard library. The vector holds the only strong reference to
each element, and a key is a weak one. A weak reference has no number; its index here is the serial number of the
element.

Representation invariant:

1. An element is in the cell of the heap that its serial number names; every id is 0.
2. The cell of an element that is gone is never used again.
3. The vector refers to every live element once, and to nothing else.

The abstraction is StableList's: the live cells, as a map from keys to elements. The vector is only the order of
iteration.

- Stamps: none. A weak reference keeps the memory of its cell, so that nothing else can be there while the key exists.
- Vacancies: never reused, as far as keys can tell.
- Elements: the vector has them in the order of insertion, until a swap or `sort` changes that. Iteration visits the
  elements only. `removal` says whether a removal *shifts* or *swaps*, as `remove_at` of a sequence.
- Truncation: every removal drops the last place of the vector.
- Bulk: `clear` and `drain` remove every element. `retain` keeps the order of the elements that stay, whatever
  `removal` is.
- Full: the vector grows. `capacity` is that of the heap, and so bounds how many elements can ever
  be added.

A removal has to find the place of the element in the vector. `visits` counts the places that it compares, from the
first on, `moved` the references that it moves, `dropped` the places that it drops.

`sort` sorts the references: it divides each element by a number, and sorts by what remains; those with the same
remainder keep their order. The elements stay where they are. `moved` counts the references that are at another place
afterwards.

(thesis 3.2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.core.system import no_space
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.sequence import Removal
from stablelist_spec.parts.arranging import Dense
from stablelist_spec.parts.cells import Not, items
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import (
    counts_agree,
    live_key_resolves,
    named,
    retired_key_never_resolves,
)
from stablelist_spec.parts.observer import observer
from stablelist_spec.parts.options import Fixed
from stablelist_spec.parts.picturing import cost_word
from stablelist_spec.parts.reading import iterated
from stablelist_spec.parts.relative import (
    ONCE_ONLY,
    RULES,
    Relative,
    composed,
    element_at,
    fresh,
    vocabulary,
)
from stablelist_spec.parts.slot_invariants import (
    dense_array_has_each_element_once,
    elements_bear_no_id,
    no_vacancy_is_listed,
    slots_fit_their_indices,
)
from stablelist_spec.parts.slots import R, Slots, opening
from stablelist_spec.parts.stamping import ONCE
from stablelist_spec.parts.vacancies import Never
from stablelist_spec.parts.vectors import MODULI, SORTING, in_order, sorting

__all__ = ["MODEL", "SHARED_VEC", "Configuration", "State"]


@dataclass(frozen=True)
class Configuration(Fixed):
    """The options: how many elements can ever be added, or 0 if there is no bound, and how the vector removes."""

    removal: Removal = Removal.SHIFTS


class Heap(Never):
    """A cell for each element, which stays where it is. Nothing is listed, and no memory is reallocated."""

    insertions: Mapping[str, str] = {"append": "a new cell, at the end of the vector"}
    removals: Mapping[Label, str] = {}

    def taken(self, state: R) -> tuple[int, R]:
        """A new cell."""
        return state.space, opening(state, 1)

    def vacated(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Nobody can tell."""
        del before, slot
        return ()


class Vector(Dense):
    """References in a vector, in the order of insertion until a swap or `sort` changes it."""

    removals: Mapping[Label, str] = {
        "remove_last": "the element is the last of the vector",
        "remove_shifts": "all later references move down by one",
        "remove_swaps": "the last reference moves into the gap",
    }

    def drained(self, state: Slots) -> Sequence[int]:
        """From the beginning of the vector."""
        return state.order

    def displaced(self, state: R, slot: int) -> R:
        """The place of the element is searched for, and then removed in the way of the vector."""
        order, spent = state.order, state.cost
        place = order.index(slot)
        later = moving = order[place + 1 :]
        if state.configuration.removal is Removal.SWAPS:
            moving = later[-1:]
            later = (*moving, *later[:-1])
        cost = spent._replace(
            visits=spent.visits + place + 1,
            moved=spent.moved + len(moving),
            dropped=spent.dropped + 1,
        )
        return state._replace(order=(*order[:place], *later), cost=cost)

    def moves(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """How the place of the element is removed."""
        last = slot == before.order[-1]
        return (f"remove_{'last' if last else before.configuration.removal.value}",)


class State(Slots):
    """A vector of shared cells. Its cells are those of the heap, and *order* is the vector."""

    __slots__ = ()

    stamping = ONCE
    vacancies = Heap()
    arranging = Vector()


class Shared(Relative[Configuration, State]):
    """A model whose `retain` moves each reference that stays at most once."""

    def retain(self, state: State, modulus: int, residue: int) -> StepOf[State, tuple[int, ...]]:
        """Keep the elements with that residue in their order, and hand the others out."""
        # WHERE
        rejected = [key.index for key, element in items(state) if element % modulus != residue]
        stays = [slot not in rejected for slot in state.order]
        first = stays.index(False) if rejected else len(stays)
        # CHANGE: every reference that stays behind the first gap moves once.
        after = gone(iterated(state), rejected, len(stays) - len(rejected) - first)
        # ANSWER
        return StepOf(after, tuple(element_at(state, slot) for slot in rejected))


def gone(state: State, removed: Sequence[int], moved: int) -> State:
    """The state without some elements, for which some references have moved."""
    cells = tuple(Not(None) if i in removed else cell for i, cell in enumerate(state.cells))
    order = tuple(slot for slot in state.order if slot not in removed)
    count, spent = len(removed), state.cost
    cost = spent._replace(
        moved=spent.moved + moved, dropped=spent.dropped + count, removals=spent.removals + count
    )
    return state._replace(live=state.live - count, cells=cells, order=order, cost=cost)


def clear(state: State) -> StepOf[State, None]:
    """Remove every element."""
    return StepOf(gone(state, state.order, 0), None)


def sort(state: State, modulus: int) -> StepOf[State, None]:
    """Sort the references by the remainders of their elements; those with the same one keep their order."""
    # CHANGE: the vector only; elements and keys stay.
    remainders = [element % modulus for _, element in items(state)]
    order, moved = in_order(state.order, remainders)
    cost = state.cost._replace(moved=state.cost.moved + moved)
    # ANSWER
    return StepOf(state._replace(order=order, cost=cost), None)


def layout_word(state: State) -> str:
    """The answer to ``layout``: the serial numbers of the elements, in the order of the vector."""
    return f"[{','.join(map(str, state.order))}]"


OPERATIONS: Final = ONCE_ONLY | {"insert_with", "clear", "drain", "retain", "sort"}
LABELS: Final = {
    label: meaning
    for label, meaning in vocabulary(State, OPERATIONS, SORTING, None).items()
    if not label.endswith("_revived")
}
"""Every label with its meaning. No retired key resolves again."""

MODEL: Final = Shared(
    name="vector of shared cells",
    operations=OPERATIONS,
    labels=LABELS,
    classify=observer({**RULES, "sort": sorting}),
    invariants=named(
        elements_bear_no_id,
        dense_array_has_each_element_once,
        no_vacancy_is_listed,
        slots_fit_their_indices,
        counts_agree,
        live_key_resolves,
        retired_key_never_resolves,
    ),
    shown={"layout": layout_word, "cost": cost_word},
    initial=lambda configuration: fresh(State, configuration),
    clear=clear,
    sort=sort,
)
"""The model of a vector of shared cells."""

SHARED_VEC: Final = composed(
    MODEL,
    "shared-vec",
    configuration=Configuration,
    noun="vector",
    like="slotmap",
    axes=Axes(
        stamps="none; a key refers to the element itself",
        vacancies="never reused while a key exists",
        elements="on the heap; the vector of references shifts or swaps",
        truncation="every removal drops the last place",
        bulk="retain keeps the order, sort changes it",
        full="a place is appended",
    ),
    promised=Promise(
        lambda _, bits: ONCE.policy(bits),
        holds=lambda chosen: chosen.most_live,
        uses_up=lambda _: 1,
    ),
    period=lambda _: None,
    choices={"removal": tuple(Removal), "capacity": (0, 0, 1, 2, 3, 8, 64)},
    extent=no_space,
    operands=MODULI,
    scopes=tuple(Configuration(4, removal) for removal in Removal),
    crafted=crafted("systems/shared_vec.programs"),
)
"""The system: a vector of shared cells with its exact layout."""
