"""Which changes are made: those of Cosmic Ray that say something new, and the removal of a statement.

Cosmic Ray replaces every operator by each of the others. Of these, each keeps the neighbours here. For
a comparison they are the ones that the others follow from: a test that tells ``<`` from ``<=`` and from ``!=`` tells
it from ``==`` and ``>`` as well (Kaminski, Ammann, Offutt 2013); in place of the constant, which Cosmic Ray
has not, stands the negation. Identity is replaced by its negation alone: small integers and members of
enumerations are equal exactly if they are identical.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cosmic_ray.ast import get_ast
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator

__all__ = ["OPERATORS", "RemoveStatement"]

COMPARISONS: Final = {
    "Eq": ("NotEq", "LtE", "GtE"),
    "NotEq": ("Eq", "Lt", "Gt"),
    "Lt": ("LtE", "NotEq", "GtE"),
    "LtE": ("Lt", "Eq", "Gt"),
    "Gt": ("GtE", "NotEq", "LtE"),
    "GtE": ("Gt", "Eq", "Lt"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}

ARITHMETIC: Final = {
    "Add": ("Sub", "Mul"),
    "Sub": ("Add", "Mul"),
    "Mul": ("Add", "FloorDiv"),
    "Div": ("Mul", "FloorDiv"),
    "FloorDiv": ("Mul", "Mod"),
    "Mod": ("FloorDiv", "Mul"),
    "Pow": ("Mul",),
    "LShift": ("RShift",),
    "RShift": ("LShift",),
    "BitAnd": ("BitOr", "BitXor"),
    "BitOr": ("BitAnd", "BitXor"),
    "BitXor": ("BitAnd", "BitOr"),
}

OTHERS: Final = (
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_USub_Invert",
    "ReplaceUnaryOperator_Invert_USub",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
)

REMOVED: Final = {
    **dict.fromkeys(("expr_stmt", "atom_expr", "raise_stmt", "del_stmt", "yield_expr"), "pass"),
    "return_stmt": "return None",
}
"""By the kind of a statement: what is left of it. An assertion checks; a removed one changes nothing."""

KEYWORDS: Final = ("return", "raise")
"""Statements of one word, which are left out like the others."""


class RemoveStatement(Operator):  # type: ignore[misc] # Cosmic Ray bears no types
    """An operator that leaves a statement out, and returns nothing where something was returned."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[object, object]]:
        """Where a statement can be left out."""
        if node.type == "simple_stmt" and remainder(node.children[0]) is not None:
            statement = node.children[0]
            yield statement.start_pos, statement.end_pos

    def mutate(self, node: Any, index: int) -> object:
        """The statement's line without it."""
        statement = node.children[0]
        prefix = statement.get_first_leaf().prefix
        node.children[0] = get_ast(f"{prefix}{remainder(statement)}")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Some of what it does."""
        return (
            Example("x = 1\n", "pass\n"),
            Example("def f():\n    return 1\n", "def f():\n    return None\n"),
        )


def remainder(statement: Any) -> str | None:
    """What is left where a statement is left out, or nothing if it stays."""
    if statement.type == "keyword":
        return "pass" if statement.value in KEYWORDS else None
    return REMOVED.get(statement.type)


def chosen() -> Iterator[str]:
    """The names of the operators taken from Cosmic Ray."""
    for kind, table in (("Comparison", COMPARISONS), ("Binary", ARITHMETIC)):
        for old, replacements in table.items():
            for new in replacements:
                yield f"Replace{kind}Operator_{old}_{new}"
    yield from OTHERS


OPERATORS: Final[Mapping[str, Operator]] = {
    **{name: get_operator(f"core/{name}")() for name in chosen()},
    "RemoveStatement": RemoveStatement(),
}
"""All of them, by name."""
