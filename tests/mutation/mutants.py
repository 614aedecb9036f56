"""The mutants of a module, each known by what it says instead of what, and where.

A mutant's line number changes with every edit above it, so that no list can refer to it; the text of
the changed line, and the definition that it stands in, stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code

from .evaluated import evaluated, orders_words
from .operators import OPERATORS

__all__ = ["Change", "Mutant", "Place", "Unasked", "mutant_at", "mutants", "places"]


class Unasked(StrEnum):
    """Why a mutant is not put before the tests."""

    NO_PYTHON = "no Python"
    """The ``*`` of a signature, taken for a multiplication."""
    NEVER_EVALUATED = "never evaluated"
    """An annotation, or what only type checkers read."""
    ORDERS_WORDS = "orders words"
    """A comparison with a word, which is equal or not; what comes before it says nothing."""


class Place(NamedTuple):
    """Where an operator can change a source: the *occurrence*-th of its possibilities."""

    operator: str
    occurrence: int
    start: tuple[int, int]
    end: tuple[int, int]
    definition: str


class Change(NamedTuple):
    """What identifies a mutant within its module: within which definition, which line, and what it becomes."""

    definition: str
    before: str
    after: str


class Mutant(NamedTuple):
    """A source with one small change."""

    place: Place
    change: Change
    source: str
    unasked: Unasked | None = None


def places(source: str) -> Iterator[Place]:
    """Where, and how, a source can be changed."""
    nodes = list(ast_nodes(get_ast(source)))
    for name, operator in OPERATORS.items():
        found = (
            (node, position) for node in nodes for position in operator.mutation_positions(node)
        )
        for occurrence, (node, (start, end)) in enumerate(found):
            yield Place(name, occurrence, start, end, definition_of(node))


def definition_of(node: Any) -> str:
    """The function or class that a node stands in."""
    return ASTQuery(node).get_definition_name() or ""


def mutant_at(source: str, place: Place) -> Mutant:
    """The mutant that comes of a change there."""
    changed = mutate_code(source, OPERATORS[place.operator], place.occurrence)
    before, after = difference(source.split("\n"), changed.split("\n"))
    return Mutant(place, Change(place.definition, before, after), changed)


def difference(before: list[str], after: list[str]) -> tuple[str, str]:
    """The lines that differ, without the space around them."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if before[~i] != after[~i]), rest)
    return text(before[head : len(before) - tail]), text(after[head : len(after) - tail])


def text(lines: list[str]) -> str:
    """Some lines as one."""
    return " ".join(" ".join(lines).split())


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module; those that would tell nothing are marked."""
    source = path.read_text(encoding="utf-8")
    original = evaluated(source)
    for place in places(source):
        mutant = mutant_at(source, place)
        yield mutant._replace(unasked=reason_not_to_ask(mutant.source, original))


def reason_not_to_ask(source: str, original: str) -> Unasked | None:
    """Why a mutant would tell nothing, if it would; *original* is what is evaluated of the original."""
    try:
        form = evaluated(source)
    except SyntaxError:
        return Unasked.NO_PYTHON
    if form == original:
        return Unasked.NEVER_EVALUATED
    return Unasked.ORDERS_WORDS if orders_words(source) else None
