"""Drafts: an operation of many steps comes to the same state as these steps do on cells that never change."""

from typing import Any

import pytest

from stablelist_spec.core.history import History
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts import model, relative
from stablelist_spec.systems import SYSTEMS
from suite.spec.programs import random_programs

MANY_STEPS = frozenset({"extend", "retain", "clear", "drain"})
POOLS = [
    each
    for each in SYSTEMS.values()
    if each.exact and each.family is POOL and each.operations & MANY_STEPS
]


def undrafted(system: System, state: Any, operation: Any, patch: pytest.MonkeyPatch) -> Any:
    """The step with a new tuple for every cell that changes."""
    with patch.context() as without:
        for module in (model, relative):
            without.setattr(module, "drafted", lambda state: state)
        assert system.step is not None
        return system.step(state, operation)


@pytest.mark.parametrize("system", POOLS, ids=[each.name for each in POOLS])
def test_operation_of_many_steps_equals_its_steps(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answer, cells, free lists, stamps and costs; the state before is untouched."""
    met = 0
    for program in random_programs(system, 30, 5):
        history = History(system, program.parameters)
        for operation in program.operations:
            if operation.name not in system.operations - system.shown.keys():
                continue
            if operation.name in MANY_STEPS:
                met += 1
                before, meant = history.state, history.meant(operation)
                right = undrafted(system, before, meant, monkeypatch)
                assert system.step is not None
                assert system.step(before, meant) == right
                assert history.state == before
            history.perform(operation)
    assert met > 5
