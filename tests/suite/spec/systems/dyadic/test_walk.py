"""Every state of small dyadic lists: every invariant, the contract, and every label."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic import MODEL
from stablelist_spec.systems.dyadic.state import State
from suite.spec.systems.dyadic.test_steps import ran
from suite.spec.systems.walking import Walk, changes, questions, walk

NEVER, ITERATION, MEMORY = Truncate

BY_ID = {NEVER: 4008, ITERATION: 4008, MEMORY: 4008}
"""States of up to 4 cells, ids of one bit, with the two last keys followed."""
ASKED = 432
"""The same without followed keys."""
BY_LAYOUT = {NEVER: 5987, ITERATION: 3842, MEMORY: 3752}
"""States of up to 8 cells, ids forgotten."""


def without_ids(state: State) -> State:
    """The state with every id forgotten."""
    cells = (Has(cell.element, 0) if isinstance(cell, Has) else cell for cell in state.cells)
    return state._replace(cells=tuple(cells), next_id=0)


def everything(state: State) -> Iterator[tuple[Operation, Provenance]]:
    """Changes and questions."""
    yield from changes(MODEL, state)
    yield from questions(MODEL, state)


def all_changes(state: State) -> Iterator[tuple[Operation, Provenance]]:
    """Changes alone."""
    return changes(MODEL, state)


@cache
def by_id(mode: Truncate) -> Walk:
    """Up to 4 cells, with ids, and with the two last keys followed."""
    parameters = Parameters(truncate=mode, id_bits=1, index_bits=2)
    return walk(MODEL, parameters, all_changes, period=2)


@cache
def asked(mode: Truncate) -> Walk:
    """Up to 4 cells, with ids; what every key finds."""
    parameters = Parameters(truncate=mode, id_bits=1, index_bits=2)
    return walk(MODEL, parameters, everything)


@cache
def by_layout(mode: Truncate) -> Walk:
    """Up to 8 cells, ids forgotten."""
    parameters = Parameters(truncate=mode, id_bits=1, index_bits=3)
    return walk(MODEL, parameters, all_changes, quotient=without_ids)


@pytest.mark.parametrize("mode", Truncate)
def test_every_state_with_ids_is_right(mode: Truncate) -> None:
    """Whatever the followed keys meet there."""
    found = by_id(mode)
    assert (found.wrong, found.states) == (set(), BY_ID[mode])


def test_every_answer_is_right() -> None:
    """To every question, with every key within reach."""
    found = asked(ITERATION)
    assert (found.wrong, found.states) == (set(), ASKED)


@pytest.mark.parametrize("mode", Truncate)
def test_every_layout_is_right(mode: Truncate) -> None:
    """With two blocks, of which the upper one comes and goes."""
    found = by_layout(mode)
    assert (found.wrong, found.states) == (set(), BY_LAYOUT[mode])


EVERY_INSERTION = "{0}*10 remove:5 {0} remove:8 {0}*8 remove:18 {0}"
PROGRAMS = (
    (EVERY_INSERTION.format("add"), ITERATION, 16),
    (EVERY_INSERTION.format("insert_with"), ITERATION, 16),
    ("extend:5 extend:20", ITERATION, 0),
    ("extend:17 remove:0..16", ITERATION, 0),
    ("extend:9 remove:4..8", ITERATION, 0),
    ("extend:9 retain:3:0", ITERATION, 0),
    ("extend:6 remove:5 remove:4 shrink_to_fit", NEVER, 0),
    ("add remove:0", ITERATION, 8),
    ("reserve:9 extend:5 remove:4 clear add drain", MEMORY, 0),
    ("add clear", MEMORY, 0),
)
"""What needs more than 4 cells, or another mode."""


def test_every_label_is_met_and_no_other() -> None:
    """In the states of up to 4 cells, and by the programs above."""
    met = asked(ITERATION).labels | by_id(ITERATION).labels
    for program, mode, capacity in PROGRAMS:
        parameters = Parameters(capacity=capacity, truncate=mode, id_bits=8, index_bits=5)
        met |= ran(program, parameters).labels
    assert met - MODEL.labels.keys() == set()
    assert MODEL.labels.keys() - met == set()
