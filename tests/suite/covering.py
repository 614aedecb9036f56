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
    """The crafted programs of a StableList, which bear every label, and some of those that are the same every time."""
    written = crafted()
    others = [program for program in layout_programs(2) if program not in written]
    every = -(-len(others) // (MOST_PROGRAMS - len(written)))
    return (*written, *others[::every])


@pytest.fixture(autouse=True)
def few_covering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A StableList is covered by few programs; workers are forked, and have them too."""
    monkeypatch.setitem(engines.COVERING, STABLE_LIST.name, few_programs)
