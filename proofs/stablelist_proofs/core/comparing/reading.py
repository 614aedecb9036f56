"""Statements of a system written a second time, in Python, and compared with the formulas for many numbers.

An obligation may be proved because its goal says too little. Many clauses of an invariant are compared with predicates
of the model (`judging`). Here other statements are compared with a *reading*, a Python function that says the same as
the page on proofs. Both must be true for the same numbers: small ones, huge ones, and those that the formula mentions,
with their neighbours.

Each system has a table of readings by the names of its statements. A statement is the goal of an obligation, with the
premises of a lemma; or a clause, whose name is followed by the point where it is asserted. What has no reading must be
compared with a predicate, or be listed as left out.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.assignment import Assignment
from stablelist_proofs.core.choices import ONE_CASE, operations
from stablelist_proofs.core.lemma import conditional
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.terms import (
    Domain,
    Evaluator,
    Sort,
    Term,
    compiled,
    one_of,
    smtlib,
    symbol,
)
from stablelist_proofs.core.theory import Theory

from .comparison import DisagreementError
from .drawing import Drawing, Known, Values, functions_of, numbers_of

__all__ = ["Made", "Read", "Reading", "Readings", "Step", "Trial", "read", "said"]

Reading = Callable[[Values], object]
"""Whether a statement is true of some values."""
Trial = tuple[Values, bool, bool]
"""Some values, whether the formula is true of them, and whether it should be."""

TRIES: Final = 4_000
SEED: Final = 1
MADE_UP: Final = 800
"""The number of lists in which each step is made."""
AT_ONCE: Final = 40
"""The number of trials of a statement before the next one is tried."""


class Step(NamedTuple):
    """A step that was made of some values, and what it answered."""

    arc: Arc
    before: Values
    after: Values
    answer: tuple[Any, ...]


@dataclass(frozen=True)
class Made:
    """The reading of a statement about a step.

    Attributes:
        reading: whether it is true.
        asked: values of which the formula must be true, all of them, besides those that were drawn.
    """

    reading: Callable[[Step], object]
    asked: Callable[[Step], Iterable[Values]] = lambda _: ({},)


@dataclass(frozen=True, eq=False)
class Readings:
    """The readings of a system.

    Attributes:
        where: the module where they are, for messages.
        readings: by the name of the statement.
        compared: clauses that are compared with predicates of the model.
        left_out: the names of clauses and lemmas that have no reading, by what they have in common.
        step: what a step of the program writes.
        seen: whatever a reading may ask of a step, whether or not the formula mentions it.
        domains: of the positions and other numbers that the formulas speak of.
        completed: values, and what is computed from them.
        astray: the same statements about steps that go wrong, which are false more often.
    """

    where: str
    readings: Mapping[str, Reading | Made]
    compared: frozenset[str]
    left_out: frozenset[str]
    step: Callable[[Arc], Assignment]
    seen: tuple[Term, ...]
    domains: tuple[Domain, ...]
    completed: Callable[[Values], Values]
    astray: Callable[[], Iterable[Obligation]] = tuple


@dataclass
class Read:
    """The result: how many statements agree with their readings, in how many trials, and how many were false."""

    statements: int = 0
    trials: int = 0
    false: int = 0


def said(done: Read) -> str:
    """What agrees, as a sentence."""
    return (
        f"{done.statements} statements say the same as their readings in Python, in {done.trials:,} trials, "
        f"in {done.false:,} of which they are false"
    )


def read(theory: Theory, table: Readings) -> Read:
    """Compare the statements with their readings.

    Raises:
        DisagreementError: one says something else than its reading, or has none.
    """
    done, asked = Read(), list(statements(theory, table))
    for name in sorted(table.readings.keys() - {name for name, _ in asked}):
        raise DisagreementError(f"{name} is not asked, though it has a reading in {table.where}")
    for name in sorted(table.left_out - titles(theory)):
        raise DisagreementError(
            f"{name} is left out in {table.where}, but there is no such statement"
        )
    seeded = (
        (name, trials(random.Random(f"{SEED} {name}")))  # noqa: S311 - a reproducible choice
        for name, trials in asked
    )
    tried = deque(seeded)
    done.statements = len(tried)
    while tried:  # each a little at a time, so that a disagreement is found soon
        name, trials = tried.popleft()
        some = list(islice(_checked(name, trials, table), AT_ONCE))
        done.trials += len(some)
        done.false += some.count(False)
        if len(some) == AT_ONCE:
            tried.append((name, trials))
    return done


def _checked(name: str, trials: Iterator[Trial], table: Readings) -> Iterator[bool]:
    """Whether a statement should be true, for each trial.

    Raises:
        DisagreementError: it is something else.
    """
    try:
        for values, said, meant in trials:
            if said != meant:
                raise DisagreementError(
                    f"{name} is {said} of {numbers_of(values)}; as it is read in {table.where}, it is {meant}"
                )
            yield meant
    except KeyError as missing:
        raise DisagreementError(f"{name} says nothing about {missing}") from missing


# --- What is read ---------------------------------------------------------------------------------

Trials = Callable[[random.Random], Iterator[Trial]]


def statements(theory: Theory, table: Readings) -> Iterator[tuple[str, Trials]]:
    """The statements with their trials."""
    for name, term in clauses_of(theory, table):
        yield name, _trials(name, term, None, table)
    for asserted in theory.assertions:
        if not asserted.beside:
            yield from cases_of(asserted, table)
    for each in claims(theory):
        if each.name not in table.left_out:
            yield each.name, _trials(each.name, conditional(each.query), each.arc, table)
    for each in table.astray():
        title = f"{each.name}, of a wrong step"
        yield title, _trials(each.name, conditional(each.query), each.arc, table)


def claims(theory: Theory) -> Iterator[Obligation]:
    """Statements in their own right, and lemmas: whatever is no clause after a step, and not that one case applies."""
    clauses = {name for each in theory.assertions for arc in each.arcs for name in each.shown(arc)}
    for each in theory.obligations:
        of_a_step = each.arc is not None and each.sentence in clauses
        if each.states or not (of_a_step or each.sentence == ONE_CASE):
            yield each


def clauses(theory: Theory) -> Iterator[tuple[str, str, Term]]:
    """Every clause at every point: its title, its name, and what it says."""
    for asserted in theory.assertions:
        for point in sorted({arc.target for arc in asserted.arcs}):
            for name, term in asserted.asserted(point).items():
                yield f"{name} {point}", name, term


def titles(theory: Theory) -> set[str]:
    """The names of all statements and clauses."""
    return {each.name for each in claims(theory)} | {title for title, *_ in clauses(theory)}


def clauses_of(theory: Theory, table: Readings) -> Iterator[tuple[str, Term]]:
    """Every clause that has a reading, or needs one; once, if it is the same at several points."""
    found = {(title, name, smtlib(term)): term for title, name, term in clauses(theory)}
    read = {(name, text) for title, name, text in found if title in table.readings}
    for (title, name, text), term in found.items():
        elsewhere = name in table.compared or title in table.left_out or (name, text) in read
        if title in table.readings or not elsewhere:
            yield title, term


def cases_of(program: Assertions, table: Readings) -> Iterator[tuple[str, Trials]]:
    """The reading of *exactly one case of an operation applies*, for any conditions."""
    for (operation, _), arcs in operations(program.arcs).items():
        names = [f"case {arc.name}" for arc in arcs]
        if len(arcs) > 1:
            says = one_of(*(symbol(name, Sort.BOOL) for name in names))
            name = f"that one case of {operation} applies ({program.name})"
            yield name, partial(of_numbers, says, partial(one_holds, names), table)


def one_holds(names: list[str], v: Values) -> bool:
    """Whether exactly one of some conditions holds."""
    return [v[name] for name in names].count(True) == 1


def _trials(name: str, statement: Term, arc: Arc | None, table: Readings) -> Trials:
    """How a statement is compared.

    Raises:
        DisagreementError: it has no reading.
    """
    match table.readings.get(name):
        case None:
            raise DisagreementError(f"{name} has no reading; write one in {table.where}")
        case Made() as made:
            assert arc is not None
            return partial(of_a_step, arc, statement, made, table)
        case reading:
            return partial(of_numbers, statement, reading, table)


# --- Trials ---------------------------------------------------------------------------------------


def of_numbers(
    statement: Term, reading: Reading, table: Readings, chance: random.Random
) -> Iterator[Trial]:
    """A statement about numbers, and random functions of them."""
    says, drawing = compiled(statement), Drawing([statement])
    for _ in range(TRIES):
        values = drawing.drawn(chance)
        said = says(values, functions_of(values))[0]
        yield values, bool(said), bool(reading(table.completed(values)))


def of_a_step(
    arc: Arc, statement: Term, reading: Made, table: Readings, chance: random.Random
) -> Iterator[Trial]:
    """A statement about a step of a random list."""
    says, writes = compiled(statement), table.step(arc)
    terms = [statement, *arc.answer, *writes.terms, *table.seen]
    drawing = Drawing(terms, table.domains)
    for _ in range(MADE_UP):
        before = drawing.drawn(chance)
        functions = functions_of(before)
        answer, after = writes.answer(before, functions), stepped(writes, before, functions)
        step = Step(arc, table.completed(before), table.completed(after), answer)
        said = all(says(before | more, functions)[0] for more in reading.asked(step))
        yield before, said, bool(reading.reading(step))


def stepped(step: Assignment, before: Values, functions: Mapping[str, Any]) -> Values:
    """The values after a step."""
    after = before | dict(zip(step.names, step.values(before, functions), strict=True))
    places, written = step.places(before, functions), step.written(before, functions)
    for name, place, value in zip(step.functions, places, written, strict=True):
        if name in after:
            after[name] = after[name].put(place, value)
    return after | {
        name: Known(partial(_of_whole, whole, before, functions))
        for name, whole in step.whole.items()
    }


def _of_whole(whole: Evaluator, before: Values, functions: Mapping[str, Any], argument: int) -> Any:  # noqa: ANN401 - of either sort
    return whole(before | {"argument": argument}, functions)[0]
