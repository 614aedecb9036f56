"""Why removals pay for truncation's visits: a potential that no step may raise by more than it pays.

Costs are not part of a state, and their sums have no end. But let the *debt* of a state be the most that any way on
from it could visit beyond what it removes. It never falls below 0, it is 0 in a new list; and if, along every
transition, it grows by no more than removals less visits, then it never exceeds what has been paid so far: visits
never exceed removals. Whether it does is asked of every transition.

To visit, h2 must be emptied (so many removals), and again h2 of what is left: *k* halvings visit s/4 + s/8 + … cells,
all vacated before, those in q1 and those past the space that remains. While h2 was never opened nothing truncates, but
`shrink_to_fit` may bring the list, unpaid, to where something can: then the debt is counted as all vacancies there are.
"""

from __future__ import annotations

import numpy as np

from stablelist_spec.parts.parameters import QUARTERS

from .numbering import States
from .system import Moves, System
from .vacancies import Flags, Ints

__all__ = ["debt", "unpaid"]


def debt(system: System, states: States) -> Ints:
    """What ways on could visit beyond what they remove, at most."""
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
    """Which transitions raise the debt, *owed* before, by more than they pay; none should."""
    raised = debt(system, moves.after) - owed[moves.after.places]
    return np.asarray(raised > moves.paid)
