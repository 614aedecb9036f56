"""All obligations, in the order in which they are reported."""

from __future__ import annotations

from .cases import case_obligations
from .doublings import doubling_obligations
from .identity import identity_obligations
from .inductive import inductive_obligations, issuing_obligations, walking_obligations
from .lemmas import counting_obligations, dealing_obligations
from .movement import movement_obligations
from .obligation import Obligation
from .refinement import refinement_obligations
from .state import symbolic
from .visits import visit_obligations
from .walk import symbolic_walk

__all__ = ["obligations"]


def obligations() -> list[Obligation]:
    """Everything there is to prove."""
    state = symbolic()
    walk = symbolic_walk(state)
    return [
        *counting_obligations(state),
        *dealing_obligations(walk),
        *inductive_obligations(state),
        *issuing_obligations(state),
        *walking_obligations(state, walk),
        *refinement_obligations(state, walk),
        *identity_obligations(state),
        *visit_obligations(state, walk),
        *doubling_obligations(state, walk),
        *movement_obligations(state, walk),
        *case_obligations(state, walk),
    ]
