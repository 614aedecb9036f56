"""Lives of StableList's variants, each beside its naive implementation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stablelist_spec.parts.model import Model
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import deferred, dyadic, first_free, first_free_skipping
from suite.planting import in_force
from suite.spec.systems.deferred.naive import NaiveDeferred
from suite.spec.systems.dyadic.naive import NaiveDyadic
from suite.spec.systems.first_free.naive import NaiveFirstFree
from suite.spec.systems.first_free_skipping.naive import NaiveSkipping
from suite.spec.systems.living import Life
from suite.spec.systems.naive_variant import NaiveVariant
from suite.spec.systems.planting import Planted

__all__ = ["NAIVE_OF", "Variant", "life", "noticed", "ran"]

Variant = Model[Parameters, Any]
NAIVE_OF: Final[dict[Variant, Callable[[Parameters], NaiveVariant]]] = {
    deferred.MODEL: NaiveDeferred,
    dyadic.MODEL: NaiveDyadic,
    first_free.MODEL: NaiveFirstFree,
    first_free_skipping.MODEL: NaiveSkipping,
}


def life(model: Variant, parameters: Parameters = Parameters()) -> Life:  # noqa: B008 - immutable
    """A new list, beside the naive one."""
    return Life(model, parameters, NAIVE_OF[model](parameters), parameters.id_period)


def ran(model: Variant, program: str, parameters: Parameters = Parameters()) -> Life:  # noqa: B008 - immutable
    """The list after a program in which nothing was wrong."""
    came = life(model, parameters)
    came.run(program)
    assert came.wrong == []
    return came


def noticed(model: Variant, module: str, defect: Planted) -> list[str]:
    """What is wrong with a defect's program, in which nothing is wrong without the defect."""
    ran(model, defect.program, defect.configuration)
    wrong = life(model, defect.configuration)
    with in_force(module, defect.edit):
        wrong.run(defect.program)
    return wrong.wrong
