"""Counters that differ in some attributes from the right one, and pools with an invariant that does not hold."""

from dataclasses import replace
from typing import Any

from stablelist_spec.core.explore import DEBT
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import States
from stablelist_spec.core.step import StepOf
from stablelist_spec.systems import DYADIC, LIFO_SLAB

from .counter import COUNTER, step


def small(state: tuple[int, int], _: object) -> bool:
    """The number stays small."""
    return state[1] < 2


def small_so_far(state: tuple[int, int], operation: Operation) -> StepOf[Any, object]:
    """Reading loses the number."""
    after = step(state, operation)
    return after._replace(state=(state[0], 0)) if operation.name == "value" else after


def dividing(state: tuple[int, int], operation: Operation) -> StepOf[Any, object]:
    """Counting divides by zero."""
    return StepOf(state, 1 // 0) if operation.name == "up" else step(state, operation)


class Own:
    """States with a quotient of their own."""

    def __init__(self, system: Any) -> None:
        states = States(system)
        self.initial, self.edges, self.broken = states.initial, states.edges, states.broken


LABELLED = replace(COUNTER, labels={"up_done": "counted"})
WITHOUT_SCOPES = replace(COUNTER, scopes=())
FORGETFUL = replace(COUNTER, forgotten=lambda state: state)
FORGETFUL_OF_COSTS = replace(FORGETFUL, leaves_out="costs")
WITH_A_QUOTIENT = replace(COUNTER, quotient=Own)
SMALL = replace(LABELLED, invariants={"number_stays_small": small})
UNLABELLED = replace(COUNTER, invariants={"number_stays_small": small})
READING = replace(LABELLED, step=small_so_far)
LOSSY = replace(SMALL, forgotten=lambda state: (state[0], 7))
IN_DEBT = replace(LABELLED, invariants={DEBT: small})
FAILING = replace(LABELLED, step=dividing)
RETIRED = {"retired_key_never_resolves": lambda _, fresh: not fresh.retired}
DYADIC_RETIRED = replace(DYADIC, invariants=RETIRED)
LIFO_SLAB_RETIRED = replace(LIFO_SLAB, invariants=RETIRED)


BOUND = replace(COUNTER, name="bound", choices={"limit": (0,)})
"""A limit with one choice, which no program may leave."""
