"""Checks that the text for the solvers asks the question that the ledger has.

The ledger (`ledger`) works with terms. The solvers get a text: one assertion for each hypothesis, and one for the
negated goal, in which every "for all" is replaced by a statement about one unknown value. Here the text is parsed, and
compared with the terms by code that shares nothing with the code that wrote it. So no part of a goal can be lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from .obligation import Obligation
from .query import Kind
from .terms import Quantified, Term, parts

__all__ = ["unlike"]

Expression = str | tuple["Expression", ...]
"""An expression in parentheses, or a single word."""

UNKNOWN: Final = "?"
"""The prefixes of the names of constants in a text that stand for any value."""


def unlike(obligation: Obligation) -> Iterator[str]:
    """How the text of an obligation differs from its terms; empty if it does not."""
    query = obligation.query
    *assumed, negated = asserted(query.negated())
    booked = [written(each.term) for each in query.hypotheses.values()]
    if assumed != booked:
        yield f"{obligation.name} is asked with other hypotheses than those that were booked"
    own = [query.goal, *(h.term for h in query.hypotheses.values() if h.kind in ABOUT_ANY)]
    known = {part.name for term in own for part in parts(term) if part.op == "symbol"}
    if not (isinstance(negated, tuple) and negated[0] == "not" and len(negated) == 2):
        yield f"{obligation.name} is asked without the negation of its goal"
    elif not Comparison(known).same(query.goal, negated[1]):
        yield f"{obligation.name} is asked with another goal than the one that was booked"


ABOUT_ANY: Final = frozenset({Kind.CLAUSE, Kind.GUARD, Kind.PREMISE})
"""Hypotheses that must not mention the constants that stand for any value."""


class Comparison:
    """A goal compared with its text, in which constants stand for "all" values.

    Args:
        known: the symbols that mean something already, so that they cannot stand for all values.
    """

    def __init__(self, known: Collection[str]) -> None:
        self.known = known
        self.constants: dict[str, Expression] = {}
        self.met = 0

    def same(self, goal: Term, text: Expression) -> bool:
        """Whether the text says as much as the goal, for any values of its constants."""
        if isinstance(goal, Quantified):
            self.met += 1
            unknown = Term("bound", name=f"{UNKNOWN}{self.met}")
            return self.same(goal.body(unknown), text)
        if goal.op == "and":
            return self._both("and", goal, text, every=True)
        if goal.op == "=>":
            return self._both("=>", goal, text, every=False)
        return self._equal(written(goal), text)

    def _both(self, op: str, goal: Term, text: Expression, *, every: bool) -> bool:
        """Whether each part occurs; the condition of an implication must be the same."""
        if not isinstance(text, tuple) or text[0] != op or len(text) != len(goal.args) + 1:
            return False
        pairs = list(zip(goal.args, text[1:], strict=True))
        if every:
            return all(self.same(part, said) for part, said in pairs)
        (condition, said), (consequence, then) = pairs
        return self._equal(written(condition), said) and self.same(consequence, then)

    def _equal(self, booked: Expression, said: Expression) -> bool:
        """Whether two expressions are equal, apart from these constants."""
        if isinstance(booked, tuple):
            return (
                isinstance(said, tuple)
                and len(said) == len(booked)
                and all(map(self._equal, booked, said))
            )
        if not booked.startswith(UNKNOWN):
            return booked == said
        if booked not in self.constants and self._free(said):
            self.constants[booked] = said
        return self.constants.get(booked) == said

    def _free(self, said: Expression) -> bool:
        """Whether a word may stand for any value: it is a name without another meaning."""
        return (
            isinstance(said, str)
            and said.isidentifier()
            and said not in self.known
            and said not in self.constants.values()
        )


def written(term: Term, depth: int = 0) -> Expression:
    """A term as an expression, whose bound variables are named by their depth.

    >>> from stablelist_proofs.core.terms import Domain, for_all
    >>> written(for_all(Domain("rank", "r"), lambda r: r < 2))
    ('forall', ('<', '@0', '2'))
    """
    if isinstance(term, Quantified):
        bound = Term("bound", name=f"@{depth}")
        return "forall", written(term.body(bound), depth + 1)
    if not term.args:
        return ("-", term.name[1:]) if term.name.startswith("-") else term.name
    head = term.name if term.op == "apply" else term.op
    return head, *(written(arg, depth) for arg in term.args)


def asserted(text: str) -> list[Expression]:
    """The assertions of a text, in order.

    >>> asserted("(declare-const a Int) (assert (forall ((r Int)) (! (< r a) :pattern ((f r)))))")
    [('forall', ('<', '@0', 'a'))]
    """
    lines = (line for line in text.splitlines() if not line.startswith(";"))
    words = re.findall(r"[()]|[^\s()]+", " ".join(lines))
    commands = nested(iter(["(", *words, ")"]))
    return [
        renamed(command[1], {})
        for command in commands[0]
        if isinstance(command, tuple) and command[0] == "assert"
    ]


def nested(words: Iterator[str]) -> tuple[Expression, ...]:
    """The nested expressions in a list of words, up to the closing parenthesis."""
    found: list[Expression] = []
    for word in words:
        if word == ")":
            break
        found.append(nested(words) if word == "(" else word)
    return tuple(found)


def renamed(expression: Expression, names: dict[str, str]) -> Expression:
    """An expression without triggers, whose bound variables are named by their depth."""
    if isinstance(expression, str):
        return names.get(expression, expression)
    match expression:
        case ("forall", ((str(name), "Int"),), body):
            return "forall", renamed(body, {**names, name: f"@{len(names)}"})
        case ("!", body, *_):
            return renamed(body, names)
    return tuple(renamed(part, names) for part in expression)
