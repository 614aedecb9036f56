"""Of what is everything claimed? Of all steps, new lists, keys and numbers, but for what is written down here.

A bound that is proved of fewer programs, lists or keys than the page says is proved all the same. So each induction is
compared with the program: which steps it is over, in which new lists it begins, and what its counts begin with and
add. And no formula mentions a large number, which could tell large lists from those that are compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from .arc import START, Arc
from .assertions import Assertions
from .movement import Growth
from .obligations import Theory
from .program import RESERVING, state_of
from .readings import Values, drawn, functions_of
from .state import MEMORY, State
from .terms import Term, all_of, compiled, equal, no, parts, smtlib

__all__ = ["LARGEST", "beyond"]

LARGEST: Final = 8
"""The largest number that a formula mentions: a halving makes eighths of a space."""
TRIES: Final = 100
SEED: Final = 1

SHRINKING: Final = {"shrinking_begins", "shrinking_ends", "shrink_to_fit_frees"}
RESERVE: Final = {
    f"reserve_{how}" for how in ("refused", "begins", "doubles", "has_enough", "allocates")
}
REPLACED: Final = {"walk_begins", "walk_ends", "cascade_ends"}
"""The steps that the mended rule replaces by others."""
LEFT_OUT: Final[Mapping[str, set[str]]] = {
    "keys": {"new_list"},
    "growth": SHRINKING,
    "layout, mended": SHRINKING | RESERVE | REPLACED,
    "mended": SHRINKING | RESERVE | REPLACED,
}
"""The steps that an induction is not over; a key is followed from an insertion on."""
MENDED: Final = {"mended_walk_begins", "mended_walk_ends", "gives_back", "keeps_memory"}
ADDED: Final[Mapping[str, set[str]]] = {"layout, mended": MENDED, "mended": MENDED}
BEGINS: Final[Mapping[str, Callable[[State], Term]]] = {
    "growth": lambda new: no(equal(new.mode, MEMORY)),
}
"""What is true of the new lists of an induction, if it is not of all."""


def beyond(theory: Theory) -> Iterator[str]:
    """What is claimed of less than all, or counted in another way; nothing, if all is as written here."""
    program, *_ = theory.assertions
    for each in theory.assertions:
        yield from _steps(program, each)
        yield from _beginning(program, each)
        yield from _counts(each)
    yield from _numbers(theory)


def _steps(program: Assertions, asserted: Assertions) -> Iterator[str]:
    """Steps that an induction leaves out or adds."""
    steps = {arc.name for arc in program.arcs} - LEFT_OUT.get(asserted.name, set())
    steps |= ADDED.get(asserted.name, set())
    if asserted.name == "keys":
        inserting = (arc for arc in program.arcs if arc.operation == "add" and arc.answer)
        steps |= {f"issued_by_{arc.name}" for arc in inserting}
    for name in sorted(steps ^ {arc.name for arc in asserted.arcs}):
        yield f"{asserted.name} is claimed of programs {'without' if name in steps else 'with'} {name}"


def _beginning(program: Assertions, asserted: Assertions) -> Iterator[str]:
    """New lists that an induction does not begin with."""
    (new,) = (arc for arc in program.arcs if arc.source == START)
    such = BEGINS.get(asserted.name)
    lawful = new.guard if such is None else all_of(new.guard, such(new.after))
    for arc in asserted.arcs:
        if arc.source == START and smtlib(arc.guard) != smtlib(lawful):
            yield f"{asserted.name} begins with other lists than {arc.words}"


# --- Counts ---------------------------------------------------------------------------------------


def _counts(asserted: Assertions) -> Iterator[str]:
    """Steps after which the counts of moved cells are not what they were, and what the step has moved."""
    for arc in asserted.arcs:
        after = asserted.after(arc)
        if isinstance(after, Growth) and not all(_right(asserted, arc, after)):
            yield f"{asserted.name} counts otherwise after {arc.name}"


def _right(asserted: Assertions, arc: Arc, after: Growth) -> Iterator[bool]:
    """Whether the counts are right, for some numbers."""
    chance = random.Random(f"{SEED} {arc.name}")  # noqa: S311 - a reproducible choice
    before = Growth(state_of(asserted.before(arc.source))) if arc.source != START else None
    old = [] if before is None else list(_numbers_of(before))
    new = list(_numbers_of(after))
    says = compiled(*old, *new)
    for _ in range(TRIES):
        values = drawn([*old, *new, after.state.space], chance)
        found = says(values, functions_of(values))
        yield found[len(old) + 1 :] == _expected(asserted, arc, values, found)


def _numbers_of(subject: Growth) -> Iterator[Term]:
    """The cells moved by the model's count; and the initial space, and what insertions and `reserve` have moved."""
    yield subject.state.moved
    yield from (subject.initial, subject.grown, subject.reserved)


def _expected(
    asserted: Assertions, arc: Arc, values: Values, found: tuple[Any, ...]
) -> tuple[Any, ...]:
    """The initial space, and what insertions and `reserve` have moved, after a step."""
    if arc.source == START:
        _, _, *counts = found
        return (values["space"], *((0, 0) if asserted.name == "growth" else counts))
    moved, initial, grown, reserved, after, *_ = found
    if asserted.name == "growth":
        grown += after - moved if arc.operation == "add" else 0
        reserved += after - moved if arc.source == RESERVING else 0
    return initial, grown, reserved


# --- Numbers --------------------------------------------------------------------------------------


def _numbers(theory: Theory) -> Iterator[str]:
    """Questions in which a number is mentioned that is too large."""
    for each in theory.obligations:
        asked = (each.query.goal, *(known.term for known in each.query.hypotheses.values()))
        large = {number for term in asked for number in mentioned(term) if abs(number) > LARGEST}
        if large:
            yield f"{each.name} mentions {max(large):,}, past which nothing is compared"


def mentioned(term: Term) -> Iterator[int]:
    """The numbers in a formula."""
    for part in parts(term):
        if part.op == "literal" and part.name.lstrip("-").isdigit():
            yield int(part.name)
