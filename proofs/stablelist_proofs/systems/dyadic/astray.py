"""What the steps of a dyadic list write, ghosts included; and the same steps, if each also writes a wrong value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any, Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import Assignment
from stablelist_proofs.core.comparing.astray import astray, damaged, elsewhere, instead
from stablelist_proofs.core.comparing.reading_steps import ASKED
from stablelist_proofs.core.obligation import PLANTED
from stablelist_proofs.core.obligation import PLANTED_TRUTH as TRUTH
from stablelist_proofs.core.terms import Term, integer

from .frame import CELLS
from .inductive import layout
from .masks import OCCUPIED, ROOMY, with_masks
from .program import Subject, state_of
from .state import OF_A_BLOCK, State, block_of, border, symbolic

__all__ = ["seen", "writes", "wrong_marks", "wrong_steps"]


def everything(subject: Subject) -> dict[str, Any]:
    """The values of a list and of its loop, ghosts included."""
    state = state_of(subject)
    found = {each.name: getattr(state, each.name) for each in fields(State)}
    loop = () if subject is state else fields(subject)
    further = {each.name: getattr(subject, each.name) for each in loop if each.name != "state"}
    return further | found


MASKS: Final = {each.name: each for each in (ROOMY, OCCUPIED)}


def writes(arc: Arc) -> Assignment:
    """What a step writes."""
    whole = [each.name for each in fields(State) if each.type == "Function"]
    masks = {name: getattr(with_masks(arc), name) for name in MASKS}
    before, after = everything(arc.before) | MASKS, everything(arc.after) | masks
    return Assignment(arc, before, after, (*whole, *MASKS))


def seen() -> tuple[Term, ...]:
    """Every value of a list, and where blocks lie."""
    zero, values = integer(0), everything(symbolic()).items()
    functions = (each for name, each in values if not isinstance(each, Term) and name != "entry")
    terms = (each for _, each in values if isinstance(each, Term))
    places = (border(zero), block_of(zero))
    return (*ASKED, *terms, *(each(zero) for each in (*functions, *MASKS.values())), *places)


CELLS_AND_RECORDS: Final = (
    *(elsewhere(name, TRUTH if name == "has" else PLANTED) for name in CELLS),
    *(elsewhere(name) for name in OF_A_BLOCK.values()),
    *map(instead, ("opened", "live", "blocks", "moved", "visits")),
)
BITS: Final = [elsewhere(name, TRUTH) for name in MASKS]


def wrong_steps(names: Collection[str]) -> Assertions:
    """The program of some steps, each of which also writes another value."""
    return astray(layout(symbolic()), names, CELLS_AND_RECORDS)


def wrong_marks(names: Collection[str]) -> Assertions:
    """The program of some such steps, after which a bit of a mask may be wrong, too."""
    wrong = wrong_steps(names)
    marked = (
        replace(arc, after=damaged(with_masks(arc), BITS, len(BITS) + 1)) for arc in wrong.arcs
    )
    return replace(wrong, arcs=tuple(marked))
