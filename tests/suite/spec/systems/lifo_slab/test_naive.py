"""The model beside a naive second implementation, over random programs."""

from __future__ import annotations

import random

import pytest

from stablelist_spec.systems.lifo_slab import MODEL, Configuration
from suite.spec.systems.lifo_slab.naive import NaiveSlab
from suite.spec.systems.living import Life, drawn


@pytest.mark.parametrize("capacity", [0, 1, 3, 16, 40])
@pytest.mark.parametrize("seed", range(4))
def test_random_programs_agree(capacity: int, seed: int) -> None:
    """A thousand operations: every answer, layout and cost; every invariant; the contract."""
    configuration = Configuration(capacity)
    life = Life(MODEL, configuration, NaiveSlab(configuration), None)
    life.run(drawn(life, random.Random(f"{capacity} {seed}"), 1000))
    assert life.wrong == []
    assert len(life.issued) > 100
