"""What a vector refuses and shows; its rules are in `rules.tsv`."""

import pytest

from stablelist_spec.core.history import contract_of
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.vectors import Removal, without
from stablelist_spec.systems.vec import MODEL, VEC, Configuration
from suite.spec.programs import ran


def test_model_is_its_contract() -> None:
    """One outcome of each operation is acceptable: that of the model."""
    contract = contract_of(VEC, None, Configuration())  # type: ignore[arg-type] # no port declares anything
    before = contract.initial()
    (outcome,) = contract.outcomes(before, Operation("add").adding(0))
    assert (outcome.answer, outcome.labels) == (Key(0, 0), ("add_append",))
    assert outcome.after(before).step(Operation("len")).answer == 1


def test_only_the_last_element_is_popped() -> None:
    """Whoever pops another one did not ask."""
    with pytest.raises(AssertionError, match="only the last element can be popped"):
        without((1, 2), 0, Removal.POP)


def test_picture_has_every_cell() -> None:
    state = ran(VEC, "extend:2", Configuration(Removal.SWAP, 3)).history.state
    assert VEC.picture is not None
    shown = VEC.picture(state)
    assert shown.facts == {"space": 3, "opened": 2, "live": 2, "removal": "swap"}
    assert [cell.word for cell in shown.rows[0].cells] == ["0", "1"]
    assert shown.rows[0].chains == []
    assert VEC.variables(state) == ((0, 1), state.cost)
    assert MODEL.operations == VEC.operations
