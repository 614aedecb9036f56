"""Edits of the proofs of a dyadic list: each would let less be proved, or something false be assumed, and fails."""

from __future__ import annotations

from typing import Final

import pytest

from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems import registry
from suite.planting import in_force
from suite.proofs.cheats import Cheat

from .cheats import CHEATS
from .cheats_of_masks import OF_MASKS

pytestmark = pytest.mark.soak

REASONS: Final = {
    "read": ("as it is read in", "has no reading", "is not asked", "says nothing about"),
    "held": ("is assumed, but false of", "which no list has"),
    "extent": ("counts otherwise after", "is not counted in"),
}
"""What a check says that fails."""


@pytest.mark.parametrize("kind", REASONS)
def test_nothing_fails_as_it_is(kind: str) -> None:
    """So it is the edits that fail."""
    well, line = run_check(Check(kind, system="dyadic"))
    assert well, line
    assert " dyadic: " in line


@pytest.mark.parametrize("cheat", [*CHEATS, *OF_MASKS], ids=lambda each: each.what)
def test_edit_fails_the_run(cheat: Cheat) -> None:
    """For the reason that the check is about."""
    with in_force(f"stablelist_proofs.{cheat.module}", cheat.edit):
        registry.whole.cache_clear()
        well, line = run_check(Check(cheat.fails, system="dyadic"))
    registry.whole.cache_clear()
    assert not well
    assert line.startswith("FAILED  dyadic: ")
    assert any(reason in line for reason in REASONS[cheat.fails]), line
