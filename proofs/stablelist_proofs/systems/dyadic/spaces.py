"""How long the element space is: at most twice the highest live position, once the top block was opened.

The top block of a list that truncates is live, or it is the base, or it was never opened. In the last case it was there
from the beginning, or since the last `clear`: the user has asked for it. So the space is never longer than the least
space, the space that the user has asked for, or twice the highest live position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import NEVER, POSITION, within
from stablelist_proofs.core.lemma import Induction, Scheme
from stablelist_proofs.core.obligation import Flaw, Obligation, without
from stablelist_proofs.core.query import Hypothesis, Query, clauses, premise
from stablelist_proofs.core.terms import (
    Term,
    all_of,
    any_of,
    equal,
    for_all,
    implies,
    no,
    symbol,
)

from .geometry import between, borders
from .inductive import given
from .invariant import TOP, invariant
from .lemmas import COUNTED, cell_is_counted
from .program import IDLE, SHRINKING, TRUNCATING, state_of
from .state import State, border

__all__ = ["SPACE", "space_obligations", "spaces"]

SPACE: Final = "space_is_at_most_twice_the_highest_live_position"
GIVEN: Final = symbol("given_blocks")
"""A ghost: how many blocks the list began with, or had after the last `clear`."""
LAST, LOW, HIGH = symbol("last"), symbol("low"), symbol("high")


@dataclass(frozen=True)
class Given:
    """A list, and how many blocks the user has asked for."""

    state: State
    blocks: Term = GIVEN


def asked_for(subject: Given) -> Term:
    """Where truncation is on, a top that the user has not asked for is live, or the base."""
    state = subject.state
    live = any_of(state.record(state.top).live > 0, equal(state.blocks, 1))
    return any_of(equal(state.mode, NEVER), live, state.blocks <= subject.blocks)


def spaces(list_: Assertions) -> Assertions:
    """What is known of the top, except while blocks are dropped."""

    def said(point: str, subject: Given) -> dict[str, Term]:
        return {} if point in (TRUNCATING, SHRINKING) else {SPACE: asked_for(subject)}

    return Assertions(
        "spaces",
        list_.arcs,
        said,
        lambda point: Given(state_of(list_.before(point))),
        _after,
        (list_,),
        part=state_of,
    )


def _after(arc: Arc) -> Given:
    state = state_of(arc.after)
    return Given(state, state.blocks) if arc.name in ("new_list", "clear") else Given(state)


def space_obligations(list_: Assertions, spaces_: Assertions, state: State) -> list[Obligation]:
    """What is known of the top; and what follows for the space."""
    found = _beyond(state).obligations()
    for arc in spaces_.arcs:
        before = given(list_, arc) | clauses(spaces_.asserted(arc.source))
        for term in spaces_.changed(arc).values():
            flaws = tuple(
                Flaw(words, Query(before, asked_for(wrong)))
                for words, wrong in _damaged(spaces_.after(arc))
            )
            found.append(Obligation(SPACE, arc.name, arc.words, Query(before, term), flaws, arc))
    return [*found, *_conclusions(list_, spaces_, state)]


def _damaged(after: Given) -> Iterator[tuple[str, Given]]:
    """What a defective step leaves behind."""
    more = replace(after.state, blocks=after.state.blocks + 1)
    yield "there is a block more", replace(after, state=more)


# --- What follows ---------------------------------------------------------------------------------


def _nothing_after(state: State, last: Term) -> Term:
    """Whether no live element lies after a position."""
    return for_all(
        POSITION,
        lambda i: implies(all_of(within(0, i, state.opened), state.has(i)), i <= last),
        state.has,
    )


def _beyond(state: State) -> Induction:
    """After the last live position, nothing is counted."""
    cell = cell_is_counted(state)
    return Induction(
        COUNTED,
        "none_after_the_last",
        ("at the same position", "one position further"),
        lambda low: Scheme(
            statement=lambda high: equal(state.below(high), state.below(low)),
            first=low,
            last=state.opened,
            given=premise(low=all_of(low >= 0, low > LAST), last=_nothing_after(state, LAST)),
            of_step=lambda high: {"counts_agree, of that cell": cell.at(high)},
        ),
        variable=HIGH,
        parameters=(LOW,),
        crucial=("so far", "counts_agree, of that cell", "last"),
        point=IDLE,
    )


def _of_the_top(state: State) -> dict[str, Hypothesis]:
    """What is known of the top block and its cells."""
    start = border(state.top)
    end = start + state.record(state.top).opened
    known = borders(state.top) | between(GIVEN, state.blocks)
    return known | {"none after the last": _beyond(state).at(start, end)}


class Bound(NamedTuple):
    """A bound on the space.

    Attributes:
        known: the hypotheses.
        state: the list that is bounded.
        only: when it holds, besides that no live element lies after the last.
        else_: another bound, which may hold instead.
    """

    known: Mapping[str, Hypothesis]
    state: State
    only: tuple[Term, ...] = ()
    else_: tuple[Term, ...] = ()

    def goal(self, most: Term, *conditions: Term) -> Term:
        """The space is the least one, or at most so long."""
        space = self.state.space
        short = any_of(space <= self.state.least, space <= most, *self.else_)
        return implies(all_of(*conditions), short)

    def query(self, most: Term, *conditions: Term) -> Query:
        """Whether it follows."""
        return Query(self.known, self.goal(most, *conditions))

    def obligation(self, case: str, words: str, crucial: str, arc: Arc | None = None) -> Obligation:
        """The bound; each of its conditions is needed, and no lower one holds."""
        last, twice = _nothing_after(self.state, LAST), 2 * LAST
        right = self.query(twice, last, *self.only)
        flaws = (
            without(right, crucial),
            Flaw("less is promised", self.query(twice - 1, last, *self.only)),
            Flaw("any position is the last", self.query(twice, *self.only)),
            *(
                Flaw(
                    "it holds always", self.query(twice, last, *self.only[:n], *self.only[n + 1 :])
                )
                for n in range(len(self.only))
            ),
        )
        return Obligation(
            SPACE, case, words, right, flaws, arc, point="" if arc else IDLE, states=True
        )


def _conclusions(list_: Assertions, spaces_: Assertions, state: State) -> Iterator[Obligation]:
    """Between operations; with an opened top; and after each truncation and `shrink_to_fit`."""
    on, top = no(equal(state.mode, NEVER)), _of_the_top(state)
    whole = clauses(invariant(state)) | top
    asked = Bound(
        whole | clauses(spaces_.asserted(IDLE)), state, (on,), (state.space <= border(GIVEN),)
    )
    yield asked.obligation("conclusion", "or what the user has asked for", SPACE)
    opened = Bound(whole, state, (on, state.opened > border(state.top)))
    yield opened.obligation("opened_top", "if the top block was opened", TOP)
    for arc in list_.arcs:
        if arc.source in (TRUNCATING, SHRINKING) and arc.target == IDLE:
            after = Bound(given(list_, arc) | top, state_of(arc.after))
            yield after.obligation(f"after_{arc.name}", "after it, in any mode", "the case", arc)
