"""Vector: a sequence whose elements lie side by side, with the cost of keeping them so.

It does what every sequence does. Beyond its answers it counts, as a user could who watches its memory:

- `moved`, the elements that an operation leaves at another place than before. So `remove_at` moves all later elements,
  or only the last one, as the vector shifts or swaps; `insert` moves all later elements up; `retain` moves each element
  behind the first gap once. An element that comes or goes does not count, and neither do comparisons.
- `dropped`, the elements that it has fewer than before.
- `cells`, the elements that iterations list.

Representation invariant:

1. A vector with a capacity has no more elements than that.

Growth is not counted: its memory is not modelled.

(thesis 3.1)
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Final, NamedTuple, Self

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.family import Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.sequence import SEQUENCE as FAMILY
from stablelist_spec.families.sequence import Beyond, Elements, Removal
from stablelist_spec.parts import observable
from stablelist_spec.parts.cells import Cost
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.picturing import cost_word, costs_of

from .sequence import SEQUENCE, Configuration
from .sequence import step as observed

__all__ = ["VEC", "State", "initial", "step"]


class State(NamedTuple):
    """A vector: its options, its elements, and the costs so far."""

    chosen: Configuration
    elements: Elements = ()
    cost: Cost = Cost()


class Placed(int):
    """An element that knows the place where it was."""

    place: int

    def __new__(cls, element: int, place: int) -> Self:
        """Give an element its place."""
        placed = super().__new__(cls, element)
        placed.place = place
        return placed


def initial(chosen: Configuration) -> State:
    """A new vector, without elements."""
    return State(chosen)


def step(state: State, operation: Operation) -> StepOf[State, object]:
    """The step of an operation: what a sequence does, and what that costs.

    >>> vector = State(Configuration(), (5, 6, 7, 8))
    >>> step(vector, Operation("remove_at", place=1)).state[1:]
    ((5, 7, 8), Cost(visits=0, moved=2, dropped=1, cells=0, removals=0))
    """
    (_, elements), answer, _ = observed(observable.State(*state[:2]), operation)
    spent, kind = state.cost, FAMILY.kinds[operation.name]
    cost = spent._replace(
        moved=spent.moved + (0 if operation.name in STAYING else moved(state, operation)),
        dropped=spent.dropped + max(0, len(state.elements) - len(elements)),
        cells=spent.cells + (len(answer) if kind.lists and isinstance(answer, tuple) else 0),
    )
    return StepOf(State(state.chosen, elements, cost), answer)


STAYING: Final = frozenset(
    {"push", "extend", "pop", "truncate", "split_off", "clear", "set"}
    | {name for name, kind in FAMILY.kinds.items() if kind.role is Role.READ}
)
"""Operations after which every element that is left is at its place."""


def moved(state: State, operation: Operation) -> int:
    """How many elements are at another place after an operation.

    >>> moved(State(Configuration(), (5, 5, 6)), Operation("rotate", times=1))
    3
    """
    placed = observable.State(state.chosen, tuple(map(Placed, state.elements, count())))
    after = observed(placed, operation).state.elements
    return sum(isinstance(each, Placed) and each.place != at for at, each in enumerate(after))


# --- The system -----------------------------------------------------------------------------------


def layout_word(state: State) -> str:
    """The answer to ``layout``: the elements in their order.

    >>> layout_word(State(Configuration(), (7, 8)))
    '[7,8]'
    """
    return f"[{','.join(map(str, state.elements))}]"


def picture(state: State) -> Picture:
    """The elements, and the costs."""
    drawn = observable.pictured("elements")(observable.State(*state[:2]))
    return replace(drawn, costs=costs_of(state))


class Variables(NamedTuple):
    """A state: the elements in their order, and the costs."""

    elements: Elements
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(state.elements, state.cost)


def forgotten(state: State) -> State:
    """The state without costs."""
    return state._replace(cost=Cost())


ALONE: Final = SEQUENCE.operations - FAMILY.both

VEC: Final = replace(
    SEQUENCE,
    name="vec",
    operations=ALONE | {"layout", "cost"},
    noun="vector",
    axes=Axes(
        elements="side by side; a removal shifts or swaps",
        truncation="there are no vacancies",
        full="refused, if there is a capacity",
    ),
    initial=initial,
    step=step,
    joined=None,
    shown={"layout": layout_word, "cost": cost_word},
    labels={
        label: meaning
        for label, meaning in SEQUENCE.labels.items()
        if ALONE.issuperset(SEQUENCE.needed(label))
    },
    picture=picture,
    variables=variables,
    forgotten=forgotten,
    leaves_out="costs",
    pairs=(),
    scopes=(
        Configuration(2),
        Configuration(removal=Removal.SWAPS),
        Configuration(beyond=Beyond.CLIPS),
    ),
    crafted=(*SEQUENCE.crafted, *crafted("systems/vec.programs")),
)
"""The vector with its exact costs."""
