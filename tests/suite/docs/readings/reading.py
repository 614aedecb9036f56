"""A reading: an edit with which a model decides an open point in another way; and those that several systems share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit
from suite.planting import in_force

__all__ = [
    "ARENA",
    "ARRANGING",
    "BY_INDEX",
    "BY_INDEX_ALONE",
    "CELLS",
    "ELEMENTS_BOUNDED",
    "EXACTLY_ENOUGH",
    "FROM_THE_LAST",
    "GROWTH_MOVES",
    "KEYS_KEPT_BACK",
    "LAST_MOVES",
    "MODEL",
    "OLDEST_FIRST",
    "OWN_KEYS_ONLY",
    "READ",
    "RELATIVE",
    "SHARED_VEC",
    "SLAB",
    "SLOTS",
    "STABLE_VEC",
    "STAMPING",
    "THOSE_THAT_FIT",
    "VACANCIES",
    "VEC",
    "VECTORS",
    "Reading",
]


class Reading(NamedTuple):
    """Another reading: the system and the program that show it, and where the model is edited for it."""

    system: str
    program: str
    module: str
    within: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.system}-{self.program}"

    def in_force(self) -> AbstractContextManager[None]:
        """The model has the other reading, for a while."""
        edit = Edit(within=self.within, before=self.before, after=self.after)
        return in_force(f"stablelist_spec.{self.module}", edit)


CELLS, MODEL, READ, SLOTS, STAMPING, VACANCIES, ARRANGING, RELATIVE, VECTORS = (
    f"parts.{name}"
    for name in (
        *("cells", "model", "reading", "slots", "stamping", "vacancies", "arranging", "relative", "vectors"),
    )
)  # fmt: skip
ARENA, SLAB, STABLE_VEC, SHARED_VEC, VEC = (
    f"systems.{name}" for name in ("lifo_arena", "lifo_slab", "stable_vec", "shared_vec", "vec")
)

# --- Readings that several systems share ----------------------------------------------------------

OLDEST_FIRST: Final = (
    SLOTS, "Lifo.given",
    "return state._replace(head=slot, cells=with_cell(state.cells, slot, Not(state.head)))",
    """
    from stablelist_spec.parts.cells import free_list, linked
    cells = with_cell(state.cells, slot, Not(None))
    order = [*free_list(state.cells, state.head), slot]
    return state._replace(head=order[0], cells=linked(cells, order))
    """,
)  # fmt: skip
BY_INDEX_ALONE: Final = (CELLS, "resolve", "cell.id == key.id", "True")
OWN_KEYS_ONLY: Final = (
    "core.step", "observed", "step = model.step(state, operation)",
    """
    step = model.step(state, operation)
    step = step._replace(answer=None) if origin is Provenance.FORGED else step
    """,
)  # fmt: skip
KEYS_KEPT_BACK: Final = (MODEL, "Model.extend", "tuple(issued)", "None")
THOSE_THAT_FIT: Final = (
    MODEL, "Model.extend",
    """
    if not self.has_room(state, len(elements)):
        return StepOf(state, PoolError.FULL)
    """,
    "elements = elements[: state.configuration.capacity - state.live]",
)  # fmt: skip
GROWTH_MOVES: Final = (
    "return len(state.cells), opening(state, 1)",
    """
    moved = state.opened if state.opened.bit_count() == 1 else 0
    cost = state.cost._replace(moved=state.cost.moved + moved)
    return len(state.cells), opening(state._replace(cost=cost), 1)
    """,
)
FROM_THE_LAST: Final = (SLOTS, "InPlace.rejected", "sorted(rejected)", "sorted(rejected)[::-1]")
EXACTLY_ENOUGH: Final = (VACANCIES, "allocating", "max(slots, 2 * state.allocated)", "slots")
BY_INDEX: Final = (ARRANGING, "Dense.visited", "state.order", "sorted(state.order)")
ELEMENTS_BOUNDED: Final = (
    SLOTS, "has_room", "state.live if state.vacancies.reuses else state.opened", "state.live",
)  # fmt: skip
LAST_MOVES: Final = (
    VECTORS, "without", "Taken(vector[:-1], 0)", "Taken(vector[:-1], 1)",
)  # fmt: skip
