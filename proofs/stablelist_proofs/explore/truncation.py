"""Halvings, in many states at once.

The model's are in `stablelist_spec.systems.stable_list.model` (5.2; R4, R5, R6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stablelist_spec.core.step import Label
from stablelist_spec.parts.parameters import Truncate

from .numbering import States
from .system import System
from .vacancies import Flags, Ints

__all__ = ["Halved", "halvings", "truncation_labels"]


@dataclass(frozen=True, slots=True)
class Halved:
    """States after a number of halvings, when h2 is live or no further halving is allowed.

    Attributes:
        steps: how many halvings.
        walked: how many free-list entries were visited.
        hands_over: whether any step handed a free list over to h2.
        splits: whether any step divided q1's list between q1 and q2.
        reverses: whether any step pushed two entries or more onto q2's list.
        deals_out: whether any step met an entry in q1's list.
        unopened: whether any step met a q1 with unopened cells.
    """

    states: States
    steps: int
    walked: Ints
    hands_over: Flags
    splits: Flags
    reverses: Flags
    deals_out: Flags
    unopened: bool

    def pick(self, which: Ints | Flags) -> Halved:
        """Some of them."""
        return Halved(
            self.states.pick(which), self.steps, self.walked[which],
            self.hands_over[which], self.splits[which], self.reverses[which], self.deals_out[which],
            self.unopened,
        )  # fmt: skip


def halvings(system: System, states: States, *, frees: bool) -> Iterator[Halved]:
    """Halve while h2 is empty and R1 allows, grouped by the number of steps; *frees*: free memory at each (R6)."""
    no = np.zeros(len(states.places), np.bool_)
    now = Halved(states, 0, np.zeros(len(no), np.int64), no, no, no, no, unopened=False)
    while len(now.states.places):
        if not system.parameters.may_halve(now.states.block.space):
            yield now
            return
        goes_on = system.live_in_h2(now.states) == 0
        if not goes_on.all():
            yield now.pick(~goes_on)
        now = halved(system, now.pick(goes_on), frees=frees)


def halved(system: System, now: Halved, *, frees: bool) -> Halved:
    """One step: q2 becomes h2 with its free list, q1's list is distributed to the new q1 and q2 (R5)."""
    block, lists = now.states.block, system.lists
    space, allocated = block.space // 2, block.extent.allocated
    remaining = min(block.opened, space)
    after = system.numbering.block(
        space, space if frees and allocated is not None else allocated, remaining
    )
    q1, q2 = lists.split(now.states.q1, after.sizes[0])
    return Halved(
        States(after, q1, q2, now.states.q2, now.states.keys, now.states.places),
        now.steps + 1,
        now.walked + lists.sizes(now.states.q1),
        now.hands_over | (now.states.q2 != 0),
        now.splits | ((q1 != 0) & (q2 != 0)),
        now.reverses | (lists.sizes(q2) > 1),
        now.deals_out | (now.states.q1 != 0),
        now.unopened or block.opened_in[0] < block.sizes[0],
    )


def truncation_labels(system: System, before: States, after: Halved) -> dict[Label, Flags | None]:
    """The labels of the removal that emptied h2."""
    if after.steps == 0:
        return {"remove_empties_h2_minimum": None}
    lively = system.live_in_h2(after.states) > 0
    labels: dict[Label, Flags | None] = {
        f"truncate_{after.steps if after.steps < 3 else '3_or_more'}": None,
        "truncate_stops_at_live_h2": lively,
        "truncate_stops_at_minimum": ~lively,
        "truncate_hands_over_q2_list": after.hands_over,
        "truncate_splits_q1_list": after.splits,
        "truncate_reverses": after.reverses,
    }
    if system.scope.mode is Truncate.MEMORY:
        labels["truncate_reallocates"] = None
        if (before.block.extent.allocated or 0) > before.block.space:
            labels["truncate_frees_reserve"] = None
    return labels
