"""Of what everything is claimed: of all steps, lists, keys and numbers; and what inductions count, a second time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple, get_args

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.comparing.drawing import Drawing, functions_of
from stablelist_proofs.core.growth import not_in_memory
from stablelist_proofs.core.terms import Term, compiled
from stablelist_proofs.core.whole import Extent

from .growth import LEFT_OUT
from .masks import DROPPING
from .program import IDLE, RESERVING, SEARCHING, Subject, state_of

__all__ = ["EXTENT"]

TRIES: Final = 100
SEED: Final = 1

Counts = tuple[int, ...]


class Lengths(NamedTuple):
    """The lengths and costs of a list that counts depend on."""

    blocks: int
    opened: int
    dropped: int
    space: int
    moved: int


def _droppings(arc: Arc, before: Lengths, after: Lengths, counts: Counts) -> Counts:
    """The initial blocks, and how many were dropped since."""
    if arc.source == START:
        return after.blocks, 0
    first, lost = counts
    return first, lost + max(0, before.blocks - after.blocks)


def _spaces(arc: Arc, _: Lengths, after: Lengths, counts: Counts) -> Counts:
    """How many blocks the user has asked for: those of a new list, or of one that is cleared."""
    return (after.blocks,) if arc.name in ("new_list", "clear") else counts


def _masks(arc: Arc, _: Lengths, after: Lengths, counts: Counts) -> Counts:
    """The lengths when the dropping of blocks began."""
    begins = arc.target in DROPPING and arc.source not in DROPPING
    return (after.blocks, after.opened, after.dropped) if begins else counts


def _growth(arc: Arc, before: Lengths, after: Lengths, counts: Counts) -> Counts:
    """The initial space, and how many cells insertions and `reserve` have moved."""
    if arc.source == START:
        return after.space, 0, 0
    initial, grown, reserved = counts
    more = {arc.source: after.moved - before.moved}
    return initial, grown + more.get(SEARCHING, 0), reserved + more.get(RESERVING, 0)


COUNTED: Final[Mapping[str, Callable[[Arc, Lengths, Lengths, Counts], Counts]]] = {
    "droppings": _droppings,
    "spaces": _spaces,
    "masks": _masks,
    "growth": _growth,
}
"""What each induction counts after a step, by the lists before and after it, and the counts before."""


def _counts(asserted: Assertions) -> Iterator[str]:
    """Steps after which the counts of an induction are others, and inductions that are not listed."""
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
    old = _numbers(asserted.before(IDLE if arc.source == START else arc.source))
    drawing, says = Drawing([*old, *new]), compiled(*old, *new)
    for _ in range(TRIES):
        values = drawing.drawn(chance)
        found = says(values, functions_of(values))
        (before, counts), (then, shown) = _split(found[: len(old)]), _split(found[len(old) :])
        yield shown == COUNTED[asserted.name](arc, before, then, counts)


def _split(numbers: Counts) -> tuple[Lengths, Counts]:
    """The lengths of a list, and what is counted besides."""
    lengths = len(Lengths._fields)
    return Lengths(*numbers[:lengths]), numbers[lengths:]


def _numbers(subject: Any) -> tuple[Term, ...]:  # noqa: ANN401 - of any induction
    """The lengths of a list, and what is counted besides; the masks are compared with the model."""
    state, values = state_of(subject), [getattr(subject, each.name) for each in fields(subject)]
    lengths = (getattr(state, name) for name in Lengths._fields)
    return (*lengths, *(value for value in values if isinstance(value, Term)))


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
