"""The common behaviour of all models."""

from typing import Any

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Cost, Has
from stablelist_spec.parts.model import Model, forgotten
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.refinement import abstraction
from stablelist_spec.systems import DYADIC as SYSTEM
from stablelist_spec.systems.dyadic import MODEL as DYADIC
from stablelist_spec.systems.lifo_slab import MODEL as SLAB
from stablelist_spec.systems.stable_list import MODEL as STABLE_LIST

SMALL = DYADIC.initial(Parameters())


def test_operation_that_is_not_offered_is_refused() -> None:
    with pytest.raises(ValueError, match="a dyadic list has no operation 'sort'"):
        DYADIC.step(SMALL, Operation("sort"))


def test_step_that_shows_changes_nothing() -> None:
    """Its answer is what the system shows."""
    assert DYADIC.step(SMALL, Operation("layout"))[:2] == (SMALL, "4|0:4:0:0:|0")


def test_insertion_takes_its_element_from_the_operation() -> None:
    """An extension counts on from this element."""
    step = DYADIC.step(SMALL, Operation("extend", count=2).adding(7))
    assert abstraction(step.state) == {Key(0, 0): 7, Key(1, 1): 8}
    assert DYADIC.step(SMALL, Operation("add").adding(5)).answer == Key(0, 0)


def test_exploration_forgets_elements_and_costs_but_no_ids() -> None:
    """So that states which differ in nothing else are one."""
    step = DYADIC.step(SMALL, Operation("extend", count=2).adding(7))
    state = DYADIC.step(step.state, Operation("remove", key=Key(0, 0))).state
    rest = forgotten(state)
    assert rest.cells == (state.cells[0], Has(1, 1))
    assert (rest.cost, rest.next_id) == (Cost(), 2)


@pytest.mark.parametrize("model", [STABLE_LIST, DYADIC, SLAB], ids=lambda model: model.name)
def test_labels_say_what_they_mean(model: Model[Any, Any]) -> None:
    """Each is a word that can be a name, and has a meaning of its own."""
    assert all(label.isidentifier() and meaning for label, meaning in model.labels.items())
    assert len(set(model.labels.values())) == len(model.labels)


@pytest.mark.parametrize("model", [DYADIC, SLAB], ids=lambda model: model.name)
def test_labels_tell_their_operation(model: Model[Any, Any]) -> None:
    """One that the model offers; a truncation is the work of ``remove``."""
    assert {name for label in model.labels for name in SYSTEM.needed(label)} <= DYADIC.operations


@pytest.mark.parametrize("model", [STABLE_LIST, DYADIC, SLAB], ids=lambda model: model.name)
def test_a_negative_number_of_elements_is_not_reserved(model: Model[Any, Any]) -> None:
    """As in the container, it is refused, not answered (R6)."""
    new = model.initial(Parameters())
    with pytest.raises(ValueError, match=r"^count is -1; it must be at least 0$"):
        model.step(new, Operation("reserve", count=-1))
