"""Allocated memory is the element space, doubled some number of times.

A *ladder* is a function from rungs to lengths: each rung is twice the one below, and the lowest is 4 times an odd
number, so every lawful space is a rung of one ladder. The ghosts of a list are its ladder, and the rungs of ``space``
and ``allocated``.

One thing is assumed without proof: that every lawful space has a ladder. This is arithmetic: each multiple of 4 from 4
on is 4 times an odd number, doubled some number of times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .inductive import given_after_walk, given_before, moves
from .obligation import Obligation, without
from .query import Query
from .state import MEMORY, Function, Named, State
from .terms import Term, all_of, choose, equal, implies, symbol
from .transitions import ROOM
from .walk import PAID, Walk, ended

__all__ = ["DOUBLED", "Rungs", "doubling_obligations", "rungs_before"]

DOUBLED = "allocated_memory_is_the_space_doubled"
LADDER, OTHER = Named("ladder"), Named("ladder_of_least")
LOWER, HIGHER, FOUND = symbol("lower_rung"), symbol("higher_rung"), symbol("wanted_rung")


@dataclass(frozen=True)
class Rungs:
    """A list, its ladder, and the rungs of its lengths."""

    state: State
    ladder: Function
    space: Term
    memory: Term

    def hold(self) -> Term:
        """Whether the list's lengths are these rungs."""
        return all_of(
            self.space >= 0,
            self.space <= self.memory,
            equal(self.state.space, self.ladder(self.space)),
            equal(self.state.allocated, self.ladder(self.memory)),
        )


def rungs_before(state: State) -> tuple[Rungs, dict[str, Term]]:
    """The rungs of a list before a move, and the hypotheses about them."""
    rungs = Rungs(state, LADDER, LOWER, HIGHER)
    near = all_of(rung(LADDER, LOWER), rung(LADDER, LOWER - 1))
    lemma = at_least_doubled(LOWER, HIGHER)
    return rungs, {DOUBLED: rungs.hold(), "the ladder": near, "lemma": lemma}


def rung(ladder: Function, number: Term) -> Term:
    """The definition of a ladder, for one rung."""
    above = equal(ladder(number + 1), 2 * ladder(number))
    return all_of(implies(number >= 0, above), ladder(0) >= 4, equal(ladder(0) % 8, 4))


def at_least_doubled(lower: Term, higher: Term) -> Term:
    """The lemma: two rungs are equal, or one is at least twice the other."""
    doubled = implies(lower < higher, 2 * LADDER(lower) <= LADDER(higher))
    return all_of(LADDER(higher) >= 4, doubled)


def doubling_obligations(state: State, walk: Walk) -> list[Obligation]:
    """The lemma, a new list, every move, every halving, and the loop of `reserve`."""
    before, given = rungs_before(state)
    found = [*_lemma(), _of_a_new_list(state), *_reserve(before)]
    for move in moves(state):
        after, more = _after(before, move.name, move.after)
        known = given_before(state) | given | {"the case": move.guard} | more
        found.append(_kept(move.name, move.words, known, after))
    freed = all_of(PAID, equal(state.mode, MEMORY))
    down = LOWER - 1
    end = replace(before, state=ended(walk), space=down, memory=choose(freed, down, HIGHER))
    return [*found, _kept("walk_ends", "the old q2 is h2", given_after_walk(walk) | given, end)]


def _after(before: Rungs, name: str, state: State) -> tuple[Rungs, dict[str, Term]]:
    """The rungs of the list after a move, and the hypotheses about them."""
    up = LOWER + 1
    match name:
        case "add_grow_moving":
            return replace(before, state=state, space=up, memory=up), {}
        case "add_grow_in_place":
            return replace(before, state=state, space=up), {}
        case "reserve_allocates":
            return replace(before, state=state, memory=FOUND), {DOUBLED_ROOM: has_rung(ROOM, FOUND)}
        case "shrink_to_fit_frees":
            return replace(before, state=state, memory=LOWER), {}
        case "clear":
            return _cleared(before, state)
    return replace(before, state=state), {}


def _cleared(before: Rungs, state: State) -> tuple[Rungs, dict[str, Term]]:
    """The rungs after `clear` in MEMORY: those of the least space, on its own ladder."""
    shrinks, least = equal(state.mode, MEMORY), symbol("least_rung")
    stands = all_of(least >= 0, equal(state.least, OTHER(least)))

    def ladder(argument: Term | int) -> Term:
        return choose(shrinks, OTHER(argument), LADDER(argument))

    space, memory = choose(shrinks, least, LOWER), choose(shrinks, least, HIGHER)
    return Rungs(state, ladder, space, memory), {"the least space has a ladder": stands}


def _kept(case: str, words: str, given: Mapping[str, Term], after: Rungs) -> Obligation:
    query = Query(given, after.hold())
    flaw = without(query, DOUBLED)
    return Obligation(DOUBLED, case, words, query, (flaw,))


DOUBLED_ROOM = "room is a doubled space"


def has_rung(room: Term, number: Term) -> Term:
    """The room that `reserve` has found is a rung, not below the space."""
    return all_of(equal(room, LADDER(number)), number >= LOWER)


def _reserve(before: Rungs) -> list[Obligation]:
    """The loop of `reserve` begins with the space, and doubles."""
    first = Query(
        {DOUBLED: before.hold(), "first": equal(ROOM, before.state.space)}, has_rung(ROOM, LOWER)
    )
    step = Query(
        {
            DOUBLED: before.hold(),
            "so far": has_rung(ROOM, FOUND),
            "the ladder": rung(LADDER, FOUND),
        },
        has_rung(2 * ROOM, FOUND + 1),
    )
    return [
        Obligation(
            DOUBLED,
            "reserve_begins",
            "before the loop",
            first,
            (without(first, "first"), without(first, DOUBLED)),
        ),
        Obligation(
            DOUBLED,
            "reserve_doubles",
            "a doubling",
            step,
            (without(step, "so far"), without(step, "the ladder")),
        ),
    ]


def _of_a_new_list(state: State) -> Obligation:
    given = {
        "nothing is allocated beyond the space": equal(state.space, state.allocated),
        "every space has a ladder": all_of(LOWER >= 0, equal(state.space, LADDER(LOWER))),
    }
    query = Query(given, Rungs(state, LADDER, LOWER, LOWER).hold())
    flaw = without(query, "nothing is allocated beyond the space")
    return Obligation(DOUBLED, "new_list", "a new list", query, (flaw,))


def _lemma() -> list[Obligation]:
    """By induction on the higher rung."""
    base = Query(
        {
            "the lowest rung": rung(LADDER, HIGHER),
            "base": equal(HIGHER, 0),
            "range": all_of(LOWER >= 0, LOWER <= HIGHER),
        },
        at_least_doubled(LOWER, HIGHER),
    )
    step = Query(
        {
            "range": all_of(LOWER >= 0, LOWER <= HIGHER),
            "the ladder": rung(LADDER, HIGHER),
            "so far": at_least_doubled(LOWER, HIGHER),
        },
        at_least_doubled(LOWER, HIGHER + 1),
    )
    return [
        Obligation(DOUBLED, "lemma_base", "on one rung", base, (without(base, "the lowest rung"),)),
        Obligation(DOUBLED, "lemma_step", "a rung higher", step, (without(step, "so far"),)),
    ]
