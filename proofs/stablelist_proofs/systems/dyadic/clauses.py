"""Every clause of the invariant of a dyadic list beside the model's predicate of its name.

They are compared in groups, as those of a StableList (`stablelist_proofs.systems.stable_list.clauses` says why). A
damaged list has one value changed: a length, the record of a block, a cell, a parameter, a cost; or it has a block more
or less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from stablelist_proofs.core.comparing import judging
from stablelist_proofs.core.comparing.damage import (
    cells_changed,
    costs_changed,
    parameters_changed,
    partitions_changed,
)
from stablelist_proofs.core.comparing.judging import Judged, Scheme, same
from stablelist_proofs.core.comparing.past import Past, reached
from stablelist_proofs.core.stamps import keys
from stablelist_proofs.core.terms import Term
from stablelist_proofs.systems.stable_list.clauses import (
    elements_are_those_inserted,
    lengths_fit_one_bit_more,
    the_next_id_is_that_of_the_next_insertion,
)
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Partition
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.dyadic.state import State as ModelState
from stablelist_spec.systems.dyadic.state import with_block

from .ghosts import Ghosts, chosen, others
from .invariant import invariant
from .state import State, symbolic
from .tie import DYADIC

__all__ = ["GROUPS", "MORE", "SCHEME", "clauses", "judged"]

TILED, COUNTED = 0, 1
GROUPS: Final = (
    same("blocks_tile_the_element_space"),
    same("opened_cells_form_a_prefix", "counts_agree", where=(TILED,)),
    same("allocated_memory_is_the_space_doubled", where=(TILED,)),
    same("truncation_leaves_the_top_block_live"),
    same(
        "free_lists_stay_in_their_partition",
        "free_lists_are_acyclic",
        "free_lists_are_complete",
        more=("free_lists_are_disjoint",),
        where=(TILED, COUNTED),
    ),
    same(
        "live_ids_are_distinct",
        "live_key_resolves",
        "retired_key_never_resolves",
        more=("elements_are_those_inserted", "the_next_id_is_that_of_the_next_insertion"),
        where=(TILED, COUNTED),
    ),
    same("truncation_visits_nothing"),
    same("lengths_fit_one_bit_more", where=(TILED, COUNTED)),
)
"""Every clause and every predicate, in one group each."""
MORE: Final[dict[str, Callable[[ModelState, Past], bool]]] = {
    predicate.__name__: predicate
    for predicate in (
        elements_are_those_inserted,
        the_next_id_is_that_of_the_next_insertion,
        lengths_fit_one_bit_more,
    )
}
"""What clauses say beyond the predicate of their name."""


def clauses(state: State) -> dict[str, Term]:
    """Every clause of the invariant, by name."""
    return {**invariant(state), **keys(state)}


# --- Damage ---------------------------------------------------------------------------------------


def damaged(state: ModelState, past: Past) -> Iterator[ModelState]:
    """The state with one value changed, for every value and a few changes of each."""
    yield from _lengths(state)
    yield from parameters_changed(state)
    yield from costs_changed(state)
    yield from _blocks(state)
    for which, block in enumerate(state.partitions):
        for changed in partitions_changed(block, state.space):
            yield state._replace(partitions=with_block(state, which, changed))
    for position, cell in enumerate(state.cells):
        for other in cells_changed(state, past, position, cell):
            cells = (*state.cells[:position], other, *state.cells[position + 1 :])
            yield state._replace(cells=cells)


def _lengths(state: ModelState) -> Iterator[ModelState]:
    space, allocated = state.space, state.allocated
    for other in {space // 2, space, 3 * space, allocated - 1, allocated + 4, 2 * allocated}:
        if other != allocated:
            yield state._replace(allocated=other)
    yield from (state._replace(next_id=state.next_id + by) for by in (-1, 1))


def _blocks(state: ModelState) -> Iterator[ModelState]:
    """A block more, of three sizes; one less; or an element that is counted in another block."""
    space = state.space
    for size in (space, space // 2, space + 4):
        more = Partition(space, size, 0, 0, None)
        yield state._replace(partitions=(*state.partitions, more))
    if len(state.partitions) > 1:
        first, *others, last = state.partitions
        yield state._replace(partitions=(first, *others))
        for by in (-1, 1):
            one, other = (
                block._replace(live=block.live + sign) for block, sign in ((first, by), (last, -by))
            )
            yield state._replace(partitions=(one, *others, other))


# --- The comparison -------------------------------------------------------------------------------


def _predicate(name: str, state: ModelState, past: Past, fresh: FreshKeys) -> bool:
    return MORE[name](state, past) if name in MORE else INVARIANTS[name](state, fresh)


SCHEME: Final = Scheme(
    groups=GROUPS,
    with_ghosts=(1, 2, 4, 5),
    of_chosen=(1, 4),
    of_keys=frozenset(keys(symbolic())),
    predicate=_predicate,
    reached=lambda parameters: reached(parameters, DYADIC),
    ghosts=Ghosts,
    chosen=chosen,
    others=others,
    damaged=damaged,
)
"""What is compared of a dyadic list."""


def judged(
    parameters: Parameters,
    stated: Mapping[str, Term] | None = None,
    *,
    damage: bool = True,
    every: int = 1,
) -> Judged:
    """Compare the groups in *every* so many layouts of a scope, and in each with one value damaged.

    Raises:
        DisagreementError: clauses hold where their predicates do not, or the reverse.
    """
    some = SCHEME._replace(reached=lambda scope: islice(SCHEME.reached(scope), 0, None, every))
    return judging.judged(some, parameters, stated or clauses(symbolic()), damage=damage)
