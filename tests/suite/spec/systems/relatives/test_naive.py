"""The models beside naive second implementations, over random programs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from suite.spec.systems.living import drawn
from suite.spec.systems.relatives.kinds import KINDS

CASES = [(name, chosen) for name, kind in KINDS.items() for chosen in kind.configurations]


@pytest.mark.parametrize(("name", "chosen"), CASES)
@pytest.mark.parametrize("seed", range(2))
def test_random_programs_agree(name: str, chosen: Any, seed: int) -> None:
    """Four hundred operations: every answer, layout and cost; every invariant; the contract."""
    life = KINDS[name].life(chosen)
    life.run(drawn(life, random.Random(f"{chosen} {seed}"), 400))
    assert life.wrong == []
    assert len(life.issued) > 40
