"""The program of a container that has the two masks: every operation is one step, and none looks at several blocks.

Three numbers are found before a step: ``which``, the lowest set bit of the mask of blocks with room, or the number of
blocks if no bit is set; ``blocks_left``, the highest set bit of the mask of blocks with elements and one more, or 1 if
no bit is set; and in `reserve` ``found``, how many blocks the space must have. `at_once` proves that the loops of the
model end there, and `masked` runs this program beside the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stablelist_proofs.core.arc import IDLE, START, Arc
from stablelist_proofs.core.functions import MEMORY
from stablelist_proofs.core.terms import Term, all_of, equal, no, symbol

from .masks import Cut, Masked, with_masks
from .program import FOUND, RESERVING, SEARCHING, TRUNCATING, program, state_of
from .state import State, border
from .transitions import WANTED, cut, freed

__all__ = ["LEFT", "dropped_at_once", "loopless", "truncated"]

LEFT: Final = symbol("blocks_left")


def dropped_at_once(subject: Masked, left: Term, *, frees: bool) -> Masked:
    """Only so many blocks are left; the bits of the others are cleared, and memory may be given back."""
    state = cut(subject.state, left)
    state = freed(state) if frees else state
    return replace(subject, state=state, roomy=Cut(subject.roomy, left))


def truncated(removal: Arc, *, frees: bool) -> Masked:
    """The list after a removal and its truncation."""
    return dropped_at_once(with_masks(removal), LEFT, frees=frees)


def loopless(state: State) -> tuple[Arc, ...]:
    """Every step."""
    return tuple(each for arc in program(state) for each in _at_once(state, arc))


def _at_once(state: State, arc: Arc) -> Iterator[Arc]:
    """The steps that replace one of the model's; those within loops have none."""
    if arc.source in (START, IDLE) and arc.target == IDLE:
        yield replace(arc, after=with_masks(arc))
    elif arc.source == SEARCHING and arc.target == IDLE:
        yield replace(arc, operation="add", source=IDLE, before=state, after=with_masks(arc))
    elif arc.target == TRUNCATING and arc.source == IDLE:
        yield from _either(arc, equal(state.mode, MEMORY), with_masks(arc))
    elif arc.name == "shrinking_begins":
        yield from _either(arc, cut(state, LEFT).space < state.allocated, Masked(state))
    elif arc.source == RESERVING and arc.target == IDLE:
        yield _reserving(state, arc)


def _either(arc: Arc, frees: Term, subject: Masked) -> Iterator[Arc]:
    """Blocks are dropped, and memory is given back or not."""
    for name, case, frees_it in (("frees", frees, True), ("keeps", no(frees), False)):
        after = dropped_at_once(subject, LEFT, frees=frees_it)
        guard = all_of(arc.guard, case)
        yield replace(arc, name=f"{arc.name}_{name}", guard=guard, target=IDLE, after=after)


def _reserving(state: State, arc: Arc) -> Arc:
    """Memory for the blocks that were found, if there is less."""
    room = border(FOUND)
    (begins,) = (
        each for each in program(state) if each.target == RESERVING and each.source == IDLE
    )
    enough = all_of(begins.guard, state.live + WANTED <= room)
    after, allocates = state_of(arc.after), arc.name == "reserve_allocates"
    guard = all_of(enough, state.allocated < room if allocates else state.allocated >= room)
    after = replace(after, allocated=room) if allocates else after
    return replace(
        arc, operation="reserve", source=IDLE, guard=guard, before=state, after=Masked(after)
    )
