"""A small number of covering programs, so that a test takes seconds. `make selfcheck` runs all of them."""

from functools import cache
from typing import Final

import pytest

from stablelist_conformance.programs.cover import crafted, explored_programs, scope_programs
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.parts.variant import SCOPES
from stablelist_spec.systems import STABLE_LIST

MOST_PROGRAMS: Final = 300
"""The number of programs of a system that the tests run."""


@cache
def few_programs() -> tuple[Program, ...]:
    """The crafted programs of a StableList, which reach every label, and some of the generated ones."""
    return (*crafted(), *few_made())


@cache
def few_made() -> tuple[Program, ...]:
    """Those that take every edge of a list of four positions."""
    return tuple(program for scope in SCOPES for program in scope_programs(STABLE_LIST.name, scope))


def few_explored(name: str) -> tuple[Program, ...]:
    """All programs of a system, but few of a StableList."""
    return few_made() if name == STABLE_LIST.name else explored_programs(name)


@pytest.fixture(autouse=True)
def few_covering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cover a StableList with few programs, also in forked workers."""
    few_made()
    monkeypatch.setattr("stablelist_conformance.running.covering.explored_programs", few_explored)
