"""The invariant of a dyadic list of any size: one function for each clause.

The names are those of `stablelist_spec.systems.dyadic.invariants`. A free list is described by ranks, as in a
StableList; but a clause about links speaks of a vacant cell and the block of its position, not of a partition, so no
clause is about a block and a rank at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_proofs.core.cells import counts_cells, lengths_fit
from stablelist_proofs.core.functions import NEVER, NONE, POSITION, Function, within
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

from .program import (
    RESERVING,
    SEARCHING,
    SHRINKING,
    TRUNCATING,
    Reserving,
    Subject,
    state_of,
)
from .state import BLOCK, State, block_of, border
from .transitions import WANTED, Searching

__all__ = ["LOWEST", "ROOMY", "TOP", "asserted", "core", "invariant"]


def of_blocks(state: State, said: Callable[[Term], Term], *triggers: Function) -> Term:
    """A statement about every block."""
    return for_all(BLOCK, lambda b: implies(within(0, b, state.blocks), said(b)), *triggers)


def blocks_tile_the_element_space(state: State) -> Term:
    """Each block begins where the one before it ends and is as long as all before it; the space is lawful (R1)."""

    def lies(block: Term) -> Term:
        record = state.record(block)
        return all_of(
            equal(record.start, border(block)),
            equal(record.size, border(block + 1) - border(block)),
        )

    return all_of(
        *(equal(state.least % 4, 0), state.least >= 4, within(0, state.mode, integer(3))),
        *(state.blocks >= 1, border(state.blocks) <= state.allocated),
        of_blocks(state, lies, state.start_of, state.size_of, state.opened_in),
    )


def allocated_memory_is_the_space_doubled(state: State) -> Term:
    """Allocated memory is the element space, doubled zero or more times (5.2; R3, R6)."""
    return all_of(state.memory >= state.blocks, equal(state.allocated, border(state.memory)))


def opened_cells_form_a_prefix(state: State) -> Term:
    """A block is opened only after the ones before it are opened to their end (5.2; R2)."""

    def opened(block: Term) -> Term:
        record, start, end = state.record(block), border(block), border(block + 1)
        partly = choose(state.opened <= start, 0, state.opened - start)
        return all_of(
            *(record.live >= 0, record.live <= record.opened),
            equal(record.opened, choose(state.opened >= end, end - start, partly)),
        )

    return all_of(
        within(0, state.opened, border(state.blocks) + 1),
        of_blocks(state, opened, state.opened_in, state.live_in),
    )


def counts_agree(state: State) -> Term:
    """Each block counts its live cells, and the list counts all of them (5.2)."""
    below = state.below

    def counts(block: Term) -> Term:
        record, start = state.record(block), border(block)
        return equal(record.live, below(start + record.opened) - below(start))

    return all_of(
        *(equal(below(0), 0), equal(below(state.opened), state.live)),
        counts_cells(state),
        of_blocks(state, counts, state.opened_in, state.live_in),
    )


# --- Free lists -----------------------------------------------------------------------------------


def of_vacancies(state: State, said: Callable[[Term], Term]) -> Term:
    """A statement about every vacant cell."""
    return for_all(POSITION, lambda i: implies(state.vacant(i), said(i)), state.next)


def free_lists_stay_in_their_partition(state: State) -> Term:
    """Every head, and every link, leads to an opened cell of the same block."""

    def there(position: Term, block: Term) -> Term:
        inside = within(0, position, state.opened)
        return any_of(equal(position, NONE), all_of(inside, equal(block_of(position), block)))

    return all_of(
        of_blocks(state, lambda b: there(state.head_of(b), b), state.head_of),
        of_vacancies(state, lambda i: there(state.next(i), block_of(i))),
    )


def free_lists_are_acyclic(state: State) -> Term:
    """A head is vacant and has the highest rank; each link leads to a vacant cell of the next lower rank."""

    def leads(position: Term, rank: Term) -> Term:
        vacant = all_of(no(equal(position, NONE)), no(state.has(position)))
        ranked = all_of(vacant, equal(state.rank(position), rank))
        return choose(rank >= 0, ranked, equal(position, NONE))

    return all_of(
        of_blocks(
            state, lambda b: leads(state.head_of(b), state.record(b).vacancies - 1), state.head_of
        ),
        of_vacancies(
            state, lambda i: all_of(state.rank(i) >= 0, leads(state.next(i), state.rank(i) - 1))
        ),
    )


def free_lists_are_complete(state: State) -> Term:
    """Every vacant cell has a rank below the length of its block's list, and no other cell of the block has it."""
    return for_all(
        POSITION,
        lambda i: implies(
            state.vacant(i),
            all_of(
                state.rank(i) < state.record(block_of(i)).vacancies,
                equal(state.entry(block_of(i), state.rank(i)), i),
            ),
        ),
        state.rank,
    )


# --- The whole ------------------------------------------------------------------------------------


def truncation_visits_nothing(state: State) -> Term:
    """Truncation never visits a free-list entry (R5)."""
    return equal(state.visits, 0)


def truncation_leaves_the_top_block_live(state: State) -> Term:
    """If the top block was opened and is empty, it is the base or truncation is off (R4)."""
    top = state.record(state.top)
    return any_of(
        top.live > 0, equal(top.opened, 0), equal(state.blocks, 1), equal(state.mode, NEVER)
    )


def lengths_fit_one_bit_more(state: State) -> Term:
    """Positions fit into an index, lengths into one bit more (R9)."""
    return lengths_fit(state, border(state.blocks), state.allocated)


CORE: Final = (
    blocks_tile_the_element_space,
    allocated_memory_is_the_space_doubled,
    opened_cells_form_a_prefix,
    counts_agree,
    free_lists_stay_in_their_partition,
    free_lists_are_acyclic,
    free_lists_are_complete,
    live_ids_are_distinct,
    truncation_visits_nothing,
    lengths_fit_one_bit_more,
)
TOP: Final = truncation_leaves_the_top_block_live.__name__
LOWEST: Final = "insertion_passes_full_blocks_only"
ROOMY: Final = "reserve_allocates_less_than_twice_what_is_needed"


def core(state: State) -> dict[str, Term]:
    """What holds between any two steps."""
    return {clause.__name__: clause(state) for clause in CORE}


def invariant(state: State) -> dict[str, Term]:
    """What holds between any two operations, by name, whether or not a key was issued."""
    return core(state) | {TOP: truncation_leaves_the_top_block_live(state)}


def insertion_passes_full_blocks_only(search: Searching) -> Term:
    """Every block before the one that an insertion looks at is full, so all of their cells are opened and live."""
    state, which = search.state, search.which
    passed = for_all(
        BLOCK, lambda b: implies(within(0, b, which), state.record(b).full), state.live_in
    )
    return all_of(
        *(which >= 0, which <= state.blocks, border(which) <= state.opened),
        *(equal(state.below(border(which)), border(which)), passed),
    )


def reserve_doubles_no_more_than_needed(loop: Reserving) -> Term:
    """`reserve` has doubled only spaces that were too small, and its room is a space."""
    state, fits = loop.state, loop.state.live + WANTED
    return all_of(
        *(WANTED >= 0, state.indexable(fits - 1)),
        any_of(equal(loop.room, border(state.blocks)), loop.room < 2 * fits),
        *(loop.found >= state.blocks, equal(loop.room, border(loop.found))),
    )


def asserted(point: str, subject: Subject) -> dict[str, Term]:
    """What holds at a point of the program."""
    state = state_of(subject)
    if point in (TRUNCATING, SHRINKING):
        return core(state)
    if isinstance(subject, Searching):
        assert point == SEARCHING
        return invariant(state) | {LOWEST: insertion_passes_full_blocks_only(subject)}
    if isinstance(subject, Reserving):
        assert point == RESERVING
        return invariant(state) | {ROOMY: reserve_doubles_no_more_than_needed(subject)}
    return invariant(state)
