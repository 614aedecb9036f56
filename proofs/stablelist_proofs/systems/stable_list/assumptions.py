"""What is assumed without proof: definitions of ghosts, and arithmetic that solvers do not know.

docs/proofs.md lists it. Nothing else may be assumed: see `ledger`.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.functions import Function, Named
from stablelist_proofs.core.identity import DIVIDED
from stablelist_proofs.core.query import Assumption
from stablelist_proofs.core.terms import Term, all_of, equal, implies, no

from .walk import PAID

__all__ = ["ASSUMPTIONS", "LADDER", "ON_A_LADDER", "RUNG", "UNPAID"]

LADDER: Final = Named("ladder")


def _rung(number: Term) -> Term:
    above = equal(LADDER(number + 1), 2 * LADDER(number))
    return all_of(implies(number >= 0, above), LADDER(0) >= 4, equal(LADDER(0) % 8, 4))


def _on_a_ladder(length: Term, rung: Term, ladder: Function = LADDER) -> Term:
    return all_of(rung >= 0, equal(length, ladder(rung)))


RUNG: Final = Assumption(
    "the ladder",
    "A ladder is a function that is 4 times an odd number at 0, and doubles from each number to the next.",
    _rung,
)
ON_A_LADDER: Final = Assumption(
    "every lawful space has a ladder",
    "Each multiple of 4, from 4 on, is 4 times an odd number, doubled some number of times.",
    _on_a_ladder,
    chosen=lambda _, rung, ladder=LADDER: (rung, ladder(0)),
)
UNPAID: Final = Assumption(
    "no removal began it",
    "The halvings of `shrink_to_fit` are not paid by removals.",
    lambda: no(PAID),
    only=("shrinking_begins",),
)
ASSUMPTIONS: Final = (RUNG, ON_A_LADDER, UNPAID, DIVIDED)
"""All assumptions."""
