"""StableList's variants beside naive second implementations, over random programs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stablelist_spec.parts.model import Model
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import deferred, dyadic, first_free, first_free_skipping
from suite.spec.systems.deferred.naive import NaiveDeferred
from suite.spec.systems.dyadic.naive import NaiveDyadic
from suite.spec.systems.first_free.naive import NaiveFirstFree
from suite.spec.systems.first_free_skipping.naive import NaiveSkipping
from suite.spec.systems.living import Life, drawn
from suite.spec.systems.naive_variant import NaiveVariant

SHAPES = ((4, 0, 3, None), (4, 24, 6, 9), (12, 0, 5, 31), (8, 100, 8, None))
PAIRS = (
    (deferred.MODEL, NaiveDeferred),
    (dyadic.MODEL, NaiveDyadic),
    (first_free.MODEL, NaiveFirstFree),
    (first_free_skipping.MODEL, NaiveSkipping),
)


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize(("minimum", "capacity", "index_bits", "maximum"), SHAPES)
@pytest.mark.parametrize("id_bits", [1, 2, 16])
@pytest.mark.parametrize(("model", "naive"), PAIRS, ids=lambda each: getattr(each, "name", ""))
def test_random_programs_agree(
    model: Model[Parameters, Any],
    naive: type[NaiveVariant],
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
    life = Life(model, parameters, naive(parameters), parameters.id_period)
    rng = random.Random(f"{mode} {minimum} {index_bits} {id_bits}")
    life.run(drawn(life, rng, 1000))
    assert life.wrong == []
    assert len(life.issued) > 100
