"""What is claimed, and of what: all steps, new lists, keys and numbers, except for the exceptions in an `Extent`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from .arc import START, Arc
from .assertions import Assertions
from .terms import Term, all_of, parts, smtlib
from .theory import Theory

__all__ = ["Extent", "beyond"]


class Extent(NamedTuple):
    """The exceptions of a system.

    Attributes:
        issues: whether a step answers a key, which is followed from there on.
        largest: the largest number that a formula mentions.
        left_out, added: the steps that an induction is not over, and those that it has instead.
        begins: what is true of the new lists of an induction, if it is not of all.
        counts: steps after which the counts of an induction are not what they should be.
    """

    issues: Callable[[Arc], bool]
    largest: int
    left_out: Mapping[str, set[str]]
    added: Mapping[str, set[str]]
    begins: Mapping[str, Callable[[Any], Term]]
    counts: Callable[[Assertions], Iterator[str]]


def beyond(theory: Theory, extent: Extent) -> Iterator[str]:
    """Claims about less than everything, or with other counts; empty if all exceptions are listed."""
    program, *_ = theory.assertions
    for each in theory.assertions:
        yield from _steps(program, each, extent)
        yield from _beginning(program, each, extent)
        yield from extent.counts(each)
    yield from _numbers(theory, extent.largest)


def _steps(program: Assertions, asserted: Assertions, extent: Extent) -> Iterator[str]:
    """Steps that an induction leaves out or adds."""
    steps = {arc.name for arc in program.arcs} - extent.left_out.get(asserted.name, set())
    steps |= extent.added.get(asserted.name, set())
    if asserted.name == "keys":
        inserting = (arc for arc in program.arcs if extent.issues(arc))
        steps |= {f"issued_by_{arc.name}" for arc in inserting}
    for name in sorted(steps ^ {arc.name for arc in asserted.arcs}):
        yield f"{asserted.name} is claimed of programs {'without' if name in steps else 'with'} {name}"


def _beginning(program: Assertions, asserted: Assertions, extent: Extent) -> Iterator[str]:
    """New lists that an induction does not begin with."""
    (new,) = (arc for arc in program.arcs if arc.source == START)
    such = extent.begins.get(asserted.name)
    lawful = new.guard if such is None else all_of(new.guard, such(new.after))
    for arc in asserted.arcs:
        if arc.source == START and smtlib(arc.guard) != smtlib(lawful):
            yield f"{asserted.name} begins with other lists than {arc.words}"


def _numbers(theory: Theory, most: int) -> Iterator[str]:
    """Questions that mention a number that is too large."""
    for each in theory.obligations:
        asked = (each.query.goal, *(known.term for known in each.query.hypotheses.values()))
        large = {number for term in asked for number in mentioned(term) if abs(number) > most}
        if large:
            yield f"{each.name} mentions {max(large):,}, past which nothing is compared"


def mentioned(term: Term) -> Iterator[int]:
    """The numbers in a formula."""
    for part in parts(term):
        if part.op == "literal" and part.name.lstrip("-").isdigit():
            yield int(part.name)
