"""The changes that are made to a piece of a syntax tree, and the pieces that are considered.

An operator is replaced by a similar one. For a comparison, only the replacements that imply the others are made: a test
that tells ``<`` from ``<=`` and from ``!=`` also tells it from ``==`` and ``>`` (Kaminski, Ammann, Offutt 2013). ``is``
is only replaced by ``is not``, because small integers and members of enumerations are equal exactly if they are
identical. Comparisons with strings do not become comparisons of order.

Code that no run evaluates is not changed: annotations (under ``from __future__ import annotations``), overloads, and
code for type checkers or the compiler. Patterns are not changed, because not every change of one is valid Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

__all__ = ["changes", "parts"]

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.Lt: (ast.LtE, ast.NotEq, ast.GtE),
    ast.LtE: (ast.Lt, ast.Eq, ast.Gt),
    ast.Gt: (ast.GtE, ast.NotEq, ast.LtE),
    ast.GtE: (ast.Gt, ast.Eq, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}

ARITHMETIC: Final[dict[type[ast.operator], tuple[type[ast.operator], ...]]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv, ast.Mult),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
}

UNARY: Final[dict[type[ast.unaryop], tuple[type[ast.unaryop], ...]]] = {
    ast.USub: (ast.Invert,),
    ast.Invert: (ast.USub,),
}

LEFT_OUT: Final = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Raise)
"""The kinds of statements that are left out."""

UNREAD: Final = frozenset({"annotation", "returns", "pattern"})
"""The fields of nodes that are not considered."""
DECORATORS: Final = frozenset({"final", "native", "overload", "with_own_methods"})
"""Decorators that only type checkers and the compiler use."""

Change = tuple[ast.AST, ast.AST]
"""A node, and the node that replaces it."""


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node that a run may evaluate."""
    if isinstance(node, ast.FunctionDef) and "overload" in map(name, node.decorator_list):
        return
    if isinstance(node, ast.If) and name(node.test) == "TYPE_CHECKING":
        yield from node.orelse
        return
    for field, value in ast.iter_fields(node):
        children = evaluated(value) if field == "decorator_list" else value
        if field not in UNREAD:
            several = children if isinstance(children, list) else [children]
            yield from (child for child in several if isinstance(child, ast.AST))


def evaluated(decorators: list[ast.expr]) -> list[ast.expr]:
    """The decorators that have an effect at run time."""
    return [decorator for decorator in decorators if name(decorator) not in DECORATORS]


def name(node: ast.AST | None) -> str:
    """The name of a node, or of the function that it calls; empty for all other nodes."""
    if isinstance(node, ast.Call):
        return name(node.func)
    return node.id if isinstance(node, ast.Name) else ""


def changes(node: ast.AST) -> Iterator[Change]:
    """Each change of a node: of the node itself, or of a child whose meaning depends on the node."""
    for new in (*operators(node), *constants(node), *statements(node)):
        yield node, new
    match node:
        case ast.If(ast.Name("TYPE_CHECKING")):
            return
        case ast.If(test) | ast.While(test) | ast.Assert(test) | ast.IfExp(test):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.For(_, iterable):
            yield iterable, ast.List([], ast.Load())
        case ast.ExceptHandler(ast.Tuple(elts) as several):
            for at in range(len(elts)):
                yield several, ast.Tuple([*elts[:at], *elts[at + 1 :]], ast.Load())
        case ast.ExceptHandler(ast.expr() as only):
            yield only, ast.Tuple([], ast.Load())
        case ast.FunctionDef() | ast.ClassDef():
            for decorator in evaluated(node.decorator_list):
                yield decorator, parsed("lambda it: it")


def operators(node: ast.AST) -> Iterator[ast.expr]:
    """An operator is replaced by another one, or left out."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, (op, right) in enumerate(zip(ops, comparators, strict=True)):
                word = isinstance(right, ast.Constant) and isinstance(right.value, str)
                for new in COMPARISONS.get(type(op), ())[: 1 if word else None]:
                    yield ast.Compare(left, [*ops[:at], new(), *ops[at + 1 :]], comparators)
        case ast.BinOp(left, operator, right):
            for other in ARITHMETIC.get(type(operator), ()):
                yield ast.BinOp(left, other(), right)
        case ast.UnaryOp(sign, operand):
            yield operand
            for another in UNARY.get(type(sign), ()):
                yield ast.UnaryOp(another(), operand)
        case ast.BoolOp(junction, values):
            other_one = ast.Or() if isinstance(junction, ast.And) else ast.And()
            for at in range(1, len(values)):
                sides = [values[:at], values[at:]]
                operands = [s[0] if len(s) == 1 else ast.BoolOp(junction, s) for s in sides]
                yield ast.BoolOp(other_one, operands)


def constants(node: ast.AST) -> Iterator[ast.expr]:
    """A number is changed by one, and a truth value is inverted."""
    match node:
        case ast.Constant(bool() as truth):
            yield ast.Constant(not truth)
        case ast.Constant(int() | float() as number):
            for near in (number + 1, number - 1):
                yield parsed(repr(near))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """A statement is left out, or nothing is returned. An assertion only checks, so it is kept."""
    match node:
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Return(None):
            yield ast.Pass()
        case ast.Return(ast.Constant(None)) | ast.Expr(ast.Constant()):
            return
        case ast.Return():
            yield ast.Return(ast.Constant(None))
        case _ if isinstance(node, LEFT_OUT):
            yield ast.Pass()


def parsed(text: str) -> ast.expr:
    """An expression, parsed."""
    return ast.parse(text, mode="eval").body
