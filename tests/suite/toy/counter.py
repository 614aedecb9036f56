"""A counter that does not exceed its limit."""

from dataclasses import dataclass
from typing import Any

from stablelist_spec.core.family import Answer, Family, Kind, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System


class Refused(Refusal):
    """What a counter refuses."""

    TOO_MUCH = "too-much"
    TOO_LITTLE = "too-little"


@dataclass(frozen=True)
class Limit:
    """What a user chooses."""

    limit: int = 3


STEP = (Operand("by", 0, 100),)
COUNTING = Family("counter", {
    "up": Kind("count up by", Role.GROW, STEP, Answer.DONE),
    "down": Kind("count down by", Role.SHRINK, STEP, Answer.DONE),
    "value": Kind("read the number", Role.READ),
    "layout": Kind("show number and limit", Role.SHOW),
})  # fmt: skip


def step(state: tuple[int, int], operation: Operation) -> StepOf[Any, object]:
    """What an operation does to a limit and a number."""
    limit, count = state
    match operation.name:
        case "up" if count + operation["by"] > limit:
            return StepOf(state, Refused.TOO_MUCH)
        case "down" if operation["by"] > count:
            return StepOf(state, Refused.TOO_LITTLE)
        case "up":
            return StepOf((limit, count + operation["by"]), None)
        case "down":
            return StepOf((limit, count - operation["by"]), None)
    return StepOf(state, count)


COUNTER = System(
    name="counter",
    family=COUNTING,
    configuration=Limit,
    initial=lambda chosen: (chosen.limit, 0),
    step=step,
    shown={"layout": lambda state: f"{state[1]}/{state[0]}"},
    invariants={"number_stays_within_the_limit": lambda state, _: 0 <= state[1] <= state[0]},
    picture=lambda state: Picture({"number": state[1], "limit": state[0]}),
    choices={"limit": (1, 2, 3, 10, 50)},
    scopes=(Limit(1), Limit(3)),
)
