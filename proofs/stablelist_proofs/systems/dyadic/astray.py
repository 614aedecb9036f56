"""What the steps of a dyadic list write, ghosts included; and the same steps, if each also writes a wrong value.

A statement about a step is hardly ever false of a random list, because the step is right. It is compared with its
reading once more where the step goes astray.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any, Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import Assignment
from stablelist_proofs.core.comparing.ghosts import NOWHERE
from stablelist_proofs.core.comparing.reading_steps import ASKED
from stablelist_proofs.core.functions import Put
from stablelist_proofs.core.obligation import PLANTED, PLANTED_TRUTH
from stablelist_proofs.core.terms import Term, choose, equal, integer, symbol

from .frame import CELLS, ELSEWHERE
from .inductive import layout
from .masks import OCCUPIED, ROOMY, Masked, with_masks
from .program import Subject, state_of
from .state import OF_A_BLOCK, State, block_of, border, symbolic

__all__ = ["astray", "marked_astray", "seen", "writes"]


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


WRONG: Final = symbol("wrong")
"""Which value a step writes that should stay as it is."""
FUNCTIONS: Final = (*CELLS, *OF_A_BLOCK.values())
NUMBERS: Final = ("opened", "live", "blocks", "moved", "visits")


def astray(names: Collection[str]) -> Assertions:
    """The program of some steps, each of which also writes another value."""
    right = layout(symbolic())
    arcs = (replace(arc, after=damaged(arc.after)) for arc in right.arcs if arc.name in names)
    return replace(right, arcs=tuple(arcs))


def damaged(after: State) -> State:
    """One of the functions has another value somewhere, or one of the numbers is another."""
    kinds = (*FUNCTIONS, *NUMBERS)
    hit = {name: equal(WRONG % len(kinds), kind) for kind, name in enumerate(kinds)}
    made: dict[str, Any] = {
        name: choose(hit[name], PLANTED, getattr(after, name)) for name in NUMBERS
    }
    for name in FUNCTIONS:
        value = PLANTED_TRUTH if name == "has" else PLANTED
        made[name] = Put(getattr(after, name), choose(hit[name], ELSEWHERE, NOWHERE), value)
    return replace(after, **made)


def marked_astray(names: Collection[str]) -> Assertions:
    """The program of some such steps, after which a bit of a mask may be wrong, too."""
    wrong = astray(names)
    return replace(wrong, arcs=tuple(replace(arc, after=mismarked(arc)) for arc in wrong.arcs))


def mismarked(arc: Arc) -> Masked:
    """The list after a step, and its masks, one of which may have any bit somewhere."""
    after = with_masks(arc)
    made: dict[str, Any] = {}
    for kind, name in enumerate(MASKS):
        at = choose(equal(WRONG % 3, kind), ELSEWHERE, NOWHERE)
        made[name] = Put(getattr(after, name), at, PLANTED_TRUTH)
    return replace(after, **made)
