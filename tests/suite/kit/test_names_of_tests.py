"""Checkable properties: which tests a port gets, by its system and by what it offers."""

from __future__ import annotations

import pytest

from stablelist_conformance.judging.names_of_tests import OTHERS, checkable, names_of_tests, visible
from stablelist_conformance.judging.properties import OBSERVED, UNSEEN, meaning
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

SLOT_MAP, SLAB = SYSTEMS["slotmap"], SYSTEMS["slab"]
INSIDE = (
    "counts_agree",
    "live_ids_are_distinct",
    "retired_key_revives_exactly_after_whole_periods",
)


def test_stable_list_has_a_test_for_every_invariant_that_can_be_seen() -> None:
    """There is also a test for each property that users observe."""
    names = set(names_of_tests("stablelist", None))
    assert names >= {*INVARIANTS, *OBSERVED, *OTHERS} - UNSEEN.keys()
    assert not names & UNSEEN.keys()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_test_but_three_is_a_property(system: str) -> None:
    """Each occurs once, in an order that is the same in every process."""
    names = names_of_tests(system, None)
    assert len(set(names)) == len(names)
    assert all(meaning(name) for name in names if name not in OTHERS)
    assert names[-3:] == OTHERS


def test_contract_shows_nothing_of_the_inside() -> None:
    """Nor does the layout show costs."""
    highest, layout, contract = (
        set(names_of_tests("stablelist", level)) for level in (None, "layout", "contract")
    )
    assert highest - layout == {"visits_never_exceed_removals"}
    assert layout - contract >= set(INSIDE)
    assert contract == set(names_of_tests("slotmap", None))


def test_slab_may_find_another_element_by_a_stale_key() -> None:
    """So it has one test fewer than a slot map."""
    missing = set(names_of_tests("slotmap", None)) - set(names_of_tests("slab", None))
    assert missing == {"retired_key_never_resolves"}


def test_operations_that_are_not_offered_show_nothing() -> None:
    """Any of those that show a property is enough."""
    least = set(checkable(SLOT_MAP, {"add", "remove"}))
    assert set(checkable(SLOT_MAP, {"add", "remove", "is_empty"})) - least == {
        "length_counts_the_live_elements"
    }
    assert set(checkable(SLOT_MAP, SLOT_MAP.operations)) - least == {
        "length_counts_the_live_elements",
        "iteration_shows_each_live_element_once",
        "lent_elements_lock_the_container",
    }


def test_operations_that_show_the_inside_need_a_level() -> None:
    """The highest one is the default."""
    assert visible(STABLE_LIST) == visible(STABLE_LIST, Level.COST) == STABLE_LIST.operations
    assert STABLE_LIST.operations - visible(STABLE_LIST, Level.LAYOUT) == {"cost"}
    assert STABLE_LIST.operations - visible(STABLE_LIST, Level.CONTRACT) == {"cost", "layout"}
