"""The invariant of a list of any size: one function for each clause.

The names are those of `stablelist_spec.systems.stable_list.invariants`. Where the model walks a free list, a clause
uses ranks: a vacant cell's ``next`` has a rank lower by one, so no list has a cycle; ``entry`` and ``rank`` are
inverses of each other, so every vacant opened cell is in one list, once. `list_clauses` says this about one list.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.cells import counts_cells, lengths_fit
from stablelist_proofs.core.functions import NEVER, NONE, POSITION, RANK, within
from stablelist_proofs.core.stamps import live_ids_are_distinct
from stablelist_proofs.core.terms import (
    Term,
    all_of,
    any_of,
    choose,
    equal,
    for_all,
    implies,
    integer,
    no,
)

from .state import Partition, State, may_halve

__all__ = ["CORE", "ROOMY", "core", "invariant", "list_clauses"]

ROOMY: Final = "reserve_allocates_less_than_twice_what_is_needed"
"""What holds within the loop of `reserve`, besides."""


def partitions_tile_the_element_space(state: State) -> Term:
    """Q1 is the first quarter, q2 the second, h2 the second half; the space is lawful.

    (5.2; R1)
    """
    space, (q1, q2, h2) = state.space, state.partitions
    quarter, half = space // 4, space // 2
    return all_of(
        *(equal(space % 4, 0), equal(state.least % 4, 0), state.least >= 4),
        *(state.least <= space, space <= state.allocated, within(0, state.mode, integer(3))),
        *(equal(q1.start, 0), equal(q1.size, quarter)),
        *(equal(q2.start, quarter), equal(q2.size, quarter)),
        *(equal(h2.start, half), equal(h2.size, half)),
    )


def opened_cells_form_a_prefix(state: State) -> Term:
    """A partition is opened only after all cells of the partitions before it are opened.

    (5.2; R2)
    """
    q1, q2, h2 = state.partitions
    bounds = (all_of(p.live >= 0, p.live <= p.opened, p.opened <= p.size) for p in state.partitions)
    return all_of(
        *bounds,
        any_of(equal(q2.opened, 0), equal(q1.opened, q1.size)),
        any_of(equal(h2.opened, 0), equal(q2.opened, q2.size)),
    )


def counts_agree(state: State) -> Term:
    """Each partition counts its live cells.

    (5.2)
    """
    below = state.below
    return all_of(
        equal(below(0), 0),
        counts_cells(state),
        *(equal(p.live, below(p.end) - below(p.start)) for p in state.partitions),
    )


# --- Free lists -----------------------------------------------------------------------------------


def stays(list_: Partition) -> Term:
    """Every entry is an opened cell of its partition."""
    return for_all(
        RANK,
        lambda r: implies(
            within(list_.base, r, list_.base + list_.vacancies),
            within(list_.start, list_.entry(r), list_.end),
        ),
        list_.entry,
    )


def is_acyclic(state: State, list_: Partition) -> Term:
    """Every entry is vacant, the head has the highest rank, and each entry links to the one of the next lower rank."""
    base, vacancies, entry, rank = list_.base, list_.vacancies, list_.entry, state.rank
    head = choose(vacancies > 0, entry(base + vacancies - 1), NONE)
    return all_of(
        equal(list_.head, head),
        for_all(
            RANK,
            lambda r: implies(
                within(base, r, base + vacancies),
                all_of(no(state.has(entry(r))), equal(rank(entry(r)), r)),
            ),
            entry,
        ),
        for_all(
            POSITION,
            lambda i: implies(
                all_of(within(list_.start, i, list_.end), no(state.has(i))),
                equal(state.next(i), choose(equal(rank(i), base), NONE, entry(rank(i) - 1))),
            ),
            state.next,
        ),
    )


def is_complete(state: State, list_: Partition) -> Term:
    """Every vacant opened cell of the partition is an entry."""
    return for_all(
        POSITION,
        lambda i: implies(
            all_of(within(list_.start, i, list_.end), no(state.has(i))),
            all_of(
                within(list_.base, state.rank(i), list_.base + list_.vacancies),
                equal(list_.entry(state.rank(i)), i),
            ),
        ),
        state.rank,
    )


def list_clauses(state: State, list_: Partition) -> dict[str, Term]:
    """The clauses about the free list of one partition."""
    return {
        "free_lists_stay_in_their_partition": stays(list_),
        "free_lists_are_acyclic": is_acyclic(state, list_),
        "free_lists_are_complete": is_complete(state, list_),
    }


# --- The whole ------------------------------------------------------------------------------------


def lengths_fit_one_bit_more(state: State) -> Term:
    """Positions fit into an index, lengths into one bit more, and opened cells lie in the space (R9)."""
    return lengths_fit(state, state.space, state.allocated)


def cascade_leaves_h2_live(state: State) -> Term:
    """If h2 was opened and is empty, truncation is off or R1 forbids another halving.

    (5.2; R4)
    """
    return any_of(
        state.h2.live > 0,
        equal(state.h2.opened, 0),
        equal(state.mode, NEVER),
        no(may_halve(state)),
    )


CORE: Final = (
    partitions_tile_the_element_space,
    opened_cells_form_a_prefix,
    counts_agree,
    live_ids_are_distinct,
    lengths_fit_one_bit_more,
)
"""The clauses about the whole list that also hold within a cascade."""


def core(state: State) -> dict[str, Term]:
    """What holds between any two halvings: everything except `cascade_leaves_h2_live`."""
    clauses = {clause.__name__: clause(state) for clause in CORE}
    lists = [list_clauses(state, list_) for list_ in state.partitions]
    return clauses | {name: all_of(*(each[name] for each in lists)) for name in lists[0]}


def invariant(state: State) -> dict[str, Term]:
    """What holds between any two operations, by name, whether or not a key was issued."""
    return core(state) | {cascade_leaves_h2_live.__name__: cascade_leaves_h2_live(state)}
