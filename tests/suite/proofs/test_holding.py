"""Hypotheses evaluated in lists of the model: what they ask for is there, for every system."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.holding import Example, held
from stablelist_proofs.core.query import Assumption
from stablelist_proofs.core.terms import Term
from stablelist_proofs.systems.dyadic import held as of_dyadic
from stablelist_proofs.systems.registry import SYSTEMS, whole
from stablelist_proofs.systems.stable_list import held as of_stable_list

pytestmark = pytest.mark.slow

HOLDINGS: Final = {"": of_stable_list.HOLDING, "dyadic": of_dyadic.HOLDING}


def small(number: Term) -> Term:
    """Something that is not true of all numbers."""
    return number < 7


SMALL: Final = Assumption("numbers are small", "They are below 7.", small)


def test_every_listed_assumption_is_known() -> None:
    """Those of the systems are those that have examples."""
    assert {name: each.assumptions for name, each in HOLDINGS.items()} == {
        name: system.assumptions for name, system in SYSTEMS.items()
    }


@pytest.mark.parametrize("system", HOLDINGS)
def test_assumption_without_an_example_is_noticed(system: str) -> None:
    """It could say anything."""
    holding = HOLDINGS[system]
    more = replace(holding, assumptions=(*holding.assumptions, SMALL))
    with pytest.raises(DisagreementError, match="'numbers are small' has no example in stablelist"):
        held(whole(system), more)


@pytest.mark.parametrize("system", HOLDINGS)
def test_false_example_is_noticed(system: str) -> None:
    """An assumption is false of some number."""
    wrong = replace(
        HOLDINGS[system],
        examples=lambda _: iter([Example(SMALL, ("number",), {"number": 7})]),
    )
    with pytest.raises(DisagreementError, match=r"is assumed, but false of .*: 7"):
        held(whole(system), wrong)


def test_lists_of_a_dyadic_list_are_empty_full_and_in_between() -> None:
    """In every mode; and searches have come to each place that they can come to."""
    lists = [*of_dyadic.lists(random.Random(1))]
    states = [each.state for each in lists]
    assert any(state.opened == 0 for state in states)
    assert any(state.live == state.space for state in states)
    assert any(0 < state.live < state.opened for state in states)
    assert {state.parameters.truncate.value for state in states} == {"never", "iteration", "memory"}
    reached = {(each.values[0]["which"], len(each.state.partitions)) for each in lists}
    assert {(0, 1), (1, 1), (0, 2), (2, 2)} <= reached
    assert any(each.values[0]["lost_blocks"] > 1 for each in lists)
    assert any(each.values[0]["room"] > each.state.space for each in lists)


def test_only_growth_in_mode_memory_is_not_asked() -> None:
    """All else is claimed of every list."""
    for state, _, unclaimed in of_dyadic.lists(random.Random(1)):
        memory = state.parameters.truncate.value == "memory"
        assert unclaimed == (("growth_moves_at_most_two_cells_per_insertion",) if memory else ())
