"""The model beside a naive second implementation, over random programs."""

from __future__ import annotations

import random

import pytest

from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic import MODEL
from suite.spec.systems.dyadic.naive import NaiveDyadic
from suite.spec.systems.living import Life, drawn

SHAPES = ((4, 0, 3, None), (4, 24, 6, 9), (12, 0, 5, 31), (8, 100, 8, None))


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize(("minimum", "capacity", "index_bits", "maximum"), SHAPES)
@pytest.mark.parametrize("id_bits", [1, 2, 16])
def test_random_programs_agree(
    mode: Truncate, minimum: int, capacity: int, index_bits: int, maximum: int | None, id_bits: int
) -> None:
    """A thousand operations: every answer, layout and cost; every invariant; the contract."""
    parameters = Parameters(
        minimum, min(capacity, 2**index_bits), mode, id_bits, index_bits, maximum
    )
    life = Life(MODEL, parameters, NaiveDyadic(parameters), parameters.id_period)
    rng = random.Random(f"{mode} {minimum} {index_bits} {id_bits}")
    life.run(drawn(life, rng, 1000))
    assert life.wrong == []
    assert len(life.issued) > 100
