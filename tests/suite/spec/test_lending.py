"""Lending: the elements of a view, the effect of an exchange, and the labels of both."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance, StepOf, observed
from stablelist_spec.families.pool import STRUCTURAL, Exchanged, Pivot, PoolError
from stablelist_spec.parts.cells import Has, Not
from stablelist_spec.parts.lending import view
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import run

EMPTY = run("").history.state
ALONE = run("add*2 remove:1").history.state
GAPPED = run("add*4 remove:1").history.state
"""Elements 0, 2 and 3 at their positions."""


def test_view_shows_all_others() -> None:
    """They are in ascending position; without a pivot, all are shown (R13)."""
    assert [view(GAPPED, position) for position in range(4)] == [(2, 3), (0, 2, 3), (0, 3), (0, 2)]


@pytest.mark.parametrize("name", ["apply", "inspect"])
@pytest.mark.parametrize(
    ("state", "position", "others", "told"),
    [
        (ALONE, 0, (), ("alone",)),
        (GAPPED, 0, (2, 3), ("after_pivot",)),
        (GAPPED, 2, (0, 3), ("before_pivot", "after_pivot")),
        (GAPPED, 3, (0, 2), ("before_pivot",)),
    ],
)
def test_pivot_is_lent_with_its_view(
    name: str,
    state: State,
    position: int,
    others: tuple[int, ...],
    told: tuple[str, ...],
) -> None:
    """The label says where the others are; nothing changes."""
    labels = (f"{name}_live", *(f"{name}_{word}" for word in told))
    live = observed(MODEL, state, Operation(name, key=Key(position, position)))
    assert live == (state, Pivot(position, others), labels)
    stale = observed(MODEL, state, Operation(name, key=Key(1, 1)), Provenance.RETIRED)
    assert stale == (state, None, (f"{name}_stale_vacant",))


def exchanged(key: Key, sought: Key) -> StepOf[State, object]:
    """An exchange in the list with a gap."""
    return observed(MODEL, GAPPED, Operation("exchange", key=key, other=sought))


def test_exchange_swaps_two_elements() -> None:
    """Either key may be the pivot; ids stay in their cells (R13)."""
    for pivot, sought in ((0, 3), (3, 0), (2, 3)):
        step = exchanged(Key(pivot, pivot), Key(sought, sought))
        elements = {0: 0, 2: 2, 3: 3, pivot: sought, sought: pivot}
        cells = tuple(Has(elements[n], n) if n in elements else Not(None) for n in range(4))
        assert step == (
            *(GAPPED._replace(cells=cells), Exchanged(pivot, sought), ("exchange_found",)),
        )


def test_exchange_wants_two() -> None:
    """A pivot, and another that the view shows."""
    live, stale = Key(2, 2), Key(1, 1)
    assert exchanged(live, live) == (GAPPED, Exchanged(2, None), ("exchange_pivot",))
    assert exchanged(live, stale) == (GAPPED, Exchanged(2, None), ("exchange_stale",))
    assert exchanged(stale, live) == (GAPPED, None, ())


@pytest.mark.parametrize(
    ("state", "shown", "told"),
    [
        (EMPTY, (), "empty"),
        (ALONE, (Pivot(0, ()),), "one"),
        (run("add*2").history.state, (Pivot(0, (1,)), Pivot(1, (0,))), "many"),
        (GAPPED, (Pivot(0, (2, 3)), Pivot(2, (0, 3)), Pivot(3, (0, 2))), "many"),
    ],
)
def test_everyone_is_pivot_once(state: State, shown: tuple[Pivot, ...], told: str) -> None:
    """The order is ascending (R13)."""
    assert observed(MODEL, state, Operation("traverse")) == (state, shown, (f"traverse_{told}",))


@pytest.mark.parametrize("structural", STRUCTURAL)
def test_whatever_is_lent_is_protected(structural: str) -> None:
    """An iteration is counted; where nothing is lent, nothing is refused (R14)."""
    after = GAPPED._replace(cost=GAPPED.cost._replace(cells=4))
    lent = Operation("lend", tried=Operation(structural))
    assert observed(MODEL, GAPPED, lent) == (
        after,
        PoolError.BORROW,
        (f"lend_refuses_{structural}",),
    )
    assert observed(MODEL, EMPTY, lent) == (EMPTY, None, ("lend_nothing",))
