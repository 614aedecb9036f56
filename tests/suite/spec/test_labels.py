"""The closed vocabulary; that crafted programs bear every word, and no other, is asked by `suite.kit.test_cover`."""

import pytest

from stablelist_conformance.programs.cover import crafted
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.history import History
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL, STRUCTURAL
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.labels import key_label
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.observer import LABELS


@pytest.mark.parametrize("operation", KEY_OPERATIONS)
@pytest.mark.parametrize("provenance", Provenance)
def test_key_operations_have_a_label_for_whatever_a_key_meets(
    operation: str, provenance: Provenance
) -> None:
    """Only what cannot be has none: that an issued key has a negative index."""
    for resolution in Resolution:
        if resolution is Resolution.NEGATIVE and provenance is not Provenance.FORGED:
            with pytest.raises(KeyError):
                key_label(operation, provenance, resolution)
        else:
            assert key_label(operation, provenance, resolution) in LABELS


def test_operations_that_are_named_are_operations() -> None:
    assert {*KEY_OPERATIONS, *STRUCTURAL} <= POOL.kinds.keys()


@pytest.mark.parametrize("program", crafted(), ids=lambda program: " ".join(program.words[:9]))
def test_label_tells_its_operation(program: Program) -> None:
    """Each step has labels of its own operation; truncations belong to removals."""
    history = History(STABLE_LIST, program.parameters)
    for operation in program.operations:
        if operation.name not in STABLE_LIST.shown:
            borne = {"each" if operation.name == "keys" else operation.name}
            labels = history.perform(operation).labels
            assert {STABLE_LIST.needed(label)[0] for label in labels} <= borne, operation
