"""Deferred: a StableList that deals out its free list once per removal, however often its space is halved.

State, operations and invariants are StableList's. The rulings apply, with these differences:

- R5: the space after all halvings is determined first. Then the old q1's free list is walked once, from its head on.
  Entries below the end of the final q1 stay there in their order; each of the others is pushed onto the list of its
  final partition; entries beyond the final space are dropped. After a single halving the old q2, with its list, is
  the new h2, as in a StableList.
- R6: a truncation is one step, however many halvings it comes to, so mode MEMORY reallocates once.

So the layout is always StableList's: each list has the same entries in the same order. Only costs differ:

- *visits*: every entry of the old q1's free list, once; the entries of q2 and h2 are not visited. That is at most a
  quarter of the space, where StableList's cascade visits up to a half.
- *moved*, in mode MEMORY: the cells that are left, once, where StableList's cascade moves them at every halving.

The final space depends on where the highest element is. A StableList learns this from its walks. This list must know
the number of live cells of each dyadic block of q1, one number for each possible halving, of which an insertion or
removal changes one. These numbers follow from the cells, so they are not part of the state, and reading them is no
visit.

(thesis 5.2, "for future research")
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stablelist_spec.parts.variant import variant
from stablelist_spec.systems.stable_list import MODEL as STABLE_LIST
from stablelist_spec.systems.stable_list.picturing import picture, variables

from .crafted import CRAFTED
from .model import vacate
from .observer import LABELS, classify

__all__ = ["DEFERRED", "MODEL"]

MODEL: Final = replace(
    STABLE_LIST, name="deferred list", labels=LABELS, classify=classify, vacate=vacate
)
"""The model of a deferred list."""

DEFERRED: Final = variant(
    MODEL,
    "deferred",
    vacancies="last in, first out; q1 first, then q2, then h2",
    truncation="halves the space while the upper half is empty; lists are dealt out once",
    picture=picture,
    variables=variables,
    crafted=CRAFTED,
)
"""The system."""
