"""The relatives that are composed of slots, each with its naive second implementation and some configurations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stablelist_spec.core.family import Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.options import Bounded, Indexed, Versioned
from stablelist_spec.systems import (
    dense_slotmap,
    fixed_arena,
    handle_map,
    hop_slotmap,
    lifo_arena,
    lifo_slotmap,
    stable_vec,
    stack_slotmap,
)
from suite.spec.systems.living import Life
from suite.spec.systems.naive import Naive
from suite.spec.systems.relatives.naive import (
    NaiveArena,
    NaiveDense,
    NaiveFixed,
    NaiveHandles,
    NaiveHops,
    NaiveSlots,
    NaiveStack,
    NaiveVec,
)

__all__ = ["KINDS", "Kind", "ran"]

VERSIONED = (Versioned(), Versioned(3, 2), Versioned(16, 1), Versioned(0, 3), Versioned(0, None))
BOUNDED = (Bounded(), Bounded(3, 2), Bounded(1, 1), Bounded(100, 3), Bounded(40, None))
RANGED = tuple(
    stack_slotmap.Configuration(*bits) for bits in ((32, 32), (2, 2), (4, 1), (1, 3), (None, None))
)
INDEXED = (Indexed(), Indexed(5, 3), Indexed(0, 8), Indexed(40, None))
ARENAS = (
    lifo_arena.Configuration(),
    lifo_arena.Configuration(1, 2, 1),
    lifo_arena.Configuration(5, 3, 2),
    lifo_arena.Configuration(0, 8, None),
    lifo_arena.Configuration(2, None, 3),
)


ENDLESS = 1 << 16
"""More removals than in any of these programs."""


class Forgetful(Life):
    """The life of a container whose keys are worthless after a clear."""

    def perform(self, operation: Operation) -> StepOf[Any, object]:
        """Forget the keys first, if it clears."""
        if operation.name == "clear":
            self.succeeded.clear()
        return super().perform(operation)


class Kind(NamedTuple):
    """A relative."""

    system: System
    model: Model[Any, Any]
    naive: Callable[[Any], Naive]
    configurations: tuple[Any, ...]

    def life(self, configuration: Any) -> Life:
        """A fresh container beside its naive one; where removals use narrow ids up, only the last key is fresh."""
        period = self.system.period(configuration)
        if self.system.paced_by is Role.SHRINK:
            period = 1 if period is not None and period < ENDLESS else None
        kind = Forgetful if self.system.forgets else Life
        return kind(self.model, configuration, self.naive(configuration), period)


KINDS = {
    kind.system.name: kind
    for kind in (
        Kind(lifo_slotmap.LIFO_SLOTMAP, lifo_slotmap.MODEL, NaiveSlots, VERSIONED),
        Kind(dense_slotmap.DENSE_SLOTMAP, dense_slotmap.MODEL, NaiveDense, VERSIONED),
        Kind(hop_slotmap.HOP_SLOTMAP, hop_slotmap.MODEL, NaiveHops, VERSIONED),
        Kind(lifo_arena.LIFO_ARENA, lifo_arena.MODEL, NaiveArena, ARENAS),
        Kind(stable_vec.STABLE_VEC, stable_vec.MODEL, NaiveVec, INDEXED),
        Kind(handle_map.HANDLE_MAP, handle_map.MODEL, NaiveHandles, VERSIONED),
        Kind(fixed_arena.FIXED_ARENA, fixed_arena.MODEL, NaiveFixed, BOUNDED),
        Kind(stack_slotmap.STACK_SLOTMAP, stack_slotmap.MODEL, NaiveStack, RANGED),
    )
}
"""Each by the name of its system."""


def ran(name: str, program: str, **chosen: Any) -> Life:
    """The relative after a program in which nothing was wrong."""
    kind = KINDS[name]
    came = kind.life(kind.system.configuration(**chosen))
    came.run(program)
    assert came.wrong == []
    return came
