"""The invariant is inductive: it holds in a new list, and every move preserves every clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

from .flaws import PLAIN, PLAIN_WALK, PLANTED, WRONG_LINES
from .invariant import (
    cascade_leaves_h2_live,
    core,
    invariant,
    keys,
    live_key_resolves,
    within,
)
from .lemmas import counting, dealing
from .obligation import Flaw, Obligation, without
from .query import Query
from .state import NONE, PARTITIONS, Put, State, may_halve, stamp, untouched
from .terms import Term, all_of, equal, implies, integer, no, symbol
from .transitions import (
    ELEMENT,
    Move,
    additions,
    clear,
    memory_moves,
    removals,
    replacements,
    truncates,
)
from .walk import Walk, begun, deals, ended, walk_invariant

__all__ = [
    "EMPTIED",
    "given_after_walk",
    "given_before",
    "inductive_obligations",
    "issuing_obligations",
    "moves",
    "new_list",
    "walking_obligations",
]

CONTAINMENT = (
    "partitions_tile_the_element_space",
    "opened_cells_form_a_prefix",
    "free_lists_stay_in_their_partition",
)
"""The clauses from which it follows that no two lists share an entry."""
EMPTIED = "remove_from_h2_last"
"""The move after which truncation begins; h2 may be empty after it."""

Clauses = Callable[[State], dict[str, Term]]
"""Clauses of the invariant, by name."""


def moves(state: State) -> list[Move]:
    """Every move except those of a halving."""
    return [
        *additions(state),
        *removals(state),
        clear(state),
        *replacements(state),
        *memory_moves(state),
    ]


def given_before(state: State) -> dict[str, Term]:
    """The hypotheses before a move, also before the first one."""
    return invariant(state) | counting(state)


def inductive_obligations(state: State) -> list[Obligation]:
    """Every clause after every move, and in a new list."""
    new, lawful = new_list(state)
    found = _kept(invariant, "new_list", "a new list", lawful, new, new)
    found += _disjoint(state)
    for move in moves(state):
        given = given_before(state) | {"the case": move.guard}
        clauses = core if move.name == EMPTIED else invariant
        found += _kept(clauses, move.name, move.words, given, move.before, move.after)
        issued = given | keys(move.before)
        found += _kept(keys, move.name, move.words, issued, move.before, move.after)
    return found


def new_list(state: State) -> tuple[State, dict[str, Term]]:
    """A new list of any lawful space, and the hypotheses about it: nothing is opened, live, issued or paid (R1)."""
    nothing = integer(0)
    new = replace(
        untouched(state, state.space),
        below=state.below,
        next_id=stamp(nothing),
        added=nothing,
        visits=nothing,
        moved=nothing,
        dropped=nothing,
        removals=nothing,
    )
    return new, {
        "sizes": all_of(
            *(equal(state.space % 4, 0), equal(state.least % 4, 0), state.least >= 4),
            *(state.space >= state.least, equal(state.allocated, state.space)),
            *(state.mode >= 0, state.mode < 3, equal(state.below(0), 0)),
            *(implies(state.bounded, state.index_count >= 4), state.indexable(state.space - 1)),
        )
    }


def _disjoint(state: State) -> list[Obligation]:
    """No position is an entry of two lists, because each list stays in its partition."""
    found = []
    for one, other in combinations(PARTITIONS, 2):
        first, second = getattr(state, one), getattr(state, other)
        ranks = symbol("one_rank"), symbol("other_rank")
        entries = (
            within(p.base, r, p.base + p.vacancies)
            for p, r in zip((first, second), ranks, strict=True)
        )
        whole = core(state)
        given = {name: whole[name] for name in CONTAINMENT} | {"two entries": all_of(*entries)}
        query = Query(given, no(equal(first.entry(ranks[0]), second.entry(ranks[1]))))
        flaws = (without(query, "free_lists_stay_in_their_partition"),)
        case, words = f"{one}_and_{other}", "no position is in both lists"
        found.append(Obligation("free_lists_are_disjoint", case, words, query, flaws))
    return found


def _kept(
    clauses: Clauses,
    case: str,
    words: str,
    given: Mapping[str, Term],
    before: State,
    after: State,
) -> list[Obligation]:
    """Each clause after one move, with the defects that must be detected."""

    def query(name: str, changed: State) -> Query:
        return Query(given, clauses(changed)[name])

    found = []
    for name in clauses(after):
        flaws = [
            Flaw(plain.words, query(name, plain.change(after)))
            for plain in PLAIN[name]
            if case not in plain.but_after
        ]
        flaws += [
            Flaw(line.words, query(name, line.change(after, before)))
            for line in WRONG_LINES
            if (line.move, line.noticed_by) == (case, name)
        ]
        found.append(Obligation(name, case, words, query(name, after), tuple(flaws)))
    return found


# --- A key is issued ------------------------------------------------------------------------------


def issuing_obligations(state: State) -> list[Obligation]:
    """Any key that an insertion returns satisfies the clauses about the tracked key from then on."""
    found = []
    for move in additions(state):
        if not move.answer:
            continue
        index, _ = move.answer
        given = given_before(state) | {"the case": move.guard}
        issued = replace(
            move.after,
            tracked_index=index,
            tracked_birth=state.added,
            tracked_live=all_of(),
            tracked_element=ELEMENT,
        )
        other = replace(issued, tracked_birth=PLANTED)
        for name in keys(issued):
            query, flawed = (Query(given, keys(after)[name]) for after in (issued, other))
            flaws = [Flaw("the key is of any insertion", flawed)]
            if name == live_key_resolves.__name__:
                stored = replace(issued, element=Put(issued.element, index, PLANTED))
                flaws.append(Flaw("any element is stored", Query(given, keys(stored)[name])))
            case = f"issued_by_{move.name}"
            found.append(Obligation(name, case, "the key that is answered", query, tuple(flaws)))
    return found


# --- A halving ------------------------------------------------------------------------------------


def walking_obligations(state: State, walk: Walk) -> list[Obligation]:
    """The walk's invariant holds at first, each step preserves it, and the list's invariant holds at the end."""
    empty = {"h2 is empty": equal(state.h2.live, 0), "R1 allows it": may_halve(state)}
    issued = keys(state)
    found = _walked("walk_begins", "nothing is dealt", core(state) | empty, issued, begun(state))
    for deal in deals(walk):
        given = walk_invariant(walk) | {"the case": deal.guard}
        found += _walked(deal.name, deal.words, given, issued, deal.after)
    given, after = given_after_walk(walk), ended(walk)
    found += _kept(core, "walk_ends", "the old q2 is h2", given, state, after)
    found += _kept(keys, "walk_ends", "the old q2 is h2", given | issued, state, after)
    return [*found, *_of_the_exit(state)]


def _of_the_exit(state: State) -> list[Obligation]:
    """A cascade in `remove` or in `shrink_to_fit` ends when no further halving is allowed."""
    name = cascade_leaves_h2_live.__name__
    halves = all_of(equal(state.h2.live, 0), may_halve(state))
    found = []
    for case, loops in (("cascade_ends", truncates(state)), ("shrinking_ends", halves)):
        query = Query(core(state) | {"the loop ends": no(loops)}, invariant(state)[name])
        flaws = (without(query, "the loop ends"),)
        found.append(Obligation(name, case, "nothing more may be halved", query, flaws))
    return found


def given_after_walk(walk: Walk) -> dict[str, Term]:
    """The hypotheses when a walk is done."""
    done = {"the walk is done": equal(walk.here, NONE)}
    below, end = walk.state.below, walk.state.q1.opened
    border = all_of(below(0) <= below(walk.opened), below(walk.opened) <= below(end))
    lemmas = dealing(walk) | counting(walk.state) | {"every_live_cell_is_counted/border": border}
    return walk_invariant(walk) | done | lemmas


def _walked(
    case: str, words: str, given: dict[str, Term], issued: dict[str, Term], after: Walk
) -> list[Obligation]:
    """Every clause of the walk after one of its steps, and those about the key if one was issued."""

    def query(name: str, changed: Walk) -> Query:
        return Query(given, walk_invariant(changed)[name])

    found = _kept(keys, case, words, given | issued, after.state, after.state)
    for name in walk_invariant(after):
        if name in PLAIN_WALK:
            broken = [(PLAIN_WALK[name].words, PLAIN_WALK[name].change(after))]
        else:
            broken = [
                (plain.words, replace(after, state=plain.change(after.state)))
                for plain in PLAIN[name]
            ]
        flaws = tuple(Flaw(said, query(name, changed)) for said, changed in broken)
        found.append(Obligation(name, case, words, query(name, after), flaws))
    return found
