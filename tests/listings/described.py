"""A model of a pool of chunks, of the thesis on engine subsystems.

It has as many chunks as fit into its bytes, and hands out the numbers of free chunks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stablelist_spec.core.family import Answer, Family, Kind, Refusal, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System


class Refused(Refusal):
    """The pool has no room left."""

    FULL = "full"


@dataclass(frozen=True)
class Memory:
    """The bytes of a pool, and of each chunk."""

    size: int = 8
    chunk: int = 8


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
