"""Arena: slots that all are in one free list before they are used, and one generation for all.

It is modelled after the Rust crate *generational-arena* 0.2.9, whose `Arena` this is; where its documentation is
silent, after what the release does.

Representation invariant:

1. The free list runs through all vacant slots, each once, and ends.
2. All slots that memory is allocated for are opened, but for those that `drain` has dropped.
3. There are no more slots than indices can name.

The abstraction is StableList's: the live slots, as a map from keys to elements.

- Stamps: one generation for the arena. An insertion takes it as it is, and a removal advances it. (Thesis 3.7 says
  that insertions advance it. They do not: elements inserted one after the other have the same generation.)
- Vacancies: last in, first out. All slots of a new arena are vacancies, in ascending order.
- Elements: in place. Iteration visits every slot, also one that was never used.
- Truncation: none; `drain` drops every slot, and keeps the memory.
- Bulk: `clear` makes a new free list through all allocated slots in ascending order. `clear` and `drain` advance the
  generation once if there is an element. `retain` removes elements in ascending order, each of which advances the
  generation.
- Full: the slots double, which moves them. `reserve` adds as many slots as it is told, which are filled before the
  other vacancies. `index_bits` bounds the number of slots; at the end of that range there is no more growth.

(thesis 3.7)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.family import Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.arranging import IN_PLACE
from stablelist_spec.parts.cells import Resolution, linked
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.observer import Step, observer
from stablelist_spec.parts.options import ID_BITS, Indexed
from stablelist_spec.parts.relative import (
    BULK,
    READING,
    RULES,
    Relative,
    composed,
    vocabulary,
)
from stablelist_spec.parts.slot_invariants import (
    slots_are_allocated,
    together,
)
from stablelist_spec.parts.slots import Slots, opening
from stablelist_spec.parts.stamping import PER_CONTAINER
from stablelist_spec.parts.vacancies import PRELINKED, opened_in_a_chain

__all__ = ["LIFO_ARENA", "MODEL", "Configuration", "State"]

OPERATIONS: Final = READING | BULK


@dataclass(frozen=True)
class Configuration(Indexed):
    """The options of an arena: how many slots it begins with (at least 1), and two widths."""

    bounds = (*Indexed.bounds, ID_BITS)

    capacity: int = 4
    id_bits: int | None = 64


class State(Slots):
    """An arena."""

    __slots__ = ()

    stamping = PER_CONTAINER
    vacancies = PRELINKED
    arranging = IN_PLACE


def initial(configuration: Configuration) -> State:
    """A new arena: every slot is in the free list, in ascending order."""
    count = max(1, configuration.capacity)
    return opened_in_a_chain(State(configuration, stamps=PER_CONTAINER.initial), count)


def emptied(state: State, slots: int) -> State:
    """An arena without elements, with so many slots; the generation advances if there was an element."""
    bits = state.configuration.id_bits
    stamps = PER_CONTAINER.retired(state.stamps, 0, bits) if state.live else state.stamps
    bare = opening(state._replace(live=0, cells=(), stamps=stamps), slots)
    order = list(range(slots))
    return bare._replace(head=0 if order else None, cells=linked(bare.cells, order))


def clear(state: State) -> StepOf[State, None]:
    """Remove everything: all slots that memory is allocated for are vacancies, in ascending order."""
    return StepOf(emptied(state, state.allocated), None)


class Arena(Relative[Configuration, State]):
    """A model whose `drain` drops the slots, and keeps the memory."""

    def drain(self, state: State) -> StepOf[State, tuple[int, ...]]:
        """Remove everything, in ascending order, at the cost of an iteration."""
        shown = super().drain(state).answer
        dropped = state.cost.dropped + state.space
        cost = state.cost._replace(cells=state.cost.cells + state.space, dropped=dropped)
        return StepOf(emptied(state, 0)._replace(cost=cost), shown)


def reserved(_: State, operation: Operation, step: Step) -> Iterator[Label]:
    """Whether slots were asked for, and added."""
    asked = "adds_slots" if operation["count"] else "has_room"
    yield f"reserve_{'full' if step.answer is PoolError.FULL else asked}"


OWN: Final = {
    "reserve_has_room": "no slot is asked for, nothing changes",
    "reserve_adds_slots": "slots are added, which are filled before all other vacancies",
}

MODEL: Final = Arena(
    name="arena",
    operations=OPERATIONS,
    labels=vocabulary(State, OPERATIONS, OWN, Resolution.BEYOND),
    classify=observer({**RULES, "reserve": reserved}),
    invariants=together(State, slots_are_allocated),
    initial=initial,
    clear=clear,
    with_room=opened_in_a_chain,
)
"""The model of an arena."""

LIFO_ARENA: Final = composed(
    MODEL,
    "lifo-arena",
    configuration=Configuration,
    noun="arena",
    like="arena",
    axes=Axes(
        stamps="a generation for the container, advanced by removal; wraps",
        vacancies="last in, first out; unused slots are vacancies",
        elements="in place",
        truncation="none",
        bulk="one generation for all; vacancies are listed anew",
        full="the slots double",
    ),
    promised=Promise(lambda _, bits: PER_CONTAINER.policy(bits)),
    period=lambda chosen: PER_CONTAINER.period(chosen.id_bits),
    paced_by=Role.SHRINK,
    scopes=(Configuration(1, 1, 2), Configuration(2, 1, 1)),
    crafted=crafted("systems/lifo_arena.programs"),
)
"""The system: an arena with its exact layout."""
