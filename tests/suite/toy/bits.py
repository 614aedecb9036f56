"""A bit set: bits are set and cleared one by one, in words of a width."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from stablelist_spec.core.family import Answer, Family, Kind, Meaning, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System


class Order(Enum):
    """In which order bits are listed."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True)
class Width:
    """How many bits there are, in which order they are listed, and what the set is called."""

    bits: int = 8
    order: Order = Order.UP
    style: str = "plain"


class Beyond(Refusal):
    """There is no such bit."""

    BEYOND = "beyond"


class State(NamedTuple):
    """The bits, as the bits of a number."""

    chosen: Width
    set: int = 0


BIT = (Operand("bit", 3, 63, meaning=Meaning.MEMBER),)
BIT_FAMILY = Family("bits", {
    "insert": Kind("set a bit", Role.GROW, BIT, Answer.TRUTH),
    "erase": Kind("clear a bit", Role.SHRINK, BIT, Answer.TRUTH),
    "test": Kind("ask for a bit", Role.READ, BIT, Answer.TRUTH),
    "each": Kind("list the bits that are set", Role.READ, answer=Answer.SEQUENCE),
    "clear": Kind("clear every bit", Role.RESET, answer=Answer.DONE),
})  # fmt: skip


def step(state: State, operation: Operation) -> StepOf[Any, object]:
    """What an operation does to a bit set."""
    match operation.name:
        case "each":
            found = tuple(bit for bit in range(state.chosen.bits) if state.set >> bit & 1)
            return StepOf(state, found if state.chosen.order is Order.UP else found[::-1])
        case "clear":
            return StepOf(State(state.chosen), None)
    bit = operation["bit"]
    if bit >= state.chosen.bits:
        return StepOf(state, Beyond.BEYOND)
    is_set, others = bool(state.set >> bit & 1), state.set & ~(1 << bit)
    match operation.name:
        case "insert":
            return StepOf(State(state.chosen, others | 1 << bit), not is_set)
        case "erase":
            return StepOf(State(state.chosen, others), is_set)
    return StepOf(state, is_set)


BITS = System(
    name="bits",
    family=BIT_FAMILY,
    configuration=Width,
    initial=State,
    step=step,
    choices={"bits": (4, 8, 64), "order": tuple(Order), "style": ("plain", "fancy")},
    witnesses={"order": ("each",)},
    scopes=(Width(5), Width(6, Order.DOWN)),
)
