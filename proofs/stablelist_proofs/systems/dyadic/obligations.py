"""Everything there is to prove of a dyadic list, in the order in which it is reported."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.choices import chooses, falls, one_case, operations
from stablelist_proofs.core.growth import growth, growth_obligations
from stablelist_proofs.core.identity import identity_obligations
from stablelist_proofs.core.induction import keyed
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.refinement import Seen, refinement_obligations
from stablelist_proofs.core.terms import Term
from stablelist_proofs.core.theory import Theory

from .at_once import once_obligations
from .dropping import dropping_obligations, droppings
from .frame import frame_obligations
from .geometry import geometry_obligations
from .growth import growths
from .inductive import given, inductive_obligations, issues, layout
from .invariant import invariant
from .lemmas import lemma_obligations
from .masks import mask_obligations, masks
from .placing import disjoint_obligations, insertion_obligations
from .program import IDLE, RESERVING, SEARCHING, Reserving, state_of
from .spaces import space_obligations, spaces
from .state import State, symbolic
from .transitions import WANTED, Searching
from .untouched import untouched_obligations
from .words import word_obligations

__all__ = ["theory"]


def _counting(state: State, live: Term) -> State:
    """The list with another number of elements."""
    return replace(state, live=live)


def _opening(state: State, opened: Term) -> State:
    """The list with another number of opened cells."""
    return replace(state, opened=opened)


SEEN: Final = Seen(given, state_of, _counting, _opening)
"""A dyadic list, as the contract sees it."""


def theory() -> Theory:
    """The theory of a dyadic list."""
    state = symbolic()
    list_ = layout(state)
    keys, spaces_, droppings_ = keyed(list_, state_of, issues), spaces(list_), droppings(list_)
    masks_, of_growth = masks(list_), growths(list_)
    growth_ = growth(list_, of_growth)
    return Theory(
        (list_, keys, spaces_, droppings_, masks_, growth_),
        (
            *geometry_obligations(),
            *lemma_obligations(state),
            *inductive_obligations(list_, keys),
            *disjoint_obligations(state),
            *insertion_obligations(list_, state),
            *refinement_obligations(list_, SEEN),
            *identity_obligations(state, invariant(state), IDLE),
            *frame_obligations(list_),
            *space_obligations(list_, spaces_, state),
            *dropping_obligations(list_, droppings_),
            *mask_obligations(list_, masks_),
            *once_obligations(list_, masks_),
            *word_obligations(list_, state),
            *untouched_obligations(list_, state),
            *growth_obligations(growth_, of_growth),
            *(one_case(list_, arcs) for arcs in operations(list_.arcs).values() if chooses(arcs)),
            *_ends(list_),
        ),
    )


def _ends(list_: Assertions) -> list[Obligation]:
    """A search passes blocks, of which there are no more; dropping leaves fewer; a doubling leaves less wanting."""
    found = []
    for arc in list_.arcs:
        if arc.source != arc.target or arc.source == IDLE:
            continue
        known = given(list_, arc)
        if arc.source == SEARCHING:
            found.append(falls(known, arc, "fewer blocks are left", _left))
        elif arc.source == RESERVING:
            found.append(falls(known, arc, "less is wanting", _wanting))
        else:
            found.append(falls(known, arc, "there are fewer blocks", _blocks))
    return found


def _left(search: Searching) -> Term:
    return search.state.blocks - search.which


def _wanting(loop: Reserving) -> Term:
    return loop.state.live + WANTED - loop.room


def _blocks(state: State) -> Term:
    return state.blocks
