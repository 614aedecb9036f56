"""With two masks, no operation needs a loop over blocks, and its bookkeeping has a constant bound.

The search of an insertion ends at the lowest set bit of the first mask, or no bit is set, and the list grows. The
dropping of blocks ends after the highest set bit of the second mask, as it was when dropping began, or at the base if
no bit is set. Dropping any number of blocks at once leaves the same list as dropping one after the other; it writes
three lengths, no cell and no record, and clears bits of the first mask by one "and".

So an operation finds one bit at most, writes one cell, one record and its two bits at most, and a fixed number of
lengths. Two costs are not covered: cells that are moved when memory is allocated or given back, and the destructors of
elements. `clear` is the subject of `untouched`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from stablelist_proofs.core.arc import IDLE, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import POSITION, Function, Put, within
from stablelist_proofs.core.obligation import (
    PLANTED,
    PLANTED_AT,
    PLANTED_TRUTH,
    Flaw,
    Obligation,
    without,
)
from stablelist_proofs.core.query import Hypothesis, Query, guard
from stablelist_proofs.core.terms import (
    Term,
    all_of,
    any_of,
    equal,
    for_all,
    implies,
    integer,
    no,
)

from .frame import CELLS, RECORDS, changed_cell, same_but, written
from .invariant import LOWEST
from .loopless import LEFT, dropped_at_once, truncated
from .masks import (
    DROPPING,
    EMPTY,
    MASKS,
    Masked,
    before_dropping,
    known,
    with_masks,
    written_block,
)
from .program import SEARCHING, TRUNCATING, state_of
from .state import BLOCK, State
from .transitions import WHICH

__all__ = ["CONSTANT", "once_obligations"]

LAYOUT: Final = ("blocks_tile_the_element_space", "opened_cells_form_a_prefix")
CONSTANT: Final = "every_operation_has_constant_bookkeeping"


def once_obligations(list_: Assertions, masks_: Assertions) -> list[Obligation]:
    """Where each loop ends, by a mask; and what each operation writes, if it has no loops."""
    ends = [arc for arc in list_.arcs if arc.target == IDLE]
    return [
        *(_found(list_, masks_, arc) for arc in ends if arc.source == SEARCHING),
        *(_cut_at_once(list_, masks_, arc) for arc in ends if arc.source in DROPPING),
        *(_bits(masks_, arc) for arc in list_.arcs if written_block(arc) is not None),
        *(
            _truncates(masks_, arc, frees=frees)
            for arc in list_.arcs
            if arc.source == IDLE and arc.target == TRUNCATING
            for frees in (False, True)
        ),
    ]


# --- Pieces, each with a defect of its own --------------------------------------------------------


class Piece(NamedTuple):
    """A part of a goal, and the same with a planted defect."""

    right: Term
    words: str
    wrong: Term


def _of_pieces(
    arc: Arc, case: str, words: str, known: Mapping[str, Hypothesis], pieces: Sequence[Piece]
) -> Obligation:
    """All pieces together; and each with its defect beside the others."""
    goals = [piece.right for piece in pieces]
    query = Query(known, all_of(*goals))
    flaws = (
        Flaw(piece.words, Query(known, all_of(*goals[:n], piece.wrong, *goals[n + 1 :])))
        for n, piece in enumerate(pieces)
    )
    missing = (without(query, name) for name in (LOWEST, EMPTY, MASKS) if name in known)
    return Obligation(CONSTANT, case, words, query, (*flaws, *missing), arc, states=True)


def _known(list_: Assertions, masks_: Assertions, arc: Arc) -> dict[str, Hypothesis]:
    """What it takes: the case, what the masks name, what a loop has passed, and where blocks lie."""
    needed = ("the case", MASKS, EMPTY, LOWEST, *LAYOUT)
    whole = known(list_, masks_, arc)
    return {name: each for name, each in whole.items() if name in needed}


def _anywhere(mask: Function) -> Function:
    """A mask with any value of some bit."""
    return Put(mask, PLANTED_AT, PLANTED_TRUTH)


def _unset(mask: Function, low: Term, high: Term) -> Piece:
    """No bit is set from one block up to another."""

    def said(mask: Function) -> Term:
        return for_all(BLOCK, lambda b: implies(within(low, b, high), no(mask(b))), mask)

    return Piece(said(mask), "a bit has any value", said(_anywhere(mask)))


# --- The search -----------------------------------------------------------------------------------


def _found(list_: Assertions, masks_: Assertions, arc: Arc) -> Obligation:
    """The block at which a search ends is the lowest set bit of the mask of blocks with room; or no bit is set."""
    subject = masks_.before(SEARCHING)
    mask, blocks = subject.roomy, subject.state.blocks
    here = Piece(mask(WHICH), "the bit has any value", PLANTED_TRUTH)
    lowest = (here, _unset(mask, integer(0), WHICH))
    none = (_unset(mask, integer(0), blocks),)
    if arc.name == "add_index_range_full":
        left = blocks > WHICH
        pieces = (*_under(left, lowest), *_under(no(left), none))
    else:
        pieces = none if "grow" in arc.name else lowest
    words = "where the search ends, by the mask"
    return _of_pieces(arc, f"search_{arc.name}", words, _known(list_, masks_, arc), pieces)


def _under(condition: Term, pieces: Sequence[Piece]) -> Iterator[Piece]:
    for right, words, wrong in pieces:
        yield Piece(implies(condition, right), words, implies(condition, wrong))


# --- The dropping of blocks -----------------------------------------------------------------------


def _after_highest(mask: Function, number: Term, blocks: Term) -> Iterator[Piece]:
    """A number is that of the highest set bit and one more; or 1, if no bit is set."""

    def said(number: Term) -> Term:
        return any_of(equal(number, 1), mask(number - 1))

    yield Piece(number >= 1, "any number is left", PLANTED >= 1)
    yield Piece(said(number), "any bit is taken for the highest", said(PLANTED))
    yield _unset(mask, number, blocks)


def _cut_at_once(list_: Assertions, masks_: Assertions, arc: Arc) -> Obligation:
    """The list after the loop, as a function of the list before it and of the highest set bit."""
    subject, after = masks_.before(arc.source), state_of(arc.after)
    before = replace(subject, state=before_dropping(subject))
    once = dropped_at_once(before, after.blocks, frees=arc.name.endswith("frees")).state
    pieces = (
        *_after_highest(subject.occupied, after.blocks, subject.blocks),
        *_same_lengths(once, after),
    )
    known = _known(list_, masks_, arc)
    return _of_pieces(arc, f"once_{arc.name}", "all at once, by the mask", known, pieces)


def _same_lengths(one: State, other: State) -> Iterator[Piece]:
    """Whatever differs at all is a length, and has the same value."""
    for field in fields(State):
        length, same = getattr(one, field.name), getattr(other, field.name)
        if length is not same and field.name != "blocks":
            assert isinstance(length, Term)
            yield Piece(equal(length, same), f"{field.name} has any value", equal(PLANTED, same))


# --- What is written ------------------------------------------------------------------------------


def _bits(masks_: Assertions, arc: Arc) -> Obligation:
    """One bit of each mask at most is another than before."""
    pieces = tuple(_masks_but(masks_.before(arc.source), with_masks(arc), _block(arc)))
    words = "one bit of each mask at most"
    return _of_pieces(arc, f"bits_{arc.name}", words, guard(arc.guard), pieces)


def _block(arc: Arc) -> Term:
    block = written_block(arc)
    assert block is not None
    return block


def _masks_but(before: Masked, after: Masked, block: Term) -> Iterator[Piece]:
    """Every bit but that of one block is the same, as far as blocks are there."""
    for words, name in (("room", "roomy"), ("elements", "occupied")):
        old, new = getattr(before, name), getattr(after, name)

        def said(new: Function, old: Function = old) -> Term:
            def same(at: Term) -> Term:
                other = all_of(within(0, at, after.state.blocks), no(equal(at, block)))
                return implies(other, equal(new(at), old(at)))

            return for_all(BLOCK, same)

        yield Piece(said(new), f"a bit for {words} is written elsewhere, too", said(_anywhere(new)))


def _truncates(masks_: Assertions, arc: Arc, *, frees: bool) -> Obligation:
    """A removal and its truncation in one step: one cell, one record, its bits, and some lengths."""
    before, after = masks_.before(arc.source), truncated(arc, frees=frees)
    pieces = (
        *_cells_and_records(arc, before.state, after.state),
        *_masks_but(before, after, _block(arc)),
    )
    some = tuple(_under(within(1, LEFT, before.state.blocks), pieces))
    case, words = "truncation_frees" if frees else "truncation", "with its truncation, in one step"
    return _of_pieces(arc, f"remove_with_{case}", words, guard(arc.guard), some)


def _cells_and_records(arc: Arc, before: State, after: State) -> Iterator[Piece]:
    """Every cell but one, and every record but that of its block, is the same, as far as they are there."""
    for names, domain, end, but in (
        (CELLS, POSITION, after.opened, changed_cell(arc)),
        (RECORDS, BLOCK, after.blocks, _block(arc)),
    ):
        for name in sorted(written(before, after) & {*names}):
            value = PLANTED_TRUTH if name == "has" else PLANTED
            wrong: Any = {name: Put(getattr(after, name), PLANTED_AT, value)}
            yield Piece(
                same_but(name, before, after, domain, end, but),
                f"{name.replace('_', ' ')} is written elsewhere, too",
                same_but(name, before, replace(after, **wrong), domain, end, but),
            )
    yield Piece(
        after.opened <= before.opened, "any number of cells is opened", before.opened >= PLANTED
    )
    same = equal(after.visits, before.visits)
    yield Piece(same, "any number of entries is visited", equal(PLANTED, before.visits))
