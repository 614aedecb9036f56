"""Models of two containers of the thesis on engine subsystems: a vector, and a pool of chunks.

A vector grows by pages, up to `pages` of them, and
then refuses. A pool has as many chunks as fit into its bytes, and hands out the numbers of free chunks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stablelist_spec.core.family import Answer, Family, Kind, Operand, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System

PAGE: Final = 2
"""Values in a page of a vector."""


class Refused(Refusal):
    """A vector or a pool of chunks has no room left."""

    FULL = "full"


@dataclass(frozen=True)
class Pages:
    """The pages of a vector."""

    pages: int = 1


@dataclass(frozen=True)
class Memory:
    """The bytes of a pool, and of each chunk."""

    size: int = 8
    chunk: int = 8


def pushed(state: tuple[int, tuple[int, ...]], operation: Operation) -> StepOf[Any, object]:
    """Return the step of an operation on a vector."""
    pages, values = state
    match operation.name:
        case "push" if len(values) == pages * PAGE:
            return StepOf(state, Refused.FULL)
        case "push":
            return StepOf((pages, (*values, operation["value"])), None)
    return StepOf(state, values)


def taken(state: tuple[int, int], operation: Operation) -> StepOf[Any, object]:
    """Return the step of an operation on a pool of chunks."""
    free, out = state
    match operation.name:
        case "take" if not free:
            return StepOf(state, Refused.FULL)
        case "take":
            return StepOf((free - 1, out + 1), None)
        case "give" if out:
            return StepOf((free + 1, out - 1), True)
    return StepOf(state, False)


VALUE: Final = (Operand("value", 0, 100),)
VECTOR: Final = System(
    name="vector",
    family=Family(
        "vector",
        {
            "push": Kind("push", Role.GROW, VALUE, Answer.DONE),
            "each": Kind("iterate", Role.READ, answer=Answer.SEQUENCE),
        },
    ),
    configuration=Pages,
    initial=lambda chosen: (chosen.pages, ()),
    step=pushed,
    choices={"pages": (1, 2, 3)},
    scopes=(Pages(1),),
)
CHUNKS: Final = System(
    name="chunks",
    family=Family(
        "chunks",
        {
            "take": Kind("take a chunk", Role.GROW, (), Answer.DONE),
            "give": Kind("give back what was taken last", Role.SHRINK, (), Answer.TRUTH),
        },
    ),
    configuration=Memory,
    initial=lambda chosen: (chosen.size // chosen.chunk, 0),
    step=taken,
    choices={"size": (0, 4, 8, 24), "chunk": (8,)},
    scopes=(Memory(), Memory(24)),
)
