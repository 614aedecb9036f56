"""The clauses of a judge: the smallest pieces of its source in which something is decided or done.

A clause is a test, an operand of ``and`` or ``or``, one link of a comparison, or a statement that returns, raises,
asserts or changes something, if there is no smaller clause in it; and it is the range of a quantifier or a loop.
`suite.judges.changes` says how each is changed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from mutation.mutants import Path, paths, smallest
from mutation.operators import Change
from stablelist_proofs.edits import Edit, Python, Span
from suite.judges.changes import emptied, of_a_link, of_a_statement, of_a_test, truths

__all__ = ["Clause", "clauses"]


class Clause(NamedTuple):
    """One clause.

    Attributes:
        function: the function or method that it stands in.
        text: what it says; a second one that says the same has ``(2)`` after it.
        python: the source.
        changes: the ways to weaken it, each with the path to the node that is changed.
    """

    function: str
    text: str
    python: Python
    changes: tuple[tuple[Path, Change], ...]

    @property
    def edits(self) -> Iterator[Edit]:
        return (smallest(self.python, path, change) for path, change in self.changes)

    def __str__(self) -> str:
        return f"{self.function}: {self.text}"


class Piece(NamedTuple):
    """A range of nodes, and the changes of it."""

    first: ast.expr | ast.stmt
    last: ast.expr | ast.stmt
    changes: Iterator[Change]


@cache
def clauses(source: str) -> tuple[Clause, ...]:
    """All clauses of the functions and methods of a source."""
    python = Python(source)
    ways = {path[-1]: path for path in paths((python.tree,))}
    return tuple(
        clause
        for name, function in named(python.tree.body)
        for clause in clauses_of(python, name, function, ways)
    )


def named(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The outermost functions, and the methods of classes, by their qualified names."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from named(node.body, f"{node.name}.")


def clauses_of(
    python: Python, name: str, function: ast.FunctionDef, ways: dict[ast.AST, Path]
) -> Iterator[Clause]:
    """The clauses of a function, in the order of the source."""
    found: dict[Span, list[Change]] = {}
    for first, last, changes in decisions(function):
        found.setdefault(python.span(first, last), []).extend(changes)
    smallest_ones = {s for s in found if not any(d != s and d.within(s) for d in found)}
    for node in ranges(function):
        found.setdefault(python.span(node, node), []).extend(emptied(node))
        smallest_ones.add(python.span(node, node))
    said: Counter[str] = Counter()
    for span in sorted(smallest_ones):
        text = " ".join(python.source[span.start : span.end].split())
        said[text] += 1
        number = f" ({said[text]})" if said[text] > 1 else ""
        ways_there = tuple((ways[change[0]], change) for change in found[span])
        yield Clause(name, text + number, python, ways_there)


def decisions(function: ast.FunctionDef) -> Iterator[Piece]:
    """The nodes of a function that may decide or do something."""
    parts = {part for node in ast.walk(function) for part in parts_of_a_choice(node)}
    for node in ast.walk(function):
        if node not in parts:
            yield from pieces(node)


def parts_of_a_choice(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of ``if test: return value`` and ``value if test else other`` that are no clauses by themselves."""
    match node:
        case ast.If(test, [ast.Return() | ast.Raise() as only]):
            yield only
            yield from [test][: simple(test)]
        case ast.IfExp(test):
            yield from [test][: simple(test)]


def simple(test: ast.expr) -> bool:
    """Whether a test is one clause."""
    several = isinstance(test, ast.Compare) and len(test.ops) > 1
    return not several and not isinstance(test, ast.BoolOp)


def pieces(node: ast.AST) -> Iterator[Piece]:
    """The clauses that a node contributes."""
    match node:
        case ast.Compare(left, _, comparators):
            operands = [left, *comparators]
            for at, (one, other) in enumerate(zip(operands, comparators, strict=False)):
                yield Piece(one, other, of_a_link(node, at))
        case ast.BoolOp(_, values):
            yield from (Piece(value, value, truths(value)) for value in values)
        case ast.If(test, [ast.Return() | ast.Raise() as only]):
            yield Piece(test, only, of_a_test(test, only))
        case ast.IfExp(test):
            yield Piece(node, node, of_a_test(test, node.body, node.orelse))
        case ast.If(test) | ast.While(test):
            yield Piece(test, test, truths(test, loop=isinstance(node, ast.While)))
        case ast.comprehension(_, _, conditions):
            yield from (Piece(condition, condition, truths(condition)) for condition in conditions)
        case ast.match_case(body=[ast.Assign() | ast.AnnAssign() as only]):
            yield Piece(only, only, of_a_statement(only))
        case (
            ast.Expr(ast.Call())
            | ast.Assign([ast.Attribute() | ast.Subscript()])
            | (ast.Return() | ast.Raise() | ast.Assert() | ast.AugAssign())
        ):
            yield Piece(node, node, of_a_statement(node))


def ranges(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The ranges of a function's quantifiers and loops."""
    for node in ast.walk(function):
        if isinstance(node, ast.comprehension | ast.For):
            yield node.iter
