"""The clauses of a formula: whatever has to be true for it to be, down to what is no conjunction any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stablelist_proofs.smt.terms import (
    TRUE,
    Domain,
    Quantified,
    Term,
    symbol,
)

__all__ = ["Path", "conjuncts", "weakened"]

Path = tuple[int, ...]
"""Which part of a term, which part of that, and so on."""

BOUND: Final = {Domain.POSITION: symbol("i"), Domain.RANK: symbol("r")}


def conjuncts(formula: Term, path: Path = ()) -> Iterator[tuple[Path, Term]]:
    """Every clause, and where it is: in "and", behind an implication, and in what is said of all.

    >>> from stablelist_proofs.smt.terms import all_of, implies, smtlib
    >>> a, b = symbol("a") < 1, symbol("b") < 2
    >>> [smtlib(clause) for _, clause in conjuncts(all_of(a, implies(a, b)))]
    ['(< a 1)', '(< b 2)']
    """
    inner = dict(asserted(formula))
    if not inner:
        yield path, formula
    for place, part in inner.items():
        yield from conjuncts(part, (*path, place))


def asserted(formula: Term) -> Iterator[tuple[int, Term]]:
    """The parts that have to be true where the formula is, in their places."""
    if isinstance(formula, Quantified):
        yield 0, formula.body(BOUND[formula.domain])
        return
    match formula.op:
        case "and":
            yield from enumerate(formula.args)
        case "=>":
            yield 1, formula.args[1]
        case "ite":
            yield from enumerate(formula.args[1:], start=1)


def weakened(formula: Term, path: Path) -> Term:
    """The formula without one of its clauses.

    >>> from stablelist_proofs.smt.terms import all_of, smtlib
    >>> smtlib(weakened(all_of(symbol("a") < 1, symbol("b") < 2), (0,)))
    '(and true (< b 2))'
    """
    if not path:
        return TRUE
    place, *rest = path
    if isinstance(formula, Quantified):
        body = formula.body
        return replace(formula, body=lambda bound: weakened(body(bound), tuple(rest)))
    parts = (
        weakened(part, tuple(rest)) if at == place else part for at, part in enumerate(formula.args)
    )
    return replace(formula, args=tuple(parts))
