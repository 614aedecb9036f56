"""One halving, entry by entry: q1's free list is walked, and each entry is dealt to the new q1 or q2.

    begins   nothing is dealt; ``here`` is the head of the old q1
    stays    an entry below the border is linked behind the last one that stayed
    pushes any other entry becomes the head of the new q2
    ends     the old q2 becomes h2, with its free list

`walk_invariant` holds between two steps. Its ghosts: ``dealt`` is the number of visited entries, ``stayed`` and
``pushed`` the numbers of those that went to each side; ``stay_entry``, ``push_entry`` and ``placed`` are for the two
new lists what ``entry`` and ``rank`` are for a partition; ``dealt_below`` counts the entries dealt before a position.
The list that stays grows at its end, so its ranks go from ``-stayed`` to -1; the pushed list grows at its head. (5.2;
R5)
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from stablelist_proofs.core.functions import (
    MEMORY,
    NONE,
    POSITION,
    RANK,
    Above,
    Constant,
    Function,
    Joined,
    Named,
    Put,
    within,
)
from stablelist_proofs.core.terms import (
    Sort,
    Term,
    all_of,
    choose,
    equal,
    for_all,
    implies,
    integer,
    no,
    symbol,
)

from .invariant import core, is_acyclic, is_complete, stays
from .state import Partition, State, may_halve

__all__ = [
    "PAID",
    "Deal",
    "Walk",
    "begun",
    "counting_step",
    "deals",
    "ended",
    "named",
    "symbolic_walk",
    "walk_invariant",
    "was_dealt",
]

PAID = symbol("paid_by_removals", Sort.BOOL)
"""Whether the halving is part of truncation, not of `shrink_to_fit`: visits count, and MEMORY frees memory."""


@dataclass(frozen=True)
class Walk:
    """A halving in progress: the list with its current cells, and the entries that were dealt."""

    state: State
    here: Term
    stay_head: Term
    stay_last: Term
    push_head: Term
    dealt: Term
    stayed: Term
    pushed: Term
    stay_entry: Function
    push_entry: Function
    placed: Function
    dealt_below: Function

    @property
    def border(self) -> Term:
        """The end of the new q1."""
        return self.state.space // 8

    @property
    def opened(self) -> Term:
        """How many cells of the new q1 are opened."""
        opened = self.state.q1.opened
        return choose(opened < self.border, opened, self.border)

    @property
    def reached(self) -> Term:
        """The lowest rank that was dealt; the next one is just below."""
        q1 = self.state.q1
        return q1.base + q1.vacancies - self.dealt


@dataclass(frozen=True)
class Deal:
    """One step of the walk."""

    name: str
    words: str
    guard: Term
    before: Walk
    after: Walk


def symbolic_walk(state: State) -> Walk:
    """An arbitrary walk."""
    return Walk(
        state,
        here=symbol("here"),
        stay_head=symbol("stay_head"),
        stay_last=symbol("stay_last"),
        push_head=symbol("push_head"),
        dealt=symbol("dealt"),
        stayed=symbol("stayed"),
        pushed=symbol("pushed"),
        stay_entry=Named("stay_entry"),
        push_entry=Named("push_entry"),
        placed=Named("placed"),
        dealt_below=Named("dealt_below"),
    )


def named(
    value: Any,  # noqa: ANN401 - a state, or a part of one
    prefix: str = "",
    without: Container[str] = (),
) -> Iterator[tuple[str, Any]]:
    """The terms and functions of a state by the names of its symbols, without some fields."""
    for field in fields(value):
        part = getattr(value, field.name)
        if field.name in without:
            continue
        if isinstance(part, State):
            yield from named(part, without=without)
        elif isinstance(part, Partition):
            yield from named(part, f"{field.name}_", without)
        else:
            yield prefix + field.name, part


def begun(state: State) -> Walk:
    """The walk before its first step."""
    none, zero = integer(NONE), integer(0)
    same = state.rank
    return Walk(
        state, state.q1.head, none, none, none, zero, zero, zero, same, same, same, Constant(0)
    )


# --- The steps ------------------------------------------------------------------------------------


def deals(walk: Walk) -> list[Deal]:
    """The cases for the next entry."""
    here = walk.here
    there, below = no(equal(here, NONE)), here < walk.border
    return [
        Deal("walk_stays", "stays in q1", all_of(there, below), walk, _staying(walk)),
        Deal("walk_pushes", "is pushed to q2", all_of(there, no(below)), walk, _pushing(walk)),
    ]


def _staying(walk: Walk) -> Walk:
    """The entry is linked behind the last one that stayed, or is the first."""
    state, here, rank = walk.state, walk.here, integer(-1) - walk.stayed
    first = equal(walk.stay_last, NONE)
    linked = Put(state.next, walk.stay_last, here)
    return replace(
        _dealt(walk, rank),
        state=_visited(replace(state, next=linked)),
        stay_head=choose(first, here, walk.stay_head),
        stay_last=here,
        stayed=walk.stayed + 1,
        stay_entry=Put(walk.stay_entry, rank, here),
    )


def _pushing(walk: Walk) -> Walk:
    """The entry is the new head of the new q2."""
    state, here, rank = walk.state, walk.here, walk.pushed
    pushed = Put(state.next, here, walk.push_head)
    return replace(
        _dealt(walk, rank),
        state=_visited(replace(state, next=pushed)),
        push_head=here,
        pushed=walk.pushed + 1,
        push_entry=Put(walk.push_entry, rank, here),
    )


def _dealt(walk: Walk, rank: Term) -> Walk:
    """The walk with one more entry dealt."""
    return replace(
        walk,
        here=walk.state.next(walk.here),
        dealt=walk.dealt + 1,
        placed=Put(walk.placed, walk.here, rank),
        dealt_below=Above(walk.dealt_below, walk.here, 1),
    )


def _visited(state: State) -> State:
    return replace(state, visits=choose(PAID, state.visits + 1, state.visits))


def ended(walk: Walk, frees: Term | None = None) -> State:
    """The list after the walk: two new free lists, and the old q2 as h2; memory is freed as R6 says, or as given."""
    state, border = walk.state, walk.border
    old, space = state.q1, state.space // 2
    q1 = Partition(
        start=integer(0),
        size=border,
        live=walk.opened - walk.stayed,
        opened=walk.opened,
        head=walk.stay_head,
        base=integer(0) - walk.stayed,
        entry=walk.stay_entry,
    )
    q2 = Partition(
        start=border,
        size=border,
        live=old.opened - walk.opened - walk.pushed,
        opened=old.opened - walk.opened,
        head=walk.push_head,
        base=integer(0),
        entry=walk.push_entry,
    )
    kept = old.opened + state.q2.opened
    if frees is None:
        frees = all_of(PAID, equal(state.mode, MEMORY))
    return replace(
        state,
        space=space,
        q1=q1,
        q2=q2,
        h2=replace(state.q2, start=space // 2, size=space // 2),
        next=Put(state.next, walk.stay_last, integer(NONE)),
        rank=Joined(walk.placed, old.size, state.rank),
        dropped=state.dropped + state.opened - kept,
        allocated=choose(frees, space, state.allocated),
        moved=choose(frees, state.moved + kept, state.moved),
    )


# --- What holds between them ----------------------------------------------------------------------


def walk_invariant(walk: Walk) -> dict[str, Term]:
    """The invariant of a halving in progress."""
    state = walk.state
    halving = all_of(equal(state.h2.live, 0), may_halve(state))
    whole = {name: term for name, term in core(state).items() if not name.startswith("free_lists")}
    return whole | {
        "walk_halves_an_empty_h2": halving,
        "walk_leaves_q2_alone": all_of(
            stays(state.q2), is_acyclic(state, state.q2), is_complete(state, state.q2)
        ),
        "walk_stands_at_the_next_entry": _stands(walk),
        "walk_leaves_the_rest_alone": _rest(walk),
        "walk_counts_what_was_dealt": _counts(walk),
        "walk_deals_to_the_right_side": _sides(walk),
        "walk_deals_every_entry_once": _every(walk),
        "walk_links_what_was_dealt": _links(walk),
        "walk_keeps_the_order_of_q1_and_reverses_q2": _order(walk),
    }


def _stands(walk: Walk) -> Term:
    """``here`` is the entry of the next rank, until there is none."""
    q1, left = walk.state.q1, walk.state.q1.vacancies - walk.dealt
    there = choose(left > 0, q1.entry(walk.reached - 1), NONE)
    return all_of(walk.dealt >= 0, left >= 0, equal(walk.here, there))


def _rest(walk: Walk) -> Term:
    """The old list, with the links of its entries that were not visited yet."""
    state, q1 = walk.state, walk.state.q1
    return all_of(
        stays(q1),
        is_complete(state, q1),
        for_all(
            RANK,
            lambda r: implies(
                within(q1.base, r, q1.base + q1.vacancies),
                all_of(no(state.has(q1.entry(r))), equal(state.rank(q1.entry(r)), r)),
            ),
            q1.entry,
        ),
        for_all(
            POSITION,
            lambda i: implies(
                all_of(_vacant(walk, i), state.rank(i) < walk.reached),
                equal(
                    state.next(i),
                    choose(equal(state.rank(i), q1.base), NONE, q1.entry(state.rank(i) - 1)),
                ),
            ),
            state.next,
        ),
    )


def _vacant(walk: Walk, position: Term) -> Term:
    q1 = walk.state.q1
    return all_of(within(0, position, q1.opened), no(walk.state.has(position)))


def was_dealt(walk: Walk, position: Term) -> Term:
    """Whether a cell of the old q1 is an entry that was visited."""
    return all_of(_vacant(walk, position), walk.state.rank(position) >= walk.reached)


def _counts(walk: Walk) -> Term:
    """As many visited entries stayed as lie below the border."""
    below = walk.dealt_below
    return all_of(
        equal(walk.stayed + walk.pushed, walk.dealt),
        equal(below(0), 0),
        equal(walk.stayed, below(walk.opened)),
        equal(walk.dealt, below(walk.state.q1.opened)),
        for_all(
            POSITION,
            lambda i: implies(
                within(0, i, walk.state.q1.opened),
                equal(below(i + 1), choose(was_dealt(walk, i), below(i) + 1, below(i))),
            ),
            walk.state.rank,
        ),
    )


def _sides(walk: Walk) -> Term:
    """Each new list lies on its side of the border, and has only dealt entries."""

    def side(base: Term, end: Term, entry: Function, low: Term, high: Term) -> Term:
        return for_all(
            RANK,
            lambda r: implies(
                within(base, r, end),
                all_of(
                    within(low, entry(r), high),
                    was_dealt(walk, entry(r)),
                    equal(walk.placed(entry(r)), r),
                ),
            ),
            entry,
        )

    zero, opened = integer(0), walk.state.q1.opened
    return all_of(
        walk.stayed >= 0,
        walk.pushed >= 0,
        side(zero - walk.stayed, zero, walk.stay_entry, zero, walk.border),
        side(zero, walk.pushed, walk.push_entry, walk.border, opened),
    )


def _every(walk: Walk) -> Term:
    """Every dealt entry is in the new list of its side."""
    placed, zero = walk.placed, integer(0)
    return for_all(
        POSITION,
        lambda i: implies(
            was_dealt(walk, i),
            choose(
                i < walk.border,
                all_of(
                    within(zero - walk.stayed, placed(i), zero),
                    equal(walk.stay_entry(placed(i)), i),
                ),
                all_of(within(0, placed(i), walk.pushed), equal(walk.push_entry(placed(i)), i)),
            ),
        ),
        placed,
    )


def _links(walk: Walk) -> Term:
    """The new lists are linked from their heads down the ranks; the last entry that stayed has no link yet."""
    placed, following = walk.placed, walk.state.next
    lowest = integer(0) - walk.stayed
    some_stayed, some_pushed = walk.stayed > 0, walk.pushed > 0
    return all_of(
        equal(walk.stay_head, choose(some_stayed, walk.stay_entry(-1), NONE)),
        equal(walk.stay_last, choose(some_stayed, walk.stay_entry(lowest), NONE)),
        equal(walk.push_head, choose(some_pushed, walk.push_entry(walk.pushed - 1), NONE)),
        for_all(
            POSITION,
            lambda i: implies(
                all_of(was_dealt(walk, i), i < walk.border, placed(i) > lowest),
                equal(following(i), walk.stay_entry(placed(i) - 1)),
            ),
            following,
        ),
        for_all(
            POSITION,
            lambda i: implies(
                all_of(was_dealt(walk, i), i >= walk.border),
                equal(
                    following(i),
                    choose(equal(placed(i), 0), NONE, walk.push_entry(placed(i) - 1)),
                ),
            ),
            following,
        ),
    )


def _order(walk: Walk) -> Term:
    """Of two entries that stayed, the earlier one is nearer to the head; of two pushed ones, the later one."""
    one, other = symbol("one_entry"), symbol("other_entry")
    rank, placed = walk.state.rank, walk.placed
    dealt = all_of(was_dealt(walk, one), was_dealt(walk, other))
    kept = all_of(one < walk.border, other < walk.border)
    moved = all_of(one >= walk.border, other >= walk.border)
    earlier = rank(one) > rank(other)
    return all_of(
        implies(all_of(dealt, kept), equal(earlier, placed(one) > placed(other))),
        implies(
            all_of(dealt, moved, no(equal(one, other))),
            equal(earlier, placed(one) < placed(other)),
        ),
    )


def counting_step(walk: Walk, position: Term) -> Term:
    """After the walk, all cells before a position are live or dealt."""
    return equal(walk.dealt_below(position) + walk.state.below(position), position)
