"""The program of a dyadic list, compiled to Python: for each step a guard, an answer, and the values that it writes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assignment import Assignment, Program
from stablelist_proofs.core.terms import Evaluator

from .program import Subject, arbitrary, program, state_of
from .state import OF_A_BLOCK, State, symbolic

__all__ = ["FORMULAS", "GHOSTS", "RECORDS", "STATE", "Formulas", "values"]

STATE: Final = symbolic()
GHOSTS: Final = frozenset(
    {"rank", "entry", "memory", "below", "born", "place"}
    | {f"tracked_{what}" for what in ("index", "birth", "live", "element")}
)
RECORDS: Final = tuple(OF_A_BLOCK.values())
"""The functions that hold the records of the blocks."""


def values(subject: Subject) -> dict[str, Any]:
    """Every value of a subject that is no ghost: of its list, and of its loop."""
    state = state_of(subject)
    found = {
        field.name: getattr(state, field.name)
        for field in fields(State)
        if field.name not in GHOSTS
    }
    if not isinstance(subject, State):
        loop = {each.name: getattr(subject, each.name) for each in fields(subject)}
        found |= {name: each for name, each in loop.items() if name not in ("state", "found")}
    return found


def assigned(arc: Arc) -> Assignment:
    """What a step writes."""
    return Assignment(arc, values(arbitrary(STATE, arc.target)), values(arc.after), RECORDS)


class Formulas(Program):
    """The program of a dyadic list."""

    def __init__(self, arcs: tuple[Arc, ...]) -> None:
        super().__init__(arcs, STATE, values, assigned)
        (new,) = (arc for arc in arcs if arc.source == START)
        self.new_records: dict[str, Evaluator] = assigned(new).whole


FORMULAS: Final = Formulas(program(STATE))
"""The program of a dyadic list."""
