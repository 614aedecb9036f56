"""A dyadic list is explored."""

from __future__ import annotations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.states import States
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems.dyadic import DYADIC


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", Truncate)
def test_every_layout_of_two_blocks_is_right(mode: Truncate) -> None:
    """Ids are forgotten; the upper block is added and dropped again."""
    found = explore(Parameters(truncate=mode, index_bits=3), TrackedKey(DYADIC, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert found.states > 3_700


@pytest.mark.no_cover
def test_both_quotients_find_the_same() -> None:
    """Nothing is broken, and the same labels come up wherever they ask the same."""
    parameters = Parameters(id_bits=1, index_bits=2)
    found = [explore(parameters, quotient) for quotient in (TrackedKey(DYADIC), States(DYADIC))]
    assert [each.violations for each in found] == [{}, {}]
    asked_otherwise = (
        "apply",
        "at_mut",
        "exchange",
        "inspect",
        "key_at",
        "repack",
        "replace",
        "reserve",
    )
    renamed, plain = (
        {label for label in each.labels if not label.startswith(asked_otherwise)} for each in found
    )
    assert renamed == plain
    assert found[0].states < found[1].states
