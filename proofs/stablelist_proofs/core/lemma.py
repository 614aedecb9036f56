"""Lemmas: statements that are proved once, for arbitrary values, and used for others.

The statement of a lemma is made from the queries that are proved, including their premises. So if a premise is added
to the proof, every use of the lemma has to satisfy it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .arc import Arc
from .obligation import Flaw, Obligation, without
from .query import Hypotheses, Hypothesis, Kind, Query
from .terms import TRUE, Domain, Term, all_of, for_all, implies

__all__ = ["Induction", "Lemma", "Scheme", "Shown"]


class Shown(NamedTuple):
    """The use of a lemma.

    Attributes:
        term: what it says there, made again.
        proofs: the obligations that prove it.
        premises: those that it has of its own variables; its proofs may have no others.
        needs: what else was assumed in its proofs, and must be known where it is used.
        goals: what its proofs have to show, in order.
        so_far: the induction hypothesis that they may use, if any.
    """

    term: Callable[[], Term]
    proofs: Callable[[], list[Obligation]]
    premises: Callable[[], list[Term]]
    needs: Callable[[], Hypotheses]
    goals: Callable[[], list[Term]]
    so_far: Callable[[], list[Term]] = list


def conditional(query: Query) -> Term:
    """A query as a statement: its premises imply its goal."""
    premises = premises_of(query.hypotheses)
    return implies(all_of(*premises), query.goal) if premises else query.goal


def premises_of(hypotheses: Hypotheses) -> list[Term]:
    """The premises among some hypotheses."""
    return [each.term for each in hypotheses.values() if each.kind is Kind.PREMISE]


def needed(query: Query) -> Hypotheses:
    """What must be known where a lemma is used: the assumptions of its proof that are no premises."""
    own = (Kind.PREMISE, Kind.SO_FAR, Kind.ASSUMED)
    return {name: each for name, each in query.hypotheses.items() if each.kind not in own}


@dataclass(frozen=True, eq=False)
class Lemma:
    """A statement about some variables.

    Attributes:
        query: made for given terms.
        variables: arbitrary values, for which it is proved.
        crucial: hypotheses without which it must not be provable.
        wrong: other goals, which must not be provable.
        arc, point: the step or the point at which its hypotheses hold.
    """

    sentence: str
    case: str
    words: str
    query: Callable[..., Query]
    variables: tuple[Term, ...]
    crucial: tuple[str, ...] = ()
    wrong: Mapping[str, Callable[..., Term]] = field(default_factory=dict)
    arc: Arc | None = field(default=None, repr=False)
    point: str = ""

    def obligations(self) -> list[Obligation]:
        """Its proof."""
        query = self.query(*self.variables)
        flaws = (
            *(without(query, name) for name in self.crucial),
            *(
                Flaw(words, replace(query, goal=goal(*self.variables)))
                for words, goal in self.wrong.items()
            ),
        )
        return [
            Obligation(self.sentence, self.case, self.words, query, flaws, self.arc, self.point)
        ]

    def at(self, *terms: Term) -> Hypothesis:
        """The statement about given terms."""
        return self._used(lambda: conditional(self.query(*terms)), terms)

    def everywhere(
        self, domain: Domain, *triggers: Callable[[Term], Term], of: tuple[Term, ...] = ()
    ) -> Hypothesis:
        """The statement about some terms, and about all values of its last variable."""
        return self._used(
            lambda: for_all(domain, lambda bound: conditional(self.query(*of, bound)), *triggers),
            (*of, self.variables[-1]),
        )

    def _used(self, term: Callable[[], Term], terms: tuple[Term, ...]) -> Hypothesis:
        shown = Shown(
            term,
            self.obligations,
            lambda: premises_of(self.query(*self.variables).hypotheses),
            lambda: needed(self.query(*terms)),
            lambda: [self.query(*self.variables).goal],
        )
        return Hypothesis(Kind.LEMMA, term(), shown)


class Scheme(NamedTuple):
    """The statement that is shown by induction on a number.

    Attributes:
        statement: of a number.
        first: the number with which it begins.
        last: the number with which it ends; None if it does not.
        given: what else may be assumed, whatever the number.
        of_step: what may be assumed in the step from a number to the next one.
    """

    statement: Callable[[Term], Term]
    first: Term
    last: Term | None = None
    given: Hypotheses = {}  # noqa: RUF012 - a default, never written
    of_step: Callable[[Term], Mapping[str, Hypothesis]] = lambda _: {}


@dataclass(frozen=True, eq=False)
class Induction:
    """A lemma by induction, which solvers do not find themselves: a base and a step.

    Attributes:
        scheme: made for given parameters.
        parameters: arbitrary values, for which it is proved.
        variable: the number of the step.
        crucial: hypotheses without which the step must not be provable.
    """

    sentence: str
    case: str
    words: tuple[str, str]
    scheme: Callable[..., Scheme]
    variable: Term
    parameters: tuple[Term, ...] = ()
    crucial: tuple[str, ...] = ("so far",)
    arc: Arc | None = field(default=None, repr=False)
    point: str = ""

    def base(self) -> Query:
        """The statement about the first number."""
        scheme = self.scheme(*self.parameters)
        return Query(scheme.given, scheme.statement(scheme.first))

    def step(self) -> Query:
        """The statement about the next number, if it holds for this one."""
        scheme = self.scheme(*self.parameters)
        so_far = {
            "range": Hypothesis(Kind.PREMISE, self._range(scheme, self.variable, within=True)),
            "so far": Hypothesis(Kind.SO_FAR, scheme.statement(self.variable)),
        }
        known = {**scheme.given, **so_far, **scheme.of_step(self.variable)}
        return Query(known, scheme.statement(self.variable + 1))

    def obligations(self) -> list[Obligation]:
        """Its proof; the base must not be provable for any other number."""
        scheme, base, step = self.scheme(*self.parameters), self.base(), self.step()
        other = replace(base, goal=scheme.statement(self.variable))
        missing = tuple(without(step, name) for name in self.crucial)
        return [
            self._part("base", base, (Flaw("it is said of any number", other),)),
            self._part("step", step, missing),
        ]

    def _part(self, part: str, query: Query, flaws: tuple[Flaw, ...]) -> Obligation:
        words = self.words[part == "step"]
        case = f"{self.case}_{part}" if self.case else part
        return Obligation(self.sentence, case, words, query, flaws, self.arc, self.point)

    def at(self, *terms: Term) -> Hypothesis:
        """The statement about given parameters and a number."""
        shown = Shown(
            lambda: self._said(*terms),
            self.obligations,
            self._premises,
            lambda: self._needs(*terms),
            self._goals,
            lambda: [self.scheme(*self.parameters).statement(self.variable)],
        )
        return Hypothesis(Kind.LEMMA, self._said(*terms), shown)

    def _goals(self) -> list[Term]:
        scheme = self.scheme(*self.parameters)
        return [scheme.statement(scheme.first), scheme.statement(self.variable + 1)]

    def _premises(self) -> list[Term]:
        scheme = self.scheme(*self.parameters)
        inside = self._range(scheme, self.variable, within=True)
        return [*premises_of(scheme.given), inside]

    def _said(self, *terms: Term) -> Term:
        *parameters, number = terms
        scheme = self.scheme(*parameters)
        inside = self._range(scheme, number, within=False)
        return implies(all_of(*premises_of(scheme.given), inside), scheme.statement(number))

    def _needs(self, *terms: Term) -> Hypotheses:
        *parameters, number = terms
        scheme = self.scheme(*parameters)
        return needed(Query({**scheme.given, **scheme.of_step(number)}, TRUE))

    @staticmethod
    def _range(scheme: Scheme, number: Term, *, within: bool) -> Term:
        if scheme.last is None:
            return number >= scheme.first
        last = number < scheme.last if within else number <= scheme.last
        return all_of(number >= scheme.first, last)
