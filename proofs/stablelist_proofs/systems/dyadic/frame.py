"""The bookkeeping of a step: one cell and one record of a block at most, and no free-list entry is visited.

This is a statement about the state after a step, not about a counter: every other cell, and the record of every other
block, is as before. Two costs are not covered. Growth, `reserve` and releasing memory may move each opened cell once,
which is counted in ``moved``. And `clear` empties the record of every block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import POSITION, Put, within
from stablelist_proofs.core.obligation import PLANTED, PLANTED_AT, PLANTED_TRUTH, Flaw, Obligation
from stablelist_proofs.core.query import Hypothesis, Query, guard
from stablelist_proofs.core.stamps import INDEX
from stablelist_proofs.core.terms import (
    Domain,
    Term,
    all_of,
    any_of,
    choose,
    equal,
    for_all,
    implies,
    no,
)

from .inductive import of_its_cell
from .invariant import LOWEST
from .program import state_of
from .state import BLOCK, OF_A_BLOCK, State, block_of

__all__ = ["CELLS", "FRAME", "RECORDS", "changed_cell", "frame_obligations", "same_but", "written"]

FRAME: Final = "every_step_changes_one_cell_and_one_block_at_most"
CELLS: Final = ("has", "id", "element", "next")
RECORDS: Final = tuple(OF_A_BLOCK.values())
OF_A_LIST: Final = (*CELLS, *RECORDS, "visits", "moved", "opened", "blocks")
NEEDED: Final = (
    *("the case", LOWEST, "blocks_tile_the_element_space"),
    *("opened_cells_form_a_prefix", "free_lists_stay_in_their_partition", "free_lists_are_acyclic"),
)
"""The hypotheses that say where a cell lies."""


def frame_obligations(list_: Assertions) -> list[Obligation]:
    """Every step that changes a list, except for `clear`."""
    return [
        _of_a_step(list_, arc)
        for arc in list_.arcs
        if arc.source != START and arc.name != "clear" and _changes(arc)
    ]


def _changes(arc: Arc) -> bool:
    return bool(written(state_of(arc.before), state_of(arc.after)))


def changed_cell(arc: Arc) -> Term | None:
    """The cell that a step may change, if any."""
    if arc.operation == "its search":
        return arc.answer[0]
    return INDEX if arc.operation in ("remove", "replace") else None


def _of_a_step(list_: Assertions, arc: Arc) -> Obligation:
    before, after, cell = state_of(arc.before), state_of(arc.after), changed_cell(arc)
    hypotheses = _known(list_, arc)
    query = Query(hypotheses, _frame(before, after, cell))
    flaws = tuple(
        Flaw(words, Query(hypotheses, _frame(before, wrong, cell)))
        for words, wrong in _damaged(before, after)
    )
    return Obligation(FRAME, arc.name, arc.words, query, flaws, arc, states=True)


def _known(list_: Assertions, arc: Arc) -> dict[str, Hypothesis]:
    """What it takes: the case, where blocks lie, and for an insertion that its cell is of its block."""
    whole = list_.known(arc.source) | guard(arc.guard)
    found = {name: each for name, each in whole.items() if name in NEEDED}
    return found | of_its_cell(state_of(arc.before), arc)


def _frame(before: State, after: State, cell: Term | None) -> Term:
    """Everything but one cell and its block is the same, as far as it was there and still is."""
    block = None if cell is None else block_of(cell)
    cells = choose(before.opened < after.opened, before.opened, after.opened)
    blocks = choose(before.blocks < after.blocks, before.blocks, after.blocks)
    moves = equal(after.moved, before.moved), equal(after.moved, before.moved + before.opened)
    said = [
        *((name, same_but(name, before, after, POSITION, cells, cell)) for name in CELLS),
        *((name, same_but(name, before, after, BLOCK, blocks, block)) for name in RECORDS),
        ("visits", equal(after.visits, before.visits)),
        ("moved", any_of(*moves)),
        ("opened", after.opened <= before.opened + 1),
        ("blocks", after.blocks >= before.blocks - 1),
        ("blocks", after.blocks <= before.blocks + 1),
    ]
    return all_of(*(term for name, term in said if name in written(before, after)))


def written(before: State, after: State) -> set[str]:
    """What a step writes; of all else there is nothing to show."""
    return {name for name in OF_A_LIST if getattr(before, name) is not getattr(after, name)}


def same_but(
    name: str, before: State, after: State, domain: Domain, end: Term, but: Term | None
) -> Term:
    """A function has the same values, but for one argument."""
    old: Callable[[Term], Term] = getattr(before, name)
    new: Callable[[Term], Term] = getattr(after, name)

    def same(argument: Term) -> Term:
        other = () if but is None else (no(equal(argument, but)),)
        return implies(
            all_of(within(0, argument, end), *other), equal(new(argument), old(argument))
        )

    return for_all(domain, same)


def _damaged(before: State, after: State) -> Iterator[tuple[str, State]]:
    """What a defective step leaves behind, where it writes anyway."""
    names = written(before, after)
    for name in (*CELLS, *RECORDS):
        if name in names:
            value = PLANTED_TRUTH if name == "has" else PLANTED
            wrong: Any = {name: Put(getattr(after, name), PLANTED_AT, value)}
            yield f"{name.replace('_', ' ')} is written elsewhere, too", replace(after, **wrong)
    if "moved" in names:
        yield "some cells are moved", replace(after, moved=PLANTED)
    if "opened" in names:
        yield "any number of cells is opened", replace(after, opened=PLANTED)
    if "blocks" in names:
        for words, number in (("fewer", before.blocks - 2), ("more", before.blocks + 2)):
            wrong = {"blocks": choose(PLANTED_TRUTH, number, after.blocks)}
            yield f"there may be {words} blocks", replace(after, **wrong)
