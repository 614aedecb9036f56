"""What growth moves in a dyadic list: the cells are counted as the bound says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.core.arc import START, Arc
from stablelist_proofs.core.growth import Growth, growth
from stablelist_proofs.core.terms import integer
from stablelist_proofs.systems.dyadic.extent import EXTENT
from stablelist_proofs.systems.dyadic.growth import growths
from stablelist_proofs.systems.dyadic.inductive import layout
from stablelist_proofs.systems.dyadic.state import State, symbolic

LIST: Final = layout(symbolic())
GROWING: Final = growth(LIST, growths(LIST))


def four_cells(arc: Arc, after: Growth[State]) -> Growth[State]:
    """Each list is taken to begin with four cells."""
    return replace(after, initial=integer(4)) if arc.source == START else after


def half(arc: Arc, after: Growth[State]) -> Growth[State]:
    """What growth moves counts half."""
    return replace(after, grown=after.grown // 2) if arc.name == "add_grow_moving" else after


def free(arc: Arc, after: Growth[State]) -> Growth[State]:
    """What `reserve` moves is not counted."""
    return replace(after, reserved=Growth(after.state).reserved)


def test_they_are_counted_right() -> None:
    """Initial space, growth, and `reserve`."""
    assert list(EXTENT.counts(GROWING)) == []


@pytest.mark.parametrize(
    ("wrong", "step"),
    [(four_cells, "new_list"), (half, "add_grow_moving"), (free, "reserve_allocates")],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_another_count_is_noticed(
    wrong: Callable[[Arc, Growth[State]], Growth[State]], step: str
) -> None:
    """A bound would be proved of it as well."""
    other = replace(GROWING, after=lambda arc: wrong(arc, GROWING.after(arc)))
    assert f"growth counts otherwise after {step}" in list(EXTENT.counts(other))
