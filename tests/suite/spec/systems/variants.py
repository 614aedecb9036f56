"""A first-free list, which has no port, beside a naive second implementation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Parameters
from suite.spec.systems.checked import Checked
from suite.spec.systems.first_free.naive import NaiveFirstFree
from suite.spec.systems.naive_variant import NaiveVariant

__all__ = ["NAIVE_OF", "beside", "ran"]

NAIVE_OF: Final[dict[str, Callable[[Parameters], NaiveVariant]]] = {
    "first-free": NaiveFirstFree,
}


def beside(system: System, parameters: Parameters = Parameters()) -> Checked:  # noqa: B008 - immutable
    """A new list, beside the naive one."""
    return Checked(system, parameters, NAIVE_OF[system.name](parameters))


def ran(system: System, program: str, parameters: Parameters = Parameters()) -> Checked:  # noqa: B008 - immutable
    """The list after a program in which nothing was wrong."""
    came = beside(system, parameters).run(program)
    assert came.wrong == []
    return came
