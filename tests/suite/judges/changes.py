"""The changes of a clause, after which a judge accepts more or does less.

A test becomes either truth; of a range nothing is left, or its first or its last element is not; a statement is left
out; and of a value, or a part of it, becomes one of those that say nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mutation.operators import Change

__all__ = ["emptied", "of_a_link", "of_a_statement", "of_a_test", "truths"]

TRUTHS: Final = (True, False)
ANYTHING: Final = "ANYTHING"
"""Something that is equal to everything."""
NEUTRAL: Final = (ANYTHING, "None")
"""Neutral values."""
LESS: Final = ("()", "[*{}][1:]", "[*{}][:-1]")
"""What remains of a range."""


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def truths(test: ast.expr, *, loop: bool = False) -> Iterator[Change]:
    """A test is always true, or never; a loop that is always true would not end."""
    yield from ((test, ast.Constant(truth)) for truth in TRUTHS[loop:])


def of_a_link(node: ast.Compare, at: int) -> Iterator[Change]:
    """The same changes for one link of a comparison."""
    operands = [node.left, *node.comparators]
    links: list[ast.expr] = [
        ast.Compare(left, [op], [right])
        for left, op, right in zip(operands, node.ops, node.comparators, strict=False)
    ]
    for truth in TRUTHS:
        values = [*links[:at], ast.Constant(truth), *links[at + 1 :]]
        yield node, values[0] if len(values) == 1 else ast.BoolOp(ast.And(), values)


def of_a_test(test: ast.expr, *chosen: ast.expr | ast.stmt) -> Iterator[Change]:
    """A test is always true, or never; or the values that it selects are replaced by neutral ones."""
    yield from truths(test)
    for each in chosen:
        yield from of_a_statement(each) if isinstance(each, ast.stmt) else of_a_value(each)


def of_a_statement(node: ast.expr | ast.stmt) -> Iterator[Change]:
    """The statement is left out, or its value is replaced by a neutral one."""
    match node:
        case (
            ast.Return(ast.expr() as value)
            | ast.Assign(_, value)
            | ast.AnnAssign(value=ast.expr() as value)
        ):
            yield from of_a_value(value)
        case ast.Raise():
            yield node, ast.Return(parsed(ANYTHING))
    if not isinstance(node, ast.Return):
        yield node, ast.Pass()


def of_a_value(value: ast.expr) -> Iterator[Change]:
    """The value, or a part of it, is replaced by a neutral one."""
    yield from ((value, parsed(text)) for text in NEUTRAL if text != ast.unparse(value))
    parts: list[ast.expr] = []
    match value:
        case ast.Tuple(elts):
            parts = elts
        case ast.Dict(_, values):
            parts = values
        case ast.DictComp(_, of):
            parts = [of]
    for part in parts:
        yield from of_a_value(part)


def emptied(node: ast.expr) -> Iterator[Change]:
    """A range with fewer elements."""
    yield from ((node, parsed(text.format(ast.unparse(node)))) for text in LESS)
