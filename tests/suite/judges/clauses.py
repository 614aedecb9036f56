"""The clauses of a judge: the smallest pieces of its source in which something is decided or done.

A clause is a test, an operand of ``and`` or ``or``, one link of a comparison, or a statement that returns, raises,
asserts or changes something, if there is no smaller clause in it; and it is the range of a quantifier or a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from stablelist_proofs.edits import Python, Span

__all__ = ["Clause", "Function", "functions"]


class Clause(NamedTuple):
    """One clause."""

    function: str
    text: str
    span: Span


class Function(NamedTuple):
    """A function or method, and its clauses."""

    name: str
    clauses: tuple[Clause, ...]


@cache
def functions(source: str) -> tuple[Function, ...]:
    """The functions and methods of a source."""
    python = Python(source)
    found = []
    for name, node in named(python.tree.body):
        decided = {python.span(*piece) for piece in decisions(node)}
        smallest = {s for s in decided if not any(d != s and d.within(s) for d in decided)}
        spans = sorted(smallest | {python.span(node, node) for node in ranges(node)})
        own = tuple(Clause(name, source[s.start : s.end], s) for s in spans)
        found.append(Function(name, own))
    return tuple(found)


def named(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The outermost functions, and the methods of classes, by their qualified names."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from named(node.body, f"{node.name}.")


Piece = tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]
"""From the one node to the other."""


def decisions(function: ast.FunctionDef) -> Iterator[Piece]:
    """Where a function may decide or do something."""
    parts = {part for node in ast.walk(function) for part in parts_of_a_choice(node)}
    for node in ast.walk(function):
        if node not in parts:
            yield from pieces(node)


def parts_of_a_choice(node: ast.AST) -> Iterator[ast.AST]:
    """What is no clause by itself in ``if test: return value`` and ``value if test else other``."""
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
    """What a node brings along."""
    match node:
        case ast.Compare(left, _, comparators):
            operands = [left, *comparators]
            yield from zip(operands, comparators, strict=False)
        case ast.BoolOp(_, values):
            yield from ((value, value) for value in values)
        case ast.If(test, [ast.Return() | ast.Raise() as only]):
            yield test, only
        case ast.IfExp():
            yield node, node
        case ast.If(test) | ast.While(test):
            yield test, test
        case ast.comprehension(_, _, conditions):
            yield from ((condition, condition) for condition in conditions)
        case ast.Expr(ast.Call()) | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield node, node
        case ast.match_case(body=[ast.Assign() | ast.AnnAssign() as only]):
            yield only, only
        case ast.Return() | ast.Raise() | ast.Assert() | ast.AugAssign():
            yield node, node


def ranges(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function's quantifiers and loops range over."""
    for node in ast.walk(function):
        if isinstance(node, ast.comprehension | ast.For):
            yield node.iter
