"""Insertion by a factory and by the many: as `add`, and as that many times `add`."""

from __future__ import annotations

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import observed
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.stable_list import MODEL
from suite.spec.scopes import bare


@pytest.mark.parametrize("mode", Truncate)
def test_factory_makes_no_difference(mode: Truncate) -> None:
    """In every layout of up to 8 cells, the state, the answer and the label are the same (R2, R3, R9)."""
    for node in bare(mode).reached:
        added, made = (
            observed(MODEL, node.state, Operation(name, value=9)) for name in ("add", "insert_with")
        )
        assert (made.state, made.answer) == (added.state, added.answer)
        assert made.labels == tuple(
            label.replace("add_", "insert_with_", 1) for label in added.labels
        )


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("amount", range(9))
def test_extension_is_so_many_insertions_or_none(mode: Truncate, amount: int) -> None:
    """In every layout of up to 8 cells, growth, moved cells and ids are those of single insertions (R9)."""
    for node in bare(mode).reached:
        state, keys = node.state, list[Key | PoolError]()
        for element in range(amount):
            state, key, _ = model.add(state, element)
            keys.append(key)
        step = MODEL.extend(node.state, range(amount))
        if PoolError.FULL in keys:
            assert step == (node.state, PoolError.FULL, ())
        else:
            assert (step.state, step.answer) == (state, tuple(keys))
