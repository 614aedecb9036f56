"""Slab: cells with one free list, and keys that are only an index.

It is modelled after the documented behaviour of the Rust crate *slab*. Its keys have the id 0.

Representation invariant:

1. A cell holds an element, or the next vacancy.
2. The free list runs through all vacant cells, each once, and ends.
3. A slab of fixed capacity opens no more cells than that.

The abstraction is StableList's: the live cells, as a map from keys to elements.

It follows the rulings about reading and replacing (R10 to R12, R15), and differs in these points:

- An element takes the latest vacancy, or else a new cell at the end. A slab of fixed capacity refuses when
  all its cells are live, and changes nothing.
- A key has no stamp. A stale key finds the current element of its cell, and can remove it.
- Removal never truncates. Iteration visits every cell that was opened since the slab was last cleared.
- `clear` and `drain` forget the vacancies, so the next element goes to cell 0.
- `shrink_to_fit` drops the vacant cells at the end. If there are any, the free list of the others is rebuilt, lowest
  first.
- `reserve` changes nothing observable: the memory of the vector is not modelled, so no move is counted.
- `reload` is a copy of the whole slab. A format that keeps only keys and elements would lose the order of vacancies.

A key is one integer already, so there is no `repack`. There is no cross-iteration or lending. The crate's `compact` is
left out: it moves elements, so that keys find others or none, and tells its caller each move.

(thesis 3.4)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.stamps import Unstamped
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.cells import Has, Not, Resolution, linked
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import (
    counts_agree,
    free_lists_are_acyclic,
    free_lists_are_complete,
    live_key_resolves,
    named,
)
from stablelist_spec.parts.labels import key_labels
from stablelist_spec.parts.observer import Step, observer
from stablelist_spec.parts.options import Fixed
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
from stablelist_spec.parts.slots import Lifo, Slots
from stablelist_spec.parts.stamping import ONCE

__all__ = ["LIFO_SLAB", "MODEL", "State"]


class Stack(Lifo):
    """One free list; without a vacancy, a cell is appended."""

    insertions: Mapping[str, str] = {
        "append": "there is no vacancy: a cell is appended",
        "reuse": "the vacancy that was made last",
    }

    def vacated(self, before: Slots, slot: int) -> tuple[Label, ...]:
        """Whether it is the last cell that is opened."""
        return (f"remove_{'end' if slot == before.opened - 1 else 'inside'}",)


class State(Slots):
    """A slab."""

    __slots__ = ()

    stamping = ONCE
    vacancies = Stack()
    arranging = IN_PLACE

    @property
    def space(self) -> int:
        """The fixed capacity; of a slab that grows, the opened cells."""
        return self.configuration.capacity or self.opened


def clear(state: State) -> StepOf[State, None]:
    """Remove everything and forget the vacancies: the next element goes to cell 0."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    return StepOf(state._replace(live=0, head=None, cells=(), cost=cost), None)


def shrink_to_fit(state: State) -> StepOf[State, None]:
    """Drop the vacant cells at the end; if there are any, rebuild the free list of the others, lowest first."""
    end = max((i + 1 for i, cell in enumerate(state.cells) if isinstance(cell, Has)), default=0)
    if end == state.opened:
        return StepOf(state, None)
    stay = [i for i, cell in enumerate(state.cells[:end]) if isinstance(cell, Not)]
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened - end)
    cells = linked(state.cells[:end], stay)
    return StepOf(state._replace(head=stay[0] if stay else None, cells=cells, cost=cost), None)


# --- Labels ---------------------------------------------------------------------------------------


def cleared(before: State, _: Operation, __: Step) -> Iterator[Label]:
    """Whether there were elements, and vacancies."""
    forgets = "forgets_none" if before.head is None else "forgets_vacancies"
    yield f"clear_{forgets if before.live else 'empty'}"


def fitted(before: State, _: Operation, step: Step) -> Iterator[Label]:
    """Whether vacant cells were dropped, and others stay."""
    after = step.state
    if after.opened == before.opened:
        yield "shrink_to_fit_nothing"
        return
    yield "shrink_to_fit_drops"
    if after.live < after.opened:
        yield "shrink_to_fit_relists"


OPERATIONS: Final = READING | BULK | {"extend", "shrink_to_fit"}
EMPTYING: Final = {
    "empty": "of a slab without live elements",
    "forgets_none": "of a slab with live elements and no vacancy",
    "forgets_vacancies": "of a slab with live elements and vacancies, which are forgotten",
}
OWN: Final = {
    **{f"{name}_{word}": f"{name} {of}" for name in ("clear", "drain") for word, of in EMPTYING.items()},
    "extend_reuses": "an extension that fills a vacancy",
    "remove_end": "a vacancy in the last cell, which stays",
    "remove_inside": "a vacancy before the last cell",
    "shrink_to_fit_nothing": "the last cell is live, or there is none",
    "shrink_to_fit_drops": "vacant cells at the end are dropped",
    "shrink_to_fit_relists": "the vacancies that stay are listed anew, lowest first",
}  # fmt: skip
LABELS: Final = vocabulary(
    State, OPERATIONS, OWN, None, but=frozenset({"clear_some", "drain_some"})
) | key_labels(OPERATIONS, but=frozenset({Resolution.OTHER_ID}))
"""Every label with its meaning. A retired key finds the current element of its cell, so no label says that its cell
was reused. The cells of a fixed capacity may not be opened, or not any more."""


# --- The system -----------------------------------------------------------------------------------

MODEL: Final = Relative[Fixed, State](
    name="slab",
    operations=OPERATIONS,
    labels=LABELS,
    classify=observer({**RULES, "clear": cleared, "shrink_to_fit": fitted}),
    invariants=named(
        capacity_is_kept,
        elements_bear_no_id,
        free_lists_are_acyclic,
        free_lists_are_complete,
        counts_agree,
        live_key_resolves,
    ),
    initial=lambda configuration: fresh(State, configuration),
    clear=clear,
    shrink_to_fit=shrink_to_fit,
)
"""The model of a slab."""

LIFO_SLAB: Final = composed(
    MODEL,
    "lifo-slab",
    configuration=Fixed,
    noun="slab",
    axes=Axes(
        stamps="none",
        vacancies="last in, first out",
        elements="in place",
        truncation="none; shrink_to_fit drops vacancies at the end",
        bulk="clear forgets vacancies",
        full="a cell is appended, or refused at the capacity",
    ),
    promised=Promise(lambda _, __: Unstamped(), holds=lambda chosen: chosen.most_live),
    period=lambda _: 1,
    choices={"capacity": (0, 0, 1, 2, 3, 8, 64)},
    scopes=(Fixed(1), Fixed(3), Fixed(4)),
    crafted=crafted("systems/lifo_slab.programs"),
)
"""The system: a slab with its exact layout."""
