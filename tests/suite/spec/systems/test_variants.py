"""StableList's variants beside naive second implementations, over random programs."""

from __future__ import annotations

import random

import pytest

from stablelist_spec.parts.parameters import Parameters, Truncate
from suite.spec.systems.living import drawn
from suite.spec.systems.variants import NAIVE_OF, Variant, life

SHAPES = ((4, 0, 3, None), (4, 24, 6, 9), (12, 0, 5, 31), (8, 100, 8, None))


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize(("minimum", "capacity", "index_bits", "maximum"), SHAPES)
@pytest.mark.parametrize("id_bits", [1, 2, 16])
@pytest.mark.parametrize("model", NAIVE_OF, ids=lambda model: model.name)
def test_random_programs_agree(
    model: Variant,
    mode: Truncate,
    minimum: int,
    capacity: int,
    index_bits: int,
    maximum: int | None,
    id_bits: int,
) -> None:
    """A thousand operations: every answer, layout and cost; every invariant; the contract."""
    parameters = Parameters(
        minimum, min(capacity, 2**index_bits), mode, id_bits, index_bits, maximum
    )
    came = life(model, parameters)
    rng = random.Random(f"{mode} {minimum} {index_bits} {id_bits}")
    came.run(drawn(came, rng, 1000))
    assert came.wrong == []
    assert len(came.issued) > 100
