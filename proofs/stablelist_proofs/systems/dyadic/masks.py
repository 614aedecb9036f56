"""Two masks, one bit for each block: whether it has room, and whether it has elements.

The model has no masks. A container keeps them beside its records, by a rule that looks only at the record that a step
has just written: the bit of that block is set anew in both. A truncation does not change them until it ends; then it
clears the bits of the blocks that it dropped. `clear` sets both to values that depend only on the number of blocks.

Within a truncation and `shrink_to_fit`, the lengths from before it are ghosts. So it is known there that every block
that was dropped was empty, and that only these lengths have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import Function, Named, Put, within
from stablelist_proofs.core.induction import kept
from stablelist_proofs.core.obligation import PLANTED, PLANTED_AT, PLANTED_TRUTH, Obligation
from stablelist_proofs.core.query import Hypothesis, clauses
from stablelist_proofs.core.stamps import INDEX
from stablelist_proofs.core.terms import (
    FALSE,
    Sort,
    Term,
    all_of,
    choose,
    equal,
    for_all,
    implies,
    no,
    symbol,
)

from .inductive import given
from .program import SHRINKING, TRUNCATING, state_of
from .state import BLOCK, State, block_of, border
from .transitions import WHICH

__all__ = [
    "DROPPING",
    "EMPTY",
    "MASKS",
    "OCCUPIED",
    "ROOMY",
    "Masked",
    "Ones",
    "before_dropping",
    "known",
    "mask_obligations",
    "masks",
    "named",
    "with_masks",
    "written_block",
]

MASKS: Final = "masks_name_the_blocks_with_room_and_with_elements"
EMPTY: Final = "dropping_passes_empty_blocks_only"
ROOMY, OCCUPIED = Named("roomy", Sort.BOOL), Named("occupied", Sort.BOOL)
BLOCKS, OPENED, DROPPED = (symbol(f"{what}_before") for what in ("blocks", "opened", "dropped"))
DROPPING: Final = (TRUNCATING, SHRINKING)


# --- Masks ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ones:
    """A mask with the bits of so many blocks."""

    blocks: Term

    def __call__(self, argument: Term | int) -> Term:
        """Whether there is such a block."""
        return self.blocks > argument


@dataclass(frozen=True)
class Zeros:
    """A mask without bits."""

    def __call__(self, argument: Term | int) -> Term:
        """Never."""
        return FALSE


@dataclass(frozen=True)
class Cut:
    """A mask without the bits of blocks that are there no longer."""

    mask: Function
    blocks: Term

    def __call__(self, argument: Term | int) -> Term:
        """The old bit, if there is such a block."""
        return all_of(self.blocks > argument, self.mask(argument))


@dataclass(frozen=True)
class Masked:
    """A list and its masks.

    Attributes:
        blocks, opened, dropped: these values of the list when the dropping of blocks began.
    """

    state: State
    roomy: Function = ROOMY
    occupied: Function = OCCUPIED
    blocks: Term = BLOCKS
    opened: Term = OPENED
    dropped: Term = DROPPED


def before_dropping(subject: Masked) -> State:
    """The list before blocks were dropped: nothing else has changed since."""
    return replace(
        subject.state, blocks=subject.blocks, opened=subject.opened, dropped=subject.dropped
    )


# --- What is asserted -----------------------------------------------------------------------------


def named(subject: Masked, blocks: Term) -> Term:
    """The bits of the first mask are those of blocks that are not full; of the second, of blocks that are not empty."""
    state, roomy, occupied = subject.state, subject.roomy, subject.occupied

    def bit(mask: Function, block: Term, said: Term) -> Term:
        return implies(block >= 0, equal(mask(block), all_of(block < blocks, said)))

    return all_of(
        for_all(BLOCK, lambda b: bit(roomy, b, no(state.record(b).full)), roomy),
        for_all(BLOCK, lambda b: bit(occupied, b, state.record(b).live > 0), occupied),
    )


def emptied(subject: Masked) -> Term:
    """The blocks that were dropped are empty, and the cells beyond those that are left are gone."""
    state, before = subject.state, subject.opened
    end = border(state.blocks)
    gone = for_all(
        BLOCK,
        lambda b: implies(within(state.blocks, b, subject.blocks), equal(state.record(b).live, 0)),
        state.live_in,
    )
    return all_of(
        state.blocks <= subject.blocks,
        equal(state.opened, choose(before > end, end, before)),
        equal(state.dropped + state.opened, subject.dropped + before),
        gone,
    )


def masks(list_: Assertions) -> Assertions:
    """The masks at every point."""

    def said(point: str, subject: Masked) -> dict[str, Term]:
        if point in DROPPING:
            return {MASKS: named(subject, subject.blocks), EMPTY: emptied(subject)}
        return {MASKS: named(subject, subject.state.blocks)}

    return Assertions(
        "masks",
        list_.arcs,
        said,
        lambda point: Masked(state_of(list_.before(point))),
        with_masks,
        (list_,),
        part=state_of,
    )


# --- How they are kept ----------------------------------------------------------------------------


def written_block(arc: Arc) -> Term | None:
    """The block whose record a step writes, if any."""
    before = state_of(arc.before)
    if arc.operation == "its search" and arc.answer:
        return before.blocks if "grow" in arc.name else WHICH
    return block_of(INDEX) if arc.operation == "remove" and arc.answer else None


def with_masks(arc: Arc) -> Masked:
    """The list after a step, and its masks by the rule; or those that it has."""
    if isinstance(arc.after, Masked):
        return arc.after
    after = state_of(arc.after)
    subject, block = Masked(after), written_block(arc)
    if arc.name in ("new_list", "clear"):
        return replace(subject, roomy=Ones(after.blocks), occupied=Zeros())
    if block is not None:
        subject = _marked(subject, block)
    if arc.target in DROPPING and arc.source not in DROPPING:
        return replace(subject, blocks=after.blocks, opened=after.opened, dropped=after.dropped)
    if arc.source in DROPPING and arc.target not in DROPPING:
        return replace(subject, roomy=Cut(subject.roomy, after.blocks))
    return subject


def _marked(subject: Masked, block: Term) -> Masked:
    """Both bits of a block are set anew, by its record."""
    record = subject.state.record(block)
    return replace(
        subject,
        roomy=Put(subject.roomy, block, no(record.full)),
        occupied=Put(subject.occupied, block, record.live > 0),
    )


# --- What is shown --------------------------------------------------------------------------------


def known(list_: Assertions, masks_: Assertions, arc: Arc) -> dict[str, Hypothesis]:
    """What may be assumed before a step."""
    return given(list_, arc) | clauses(masks_.asserted(arc.source))


def mask_obligations(list_: Assertions, masks_: Assertions) -> list[Obligation]:
    """Both clauses after every step that changes what they say."""

    def damaged(name: str, arc: Arc) -> Iterator[tuple[str, Any]]:
        after, before = (
            masks_.after(arc),
            masks_.before(arc.source) if arc.source != START else None,
        )
        yield from _misdropped(after) if name == EMPTY else _mismarked(after, before)

    return [
        each
        for arc in masks_.arcs
        for each in kept(masks_, arc, known(list_, masks_, arc), damaged)
    ]


def _mismarked(after: Masked, before: Masked | None) -> Iterator[tuple[str, Masked]]:
    """A bit is not set by the rule, or it is that of another block, or bits of dropped blocks are kept."""
    for words, name in (("room", "roomy"), ("elements", "occupied")):
        mask: Function = getattr(after, name)
        wrong: Any = {name: Put(mask, PLANTED_AT, PLANTED_TRUTH)}
        yield f"a bit for {words} is written elsewhere, too", replace(after, **wrong)
        if isinstance(mask, Put):
            wrong = {name: Put(mask, mask.at, PLANTED_TRUTH)}
            yield f"the bit for {words} has any value", replace(after, **wrong)
    if isinstance(after.roomy, Cut) and before is not None:
        yield "the bits of dropped blocks are kept", replace(after, roomy=before.roomy)


def _misdropped(after: Masked) -> Iterator[tuple[str, Masked]]:
    """Other lengths."""
    state = after.state
    yield "any number of blocks was there", replace(after, blocks=PLANTED)
    yield "any number of cells was opened", replace(after, opened=PLANTED)
    yield "any number of cells was dropped", replace(after, state=replace(state, dropped=PLANTED))
