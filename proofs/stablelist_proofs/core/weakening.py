"""The pieces of a formula: each may be left out, and something must notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .terms import TRUE, Quantified, Sort, Term, bound_of, implies

__all__ = ["Path", "conjuncts", "weakened"]

Path = tuple[int, ...]
"""The place of a part: its index in a term, the index in that part, and so on."""


def conjuncts(
    formula: Term, path: Path = (), deep: int | None = None
) -> Iterator[tuple[Path, Term]]:
    """Every piece with its place: within "and", "for all", "then", and either direction of "if and only if".

    With *deep*, nothing deeper than that is taken apart.

    >>> from stablelist_proofs.core.terms import all_of, equal, smtlib, symbol
    >>> a, b = symbol("a") < 1, symbol("b") < 2
    >>> [smtlib(clause) for _, clause in conjuncts(all_of(a, implies(a, b)))]
    ['(< a 1)', '(< b 2)']
    >>> [smtlib(clause) for _, clause in conjuncts(equal(a, b))]
    ['(=> (< a 1) (< b 2))', '(=> (< b 2) (< a 1))']
    """
    inner = dict(_asserted(formula)) if deep is None or len(path) < deep else {}
    if not inner:
        yield path, formula
    for place, part in inner.items():
        inside = (*path, place)
        yield from [(inside, part)] if _both(formula) else conjuncts(part, inside, deep)


def _asserted(formula: Term) -> Iterator[tuple[int, Term]]:
    """The parts that must be true if the formula is true, with their places."""
    if isinstance(formula, Quantified):
        yield 0, formula.body(bound_of(formula))
        return
    match formula.op:
        case "and":
            yield from enumerate(formula.args)
        case "=>":
            yield 1, formula.args[1]
        case "ite":
            yield from enumerate(formula.args[1:], start=1)
        case "=" if _both(formula):
            one, other = formula.args
            yield from enumerate((implies(one, other), implies(other, one)))


def _both(formula: Term) -> bool:
    """Whether a formula is an "if and only if"."""
    return formula.op == "=" and formula.args[0].sort is Sort.BOOL


def weakened(formula: Term, path: Path) -> Term:
    """The formula without one of its pieces.

    >>> from stablelist_proofs.core.terms import all_of, smtlib, symbol
    >>> smtlib(weakened(all_of(symbol("a") < 1, symbol("b") < 2), (0,)))
    '(and true (< b 2))'
    """
    if not path:
        return TRUE
    place, *rest = path
    if isinstance(formula, Quantified):
        body = formula.body
        return replace(formula, body=lambda bound: weakened(body(bound), tuple(rest)))
    if _both(formula):
        one, other = formula.args
        return implies(other, one) if place == 0 else implies(one, other)
    parts = (
        weakened(part, tuple(rest)) if at == place else part for at, part in enumerate(formula.args)
    )
    return replace(formula, args=tuple(parts))
