"""The numbers that the bound on moved cells counts, a second time: for some states, in Python.

A bound would also be proved if they counted less than it says.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.comparing.drawing import Drawing, functions_of
from stablelist_proofs.core.terms import compiled

from .growth import Growth
from .program import RESERVING, SEARCHING, state_of

__all__ = ["miscounted"]

TRIES: Final = 100
SEED: Final = 1


def miscounted(asserted: Assertions) -> Iterator[str]:
    """Steps after which the counts are not as expected."""
    for arc in asserted.arcs:
        after = asserted.after(arc)
        if isinstance(after, Growth) and not all(_right(arc, after)):
            yield f"{asserted.name} counts otherwise after {arc.name}"


def _right(arc: Arc, after: Growth) -> Iterator[bool]:
    """Whether the counts are right, for some numbers."""
    chance = random.Random(f"{SEED} {arc.name}")  # noqa: S311 - a reproducible choice
    new = [after.initial, after.grown, after.reserved]
    if arc.source == START:
        other = [after.state.space, after.state.moved]
    else:
        before = Growth(state_of(arc.before))
        other = [before.initial, before.grown, before.reserved]
        other += [before.state.moved, after.state.moved]
    drawing, says = Drawing([*new, *other]), compiled(*new, *other)
    for _ in range(TRIES):
        values = drawing.drawn(chance)
        found = says(values, functions_of(values))
        yield found[:3] == _expected(arc, found[3:])


def _expected(arc: Arc, found: tuple[int, ...]) -> tuple[int, ...]:
    """The initial space, and what insertions and `reserve` have moved, after a step."""
    if arc.source == START:
        space, _ = found
        return space, 0, 0
    initial, grown, reserved, moved, after = found
    grown += after - moved if arc.source == SEARCHING else 0
    reserved += after - moved if arc.source == RESERVING else 0
    return initial, grown, reserved
