"""A bump allocator: blocks are cut from an arena one behind the other, and given back only all at once."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from stablelist_spec.core.family import KEY, Answer, Family, Kind, Operand, Refusal, Role
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System


class Exhausted(Refusal):
    """The arena has no room left for a block."""

    EXHAUSTED = "exhausted"


@dataclass(frozen=True)
class Arena:
    """The bytes of the arena."""

    size: int = 64


class State(NamedTuple):
    """The end of the last block, and the offset of every block, by its number."""

    size: int
    top: int = 0
    blocks: tuple[int, ...] = ()


ALLOCATOR = Family("allocator", {
    "alloc": Kind("allocate a block of a size and an alignment", Role.GROW,
                  (Operand("size", 1, 4096), Operand("alignment", 1, 64)), inserts=True),
    "offset": Kind("ask where a block begins", Role.READ, (KEY,)),
    "used": Kind("ask how far the arena is used", Role.READ),
    "reset": Kind("give every block back", Role.RESET, answer=Answer.DONE),
})  # fmt: skip


def step(state: State, operation: Operation) -> StepOf[Any, object]:
    """What an operation does to an arena."""
    match operation.name:
        case "alloc":
            start = -(-state.top // operation["alignment"]) * operation["alignment"]
            top = start + operation["size"]
            if top > state.size:
                return StepOf(state, Exhausted.EXHAUSTED)
            blocks = (*state.blocks, start)
            return StepOf(State(state.size, top, blocks), Key(len(state.blocks), 0))
        case "offset":
            known = 0 <= operation["key"].index < len(state.blocks)
            return StepOf(state, state.blocks[operation["key"].index] if known else None)
        case "used":
            return StepOf(state, state.top)
    return StepOf(State(state.size), None)


BUMP = System(
    name="bump",
    family=ALLOCATOR,
    configuration=Arena,
    initial=lambda chosen: State(chosen.size),
    step=step,
    live=lambda state: {Key(n, 0): start for n, start in enumerate(state.blocks)},
    invariants={
        "blocks_do_not_overlap": lambda state, _: list(state.blocks) == sorted({*state.blocks})
    },
    choices={"size": (8, 64, 256)},
    scopes=(Arena(4), Arena(8)),
)
