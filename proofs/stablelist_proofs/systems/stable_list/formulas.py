"""The program of the proofs, compiled to Python: for each step a guard, an answer, and the values that it writes.

These are the very steps of `program`, of which everything is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import Assignment as Assigned
from stablelist_proofs.core.assignment import Program, unknown_steps
from stablelist_proofs.core.terms import Evaluator, compiled

from .program import IDLE, RESERVING, WALKING, Reserving, program
from .state import State, symbolic
from .transitions import ROOM, next_position
from .walk import Walk, named, symbolic_walk

__all__ = ["FORMULAS", "GHOSTS", "Assignment", "Formulas", "steps", "strangers"]

GHOSTS: Final = frozenset(
    {"base", "entry", "rank", "below", "born", "place", "dealt_below", "placed"}
    | {"stay_entry", "push_entry"}
    | {f"tracked_{what}" for what in ("index", "birth", "live", "element")}
)


class Assignment(Assigned):
    """What a step of a StableList writes."""

    def __init__(self, arc: Arc) -> None:
        super().__init__(arc, values(subject(arc)), values(arc.after))


def values(subject: Any) -> dict[str, Any]:  # noqa: ANN401 - a subject of any point
    """Every value of a list that is no ghost."""
    return dict(named(subject, without=GHOSTS))


STATE: Final = symbolic()
WALK: Final = symbolic_walk(STATE)
SUBJECTS: Final[dict[str, State | Walk | Reserving]] = {
    IDLE: STATE,
    WALKING: WALK,
    RESERVING: Reserving(STATE, ROOM),
}
"""An arbitrary list at each point; within a cascade, the same as between operations."""


def subject(arc: Arc) -> State | Walk | Reserving:
    """The arbitrary list that the values after a step are compared with, to see which of them it writes."""
    return SUBJECTS.get(arc.target, STATE)


def steps() -> tuple[Arc, ...]:
    """Every step of the program."""
    return program(STATE, WALK)


class Formulas(Program):
    """The whole program, and what can be asked of a list besides.

    Attributes:
        next_key: the key that the next insertion would answer.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        super().__init__(arcs, STATE, values, Assignment)
        self.next_key: Evaluator = compiled(next_position(STATE), STATE.next_id)


FORMULAS: Final = Formulas(steps())
"""The program of a StableList."""


def strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    """Steps with assertions that are no steps of the program, ignoring ghosts."""
    return unknown_steps(assertions, values)
