"""Insertion by a factory and by the many: as `add`, and as that many times `add`."""

from __future__ import annotations

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import observed
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list import MODEL
from suite.spec.programs import run
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
        state, keys = node.state, list[Key | Failure]()
        for element in range(amount):
            state, key, _ = model.add(state, element)
            keys.append(key)
        step = MODEL.extend(node.state, range(amount))
        if Failure.FULL in keys:
            assert step == (node.state, Failure.FULL, ())
        else:
            assert (step.state, step.answer) == (state, tuple(keys))


def test_extension_tells_how_it_went() -> None:
    """How often it grew, and whether it filled a vacancy."""
    came = run("extend:0 extend:4 remove:1 extend:1 extend:1 extend:40 extend:4")
    assert [step.labels for step in came.steps if step.labels[0].startswith("extend")] == [
        ("extend_none",),
        ("extend_within",),
        ("extend_within", "extend_reuses"),
        ("extend_grows",),
        ("extend_grows_repeatedly",),
        ("extend_within",),
    ]


def test_insertion_tells_when_ids_start_over() -> None:
    """The last of a round does, and no other; unbounded ids never start over (R8)."""
    wrapping = run("add*9", Parameters(id_bits=2)).steps
    assert [n for n, step in enumerate(wrapping) if "add_id_wraps" in step.labels] == [3, 7]
    assert "add_id_wraps" not in run("add*9", Parameters(id_bits=None)).labels


def test_list_is_full_when_every_position_is_live() -> None:
    """Not before, even where the space is no power of two; nothing has changed then (R9)."""
    parameters = Parameters(capacity=12, index_bits=4)
    came = run("extend:13 extend:4 extend:3 extend:0 extend:1", parameters)
    assert [step.labels[0] for step in came.steps] == [
        *("extend_grows", "extend_full", "extend_within", "extend_none", "extend_full"),
    ]
    assert came.steps[1].state == came.steps[0].state
    assert (came.history.state.space, came.history.state.live) == (24, 16)
