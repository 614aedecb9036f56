"""A ring, described as an author would: random programs have to take it far."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from stablelist_spec.core.family import Answer, Family, Kind, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System

from .counter import COUNTER


class Refused(Refusal):
    """What it refuses."""

    FULL = "full"


class End(Enum):
    """Which value a ring gives up first."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class Room:
    """How many values a ring holds, 0 for no bound; which of them it gives up first, and what the ring is called."""

    room: int = 0
    first: End = End.OLD
    style: str = "plain"

    @property
    def most_live(self) -> int | None:
        """The same, for the generator."""
        return self.room or None


def turned(state: tuple[Room, tuple[int, ...]], operation: Operation) -> StepOf[Any, object]:
    """What an operation does to a ring."""
    chosen, values = state
    match operation.name:
        case "push" | "push_front" if chosen.room and len(values) == chosen.room:
            return StepOf(state, Refused.FULL)
        case "push":
            return StepOf((chosen, (*values, operation["value"])), None)
        case "push_front":
            return StepOf((chosen, (operation["value"], *values)), None)
        case "pop":
            at = 0 if chosen.first is End.OLD else len(values) - 1
            left = (*values[:at], *values[at + 1 :])
            return StepOf((chosen, left), values[at] if values else None)
        case "nth":
            at = operation["place"]
            return StepOf(state, values[at] if at < len(values) else None)
    return StepOf((chosen, ()), None) if operation.name == "clear" else StepOf(state, len(values))


VALUE: Final = (Operand("value", 0, 100),)
RING: Final = System(
    name="ring",
    family=Family("ring", {
        "push": Kind("add at the end", Role.GROW, VALUE, Answer.DONE),
        "push_front": Kind("add at the front", Role.GROW, VALUE, Answer.DONE),
        "pop": Kind("remove the first", Role.SHRINK),
        "nth": Kind("read one", Role.READ, (Operand("place", 0, 9_999),)),
        "len": Kind("count", Role.READ, answer=Answer.NUMBER),
        "clear": Kind("remove all", Role.RESET, answer=Answer.DONE),
    }),
    configuration=Room,
    initial=lambda chosen: (chosen, ()),
    step=turned,
    choices={"room": (0, 1, 2, 3, 8), "first": tuple(End), "style": ("plain", "fancy")},
    scopes=(Room(1), Room(2)),
)  # fmt: skip


BOUND: Final = replace(COUNTER, name="bound", choices={"limit": (0,)})
"""A counter whose limit has one choice, which no program may leave."""
