"""The ledger: checks that every proof assumes only what may be assumed there.

A hypothesis is a clause that is asserted where the step begins, the guard of the case, a lemma as it was proved, or one
of the listed assumptions. Each is compared, word for word, with its origin. And everything that is asserted at a point
is shown for every step that ends there. So no proof depends on something that is neither proved nor listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from .arc import START, Arc
from .assertions import Assertions
from .lemma import Shown, premises_of
from .obligation import Obligation
from .query import Assumption, Hypothesis, Kind
from .terms import TRUE, Term, one_of, parts, smtlib

__all__ = ["Ledger"]


@dataclass
class Ledger:
    """The accounts of a theory.

    Attributes:
        assertions: what is shown by induction over a program.
        obligations: what the solvers are asked.
        assumptions: what may be assumed without proof.
    """

    assertions: Collection[Assertions]
    obligations: Collection[Obligation]
    assumptions: Collection[Assumption]
    _texts: dict[int, tuple[Term, str]] = field(default_factory=dict)
    _uses: dict[int, tuple[Hypothesis, str, tuple[Hypothesis, ...]]] = field(default_factory=dict)
    _scopes: dict[int, tuple[Obligation, set[str]]] = field(default_factory=dict)
    _to_show: dict[tuple[int, int], set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Record what is proved."""
        self._proofs = {(each.name, each.query.negated()) for each in self.obligations}
        self._lemmas = set(self._of_lemmas())

    def complaints(self) -> Iterator[str]:
        """Every hypothesis that may not be assumed, and every assertion that is not shown; empty if all is well."""
        for obligation in self.obligations:
            for name, hypothesis in obligation.query.hypotheses.items():
                if complaint := self._assumed(obligation, hypothesis):
                    yield f"{obligation.name} assumes {name!r}, {complaint}"
        for assertions in self.assertions:
            yield from self._never_shown(assertions)
            yield from self._never_chosen(assertions)
            yield from self._foreign(assertions)
            yield from self._left_out(assertions)
        yield from self._circular()

    # --- What is assumed --------------------------------------------------------------------------

    def _assumed(self, obligation: Obligation, hypothesis: Hypothesis) -> str:
        """The error in a hypothesis, or None."""
        match hypothesis.kind:
            case Kind.CLAUSE:
                return self._clause(obligation, hypothesis)
            case Kind.GUARD:
                arc = obligation.arc
                right = arc is not None and self._same(hypothesis.term, arc.guard)
                return "" if right else "which is not the guard of the case"
            case Kind.LEMMA:
                return self._lemma(obligation, hypothesis)
            case Kind.ASSUMED:
                return self._listed(obligation, hypothesis)
        proves = obligation.name in self._lemmas
        return "" if proves else f"a {hypothesis.kind} outside of a lemma"

    def _clause(self, obligation: Obligation, hypothesis: Hypothesis) -> str:
        text = self._text(hypothesis.term)
        if text in self._scope(obligation):
            return ""
        where = obligation.at or "anywhere"
        return f"which is not asserted {where}, or only of a program that it is not about"

    def _scope(self, obligation: Obligation) -> set[str]:
        """The clauses that an obligation may assume: of one program, and of those beside it.

        A step of an induction may assume the clauses of this induction. Whatever else is asked may assume clauses of
        the whole program; or of a part of it, if it says of this part what is asserted there.
        """
        if id(obligation) not in self._scopes:
            point, own = obligation.at, self._owners(obligation)
            scopes = [each.scope(point) for each in own if self._is_point(point)]
            clauses = {
                self._text(each.term)
                for each in obligation.query.hypotheses.values()
                if each.kind is Kind.CLAUSE
            }
            best = max(scopes, key=lambda scope: len(clauses & scope), default=set[str]())
            self._scopes[id(obligation)] = obligation, best
        return self._scopes[id(obligation)][1]

    def _owners(self, obligation: Obligation) -> list[Assertions]:
        """The inductions whose clauses an obligation may assume."""
        arc, goal = obligation.arc, self._text(obligation.query.goal)
        if arc is not None:
            proving = [each for each in self.assertions if goal in self._changed(each, arc)]
            if proving:
                return proving
        return [
            each
            for each in self.assertions
            if self._whole(each) or obligation.sentence in each.asserted(obligation.at)
        ]

    def _changed(self, asserted: Assertions, arc: Arc) -> set[str]:
        """The clauses that an induction has to show after one of its steps."""
        if not any(each is arc for each in asserted.arcs):
            return set()
        key = id(asserted), id(arc)
        if key not in self._to_show:
            self._to_show[key] = {self._text(term) for term in asserted.changed(arc).values()}
        return self._to_show[key]

    def _whole(self, asserted: Assertions) -> bool:
        """Whether an induction is over every step of the program; it may begin later."""
        first, *_ = self.assertions
        return all(
            arc.source == START or any(arc is each for each in asserted.arcs) for arc in first.arcs
        )

    def _lemma(self, obligation: Obligation, hypothesis: Hypothesis) -> str:
        complaint, needs = self._use(hypothesis)
        return next(
            filter(None, [complaint, *(self._needed(obligation, each) for each in needs)]), ""
        )

    def _use(self, hypothesis: Hypothesis) -> tuple[str, tuple[Hypothesis, ...]]:
        """The error in the use of a lemma, and the facts that must be known there."""
        if id(hypothesis) not in self._uses:
            self._uses[id(hypothesis)] = hypothesis, *self._used(hypothesis.term, hypothesis.by)
        _, complaint, needs = self._uses[id(hypothesis)]
        return complaint, needs

    def _used(self, term: Term, used: Shown | None) -> tuple[str, tuple[Hypothesis, ...]]:
        if used is None or smtlib(term) != smtlib(used.term()):
            return "which is not what the lemma says", ()
        premises = {smtlib(each) for each in used.premises()}
        for proof in used.proofs():
            if (proof.name, proof.query.negated()) not in self._proofs:
                return f"whose proof {proof.name} is not among the obligations", ()
            if not premises.issuperset(map(smtlib, premises_of(proof.query.hypotheses))):
                return f"whose proof {proof.name} has a premise that the lemma does not have", ()
            so_far = (h.term for h in proof.query.hypotheses.values() if h.kind is Kind.SO_FAR)
            if not {*map(smtlib, used.so_far())}.issuperset(map(smtlib, so_far)):
                return f"whose proof {proof.name} has another induction hypothesis", ()
        if [smtlib(proof.query.goal) for proof in used.proofs()] != [*map(smtlib, used.goals())]:
            return "whose proofs show something else", ()
        return "", tuple(used.needs().values())

    def _needed(self, obligation: Obligation, need: Hypothesis) -> str:
        """The assumptions of a lemma's proof must be known where the lemma is used."""
        if need.kind is Kind.LEMMA:
            return self._lemma(obligation, need)
        text = self._text(need.term)
        known = {self._text(each.term) for each in obligation.query.hypotheses.values()}
        if need.kind is Kind.CLAUSE:
            known |= self._scope(obligation)
        return "" if text in known else "a lemma that rests on what is not known there"

    def _listed(self, obligation: Obligation, hypothesis: Hypothesis) -> str:
        if hypothesis.assumption is None:
            return "which is not on the list of assumptions"
        assumption, terms = hypothesis.assumption
        listed = any(assumption is each for each in self.assumptions)
        if not (listed and self._same(hypothesis.term, assumption.said(*terms))):
            return "which is not on the list of assumptions"
        if assumption.only and (
            obligation.arc is None or obligation.arc.name not in assumption.only
        ):
            return f"which is assumed of {' and '.join(assumption.only)} only"
        known = self._known_of(obligation, hypothesis)
        chosen = {name for term in assumption.chosen(*terms) for name in names(term)}
        return "" if known.isdisjoint(chosen) else f"though {', '.join(chosen & known)} is known"

    def _known_of(self, obligation: Obligation, but: Hypothesis) -> set[str]:
        """The symbols and functions about which something is known besides a hypothesis; lemmas hold for any."""
        others = (
            each.term
            for each in obligation.query.hypotheses.values()
            if each is not but and each.kind is not Kind.LEMMA
        )
        return {name for term in others for name in names(term)}

    def _of_lemmas(self) -> Iterator[str]:
        """The names of the proofs of all lemmas that are used."""
        for each in self.obligations:
            for hypothesis in each.query.hypotheses.values():
                if hypothesis.by is not None:
                    yield from (proof.name for proof in hypothesis.by.proofs())

    def _circular(self) -> Iterator[str]:
        """Proofs that depend on themselves through the lemmas that they use."""
        resting = {
            each.name: {
                proof.name
                for hypothesis in each.query.hypotheses.values()
                if hypothesis.by is not None
                for proof in hypothesis.by.proofs()
            }
            for each in self.obligations
        }
        while settled := {name for name, lemmas in resting.items() if lemmas.isdisjoint(resting)}:
            resting = {name: lemmas for name, lemmas in resting.items() if name not in settled}
        yield from (f"{name} rests on itself, by the lemmas that it uses" for name in resting)

    # --- What is asserted -------------------------------------------------------------------------

    def _is_point(self, point: str) -> bool:
        return any(
            point in (arc.source, arc.target) for each in self.assertions for arc in each.arcs
        )

    def _never_shown(self, assertions: Assertions) -> Iterator[str]:
        """Clauses that no obligation shows after a step."""
        shown: dict[str, set[str]] = {}
        for each in self.obligations:
            if each.arc is not None:
                shown.setdefault(self._of(each.arc), set()).add(self._text(each.query.goal))
        for arc in assertions.arcs:
            for name, term in assertions.changed(arc).items():
                if self._text(term) not in shown.get(self._of(arc), ()):
                    yield f"{name} ({assertions.name}) is not shown after {arc.name}"

    def _of(self, arc: Arc) -> str:
        """The text that identifies a step: its name and its guard."""
        return f"{arc.name} if {self._text(arc.guard)}"

    def _never_chosen(self, assertions: Assertions) -> Iterator[str]:
        """Guards for which no obligation shows that they cover all cases of an operation of a whole program."""
        if assertions.beside:
            return
        goals = {self._text(each.query.goal) for each in self.obligations}
        for operation in {(arc.operation, arc.source) for arc in assertions.arcs} - {
            ("new", START)
        }:
            cases = [arc for arc in assertions.arcs if (arc.operation, arc.source) == operation]
            always = len(cases) == 1 and cases[0].guard is TRUE
            if not always and self._text(one_of(*(arc.guard for arc in cases))) not in goals:
                yield f"that one case of {operation[0]} applies is not shown ({assertions.name})"

    def _left_out(self, assertions: Assertions) -> Iterator[str]:
        """Steps of the program that an induction leaves out without listing them; it may begin later."""
        if assertions.beside:
            first, *_ = assertions.beside
            own = {arc.name for arc in assertions.arcs}
            missing = {arc.name for arc in first.arcs if arc.source != START} - own
            for name in sorted(missing ^ {*assertions.without}):
                yield f"{assertions.name} is to leave out {assertions.without or 'nothing'}, not {name}"

    def _foreign(self, assertions: Assertions) -> Iterator[str]:
        """Steps that are not those of a whole program."""
        guards = {
            self._text(arc.guard)
            for each in self.assertions
            if not each.beside
            for arc in each.arcs
        }
        for arc in assertions.arcs:
            if arc.source != START and self._text(arc.guard) not in guards:
                yield f"{arc.name} ({assertions.name}) is not a step of the program"
            before = START if arc.source == START else assertions.before(arc.source)
            for at, subject, there in (
                ("before", before, START if arc.source == START else arc.before),
                ("after", assertions.after(arc), arc.after),
            ):
                if subject != START and assertions.part(subject) != assertions.part(there):
                    yield f"{assertions.name} is about another state than that {at} {arc.name}"

    # --- Texts ------------------------------------------------------------------------------------

    def _same(self, one: Term, other: Term) -> bool:
        return self._text(one) == self._text(other)

    def _text(self, term: Term) -> str:
        """A term as text, cached."""
        if id(term) not in self._texts:
            self._texts[id(term)] = term, smtlib(term)
        return self._texts[id(term)][1]


def names(term: Term) -> set[str]:
    """The symbols and functions in a term."""
    return {part.name for part in parts(term) if part.op in ("symbol", "apply")}
