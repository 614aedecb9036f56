"""How a dyadic list grows: its memory, too, ends at a border of blocks."""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.growth import Growths
from stablelist_proofs.core.query import Hypothesis

from .geometry import between
from .inductive import given
from .invariant import LOWEST
from .program import RESERVING, state_of

__all__ = ["LEFT_OUT", "growths"]

LEFT_OUT: Final = (
    *("shrinking_begins", "shrinking_drops", "shrinking_ends", "shrinking_frees"),
    "truncation_frees",
)
"""The steps of `shrink_to_fit`, and the one that a truncation makes in mode MEMORY only."""
DOUBLED: Final = "allocated_memory_is_the_space_doubled"


def growths(list_: Assertions) -> Growths:
    """How a dyadic list grows."""

    def known(arc: Arc) -> dict[str, Hypothesis]:
        before = given(list_, arc)
        if arc.name.startswith("add_grow"):
            state = state_of(arc.before)
            before |= between(state.memory, state.blocks)
        return before

    return Growths(state_of, "its search", RESERVING, LEFT_OUT, known, (DOUBLED, LOWEST))
