"""All obligations, in the order in which they are reported."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_proofs.core.growth import growth, growth_obligations
from stablelist_proofs.core.identity import identity_obligations
from stablelist_proofs.core.induction import keyed
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.refinement import Seen, refinement_obligations
from stablelist_proofs.core.terms import Term
from stablelist_proofs.core.theory import Theory

from .cases import case_obligations
from .doublings import doubling_obligations, doublings
from .inductive import disjoint_obligations, given, inductive_obligations, issues, layout
from .invariant import invariant
from .lemmas import lemma_obligations
from .movement import growths, mended, mended_obligations
from .program import IDLE, state_of
from .state import State, symbolic
from .visits import visit_obligations, visits
from .walk import symbolic_walk

__all__ = ["obligations", "theory"]


def _counting(state: State, live: Term) -> State:
    """The list with another number of elements."""
    others = state.q1.live + state.q2.live
    return replace(state, h2=replace(state.h2, live=live - others))


def _opening(state: State, opened: Term) -> State:
    """The list with another number of opened cells."""
    return replace(state, q1=replace(state.q1, opened=opened))


SEEN: Final = Seen(given, state_of, _counting, _opening)
"""A StableList, as the contract sees it."""


def theory() -> Theory:
    """The theory of a StableList."""
    state = symbolic()
    walk = symbolic_walk(state)
    list_ = layout(state, walk)
    keys, visits_, doubled = keyed(list_, state_of, issues), visits(list_), doublings(list_)
    of_growth = growths(list_, doubled)
    growth_ = growth(list_, of_growth, doubled)
    same, mended_ = mended(list_)
    (ends,) = (arc for arc in list_.arcs if arc.name == "walk_ends")
    return Theory(
        (list_, keys, visits_, doubled, growth_, same, mended_),
        (
            *lemma_obligations(state, walk, ends),
            *inductive_obligations(list_, keys),
            *disjoint_obligations(state),
            *refinement_obligations(list_, SEEN),
            *identity_obligations(state, invariant(state), IDLE),
            *visit_obligations(list_, visits_, state),
            *doubling_obligations(list_, doubled),
            *growth_obligations(growth_, of_growth),
            *mended_obligations(list_, same, mended_),
            *case_obligations(list_, same),
        ),
    )


def obligations() -> tuple[Obligation, ...]:
    """All obligations."""
    return theory().obligations
