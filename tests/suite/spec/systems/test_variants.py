"""A first-free list beside a naive second implementation, over random programs."""

from __future__ import annotations

import pytest

from stablelist_spec.systems import SYSTEMS
from suite.spec.systems.checked import random_programs
from suite.spec.systems.variants import NAIVE_OF, beside


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAIVE_OF)
@pytest.mark.parametrize("seed", range(4))
def test_random_programs_agree(name: str, seed: int) -> None:
    """Every answer, layout and cost; every invariant; the contract."""
    for program in random_programs(SYSTEMS[name], seed, 4):
        came = beside(SYSTEMS[name], program.parameters).run(program.operations)
        assert came.wrong == []
