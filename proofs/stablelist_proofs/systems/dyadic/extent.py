"""Of what everything is claimed: of all steps, lists, keys and numbers; and what inductions count, a second time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.comparing.drawing import Drawing, functions_of
from stablelist_proofs.core.terms import Term, compiled, integer
from stablelist_proofs.core.whole import Extent

from .counts import miscounted
from .growth import LEFT_OUT, not_in_memory
from .program import Subject, state_of

__all__ = ["EXTENT"]

TRIES: Final = 100
SEED: Final = 1

Counts = tuple[int, ...]


def _droppings(arc: Arc, before: int, after: int, counts: Counts) -> Counts:
    """The initial blocks, and how many were dropped since."""
    if arc.source == START:
        return after, 0
    first, lost = counts
    return first, lost + max(0, before - after)


def _spaces(arc: Arc, _: int, after: int, counts: Counts) -> Counts:
    """How many blocks the user has asked for: those of a new list, or of one that is cleared."""
    return (after,) if arc.name in ("new_list", "clear") else counts


COUNTED: Final[Mapping[str, Callable[[Arc, int, int, Counts], Counts]]] = {
    "droppings": _droppings,
    "spaces": _spaces,
}
"""What each induction counts after a step, by the numbers of blocks before and after it, and the counts before."""


def _counts(asserted: Assertions) -> Iterator[str]:
    """Steps after which the counts of an induction are others, and inductions that are not listed."""
    if asserted.name == "growth":
        yield from miscounted(asserted)
        return
    for arc in asserted.arcs:
        after = asserted.after(arc)
        if isinstance(after, get_args(Subject)):
            continue
        if asserted.name not in COUNTED:
            yield f"{asserted.name} counts something that is not counted in {__name__}"
            return
        if not all(_right(asserted, arc, after)):
            yield f"{asserted.name} counts otherwise after {arc.name}"


def _right(asserted: Assertions, arc: Arc, after: Any) -> Iterator[bool]:  # noqa: ANN401 - of any induction
    """Whether the counts are right, for some numbers."""
    chance = random.Random(f"{SEED} {arc.name}")  # noqa: S311 - a reproducible choice
    new = _numbers(after)
    old = _numbers(asserted.before(arc.source)) if arc.source != START else (integer(0),) * len(new)
    drawing, says = Drawing([*old, *new]), compiled(*old, *new)
    for _ in range(TRIES):
        values = drawing.drawn(chance)
        found = says(values, functions_of(values))
        (before, *counts), (then, *shown) = found[: len(old)], found[len(old) :]
        yield tuple(shown) == COUNTED[asserted.name](arc, before, then, tuple(counts))


def _numbers(subject: Any) -> tuple[Term, ...]:  # noqa: ANN401 - of any induction
    """The number of blocks of a list, and what is counted besides."""
    counted = (getattr(subject, each.name) for each in fields(subject) if each.name != "state")
    return (state_of(subject).blocks, *counted)


def _inserts(arc: Arc) -> bool:
    """Whether a step answers a new key; said here once more."""
    return arc.operation == "its search" and arc.answer != ()


EXTENT: Final = Extent(
    _inserts,
    4,
    {"keys": {"new_list"}, "growth": {*LEFT_OUT}},
    {},
    {"growth": not_in_memory},
    _counts,
)
"""All steps, lists, keys and numbers; a key is followed from an insertion on."""
