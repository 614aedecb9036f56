"""The program of the proofs, compiled to Python: for each step a guard, an answer, and the values that it writes.

These are the very steps of `program`, of which everything is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from .arc import START, Arc
from .assertions import Assertions
from .program import IDLE, RESERVING, WALKING, Reserving, program
from .state import Function, Put, State, symbolic
from .terms import Evaluator, Term, compiled, smtlib, symbol
from .transitions import IDENTITY, INDEX, ROOM, next_position
from .walk import Walk, named, symbolic_walk

__all__ = ["FORMULAS", "GHOSTS", "Assignment", "Formulas", "cases", "steps", "strangers"]

GHOSTS: Final = frozenset(
    {"base", "entry", "rank", "below", "born", "place", "dealt_below", "placed"}
    | {"stay_entry", "push_entry"}
    | {f"tracked_{what}" for what in ("index", "birth", "live", "element")}
)


class Assignment:
    """What a step writes, to symbols and to functions at single arguments, what it answers, and where it leads."""

    def __init__(self, arc: Arc) -> None:
        self.target = arc.target
        self.guard: Evaluator = compiled(arc.guard)
        self.answer: Evaluator = compiled(*arc.answer)
        old, new = (dict(named(each, without=GHOSTS)) for each in (subject(arc), arc.after))
        changed = {
            name: term
            for name, term in new.items()
            if isinstance(term, Term) and term is not old[name]
        }
        self.names = tuple(changed)
        self.values: Evaluator = compiled(*changed.values())
        puts = [(name, put) for name, function in new.items() for put in written(function)]
        self.terms = [*changed.values(), *(term for _, put in puts for term in (put.at, put.value))]
        self.functions = tuple(name for name, _ in puts)
        self.places: Evaluator = compiled(*(put.at for _, put in puts))
        self.written: Evaluator = compiled(*(put.value for _, put in puts))


def written(function: Function | Term) -> Iterator[Put]:
    """The changes of a function, in the order in which they were made."""
    if isinstance(function, Put):
        yield from written(function.function)
        yield function


STATE: Final = symbolic()
WALK: Final = symbolic_walk(STATE)
SUBJECTS: Final[dict[str, State | Walk | Reserving]] = {
    IDLE: STATE,
    WALKING: WALK,
    RESERVING: Reserving(STATE, ROOM),
}
"""An arbitrary list at each point; within a cascade it is one as between operations."""


def subject(arc: Arc) -> State | Walk | Reserving:
    """The arbitrary list that the values after a step are compared with, to see which of them it writes."""
    return SUBJECTS.get(arc.target, STATE)


def steps() -> tuple[Arc, ...]:
    """Every step of the program."""
    return program(STATE, WALK)


def cases(arcs: Iterable[Arc]) -> dict[str, dict[str, Assignment]]:
    """The cases of each operation, by name, compiled."""
    found: dict[str, dict[str, Assignment]] = {}
    for arc in arcs:
        if arc.source != START:
            found.setdefault(arc.operation, {})[arc.name] = Assignment(arc)
    return found


class Formulas:
    """The whole program, and what can be asked of a list besides.

    Attributes:
        cases: the cases of each operation.
        goes_on: the operation that begins at each point, except between operations.
        lawful: whether sizes are those of a new list.
        fits: whether there is an index for the wanted elements.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        (new,) = (arc for arc in arcs if arc.source == START)
        self.cases = cases(arcs)
        self.goes_on = {
            arc.source: arc.operation for arc in arcs if arc.source not in (START, IDLE)
        }
        self.lawful: Evaluator = compiled(new.guard)
        self.new_names, self.new = all_values(new.after)
        (fits,) = (arc.guard for arc in steps() if (arc.source, arc.target) == (IDLE, RESERVING))
        self.fits: Evaluator = compiled(fits)
        self.live: Evaluator = compiled(STATE.live)
        self.next_key: Evaluator = compiled(next_position(STATE), STATE.next_id)
        self.resolves: Evaluator = compiled(STATE.resolves(INDEX, IDENTITY))
        self.element: Evaluator = compiled(STATE.element(INDEX))


def all_values(state: Any) -> tuple[tuple[str, ...], Evaluator]:  # noqa: ANN401 - a subject of any point
    """The names of all values of a list that are no ghosts, and the values."""
    values = dict(named(state, without=GHOSTS))
    terms = {name: term for name, term in values.items() if isinstance(term, Term)}
    return tuple(terms), compiled(*terms.values())


FORMULAS: Final = Formulas(steps())
"""The program of a StableList."""


def strangers(assertions: Iterable[Assertions]) -> Iterator[str]:
    """Steps of which something is asserted, though they are not steps of the program, but for ghosts."""
    for each in assertions:
        known = {visible(arc) for arc in whole(each).arcs}
        for arc in each.arcs:
            if arc.source != START and visible(arc) not in known:
                yield f"{arc.name} ({each.name}) is not a step of the program"


def whole(asserted: Assertions) -> Assertions:
    """The program that an induction is over: that of the first of those beside it."""
    return whole(asserted.beside[0]) if asserted.beside else asserted


def visible(arc: Arc) -> str:
    """A step without its ghosts, as text."""
    place = symbol("place")
    values = (
        f"{name} {smtlib(value if isinstance(value, Term) else value(place))}"
        for name, value in named(arc.after, without=GHOSTS)
    )
    return "\n".join((arc.source, arc.target, smtlib(arc.guard), *values))
