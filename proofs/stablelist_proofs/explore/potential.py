"""Why visits never exceed removals: a potential that no step may raise by more than it pays.

Costs are not part of a state, since their sums are unbounded. Instead, the *debt* of a state is an upper bound on
visits minus removals along any continuation from it. It is never negative, and it is 0 in a new list. If it grows along
every transition by at most removals minus visits, then it never exceeds removals minus visits so far, so visits never
exceed removals. This is checked for every transition.

Before a halving visits anything, h2 must be emptied by removals, and before the next one the new h2: *k* halvings visit
s/4 + s/8 + … cells, all vacated before, those in q1 and those past the remaining space. If h2 was never opened, nothing
is truncated, but `shrink_to_fit` may bring the list, without any payment, into a state that can truncate. Then the debt
is the number of all vacancies.
"""

from __future__ import annotations

import numpy as np

from stablelist_spec.parts.parameters import QUARTERS

from .numbering import States
from .system import Moves, System
from .vacancies import Flags, Ints

__all__ = ["debt", "unpaid"]


def debt(system: System, states: States) -> Ints:
    """The most that continuations can visit beyond what they remove."""
    block, halvings = states.block, system.halvings_allowed(states.block.space)
    if halvings == 0:
        return np.zeros(len(states.places), np.int64)
    q1, q2, h2 = system.vacant(states)
    if block.opened_in[2] == 0:
        return q1 + q2
    most = q1 - (block.opened_in[2] - h2)
    if halvings > 1:
        walked = sum(block.space // QUARTERS >> step for step in range(halvings))
        most = np.maximum(most, walked - (block.opened - q1 - q2 - h2))
    return np.asarray(np.maximum(most, 0))


def unpaid(system: System, owed: Ints, moves: Moves) -> Flags:
    """Which transitions raise the debt, *owed* before, by more than they pay; there should be none."""
    raised = debt(system, moves.after) - owed[moves.after.places]
    return np.asarray(raised > moves.paid)
