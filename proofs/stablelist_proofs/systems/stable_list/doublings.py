"""Allocated memory is the element space, doubled some number of times.

A *ladder* is a function from rungs to lengths: each rung is twice the one below, and the lowest is 4 times an odd
number, so every lawful space is a rung of one ladder. The ghosts of a list are its ladder, and the rungs of ``space``
and ``allocated``.

One thing is assumed without proof: that every lawful space has a ladder. This is arithmetic: each multiple of 4 from 4
on is 4 times an odd number, doubled some number of times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import MEMORY, Function, Named
from stablelist_proofs.core.lemma import Induction, Scheme
from stablelist_proofs.core.obligation import PLANTED, Flaw, Obligation, without
from stablelist_proofs.core.query import Hypothesis, Query, clauses, premise
from stablelist_proofs.core.terms import Term, all_of, choose, equal, implies, integer, symbol

from .assumptions import LADDER, ON_A_LADDER, RUNG
from .inductive import given
from .program import RESERVING, Reserving, state_of
from .state import State
from .walk import PAID

__all__ = ["DOUBLED", "LADDERS", "LOWER", "Rungs", "doubling_obligations", "doublings", "rungs"]

DOUBLED = "allocated_memory_is_the_space_doubled"
OTHER = Named("ladder_of_least")
LOWER, HIGHER, FOUND = symbol("lower_rung"), symbol("higher_rung"), symbol("wanted_rung")
LEAST = symbol("least_rung")


@dataclass(frozen=True)
class Rungs:
    """A list, its ladder, and the rungs of its lengths; in `reserve` also the room, and its rung."""

    state: State
    ladder: Function
    space: Term
    memory: Term
    room: Term | None = None
    found: Term = FOUND

    def hold(self) -> Term:
        """Whether the list's lengths are these rungs."""
        return all_of(
            self.space >= 0,
            self.space <= self.memory,
            equal(self.state.space, self.ladder(self.space)),
            equal(self.state.allocated, self.ladder(self.memory)),
        )

    def room_is_a_rung(self) -> Term:
        """Whether the room that `reserve` has found is a rung, not below the space."""
        assert self.room is not None
        return all_of(equal(self.room, self.ladder(self.found)), self.found >= self.space)


def rungs(state: State) -> Rungs:
    """The rungs of an arbitrary list."""
    return Rungs(state, LADDER, LOWER, HIGHER)


# --- Ladders --------------------------------------------------------------------------------------


RUNGS_ARE_LENGTHS = Induction(
    DOUBLED,
    "rungs_are_lengths",
    ("the lowest rung", "a rung higher"),
    lambda: Scheme(
        statement=lambda number: LADDER(number) >= 4,
        first=integer(0),
        given=RUNG.at(integer(0)),
        of_step=RUNG.at,
    ),
    variable=HIGHER,
    crucial=("the ladder",),
)
"""Every rung is at least 4."""

AT_LEAST_DOUBLED = Induction(
    DOUBLED,
    "at_least_doubled",
    ("on one rung", "a rung higher"),
    lambda lower: Scheme(
        statement=lambda higher: implies(lower < higher, 2 * LADDER(lower) <= LADDER(higher)),
        first=lower,
        given=premise(lower=lower >= 0),
        of_step=lambda higher: RUNG.at(higher) | {"lengths": RUNGS_ARE_LENGTHS.at(higher)},
    ),
    variable=HIGHER,
    parameters=(LOWER,),
    crucial=("the ladder",),
)
"""Two rungs are equal, or one is at least twice the other."""

LADDERS = (RUNGS_ARE_LENGTHS, AT_LEAST_DOUBLED)


# --- What is asserted -----------------------------------------------------------------------------


def doublings(list_: Assertions) -> Assertions:
    """The lengths of the list are rungs of its ladder."""

    def before(point: str) -> Rungs:
        subject = list_.before(point)
        room = subject.room if isinstance(subject, Reserving) else None
        return replace(rungs(state_of(subject)), room=room)

    def said(point: str, subject: Rungs) -> dict[str, Term]:
        found = {DOUBLED: subject.hold()}
        return found | {ROOM_IS_A_RUNG: subject.room_is_a_rung()} if point == RESERVING else found

    return Assertions("doublings", list_.arcs, said, before, _after, (list_,), part=state_of)


ROOM_IS_A_RUNG = "room is a doubled space"


def _after(arc: Arc) -> Rungs:
    """The rungs after a step."""
    state = state_of(arc.after)
    same = rungs(state)
    match arc.name:
        case "new_list":
            return replace(same, memory=LOWER)
        case "add_grow_moving":
            return replace(same, space=LOWER + 1, memory=LOWER + 1)
        case "add_grow_in_place":
            return replace(same, space=LOWER + 1)
        case "reserve_begins":
            return replace(same, room=arc.after.room, found=LOWER)
        case "reserve_doubles":
            return replace(same, room=arc.after.room, found=FOUND + 1)
        case "reserve_allocates":
            return replace(same, memory=FOUND)
        case "shrink_to_fit_frees":
            return replace(same, memory=LOWER)
        case "walk_ends":
            freed = all_of(PAID, equal(state.mode, MEMORY))
            return replace(same, space=LOWER - 1, memory=choose(freed, LOWER - 1, HIGHER))
        case "clear":
            return _cleared(state)
    return same


def _cleared(state: State) -> Rungs:
    """The rungs after `clear` in mode MEMORY: those of the least space, on its own ladder."""
    shrinks = equal(state.mode, MEMORY)

    def ladder(argument: Term | int) -> Term:
        return choose(shrinks, OTHER(argument), LADDER(argument))

    return Rungs(state, ladder, choose(shrinks, LEAST, LOWER), choose(shrinks, LEAST, HIGHER))


# --- What is shown --------------------------------------------------------------------------------


def doubling_obligations(list_: Assertions, doubled: Assertions) -> list[Obligation]:
    """The lemmas, and every step that changes a length."""
    found = [each for lemma in LADDERS for each in lemma.obligations()]
    for arc in doubled.arcs:
        before = given(list_, arc) | clauses(doubled.asserted(arc.source)) | of_ladders(arc)
        for name, term in doubled.changed(arc).items():
            query = Query(before, term)
            flaws = [
                Flaw(words, Query(before, doubled.said(arc.target, changed)[name]))
                for words, changed in _damaged(doubled.after(arc))
            ]
            flaws += [
                without(query, each) for each in (DOUBLED, ON_A_LADDER.name) if each in before
            ]
            found.append(Obligation(DOUBLED, arc.name, arc.words, query, tuple(flaws), arc))
    return found


def of_ladders(arc: Arc) -> dict[str, Hypothesis]:
    """The facts about ladders that may be assumed before a step."""
    if arc.source == START:
        return ON_A_LADDER.at(arc.after.space, LOWER)
    lemma = {"lengths": RUNGS_ARE_LENGTHS.at(HIGHER), "lemma": AT_LEAST_DOUBLED.at(LOWER, HIGHER)}
    known = RUNG.at(LOWER) | RUNG.at(LOWER - 1, where="a rung below") | lemma
    if arc.source == RESERVING:
        known |= RUNG.at(FOUND, where="at the room")
    if arc.name == "clear":
        known |= ON_A_LADDER.at(arc.before.least, LEAST, OTHER)
    return known


def _damaged(after: Rungs) -> Iterator[tuple[str, Rungs]]:
    """The state after a defective step."""
    if after.room is not None:
        yield "the room is any", replace(after, room=PLANTED)
    else:
        yield "the space is any", replace(after, state=replace(after.state, space=PLANTED))
