"""The layer between formulas and solvers serves another system: blocks without number, and moves with arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.discharge import discharge
from stablelist_proofs.core.ledger import Ledger
from stablelist_proofs.core.obligation import Flaw, Obligation
from stablelist_proofs.core.query import Instances, Query, guard
from stablelist_proofs.core.terms import (
    Domain,
    Term,
    all_of,
    apply,
    choose,
    equal,
    for_all,
    implies,
    integer,
    no,
    one_of,
    symbol,
)

IDLE = "between operations"
BLOCK, SLOT = Domain("block", "b"), Domain("slot", "s")
SIZE, BLOCKS, HERE, THERE, PLANTED = map(symbol, ("size", "blocks", "here", "there", "planted"))


@dataclass(frozen=True)
class Shelf:
    """Any number of blocks of the same size; each counts what lies in it."""

    blocks: Term = BLOCKS
    put_at: Term | None = None
    put_into: Term | None = None

    def counts(self, block: Term) -> Term:
        """How much lies in a block."""
        old = apply("count", block)
        return old if self.put_at is None else choose(equal(block, self.put_at), self.put(), old)

    def put(self) -> Term:
        """The count that was written."""
        assert self.put_into is not None
        return self.put_into

    def holds(self, block: Term, slot: Term) -> Term:
        """The content of a slot of a block: a function of two arguments."""
        return apply("held", block, slot)


def said(_: str, shelf: Shelf) -> Mapping[str, Term]:
    """No block holds more than its size, and what it holds is above zero."""
    inside = for_all(
        BLOCK,
        lambda b: implies(
            all_of(b >= 0, b < shelf.blocks),
            all_of(
                shelf.counts(b) >= 0,
                shelf.counts(b) <= SIZE,
                for_all(SLOT, lambda s: implies(equal(shelf.holds(b, s), s), s < SIZE)),
            ),
        ),
        lambda b: apply("count", b),
    )
    return {"blocks_hold_what_fits": all_of(SIZE >= 1, inside)}


def moved(before: Shelf, block: Term, by: int) -> Shelf:
    """One more, or one less, in a block."""
    return replace(before, put_at=block, put_into=apply("count", block) + by)


def arcs() -> tuple[Arc, ...]:
    """Put something into a block, move the end of the shelf, or refuse."""
    shelf, room = Shelf(), all_of(HERE >= 0, HERE < BLOCKS, apply("count", HERE) < SIZE)
    grown = replace(moved(shelf, BLOCKS, 0), blocks=BLOCKS + 1, put_into=integer(0))
    slots = for_all(SLOT, lambda s: implies(equal(shelf.holds(BLOCKS, s), s), s < SIZE))
    return (
        Arc("new", "", "new", START, IDLE, SIZE >= 1, shelf, replace(shelf, blocks=integer(0))),
        Arc("puts", "", "put", IDLE, IDLE, room, shelf, moved(shelf, HERE, 1)),
        Arc("refuses", "", "put", IDLE, IDLE, no(room), shelf, shelf),
        Arc("grows", "", "grow", IDLE, IDLE, slots, shelf, grown),
        Arc("keeps", "", "grow", IDLE, IDLE, no(slots), shelf, shelf),
    )


def theory() -> tuple[Assertions, list[Obligation]]:
    """Everything there is to show."""
    shelf = Assertions("shelf", arcs(), said, lambda _: Shelf(), lambda arc: arc.after)
    found = []
    for arc in shelf.arcs:
        known = shelf.known(arc.source) | guard(arc.guard)
        for name, term in shelf.changed(arc).items():
            damaged = replace(arc.after, blocks=integer(1), put_at=integer(0), put_into=PLANTED)
            flaw = Flaw("a block counts anything", Query(known, said(IDLE, damaged)[name]))
            found.append(Obligation(name, arc.name, "", Query(known, term), (flaw,), arc))
    for operation in ("put", "grow"):
        guards = [arc.guard for arc in shelf.arcs if arc.operation == operation]
        query, fewer = Query({}, one_of(*guards)), Query({}, one_of(*guards[:-1]))
        flaws = (Flaw("the last case is forgotten", fewer),)
        found.append(Obligation("one_case", operation, "", query, flaws, point=IDLE))
    return shelf, found


INSTANCES = Instances(
    (2, 4),
    lambda size: {BLOCK: range(size + 1), SLOT: range(size + 1)},
    lambda size: {"small": all_of(size >= SIZE, size >= BLOCKS)},
    {},
    lambda _: {},
)


def test_ledger_of_the_second_system_is_complete() -> None:
    """Nothing of the layer knows of lists."""
    shelf, obligations = theory()
    assert list(Ledger([shelf], obligations, ()).complaints()) == []
    assert {each.name for each in obligations} == {
        *(f"blocks_hold_what_fits/{arc}" for arc in ("new", "puts", "grows")),
        "one_case/put",
        "one_case/grow",
    }


@pytest.mark.parametrize("obligation", theory()[1], ids=lambda each: each.name)
def test_second_system_is_proved(obligation: Obligation) -> None:
    """Both solvers prove it, and neither proves its planted defect."""
    found = discharge(obligation, INSTANCES)
    assert found.proved
    assert found.noticed == 1


def test_step_that_is_not_shown_is_missed() -> None:
    """The obligation of a step is missing."""
    shelf, obligations = theory()
    some = [each for each in obligations if each.name != "blocks_hold_what_fits/puts"]
    assert list(Ledger([shelf], some, ()).complaints()) == [
        "blocks_hold_what_fits (shelf) is not shown after puts"
    ]
