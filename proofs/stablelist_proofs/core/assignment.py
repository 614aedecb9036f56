"""A step that can be executed: what it writes, what it answers, and where it leads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .arc import IDLE, START, Arc
from .assertions import Assertions
from .cells import Cells
from .functions import Function, Put
from .stamps import IDENTITY, INDEX
from .terms import Evaluator, Term, compiled, smtlib, symbol

__all__ = ["ARGUMENT", "Assignment", "Program", "Values", "all_values", "unknown_steps", "written"]

Values = Callable[[Any], Mapping[str, Any]]
"""The values of a subject by name, without ghosts."""
ARGUMENT = symbol("argument")
"""The values of a function that is written as a whole."""


class Assignment:
    """What a step writes to symbols and functions, what it answers, and where it leads.

    Args:
        old, new: the values before and after it by name, without ghosts.
        as_a_whole: the functions that may be written for every argument at once.

    Attributes:
        functions, places, written: the functions that are written at single arguments, where, and what.
        whole: the functions that are written, as functions of `ARGUMENT`.
    """

    def __init__(
        self,
        arc: Arc,
        old: Mapping[str, Any],
        new: Mapping[str, Any],
        as_a_whole: Collection[str] = (),
    ) -> None:
        self.target = arc.target
        self.guard: Evaluator = compiled(arc.guard)
        self.answer: Evaluator = compiled(*arc.answer)
        changed = {
            name: term
            for name, term in new.items()
            if isinstance(term, Term) and term is not old.get(name)
        }
        self.names = tuple(changed)
        self.values: Evaluator = compiled(*changed.values())
        others = {name: each for name, each in new.items() if not isinstance(each, Term)}
        puts = [(name, put) for name, function in others.items() for put in written(function)]
        self.terms = [*changed.values(), *(term for _, put in puts for term in (put.at, put.value))]
        self.functions = tuple(name for name, _ in puts)
        self.places: Evaluator = compiled(*(put.at for _, put in puts))
        self.written: Evaluator = compiled(*(put.value for _, put in puts))
        self.whole: dict[str, Evaluator] = {
            name: compiled(function(ARGUMENT))
            for name, function in others.items()
            if name in as_a_whole and function != old.get(name)
        }


def written(function: Function) -> Iterator[Put]:
    """The changes of a function, in the order in which they were made."""
    if isinstance(function, Put):
        yield from written(function.function)
        yield function


class Program:
    """A program of formulas, and further functions of its list.

    Args:
        state: an arbitrary list.
        values: the values of a subject by name, without ghosts.
        assigned: what a step writes.

    Attributes:
        cases: the cases of each operation.
        goes_on: the operation that begins at each point, except between operations.
        lawful: whether sizes are those of a new list.
        new_names, new: the values of a new list, and their names.
        fits: whether there is an index for the wanted elements.
        live: how many elements there are.
        resolves, element: whether a key finds an element, and which.
    """

    def __init__(
        self,
        arcs: Sequence[Arc],
        state: Cells,
        values: Values,
        assigned: Callable[[Arc], Assignment],
    ) -> None:
        (new,) = (arc for arc in arcs if arc.source == START)
        self.new_names, self.new = all_values(values(new.after))
        self.cases: dict[str, dict[str, Any]] = {}
        for arc in arcs:
            if arc.source != START:
                self.cases.setdefault(arc.operation, {})[arc.name] = assigned(arc)
        self.goes_on = {
            arc.source: arc.operation for arc in arcs if arc.source not in (START, IDLE)
        }
        self.lawful = compiled(new.guard)
        self.fits = compiled(*(arc.guard for arc in arcs if arc.name == "reserve_begins"))
        self.live = compiled(state.live)
        self.resolves = compiled(state.resolves(INDEX, IDENTITY))
        self.element = compiled(state.element(INDEX))


def all_values(values: Mapping[str, Any]) -> tuple[tuple[str, ...], Evaluator]:
    """The names and terms of some values."""
    terms = {name: term for name, term in values.items() if isinstance(term, Term)}
    return tuple(terms), compiled(*terms.values())


def unknown_steps(assertions: Iterable[Assertions], values: Values) -> Iterator[str]:
    """Steps with assertions that are no steps of the program, ignoring ghosts."""
    for each in assertions:
        known = {visible(arc, values) for arc in whole(each).arcs}
        for arc in each.arcs:
            if arc.source != START and visible(arc, values) not in known:
                yield f"{arc.name} ({each.name}) is not a step of the program"


def whole(asserted: Assertions) -> Assertions:
    """The program of an induction, which is that of the first induction beside it."""
    return whole(asserted.beside[0]) if asserted.beside else asserted


def visible(arc: Arc, values: Values) -> str:
    """A step without its ghosts, as text."""
    place = symbol("place")
    said = (
        f"{name} {smtlib(value if isinstance(value, Term) else value(place))}"
        for name, value in values(arc.after).items()
    )
    return "\n".join((arc.source, arc.target, smtlib(arc.guard), *said))
