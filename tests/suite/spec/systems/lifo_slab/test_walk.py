"""Every state of small slabs: every invariant, the contract, and every label."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.systems.lifo_slab import MODEL, Configuration
from stablelist_spec.systems.lifo_slab.state import State
from suite.spec.systems.walking import Walk, changes, questions, walk

CELLS = 6
"""So many may be opened."""
STATES = {0: 2372, 1: 3, CELLS: 2372}
"""By capacity, of which 0 means that the slab grows."""
ASKED = {0: 220, 3: 220}
"""The same for up to 3 cells, with the two last keys followed."""


def within(cells: int, state: State, operation: Operation) -> bool:
    """Whether an operation leads to no state beyond so many cells; one of fixed capacity has no more."""
    added = {"add": 1, "insert_with": 1, "extend": operation.count}.get(operation.name, 0)
    return state.configuration.capacity > 0 or state.live + added <= cells


@cache
def changed(capacity: int) -> Walk:
    """Up to six cells."""

    def asked(state: State) -> Iterator[tuple[Operation, Provenance]]:
        return (each for each in changes(MODEL, state) if within(CELLS, state, each[0]))

    return walk(MODEL, Configuration(capacity), asked)


@cache
def answered(capacity: int) -> Walk:
    """Up to three cells; what every key finds."""

    def asked(state: State) -> Iterator[tuple[Operation, Provenance]]:
        every = (*changes(MODEL, state), *questions(MODEL, state, ids=1))
        return (each for each in every if within(3, state, each[0]))

    return walk(MODEL, Configuration(capacity), asked, period=2)


@pytest.mark.parametrize("capacity", STATES)
def test_every_state_is_right(capacity: int) -> None:
    """Whatever the order of the vacancies."""
    found = changed(capacity)
    assert (found.wrong, found.states) == (set(), STATES[capacity])


@pytest.mark.parametrize("capacity", ASKED)
def test_every_answer_is_right(capacity: int) -> None:
    """To every question, with every key within reach."""
    found = answered(capacity)
    assert (found.wrong, found.states) == (set(), ASKED[capacity])


def test_every_label_is_met_and_no_other() -> None:
    """In a slab that grows and in one of fixed capacity."""
    met = answered(0).labels | answered(3).labels
    assert met - MODEL.labels.keys() == set()
    assert MODEL.labels.keys() - met == set()
