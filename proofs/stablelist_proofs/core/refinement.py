"""The refinement, for every size: each move is a step of the contract, with the same answer.

The abstraction of a list is its look-up: which keys resolve, and to which elements. So the contract's operations are
statements about one arbitrary *probe* key. After `add`, it resolves if it did before, or if it is the returned key.
After `remove`, it resolves if it did before and is not the removed key. In both cases it keeps its element. That
``len`` is the number of keys is `counts_agree`.

About answers, the contract says: an insertion is refused if and only if no index is left, that is, if as many elements
are live as there are indices; otherwise it returns a key that no element had. The answers of a removal and of a
replacement depend on the element of the key, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from .arc import START, Arc
from .assertions import Assertions
from .cells import Cells
from .functions import Put
from .obligation import PLANTED, PLANTED_TRUTH, Flaw, Obligation, without
from .query import Hypothesis, Query, premise
from .stamps import ELEMENT, IDENTITY, INDEX
from .terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    choose,
    equal,
    implies,
    integer,
    no,
    smtlib,
    symbol,
)
from .weakening import conjuncts, weakened

__all__ = ["PROBE", "REFINEMENT", "Seen", "refinement_obligations"]

REFINEMENT: Final = "every_step_refines_the_contract"
LENGTHS: Final = "lengths_fit_one_bit_more"
"""The clause that keeps a reused position within the indices."""
PROBE = symbol("probe_index"), symbol("probe_id")


class Seen(NamedTuple):
    """A system, as far as the contract can observe it.

    Attributes:
        given: what may be assumed before a step.
        state_of: the list at any point.
        counting: the list with another number of elements.
        opening: the list with another number of opened cells.
    """

    given: Callable[[Assertions, Arc], dict[str, Hypothesis]]
    state_of: Callable[[Any], Cells]
    counting: Callable[[Any, Term], Any]
    opening: Callable[[Any, Term], Any]


class Observed(NamedTuple):
    """What a user may observe after an operation, according to the contract."""

    resolves: Term
    element: Term
    live: Term


def refinement_obligations(list_: Assertions, seen: Seen) -> list[Obligation]:
    """Every step that answers something, or changes what can be observed."""
    steps = (Step(seen, arc, seen.given(list_, arc)) for arc in list_.arcs if arc.source != START)
    return [step.obligation() for step in steps if step.changes() or step.answering]


def observed(state: Cells) -> Observed:
    """What a user may observe of a state with the probe."""
    return Observed(state.resolves(*PROBE), state.element(PROBE[0]), state.live)


def is_probe(index: Term, identity: Term) -> Term:
    """Whether a key is the probe."""
    return all_of(equal(PROBE[0], index), equal(PROBE[1], identity))


class Step:
    """A step, compared with that of the contract."""

    def __init__(self, seen: Seen, arc: Arc, known: Mapping[str, Hypothesis]) -> None:
        self.seen, self.arc, self.known = seen, arc, known
        self.words = arc.name.split("_")
        self.before, self.after = seen.state_of(arc.before), seen.state_of(arc.after)

    def changes(self) -> bool:
        """Whether it may change something observable."""
        before, after = observed(self.before), observed(self.after)
        return [*map(smtlib, before)] != [*map(smtlib, after)]

    @property
    def answering(self) -> bool:
        """Whether the contract determines its answer, including refusals."""
        refuses = self.words[:2] == ["add", "index"]
        return bool(self.arc.answer) or refuses or self.words[0] in ("remove", "replace")

    def expected(self) -> Observed:
        """What the contract says about the probe afterwards."""
        before, arc = observed(self.before), self.arc
        match self.words:
            case ["add", *_] if arc.answer:
                added = is_probe(*arc.answer)
                return Observed(
                    any_of(before.resolves, added),
                    choose(added, ELEMENT, before.element),
                    before.live + 1,
                )
            case ["remove", *_] if arc.answer:
                kept = all_of(before.resolves, no(is_probe(INDEX, IDENTITY)))
                return before._replace(resolves=kept, live=before.live - 1)
            case ["clear"]:
                return before._replace(resolves=FALSE, live=integer(0))
            case ["replace", "live"]:
                changed = choose(is_probe(INDEX, IDENTITY), ELEMENT, before.element)
                return before._replace(element=changed)
        return before

    def answers(self) -> Term:
        """What the contract says about the answer: whether there is one, and which one."""
        answer, before = self.arc.answer, self.before
        found, room = before.resolves(INDEX, IDENTITY), before.indexable(before.live)
        match self.words:
            case ["add", "index", *_]:
                return no(room)
            case ["add", *_] if answer:
                return all_of(room, no(before.resolves(*answer)))
            case ["remove", "stale"]:
                return no(found)
            case ["remove", *_]:
                return all_of(found, equal(answer[0], before.element(INDEX)))
            case ["replace", "stale"]:
                return all_of(no(found), no(answer[0]))
            case ["replace", *_]:
                return all_of(found, answer[0])
        return TRUE

    def obligation(self) -> Obligation:
        """The step, with its answer."""
        query = Query(self.known, self.goal(self.after))
        flaws = (*self.damaged(), *self.wrong_answers(query))
        words = "look-up, answer and len"
        return Obligation(REFINEMENT, self.arc.name, words, query, flaws, self.arc, states=True)

    def goal(self, after: Cells) -> Term:
        """The answer and the observations with the probe are as the contract says."""
        shown, contract, answer = observed(after), self.expected(), self.answers()
        said = [equal(shown.live, contract.live)]
        if answer is not TRUE:
            said.append(answer)
        if contract.resolves is FALSE:
            return all_of(*said, no(shown.resolves))
        same = implies(contract.resolves, equal(shown.element, contract.element))
        return all_of(*said, equal(shown.resolves, contract.resolves), same)

    # --- What must be detected --------------------------------------------------------------------

    def wrong_answers(self, query: Query) -> Iterator[Flaw]:
        """For each clause about the answer, a defect that only this clause detects."""
        arc, before = self.arc, self.before
        found = before.resolves(INDEX, IDENTITY)
        match self.words:
            case ["add", "index", *_] | ["remove", "stale"]:
                yield without(query, "the case")
            case ["add", how, *_] if arc.answer:
                wrong = replace(arc, answer=(arc.answer[0], PLANTED))
                yield self.flaw("the key has any id", wrong)
                words = "the key of an element is answered, which is overwritten"
                yield self.flaw(words, self.overwriting(), the_key_is_there=found)
                if how == "reuse":
                    yield without(query, LENGTHS)
                else:
                    unasked = _unguarded(query.without(LENGTHS).hypotheses)
                    unasked |= premise(the_case=self.unasked())
                    words = "whether an index is left is not asked"
                    yield Flaw(words, replace(query, hypotheses=unasked))
            case ["remove", *_]:
                yield self.flaw("any element is answered", replace(arc, answer=(PLANTED,)))
                words = "a key without an element is answered"
                yield self.flaw(words, self.uncounting(), the_key_is_stale=no(found))
            case ["replace", how]:
                yield self.flaw("yes or no is answered", replace(arc, answer=(PLANTED_TRUTH,)))
                said = FALSE if how == "stale" else TRUE
                other = found if how == "stale" else no(found)
                constant = replace(arc, guard=TRUE, after=before, answer=(said,))
                yield self.flaw("always the same is answered", constant, the_other_case=other)

    def flaw(self, words: str, wrong: Arc, **there: Term) -> Flaw:
        """A wrong step; its guard is assumed if it is that of the right step."""
        known = self.known if wrong.guard is self.arc.guard else _unguarded(self.known)
        step = Step(self.seen, wrong, {**known, **premise(**there)})
        return Flaw(words, Query(step.known, step.goal(step.after)))

    def unasked(self) -> Term:
        """The guard of an insertion, without the condition that an index can name its position."""
        arc = self.arc
        indexable = smtlib(self.before.indexable(arc.answer[0]))
        pieces = conjuncts(arc.guard, deep=1)
        (path,) = (path for path, piece in pieces if smtlib(piece) == indexable)
        return weakened(arc.guard, path)

    def overwriting(self) -> Arc:
        """The insertion counts an element, but overwrites another one with it."""
        before: Any = self.before
        written = replace(before, element=Put(before.element, INDEX, ELEMENT))
        after = self.seen.counting(written, before.live + 1)
        return replace(self.arc, after=after, answer=(INDEX, IDENTITY))

    def uncounting(self) -> Arc:
        """A removal that only decrements the count."""
        after = self.seen.counting(self.before, self.before.live - 1)
        return replace(self.arc, guard=TRUE, after=after)

    def damaged(self) -> Iterator[Flaw]:
        """The states after defective steps: with a wrong length, a wrong element, and keys wrong in both directions."""
        for words, changed in self.changed():
            yield Flaw(words, Query(self.known, self.goal(changed)))

    def changed(self) -> Iterator[tuple[str, Cells]]:
        """The list after a defective step."""
        after: Any = self.after
        there = after.has(PROBE[0])
        yield "len is anything", self.seen.counting(after, PLANTED)
        if self.expected().resolves is FALSE:
            yield "a key is still found", self.seen.opening(after, PLANTED)
        else:
            more = Put(after.id, PROBE[0], choose(PLANTED_TRUTH, PROBE[1], after.id(PROBE[0])))
            yield "another key is found", replace(after, id=more)
            less = Put(after.has, PROBE[0], all_of(there, PLANTED_TRUTH))
            yield "a key is no longer found", replace(after, has=less)
            other = Put(after.element, PROBE[0], integer(0))
            yield "another element is overwritten", replace(after, element=other)


def _unguarded(given: Mapping[str, Hypothesis]) -> dict[str, Hypothesis]:
    return {name: each for name, each in given.items() if name != "the case"}
