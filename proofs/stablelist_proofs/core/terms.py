"""Terms: formulas that are independent of any engine.

A term is an integer or a truth value: a literal, a symbol, an uninterpreted function applied to integers, an
operator, or a statement for all positions or all ranks. It can be

- written as SMT-LIB 2 text, which both solvers read (`smtlib`);
- *expanded*, so that "for all" means "for each of these few values", and a satisfying assignment is a real one
  (`expanded`);
- compiled to Python, so that the formulas can be evaluated in the model's own states (`compiled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

__all__ = [
    "FALSE",
    "TRUE",
    "Domain",
    "Evaluator",
    "Quantified",
    "Sort",
    "Term",
    "all_of",
    "any_of",
    "apply",
    "bound_of",
    "choose",
    "compiled",
    "declarations",
    "equal",
    "expanded",
    "for_all",
    "implies",
    "integer",
    "no",
    "one_of",
    "skolemized",
    "smtlib",
    "symbol",
]


class Sort(StrEnum):
    """The sorts of SMT-LIB that we need."""

    INT = "Int"
    BOOL = "Bool"


class Domain(NamedTuple):
    """The domain of a bound variable, and the letter for it; each system has its own."""

    name: str
    letter: str

    def bound(self, depth: int) -> Term:
        """The variable of a statement at this depth of nesting."""
        return Term("bound", name=f"{self.letter}{depth or ''}")


@dataclass(frozen=True, eq=False)
class Term:
    """An operator applied to terms; *name* is the name of a symbol or function, or a literal's digits."""

    op: str
    args: tuple[Term, ...] = ()
    name: str = ""
    sort: Sort = Sort.INT

    def __add__(self, other: Term | int) -> Term:
        return Term("+", (self, _term(other)))

    def __sub__(self, other: Term | int) -> Term:
        return Term("-", (self, _term(other)))

    def __mul__(self, other: Term | int) -> Term:
        return Term("*", (self, _term(other)))

    def __rmul__(self, other: int) -> Term:
        return Term("*", (_term(other), self))

    def __floordiv__(self, other: Term | int) -> Term:
        return Term("div", (self, _term(other)))

    def __mod__(self, other: Term | int) -> Term:
        return Term("mod", (self, _term(other)))

    def __lt__(self, other: Term | int) -> Term:
        return Term("<", (self, _term(other)), sort=Sort.BOOL)

    def __le__(self, other: Term | int) -> Term:
        return Term("<=", (self, _term(other)), sort=Sort.BOOL)

    def __gt__(self, other: Term | int) -> Term:
        return _term(other) < self

    def __ge__(self, other: Term | int) -> Term:
        return _term(other) <= self


INTEGER: Final = Domain("integer", "n")


@dataclass(frozen=True, eq=False)
class Quantified(Term):
    """A statement about every value of a domain, and the terms that trigger its instances."""

    domain: Domain = INTEGER
    body: Callable[[Term], Term] = lambda bound: bound
    triggers: tuple[Callable[[Term], Term], ...] = ()


TRUE: Final = Term("literal", name="true", sort=Sort.BOOL)
FALSE: Final = Term("literal", name="false", sort=Sort.BOOL)


# --- Making terms ---------------------------------------------------------------------------------


def integer(value: int) -> Term:
    """A number.

    >>> smtlib(integer(-1))
    '(- 1)'
    """
    return Term("literal", name=str(value))


def _term(value: Term | int) -> Term:
    return integer(value) if isinstance(value, int) else value


def symbol(name: str, sort: Sort = Sort.INT) -> Term:
    """An unknown value."""
    return Term("symbol", name=name, sort=sort)


def apply(name: str, *arguments: Term | int, sort: Sort = Sort.INT) -> Term:
    """The value of an uninterpreted function of one argument, or more."""
    return Term("apply", tuple(map(_term, arguments)), name, sort)


def equal(left: Term, right: Term | int) -> Term:
    """Equality; ``==`` is identity of terms."""
    return Term("=", (left, _term(right)), sort=Sort.BOOL)


def no(term: Term) -> Term:
    """Negation."""
    return Term("not", (term,), sort=Sort.BOOL)


def all_of(*terms: Term) -> Term:
    """Conjunction.

    >>> smtlib(all_of()), smtlib(all_of(symbol("a", Sort.BOOL), TRUE))
    ('true', '(and a true)')
    """
    return _joined("and", TRUE, terms)


def any_of(*terms: Term) -> Term:
    """Disjunction."""
    return _joined("or", FALSE, terms)


def _joined(op: str, unit: Term, terms: tuple[Term, ...]) -> Term:
    if len(terms) < 2:
        return terms[0] if terms else unit
    return Term(op, terms, sort=Sort.BOOL)


def one_of(*terms: Term) -> Term:
    """Exactly one of them holds."""
    pairs = (no(all_of(a, b)) for n, a in enumerate(terms) for b in terms[:n])
    return all_of(any_of(*terms), *pairs)


def implies(condition: Term, consequence: Term) -> Term:
    """Implication."""
    return Term("=>", (condition, consequence), sort=Sort.BOOL)


def choose(condition: Term, then: Term | int, otherwise: Term | int) -> Term:
    """One of two values, by a condition."""
    then = _term(then)
    return Term("ite", (condition, then, _term(otherwise)), sort=then.sort)


def for_all(
    domain: Domain, body: Callable[[Term], Term], *triggers: Callable[[Term], Term]
) -> Term:
    """A statement about every position, or every rank."""
    return Quantified("forall", sort=Sort.BOOL, domain=domain, body=body, triggers=triggers)


def skolemized(goal: Term, prefix: str = "some") -> Term:
    """The goal with each "for all" replaced by a statement about one arbitrary value.

    If it holds for that value, it holds for all. This is sound for goals, not for hypotheses.

    >>> smtlib(skolemized(for_all(Domain("rank", "r"), lambda r: r < 2)))
    '(< some_rank 2)'
    """
    if isinstance(goal, Quantified):
        name = f"{prefix}_{goal.domain.name}"
        return skolemized(goal.body(symbol(name)), name)
    if goal.op == "=>":
        condition, consequence = goal.args
        return implies(condition, skolemized(consequence, prefix))
    if goal.op == "and":
        named = (skolemized(arg, f"{prefix}_{n}") for n, arg in enumerate(goal.args))
        return all_of(*named)
    return goal


# --- As SMT-LIB 2 ---------------------------------------------------------------------------------


def bound_of(term: Quantified) -> Term:
    """The variable of a statement that stands by itself."""
    return term.domain.bound(0)


def smtlib(term: Term, depth: int = 0) -> str:
    """The term as SMT-LIB 2, within so many statements.

    >>> i = Domain("position", "i")
    >>> smtlib(for_all(i, lambda i: apply("next", i) < i, lambda i: apply("next", i)))
    '(forall ((i Int)) (! (< (next i) i) :pattern ((next i))))'
    >>> smtlib(for_all(i, lambda i: for_all(Domain("block", "b"), lambda b: apply("at", b, i) < i)))
    '(forall ((i Int)) (forall ((b1 Int)) (< (at b1 i) i)))'
    """
    if isinstance(term, Quantified):
        return _statement(term, depth)
    if term.op == "literal":
        return f"(- {term.name[1:]})" if term.name.startswith("-") else term.name
    if term.op in ("symbol", "bound"):
        return term.name
    head = term.name if term.op == "apply" else term.op
    return f"({head} {' '.join(smtlib(arg, depth) for arg in term.args)})"


def _statement(term: Quantified, depth: int) -> str:
    bound, inside = term.domain.bound(depth), depth + 1
    patterns = "".join(f" :pattern ({smtlib(trigger(bound), inside)})" for trigger in term.triggers)
    body = smtlib(term.body(bound), inside)
    return f"(forall (({bound.name} Int)) {f'(! {body}{patterns})' if patterns else body})"


def parts(term: Term) -> Iterator[Term]:
    """A term and everything in it, a bound variable included."""
    stack, met = [term], dict[int, Term]()
    while stack:
        part = stack.pop()
        if id(part) in met:
            continue
        met[id(part)] = part  # kept alive, so that no other part gets its id()
        yield part
        stack.extend(part.args)
        if isinstance(part, Quantified):
            stack.append(part.body(bound_of(part)))


def declarations(terms: list[Term]) -> list[str]:
    """The SMT-LIB declarations of the symbols and functions in *terms*."""
    found = dict[str, str]()
    for term in terms:
        for part in parts(term):
            if part.op == "symbol":
                found[part.name] = f"(declare-const {part.name} {part.sort})"
            elif part.op == "apply":
                arguments = " ".join("Int" for _ in part.args)
                found[part.name] = f"(declare-fun {part.name} ({arguments}) {part.sort})"
    return [found[name] for name in sorted(found)]


# --- In a small instance --------------------------------------------------------------------------


def expanded(term: Term, domains: Mapping[Domain, range]) -> Term:
    """The term with every "for all" written out for each value of a range.

    >>> rank = Domain("rank", "r")
    >>> smtlib(expanded(for_all(rank, lambda r: r < 2), {rank: range(2)}))
    '(and (< 0 2) (< 1 2))'
    """
    if isinstance(term, Quantified):
        values = domains[term.domain]
        return all_of(*(expanded(term.body(integer(value)), domains) for value in values))
    if not term.args:
        return term
    args = tuple(expanded(arg, domains) for arg in term.args)
    return Term(term.op, args, term.name, term.sort)


# --- As Python ------------------------------------------------------------------------------------


_PYTHON: Final = {
    "=": "==",
    "and": "and",
    "or": "or",
    "div": "//",
    "mod": "%",
}


Evaluator = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
"""A function of the symbols' values and of the functions' values by argument."""


def compiled(*terms: Term) -> Evaluator:
    """A function from the values of symbols and functions to the tuple of the terms' values.

    >>> compiled(choose(symbol("n") < 3, apply("f", 1), 0))({"n": 2}, {"f": [5, 6]})
    (6,)
    """
    source = f"lambda symbols, functions: ({''.join(f'{python(term)}, ' for term in terms)})"
    made: Evaluator = eval(source, {"__builtins__": {"all": all}})  # noqa: S307 - our own formula
    return made


def python(term: Term, depth: int = 0) -> str:
    """The term as a Python expression; a condition keeps undefined parts from being evaluated."""
    if isinstance(term, Quantified):
        bound = term.domain.bound(depth)
        body = python(term.body(bound), depth + 1)
        return f"all({body} for {bound.name} in symbols['{term.domain.name}'])"
    args = [python(arg, depth) for arg in term.args]
    match term.op:
        case "literal":
            return {"true": "True", "false": "False"}.get(term.name, term.name)
        case "bound":
            return term.name
        case "symbol":
            return f"symbols['{term.name}']"
        case "apply":
            return f"functions['{term.name}'][{', '.join(args)}]"
        case "not":
            return f"(not {args[0]})"
        case "=>":
            return f"(not {args[0]} or {args[1]})"
        case "ite":
            return f"({args[1]} if {args[0]} else {args[2]})"
    return f"({f' {_PYTHON.get(term.op, term.op)} '.join(args)})"
