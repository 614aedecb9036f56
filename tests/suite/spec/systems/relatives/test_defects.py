"""Planted defects of the parts and the relatives: each is noticed in every relative that has the part, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from stablelist_proofs.edits import Edit
from suite.planting import in_force
from suite.spec.systems.living import NAIVE, REFINEMENT, UNKNOWN_LABEL
from suite.spec.systems.relatives.kinds import KINDS

PARTS = "stablelist_spec.parts"
ALL = frozenset(KINDS)
ODD = frozenset({"lifo-slotmap", "dense-slotmap", "hop-slotmap"})
DENSE = frozenset({"dense-slotmap", "handle-map"})
HOP, ARENA, VEC, FIXED, STACK = (
    frozenset({name})
    for name in ("hop-slotmap", "lifo-arena", "stable-vec", "fixed-arena", "stack-slotmap")
)
LISTED = ALL - VEC
LIFO = LISTED - HOP
VERSIONED = ALL - ARENA - VEC
FULL = {
    **{name: {"capacity": 2} for name in VERSIONED - STACK},
    "stack-slotmap": {"index_bits": 1},
    "lifo-arena": {"capacity": 1, "index_bits": 1},
    "stable-vec": {"index_bits": 1},
}
"""For each relative, options with which two elements are all that it holds."""
USUAL: Mapping[str, Mapping[str, int]] = MappingProxyType({})


class Planted(NamedTuple):
    """A defect: its name, place and program, the check that notices it, the relatives with it, and their options."""

    what: str
    module: str
    within: str
    before: str
    after: str
    program: str
    noticed: str
    names: frozenset[str]
    chosen: Mapping[str, Mapping[str, int]] = USUAL

    @property
    def edit(self) -> Edit:
        """The edit."""
        return Edit(within=self.within, before=self.before, after=self.after)


SLOTS, STAMPING, VACANCIES, ARRANGING, RELATIVE, MODEL = (
    f"{PARTS}.{name}"
    for name in ("slots", "stamping", "vacancies", "arranging", "relative", "model")
)
ARENAS, VECTORS = (f"stablelist_spec.systems.{name}" for name in ("lifo_arena", "stable_vec"))

DEFECTS = (
    Planted(
        "an insertion is not counted", SLOTS, "insert", "ready.live + 1", "ready.live",
        "add", "counts_agree", ALL,
    ),
    Planted(
        "the key is that of the next slot", SLOTS, "insert", "Key(slot, number)", "Key(slot + 1, number)",
        "add", "live_key_resolves", ALL,
    ),
    Planted(
        "one element too many", SLOTS, "has_room", "taken + additional <= most", "taken + additional <= most + 1",
        "add*3", "slots_fit_their_indices", ALL - ARENA - FIXED, FULL,
    ),
    Planted(
        "more cells than the capacity", VACANCIES, "Prepared.taken",
        "(*state.cells, Not(None))", "(*state.cells, *3 * (Not(None),))",
        "add", "slots_fit_their_indices", FIXED, FULL,
    ),
    Planted(
        "more slots than indices", VACANCIES, "opened_in_a_chain",
        "min(state.space + count, most)", "state.space + count",
        "reserve:1 reserve:1", "slots_fit_their_indices", ARENA, FULL,
    ),
    Planted(
        "a full container overwrites its first element", MODEL, "Model.add",
        "StepOf(state, Failure.FULL)", "StepOf(state, Key(0, 0))",
        "add*3", REFINEMENT, ALL, FULL,
    ),
    Planted(
        "a label of no operation", RELATIVE, "placed", "f'add_{before.vacancies.filled(before, after)}'", "'added'",
        "add", UNKNOWN_LABEL, ALL,
    ),
    Planted(
        "the element bears another version", SLOTS, "insert", "Has(element, number)", "Has(element, number + 2)",
        "add", "live_slots_bear_their_version", VERSIONED,
    ),
    Planted(
        "elements bear ids", SLOTS, "insert", "Has(element, number)", "Has(element, number + 1)",
        "add", "elements_bear_no_id", VEC,
    ),
    Planted(
        "the sentinel is in a list", RELATIVE, "fresh", "(Not(None),) * first", "(Not(0),) * first",
        "len", "sentinel_stays_vacant", ODD,
    ),
    Planted(
        "a removal leaves the version as it is", STAMPING, "PerSlot.retired",
        "following(stamps[slot], bits)", "stamps[slot]",
        "add remove:0", "odd_versions_are_live", ODD,
    ),
    Planted(
        "a removal leaves the version as it is", STAMPING, "PerSlot.retired",
        "following(stamps[slot], bits)", "stamps[slot]",
        "add remove:0 add", "retired_key_never_resolves", VERSIONED - ODD,
    ),
    Planted(
        "every insertion has the same version", STAMPING, "PerSlot.issued",
        "version = stamps[slot] | self.parity", "version = 1",
        "add remove:0 add", "retired_key_never_resolves", ODD,
    ),
    Planted(
        "a removal leaves the generation as it is", STAMPING, "PerContainer.retired",
        "following(stamps[0], bits)", "stamps[0]",
        "add remove:0 add", "retired_key_never_resolves", ARENA,
    ),
    Planted(
        "a cell is used twice", VACANCIES, "Never.taken",
        "(state.space, opening(allocating(state, state.space + 1), 1))",
        "(0, opening(allocating(state, state.space + 1), 1))",
        "add remove:0 add", "retired_key_never_resolves", VEC,
    ),
    Planted(
        "the head is not advanced", VACANCIES, "Lifo.popped", "successor(state.cells, head)", "head",
        "add remove:0 add", "free_lists_are_acyclic", LISTED,
    ),
    Planted(
        "the rest of the free list is forgotten", VACANCIES, "Lifo.given", "Not(state.head)", "Not(None)",
        "add*2 remove:0..1", "free_lists_are_complete", LIFO,
    ),
    Planted(
        "other blocks are forgotten", VACANCIES, "with_vacancy",
        "[*ends[:at], slot, slot, *ends[at:]]", "[slot, slot]",
        "add*5 remove:1 remove:3", "free_lists_are_complete", HOP,
    ),
    Planted(
        "a vacancy is not joined with the block behind it", VACANCIES, "with_vacancy",
        "last, behind = (slot, slot + 1 in ends)", "last, behind = (slot, False)",
        "add*4 remove:2 remove:1", "blocks_are_maximal", HOP,
    ),
    Planted(
        "the sentinel's block is not listed last", VACANCIES, "with_vacancy",
        "len(ends) - 2 if ends[-2:-1] == [first] else len(ends)", "len(ends)",
        "add*4 remove:0 remove:2", "blocks_are_maximal", HOP,
    ),
    Planted(
        "a vacancy is listed", VACANCIES, "Never.given",
        "state._replace(cells=with_cell(state.cells, slot, Not(None)))",
        "state._replace(head=slot, cells=with_cell(state.cells, slot, Not(None)))",
        "add remove:0", "no_vacancy_is_listed", VEC,
    ),
    Planted(
        "memory only doubles", VACANCIES, "allocating", "max(slots, 2 * state.allocated)", "2 * state.allocated",
        "add", "slots_are_allocated", VEC | STACK,
    ),
    Planted(
        "new memory is not noted", VACANCIES, "opened_in_a_chain",
        "opened._replace(head=head, cells=cells, allocated=allocated, cost=cost)",
        "opened._replace(head=head, cells=cells, cost=cost)",
        "add*5", "slots_are_allocated", ARENA,
    ),
    Planted(
        "a new element is not in the dense array", ARRANGING, "Dense.placed", "(*state.order, slot)", "state.order",
        "add", "dense_array_has_each_element_once", DENSE,
    ),
    Planted(
        "the elements after a removed one move up", ARRANGING, "Dense.displaced",
        "order[:at] + last + order[at + 1:-1]", "order[:at] + order[at + 1:]",
        "add*4 remove:1 each", NAIVE, DENSE,
    ),
    Planted(
        "a vacancy waits until the container is empty", VACANCIES, "Lifo.taken",
        "state.head is None", "state.head is None or state.live",
        "add*2 remove:0 add", NAIVE, LIFO - ARENA - DENSE - FIXED - STACK,
    ),
    Planted(
        "a vacancy waits until all cells are used", VACANCIES, "Prepared.taken",
        "state.head is None", "state.head is None or len(state.cells) < state.space",
        "add*2 remove:0 add", NAIVE, FIXED,
    ),
    Planted(
        "a cell that was never used has a generation of its own", STAMPING, "PerSlot.opened",
        "stamps + (0,) * slots", "stamps + (1,) * slots",
        "layout", "unused_slots_bear_version_0", FIXED,
    ),
    Planted(
        "generations are there for opened cells only", RELATIVE, "fresh",
        "bare.space", "first",
        "layout", "live_slots_bear_their_version", FIXED,
    ),
    Planted(
        "opening a cell is counted as a move", VACANCIES, "Prepared.taken",
        "state._replace(cells=(*state.cells, Not(None)))",
        "state._replace(cells=(*state.cells, Not(None)), cost=state.cost._replace(moved=1))",
        "add", "nothing_has_moved", FIXED,
    ),
    Planted(
        "a vacancy waits while there is memory", VACANCIES, "Growing.taken",
        "state.head is not None", "state.head is not None and state.space == state.allocated",
        "add*3 remove:0 add", NAIVE, STACK,
    ),
    Planted(
        "growth moves nothing", VACANCIES, "allocating", "state.cost.moved + state.space", "state.cost.moved",
        "add*2", NAIVE, VEC | STACK,
    ),
    Planted(
        "slots are added one by one", VACANCIES, "Prelinked.taken", "max(1, state.space)", "1",
        "add*5", NAIVE, ARENA,
    ),
    Planted(
        "clearing an empty arena advances its generation", ARENAS, "emptied",
        "PER_CONTAINER.retired(state.stamps, 0, bits) if state.live else state.stamps",
        "PER_CONTAINER.retired(state.stamps, 0, bits)",
        "clear add", NAIVE, ARENA,
    ),
    Planted(
        "draining leaves the slots", ARENAS, "Arena.drain", "emptied(state, 0)", "emptied(state, state.space)",
        "add drain", NAIVE, ARENA,
    ),
    Planted(
        "the oldest block is filled last", VACANCIES, "with_vacancy",
        "[*ends[:at], slot, slot, *ends[at:]]", "[slot, slot, *ends]",
        "add*5 remove:1 remove:3", NAIVE, HOP,
    ),
    Planted(
        "clear gives memory back", VECTORS, "clear",
        "state._replace(live=0, cells=(), cost=cost)", "state._replace(live=0, cells=(), allocated=0, cost=cost)",
        "add*2 clear add*2", NAIVE, VEC,
    ),
    Planted(
        "an extension allocates for one element after the other", VECTORS, "StableVector.extend",
        "self.reserve(state, len(elements)).state", "state",
        "extend:3", NAIVE, VEC,
    ),
)  # fmt: skip

CASES = [(defect, name) for defect in DEFECTS for name in sorted(defect.names)]


@pytest.mark.parametrize("name", KINDS)
def test_every_invariant_has_a_defect_that_breaks_it(name: str) -> None:
    """This holds for every relative, and for each of the other checks."""
    noticed = {defect.noticed for defect in DEFECTS if name in defect.names}
    assert noticed == KINDS[name].model.invariants.keys() | {NAIVE, REFINEMENT, UNKNOWN_LABEL}


@pytest.mark.parametrize(("defect", "name"), CASES, ids=[f"{n}-{d.what}" for d, n in CASES])
def test_defect_is_noticed(defect: Planted, name: str) -> None:
    """Its program shows the defect, and shows nothing wrong without it."""
    kind = KINDS[name]
    chosen: Any = kind.system.configuration(**defect.chosen.get(name, {}))
    right = kind.life(chosen)
    right.run(defect.program)
    assert right.wrong == []
    with in_force(defect.module, defect.edit):
        wrong = kind.life(chosen)
        wrong.run(defect.program)
    assert defect.noticed in wrong.wrong
