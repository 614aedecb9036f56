"""What all models share."""

from __future__ import annotations

import pytest

from stablelist_spec.labels import Provenance
from stablelist_spec.operation import Operation
from stablelist_spec.parameters import Parameters
from stablelist_spec.pool import POOL
from stablelist_spec.state import Cost, Has, Key
from stablelist_spec.systems.dyadic import MODEL
from stablelist_spec.systems.dyadic.labels import LABELS

SMALL = MODEL.initial(Parameters())


def test_operation_that_is_not_offered_is_refused() -> None:
    """By its name."""
    with pytest.raises(ValueError, match="a dyadic list has no operation 'sort'"):
        MODEL.step(SMALL, Operation("sort"))


def test_insertion_takes_its_element_from_the_operation() -> None:
    """And an extension counts on from it."""
    step = MODEL.step(SMALL, Operation("extend", value=7, count=2))
    assert MODEL.live(step.state) == {Key(0, 0): 7, Key(1, 1): 8}
    assert MODEL.step(SMALL, Operation("add", value=5), Provenance.ISSUED).answer == Key(0, 0)


def test_exploration_forgets_elements_and_costs_but_no_ids() -> None:
    """So that states which differ in nothing else are one."""
    step = MODEL.step(SMALL, Operation("extend", value=7, count=2))
    state = MODEL.step(step.state, Operation("remove", Key(0, 0))).state
    forgotten = MODEL.forgotten(state)
    assert forgotten.cells == (state.cells[0], Has(1, 1))
    assert (forgotten.cost, forgotten.next_id) == (Cost(), 2)


def test_labels_say_what_they_mean() -> None:
    """Each is a word that can be a name, and has a meaning of its own."""
    assert all(label.isidentifier() and meaning for label, meaning in LABELS.items())
    assert len(set(LABELS.values())) == len(LABELS)
    assert MODEL.operations == POOL.kinds.keys()
