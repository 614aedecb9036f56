"""All obligations, in the order in which they are reported, and what they are to rest on."""

from __future__ import annotations

from typing import NamedTuple

from .assertions import Assertions
from .cases import case_obligations
from .doublings import doubling_obligations, doublings
from .identity import identity_obligations
from .inductive import disjoint_obligations, inductive_obligations, keyed, layout
from .lemmas import lemma_obligations
from .movement import growth, growth_obligations, mended, mended_obligations
from .obligation import Obligation
from .refinement import refinement_obligations
from .state import symbolic
from .visits import visit_obligations, visits
from .walk import symbolic_walk

__all__ = ["Theory", "obligations", "theory"]


class Theory(NamedTuple):
    """Everything there is to prove.

    Attributes:
        assertions: what is shown by induction over the program.
        obligations: what the solvers are asked.
    """

    assertions: tuple[Assertions, ...]
    obligations: tuple[Obligation, ...]


def theory() -> Theory:
    """The theory of a StableList."""
    state = symbolic()
    walk = symbolic_walk(state)
    list_ = layout(state, walk)
    keys, visits_, doubled = keyed(list_), visits(list_), doublings(list_)
    growth_ = growth(list_, doubled)
    same, mended_ = mended(list_)
    (ends,) = (arc for arc in list_.arcs if arc.name == "walk_ends")
    return Theory(
        (list_, keys, visits_, doubled, growth_, same, mended_),
        (
            *lemma_obligations(state, walk, ends),
            *inductive_obligations(list_, keys),
            *disjoint_obligations(state),
            *refinement_obligations(list_),
            *identity_obligations(state),
            *visit_obligations(list_, visits_, state),
            *doubling_obligations(list_, doubled),
            *growth_obligations(list_, doubled, growth_),
            *mended_obligations(list_, same, mended_),
            *case_obligations(list_, same),
        ),
    )


def obligations() -> tuple[Obligation, ...]:
    """Everything there is to ask."""
    return theory().obligations
