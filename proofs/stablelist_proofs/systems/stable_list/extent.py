"""What is claimed, and of what: all steps, new lists, keys and numbers, except for the listed exceptions.

The solvers also prove a bound that is about fewer programs, lists or keys than the page says. So each induction is
compared with the program: which steps it has, in which new lists it begins, and what its counts begin with and add.
And no formula mentions a large number, which could distinguish large lists from those that are compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.comparing.drawing import Values, drawn, functions_of
from stablelist_proofs.core.growth import Growth, not_in_memory
from stablelist_proofs.core.terms import Term, compiled
from stablelist_proofs.core.whole import Extent

from .program import RESERVING, state_of
from .state import State

__all__ = ["EXTENT", "LARGEST"]

LARGEST: Final = 8
"""The largest number that a formula mentions: a halving makes eighths of a space."""
TRIES: Final = 100
SEED: Final = 1

SHRINKING: Final = {"shrinking_begins", "shrinking_ends", "shrink_to_fit_frees"}
RESERVE: Final = {
    f"reserve_{how}" for how in ("refused", "begins", "doubles", "has_enough", "allocates")
}
REPLACED: Final = {"walk_begins", "walk_ends", "cascade_ends"}
"""The steps that the mended rule replaces."""
LEFT_OUT: Final[Mapping[str, set[str]]] = {
    "keys": {"new_list"},
    "growth": SHRINKING,
    "layout, mended": SHRINKING | RESERVE | REPLACED,
    "mended": SHRINKING | RESERVE | REPLACED,
}
"""The steps that an induction leaves out; a key is followed from its insertion on."""
MENDED: Final = {"mended_walk_begins", "mended_walk_ends", "gives_back", "keeps_memory"}
ADDED: Final[Mapping[str, set[str]]] = {"layout, mended": MENDED, "mended": MENDED}
BEGINS: Final[Mapping[str, Callable[[State], Term]]] = {
    "growth": not_in_memory,
}
"""A condition on the new lists of an induction, if it does not begin with all of them."""


# --- Counts ---------------------------------------------------------------------------------------


def _counts(asserted: Assertions) -> Iterator[str]:
    """Steps after which the counts of moved cells are not as expected, and the cells that the step has moved."""
    for arc in asserted.arcs:
        after = asserted.after(arc)
        if isinstance(after, Growth) and not all(_right(asserted, arc, after)):
            yield f"{asserted.name} counts otherwise after {arc.name}"


def _right(asserted: Assertions, arc: Arc, after: Growth[State]) -> Iterator[bool]:
    """Whether the counts are right, for some numbers."""
    chance = random.Random(f"{SEED} {arc.name}")  # noqa: S311 - a reproducible choice
    before = Growth(state_of(asserted.before(arc.source))) if arc.source != START else None
    old = [] if before is None else list(_numbers_of(before))
    new = list(_numbers_of(after))
    says = compiled(*old, *new)
    for _ in range(TRIES):
        values = drawn([*old, *new, after.state.space], chance)
        found = says(values, functions_of(values))
        yield found[len(old) + 1 :] == _expected(asserted, arc, values, found)


def _numbers_of(subject: Growth[State]) -> Iterator[Term]:
    """The cells moved by the model's count; and the initial space, and what insertions and `reserve` have moved."""
    yield subject.state.moved
    yield from (subject.initial, subject.grown, subject.reserved)


def _expected(
    asserted: Assertions, arc: Arc, values: Values, found: tuple[Any, ...]
) -> tuple[Any, ...]:
    """The initial space, and what insertions and `reserve` have moved, after a step."""
    if arc.source == START:
        _, _, *counts = found
        return (values["space"], *((0, 0) if asserted.name == "growth" else counts))
    moved, initial, grown, reserved, after, *_ = found
    if asserted.name == "growth":
        grown += after - moved if arc.operation == "add" else 0
        reserved += after - moved if arc.source == RESERVING else 0
    return initial, grown, reserved


def _inserts(arc: Arc) -> bool:
    """Whether a step answers a new key; stated here a second time."""
    return arc.operation == "add" and arc.answer != ()


EXTENT: Final = Extent(_inserts, LARGEST, LEFT_OUT, ADDED, BEGINS, _counts)
"""The extent of all proofs about a StableList."""
