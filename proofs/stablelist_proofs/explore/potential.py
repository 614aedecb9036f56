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

from stablelist_spec.parameters import QUARTERS, Truncate

from .numbering import Block, States
from .system import Moves, System
from .vacancies import Flags, Ints

__all__ = ["debt", "unpaid"]


def debt(system: System, states: States) -> Ints:
    """What ways on could visit beyond what they remove, at most."""
    block, halving = states.block, allowed(system, states.block)
    if halving == 0:
        return np.zeros(len(states.sources), np.int64)
    q1, q2, h2 = system.vacant(states)
    if block.opened_in[2] == 0:
        return q1 + q2
    live_in_h2 = block.opened_in[2] - h2
    once = q1 - live_in_h2
    walked = sum(block.space // QUARTERS >> step for step in range(halving))
    repeatedly = walked - (block.opened - q1 - q2 - h2) if halving > 1 else once
    return np.maximum(np.maximum(once, repeatedly), 0)


def allowed(system: System, block: Block) -> int:
    """How many halvings truncation may come to."""
    space, halving = block.space, 0
    if system.scope.mode is Truncate.NEVER:
        return 0
    while system.parameters.may_halve(space):
        space, halving = space // 2, halving + 1
    return halving


def unpaid(system: System, before: States, moves: Moves) -> Flags:
    """Which transitions raise the debt by more than they pay; none should.

    Args:
        before: states in ascending order, the sources of the moves among them.
    """
    after = debt(system, system.numbering.columns(moves.block, moves.targets))
    owed = debt(system, before)[np.searchsorted(before.sources, moves.sources)]
    return after - owed > moves.paid
