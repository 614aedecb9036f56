"""An expression in Python's syntax, evaluated in many states at once.

Names, numbers, comparisons, `and`, `or`, `not`, `+ - * // %` and parentheses: the text is parsed, never run, and has
the meaning that it has in Python. Numbers that could exceed 64 bits are refused, and so is a division by 0, unless a
preceding `and`, `or` or comparison skips it. A name that a scope forgets is refused, because its value would be chosen
anew at every step.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .numbering import States
from .scope import MOST_POSITIONS, ExploreError, Keep
from .system import System
from .vacancies import Flags, Ints

__all__ = ["NAMES", "Expression", "ExpressionError"]

Value = Callable[[System, States], Ints]


class ExpressionError(ExploreError):
    """An expression that cannot be evaluated."""


def constant(of: Callable[[States], int]) -> Value:
    """A quantity that is the same throughout a block."""
    return lambda _, states: np.full(len(states.places), of(states), np.int64)


def of_partition(which: int, name: str) -> Value:
    """A quantity of q1, q2 or h2."""
    values: dict[str, Value] = {
        "size": constant(lambda states: states.block.sizes[which]),
        "opened": constant(lambda states: states.block.opened_in[which]),
        "vacant": lambda system, states: system.vacant(states)[which],
        "live": lambda system, states: states.block.opened_in[which] - system.vacant(states)[which],
        "head": lambda system, states: heads(system, states, which),
    }
    return values[name]


def heads(system: System, states: States, which: int) -> Ints:
    """The position at the head of a partition's free list, or -1."""
    cells = system.lists.heads(states.lists[which])
    return np.where(cells < 0, -1, cells + states.block.starts[which])


def of_key(name: str) -> Value:
    """A quantity of the followed key; if there is none, -1 for its position and 0 otherwise."""
    return lambda system, states: np.asarray(getattr(system.keys, name)[states.keys], np.int64)


OF_SETS: Final[dict[str, Value]] = {
    "space": constant(lambda states: states.block.space),
    "opened": constant(lambda states: states.block.opened),
    "live": lambda system, states: system.live(states),
    "vacant": lambda system, states: states.block.opened - system.live(states),
} | {
    f"{partition}.{name}": of_partition(which, name)
    for which, partition in enumerate(("q1", "q2", "h2"))
    for name in ("size", "opened", "live", "vacant")
}
OF_LISTS: Final[dict[str, Value]] = {
    "allocated": constant(lambda states: states.block.extent.allocated or 0)
} | {
    f"{partition}.head": of_partition(which, "head")
    for which, partition in enumerate(("q1", "q2", "h2"))
}
OF_KEYS: Final[dict[str, Value]] = {
    "key.position": of_key("positions"),
    "key.retired": of_key("retired"),
    "key.resolves": of_key("borne"),
    "key.wrapped": of_key("wrapped"),
}
NAMES: Final[dict[str, Value]] = OF_SETS | OF_LISTS | OF_KEYS
"""Every name that may occur in an expression."""

LEAST_KEPT: Final = {
    **dict.fromkeys(OF_SETS, Keep.SETS),
    **dict.fromkeys(OF_LISTS, Keep.ORDER),
    **dict.fromkeys(OF_KEYS, Keep.KEY),
}
MORE: Final = (Keep.SETS, Keep.ORDER, Keep.KEY)

ARITHMETIC: Final[dict[type, Callable[[Ints, Ints], Ints]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
COMPARISONS: Final[dict[type, Callable[[Ints, Ints], Ints]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
DIVISIONS: Final = (ast.FloorDiv, ast.Mod)
LARGEST: Final = 1 << 31
FARTHEST: Final = 2 * MOST_POSITIONS
"""The largest absolute value of a quantity: memory is at most twice the positions of a scope."""
WIDEST: Final = (1 << 63) - 1
"""The largest absolute value of an intermediate result: beyond it, numpy would wrap silently."""
LONGEST: Final = 500
"""The longest expression in characters, so that none is nested too deep for recursive functions."""


@dataclass(frozen=True)
class Expression:
    """A checked expression that can be evaluated in the states of a scope.

    Raises:
        ExpressionError: the text is not such an expression, or names something that the scope forgets.

    >>> Expression("h2.live == 1 and q1.vacant >= 2", Keep.SETS).text
    'h2.live == 1 and q1.vacant >= 2'
    """

    text: str
    keep: Keep

    def __post_init__(self) -> None:
        """Check the expression before it is evaluated anywhere."""
        if len(self.text) > LONGEST:
            raise ExpressionError(
                f"the expression has {len(self.text):,} characters; write one of up to {LONGEST}"
            )
        check(self._tree(), self.keep)
        reach(self._tree())

    def holds(self, system: System, states: States) -> Flags:
        """In which states it is true.

        Raises:
            ExpressionError: in one of them it divides by 0.
        """
        return np.asarray(value(self._tree(), system, states) != 0)

    def _tree(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ExpressionError(
                f"{self.text!r} is not an expression; write one like 'h2.live == 1 and q1.vacant >= 2'"
            ) from None


def check(tree: ast.expr, keep: Keep) -> None:
    """Refuse an expression that is not in the language.

    Raises:
        ExpressionError: some part of it is not.
    """
    match tree:
        case ast.BoolOp(values=parts):
            for part in parts:
                check(part, keep)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            check(operand, keep)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            check(left, keep)
            check(right, keep)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in COMPARISONS for op in ops
        ):
            for part in (left, *others):
                check(part, keep)
        case ast.Constant(value=bool() | int()) if abs(tree.value) < LARGEST:  # type: ignore[arg-type]
            pass
        case ast.Name() | ast.Attribute():
            check_name(written(tree), keep)
        case _:
            raise ExpressionError(
                f"{written(tree)!r} is not allowed; use names, small integers, comparisons, "
                "and, or, not, + - * // %"
            )


def check_name(name: str, keep: Keep) -> None:
    """Refuse a name that does not exist, or that the scope forgets.

    Raises:
        ExpressionError: the name is one of these.
    """
    if name not in NAMES:
        raise ExpressionError(f"a state has no {name!r}; choose one of {', '.join(NAMES)}")
    needed = LEAST_KEPT[name]
    if MORE.index(keep) < MORE.index(needed):
        raise ExpressionError(
            f"{name} is forgotten in this scope, so no answer would be sound; add --keep {needed}"
        )


def reach(tree: ast.expr) -> int:
    """The largest absolute value of a checked expression, in any scope.

    Raises:
        ExpressionError: it exceeds 64 bits, or the expression divides by 0 in every state.

    >>> reach(ast.parse("live * 1000 - 1", mode="eval").body)
    64001
    """
    match tree:
        case ast.BoolOp(values=parts):
            return max(map(reach, parts))
        case ast.UnaryOp(op=op, operand=operand):
            inner = reach(operand)
            return 1 if isinstance(op, ast.Not) else inner
        case ast.BinOp(left=left, op=op, right=right):
            return reach_of(tree, op, reach(left), reach(right))
        case ast.Compare(left=left, comparators=others):
            for part in (left, *others):
                reach(part)
            return 1
        case ast.Constant(value=bool() | int() as number):
            return abs(number)
    return FARTHEST


def reach_of(tree: ast.expr, op: ast.operator, left: int, right: int) -> int:
    """The largest absolute value of an operation on two operands.

    Raises:
        ExpressionError: it exceeds 64 bits, or the operation divides by 0.
    """
    if isinstance(op, DIVISIONS) and not right:
        raise ExpressionError(f"{written(tree)!r} divides by 0 in every state; leave it out")
    match op:
        case ast.Mult():
            farthest = left * right
        case ast.FloorDiv():
            farthest = left
        case ast.Mod():
            farthest = right
        case _:
            farthest = left + right
    if farthest > WIDEST:
        raise ExpressionError(
            f"{written(tree)!r} could reach {farthest:,}, which exceeds 64 bits; use smaller numbers"
        )
    return farthest


def value(tree: ast.expr, system: System, states: States) -> Ints:
    """The value of a checked expression in every state; true is 1, false is 0.

    Raises:
        ExpressionError: in one of them it divides by 0.
    """
    match tree:
        case ast.BoolOp(op=op, values=parts):
            return deciding(op, parts, system, states)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return np.asarray(value(operand, system, states) == 0, np.int64)
        case ast.UnaryOp(operand=operand):
            return -value(operand, system, states)
        case ast.BinOp(left=left, op=op, right=right):
            operands = value(left, system, states), value(right, system, states)
            if isinstance(op, DIVISIONS) and not operands[1].all():
                raise ExpressionError(
                    f"{written(tree)!r} divides by 0 in a state of this scope; "
                    "test the divisor first, as in 'live != 0 and 10 // live > 2'"
                )
            return ARITHMETIC[type(op)](*operands)
        case ast.Compare():
            return compared(tree, system, states)
        case ast.Constant(value=bool() | int() as number):
            return np.full(len(states.places), int(number), np.int64)
    return NAMES[ast.unparse(tree)](system, states)


def deciding(op: ast.boolop, parts: Sequence[ast.expr], system: System, states: States) -> Ints:
    """The value of `and` or `or`: the operands after the deciding one are not evaluated."""
    first, *others = parts
    values = np.array(value(first, system, states))
    for part in others:
        undecided = np.flatnonzero((values != 0) == isinstance(op, ast.And))
        values[undecided] = value(part, system, states.pick(undecided))
    return values


def compared(tree: ast.Compare, system: System, states: States) -> Ints:
    """Whether each comparison of a chain is true; those after a false one are not evaluated."""
    truths = np.zeros(len(states.places), np.int64)
    places, before = np.arange(len(truths)), value(tree.left, system, states)
    for op, part in zip(tree.ops, tree.comparators, strict=True):
        after = value(part, system, states.pick(places))
        true = COMPARISONS[type(op)](before, after)
        places, before = places[true], after[true]
    truths[places] = 1
    return truths


def written(tree: ast.expr) -> str:
    """The expression as it was written, apart from spaces; abridged if it is nested too deep."""
    try:
        return ast.unparse(tree)
    except RecursionError:
        return "…"
