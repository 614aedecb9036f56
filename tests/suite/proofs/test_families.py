"""The families of histories: their closed forms, and the shortest revivals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_proofs.systems.stable_list.families import (
    FAMILIES,
    Family,
    revival,
    run,
    shortest_revival,
)
from stablelist_spec.core.history import History
from stablelist_spec.core.step import Provenance
from stablelist_spec.parts.cells import Cost
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.sentence)
def test_the_closed_form_is_right(family: Family) -> None:
    assert all(family.holds(size) for size in family.sizes)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.sentence)
def test_another_closed_form_is_not(family: Family) -> None:
    """One cell more would be seen."""
    wrong = replace(family, cost=lambda size: family.cost(size)._replace(moved=-1))
    assert not wrong.holds(8)


def test_visits_come_as_near_to_removals_as_one_likes() -> None:
    """768 for 771 at space 1,024: the constant 1 is the least."""
    family = FAMILIES[0]
    cost = run(family.parameters, family.program(1024))
    assert cost == Cost(visits=768, removals=771, moved=cost.moved, dropped=cost.dropped)


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_a_retired_key_revives_no_sooner(bits: int) -> None:
    """The program does it, and no shorter one does."""
    history = History(STABLE_LIST, Parameters(id_bits=bits))
    *steps, look = revival(bits)
    for operation in steps:
        history.perform(operation)
    assert history.provenance(0) is Provenance.RETIRED
    assert history.step(look).answer == 1 << bits
    assert shortest_revival(bits) == len(steps)
