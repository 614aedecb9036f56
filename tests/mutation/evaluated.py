"""What of a source is ever evaluated. A change of anything else makes no difference to a run.

Annotations are not, under ``from __future__ import annotations``; nor is what is written for type checkers
alone, or for the compiler. The text of a docstring is not either, but for its examples, which are
the tests' own business.
"""

from __future__ import annotations

import ast
from typing import Final, TypeVar

__all__ = ["evaluated", "orders_words"]

DECORATORS: Final = frozenset({"final", "mypyc_attr"})
"""Decorators that type checkers and the compiler read, and no run."""

ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

Scope = TypeVar("Scope", ast.Module, ast.ClassDef, ast.FunctionDef)


def evaluated(source: str) -> str:
    """The same text for two sources that are evaluated alike. Raises SyntaxError for what is no Python."""
    return ast.dump(Evaluated().visit(ast.parse(source)))


def orders_words(source: str) -> bool:
    """Whether a source asks which of two words comes first, where one of them is written out."""
    return any(
        isinstance(op, ORDERS) and isinstance(word, ast.Constant) and isinstance(word.value, str)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        for op, word in zip(node.ops, node.comparators, strict=True)
    )


class Evaluated(ast.NodeTransformer):
    """Leaves out what is never evaluated."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Without its docstring."""
        return self.generic_visit(without_docstring(node))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Without its docstring, and without the decorators for readers."""
        node.decorator_list = evaluated_decorators(node.decorator_list)
        return self.generic_visit(without_docstring(node))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        """The same, and without what it returns; overloads are replaced before anyone can call them."""
        if any(decorator_name(decorator) == "overload" for decorator in node.decorator_list):
            return None
        node.decorator_list = evaluated_decorators(node.decorator_list)
        node.returns = None
        return self.generic_visit(without_docstring(node))

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Its name alone."""
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """What it assigns; that there is an annotation makes a field."""
        node.annotation = ast.Constant(value=None)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """The other branch, if one is for type checkers."""
        self.generic_visit(node)
        for_checkers = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if for_checkers else node


def without_docstring(node: Scope) -> Scope:
    """A scope without its docstring."""
    if ast.get_docstring(node, clean=False) is not None:
        del node.body[0]
    return node


def evaluated_decorators(decorators: list[ast.expr]) -> list[ast.expr]:
    """Those that do something."""
    return [decorator for decorator in decorators if decorator_name(decorator) not in DECORATORS]


def decorator_name(decorator: ast.expr) -> str:
    """What a decorator is called."""
    if isinstance(decorator, ast.Call):
        return decorator_name(decorator.func)
    return decorator.id if isinstance(decorator, ast.Name) else ""
