"""Stable vector: cells that are used once, so that keys need no stamp.

It is modelled after the Rust crate *stable-vec* 0.4.3, whose `StableVec` this is; where its documentation is silent,
after what the release does.

Representation invariant:

1. An element is in the cell that its key names; every id is 0.
2. No vacancy is in a list.
3. There are no more cells than indices can name, and there is memory for each.

The abstraction is StableList's: the live cells, as a map from keys to elements.

- Stamps: none. Until the vector is cleared, an index names one element only.
- Vacancies: never reused.
- Elements: in place. Iteration visits the cells up to the last element.
- Truncation: none; only `clear` drops cells.
- Bulk: `clear` drops every cell, and the next element goes to cell 0. So a key from before it finds whatever is
  there. `retain` leaves the cells where they are. There is no `drain`.
- Full: a cell is appended. If memory is used up, it doubles, which moves the cells. `reserve` allocates for all that
  it is asked for, and at least as much; `extend` reserves for all of its elements first. `shrink_to_fit` gives back
  all beyond the last cell. `index_bits` bounds the number of cells: when they are used up, the vector is full,
  however few elements it has.

Four methods of the release are left out, because keys do not survive them: `insert` (the port protocol's `put`) and
`swap` let the key of a removed element find another one, `make_compact` and `reordering_make_compact` move elements.
The thesis does not mention them, and a user who has no need of them has the guarantee that it describes.

(thesis 3.3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.documented import Documented
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.arranging import UP_TO_THE_LAST
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.observer import Step, observer
from stablelist_spec.parts.options import Indexed
from stablelist_spec.parts.relative import (
    ONCE_ONLY,
    RULES,
    Relative,
    composed,
    fresh,
    vocabulary,
)
from stablelist_spec.parts.slot_invariants import slots_are_allocated, together
from stablelist_spec.parts.slots import Slots
from stablelist_spec.parts.stamping import ONCE
from stablelist_spec.parts.vacancies import NEVER, allocating

__all__ = ["MODEL", "STABLE_VEC", "State"]

OPERATIONS: Final = ONCE_ONLY | {
    *("insert_with", "extend", "clear", "retain", "reserve", "shrink_to_fit", "reload")
}


class State(Slots):
    """A stable vector."""

    __slots__ = ()

    stamping = ONCE
    vacancies = NEVER
    arranging = UP_TO_THE_LAST


def initial(configuration: Indexed) -> State:
    """A new vector: memory is allocated as asked for, and no cell is opened."""
    return fresh(State, configuration)._replace(allocated=configuration.capacity)


def clear(state: State) -> StepOf[State, None]:
    """Remove everything and start over at cell 0; memory stays."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    return StepOf(state._replace(live=0, cells=(), cost=cost), None)


def with_room(state: State, additional: int) -> State:
    """Allocate memory for so many more cells."""
    return allocating(state, state.space + additional)


class StableVector(Relative[Indexed, State]):
    """The model, whose extension reserves memory first."""

    def extend(
        self, state: State, elements: Sequence[int]
    ) -> StepOf[State, tuple[Key, ...] | PoolError]:
        """Insert all *elements*, or none; memory for all of them is allocated at once."""
        return super().extend(self.reserve(state, len(elements)).state, elements)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Give the memory beyond the last opened cell back, which moves the cells."""
    if state.allocated == state.space:
        return StepOf(state, None)
    cost = state.cost._replace(moved=state.cost.moved + state.space)
    return StepOf(state._replace(allocated=state.space, cost=cost), None)


def reserved(before: State, _: Operation, step: Step) -> Iterator[Label]:
    """Whether memory was allocated."""
    word = "allocates" if step.state.allocated > before.allocated else "has_room"
    yield f"reserve_{'full' if step.answer is PoolError.FULL else word}"


def fitted(before: State, _: Operation, step: Step) -> Iterator[Label]:
    """Whether memory was given back."""
    frees = step.state.allocated < before.allocated
    yield "shrink_to_fit_frees" if frees else "shrink_to_fit_nothing"


OWN: Final = {
    "reserve_has_room": "there is enough memory, nothing changes",
    "reserve_allocates": "memory for more cells, or for twice as many as before",
    "shrink_to_fit_nothing": "there is no memory beyond the last cell",
    "shrink_to_fit_frees": "memory beyond the last cell is given back",
}

MODEL: Final = StableVector(
    name="stable vector",
    operations=OPERATIONS,
    labels=vocabulary(State, OPERATIONS, OWN, Resolution.BEYOND),
    classify=observer({**RULES, "reserve": reserved, "shrink_to_fit": fitted}),
    invariants=together(State, slots_are_allocated),
    initial=initial,
    clear=clear,
    with_room=with_room,
    shrink_to_fit=shrink_to_fit,
)
"""The model of a stable vector."""

STABLE_VEC: Final = composed(
    MODEL,
    "stable-vec",
    configuration=Indexed,
    noun="vector",
    like="slotmap",
    axes=Axes(
        stamps="none; an index is used once",
        vacancies="never reused; insert and swap are left out",
        elements="in place; compaction is left out",
        truncation="none",
        bulk="clear starts over, and forgets older keys",
        full="a cell is appended; memory doubles",
    ),
    promised=Promise(
        lambda _, bits: ONCE.policy(bits),
        holds=lambda chosen: chosen.most_live,
        uses_up=lambda _: 1,
        always=Documented(forgets=True),
    ),
    period=lambda _: ONCE.period(None),
    forgets=True,
    scopes=(Indexed(0, 2), Indexed(3, 2)),
    crafted=crafted("systems/stable_vec.programs"),
)
"""The system: a stable vector with its exact layout."""
