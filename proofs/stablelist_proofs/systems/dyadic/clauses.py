"""Compares each clause of the invariant with the model's predicate of the same name: both must hold, or neither."""

from __future__ import annotations

from functools import partial
from typing import Final

from stablelist_proofs.core.comparing import groups, judging
from stablelist_proofs.core.comparing.groups import COUNTED, COUNTS, FREE_LISTS, KEYS, MEMORY, TILED
from stablelist_proofs.core.comparing.judging import Scheme, same
from stablelist_proofs.core.stamps import keys
from stablelist_proofs.core.terms import Term
from stablelist_spec.systems.dyadic.invariants import INVARIANTS

from .damage import damaged
from .ghosts import CHOSEN, Ghosts, others
from .invariant import invariant
from .state import State, symbolic
from .tie import DYADIC

__all__ = ["GROUPS", "MORE", "SCHEME", "clauses", "judged"]

GROUPS: Final = (
    same("blocks_tile_the_element_space"),
    COUNTS,
    MEMORY,
    same("truncation_leaves_the_top_block_live"),
    FREE_LISTS,
    KEYS,
    same("truncation_visits_nothing"),
    same("lengths_fit_one_bit_more", where=(TILED, COUNTED)),
)
"""Every clause and every predicate, in one group each."""
MORE: Final = groups.MORE
"""What clauses say beyond the predicates of the same names."""


def clauses(state: State) -> dict[str, Term]:
    """Every clause of the invariant, by name."""
    return {**invariant(state), **keys(state)}


SCHEME: Final = Scheme(
    DYADIC, GROUPS, clauses(symbolic()), INVARIANTS, MORE, Ghosts, CHOSEN, others, damaged
)
"""The comparison for a dyadic list."""

judged: Final = partial(judging.judged, SCHEME)
"""Compare the groups in every layout of a scope, and in each layout with one value damaged."""
