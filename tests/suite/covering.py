"""Covering programs for every day: so few that a test takes seconds. `make selfcheck` takes all."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from stablelist_conformance import engines
from stablelist_conformance.cover import crafted, layout_programs
from stablelist_conformance.protocol import Program
from stablelist_spec.systems import STABLE_LIST

__all__ = ["MOST_PROGRAMS", "few_covering", "few_programs"]

MOST_PROGRAMS: Final = 300
"""Of a system, for every day."""


@cache
def few_programs() -> tuple[Program, ...]:
    """The crafted programs of a StableList, which bear every label, and some of those that are made."""
    return (*crafted(), *few_made())


@cache
def few_made() -> tuple[Program, ...]:
    """Some of the programs that are made."""
    programs = layout_programs(2)
    return programs[:: -(-len(programs) // (MOST_PROGRAMS - len(crafted())))]


@pytest.fixture(autouse=True)
def few_covering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A StableList is covered by few programs; workers are forked, and have them too."""
    few_made()
    monkeypatch.setitem(engines.COVERING, STABLE_LIST.name, few_made)
