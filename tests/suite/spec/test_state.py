"""The parts of a list, and how a key is resolved: small functions on which all others are based."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import (
    Cost,
    Has,
    Not,
    Partition,
    Resolution,
    found,
    free_list,
    free_lists,
    items,
    replaced,
    resolve,
)
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.state import (
    H2,
    NAMES,
    Q1,
    Q2,
    State,
    initial,
    partition_of,
    untouched,
    with_partition,
)
from suite.spec.programs import run

PARAMETERS = Parameters(capacity=8)
CELLS = (Has(10, 0), Not(None), Has(12, 2), Has(13, 3), Not(5), Not(None))
PARTITIONS = (
    Partition(0, 2, 1, 2, 1),
    Partition(2, 2, 2, 2, None),
    Partition(4, 4, 0, 2, 4),
)
STATE = State(PARAMETERS, 8, 16, 6, CELLS, PARTITIONS, Cost())
"""Six cells of eight are opened; position 1 is vacant in q1, 4 and 5 in h2."""


def test_new_list_has_nothing() -> None:
    """It only has its space and the first id (R1, R8)."""
    none = (Partition(0, 2, 0, 0, None), Partition(2, 2, 0, 0, None), Partition(4, 4, 0, 0, None))
    assert initial(PARAMETERS) == State(PARAMETERS, 8, 8, 0, (), none, Cost(0, 0, 0, 0, 0))
    assert untouched(8) == none
    assert untouched(4) == (
        *(Partition(0, 1, 0, 0, None), Partition(1, 1, 0, 0, None), Partition(2, 2, 0, 0, None)),
    )


def test_counts_are_sums() -> None:
    """They are sums over the cells and over the partitions."""
    assert (STATE.opened, STATE.live) == (6, 3)
    assert with_live(1, 2, 4).live == 7
    assert [p.end for p in PARTITIONS] == [2, 4, 8]
    assert [p.full for p in PARTITIONS] == [False, True, False]


def with_live(*counts: int) -> State:
    """The state with other counts."""
    q1, q2, h2 = (p._replace(live=n) for p, n in zip(PARTITIONS, counts, strict=True))
    return STATE._replace(partitions=(q1, q2, h2))


def test_quarters_and_half_have_names() -> None:
    """The names are in the order of positions."""
    assert [partition_of(STATE, position) for position in range(8)] == [
        *(Q1, Q1, Q2, Q2, H2, H2, H2, H2),
    ]
    assert [NAMES[which] for which in (Q1, Q2, H2)] == ["q1", "q2", "h2"]


@pytest.mark.parametrize(
    ("key", "met"),
    [
        (Key(0, 0), Resolution.HIT),
        (Key(3, 3), Resolution.HIT),
        (Key(3, 2), Resolution.OTHER_ID),
        (Key(3, 4), Resolution.OTHER_ID),
        (Key(0, -1), Resolution.OTHER_ID),
        (Key(1, 1), Resolution.VACANT),
        (Key(5, 0), Resolution.VACANT),
        (Key(6, 0), Resolution.UNTOUCHED),
        (Key(7, 0), Resolution.UNTOUCHED),
        (Key(8, 0), Resolution.BEYOND),
        (Key(2**70, 0), Resolution.BEYOND),
        (Key(-1, 3), Resolution.NEGATIVE),
        (Key(-8, 0), Resolution.NEGATIVE),
    ],
)
def test_key_meets_what_lies_at_its_position(key: Key, met: Resolution) -> None:
    """A live cell, with its id or another, a vacant one, or none (R10)."""
    assert resolve(STATE, key) is met
    assert found(STATE, key) == (10 + key.index if met is Resolution.HIT else None)


def test_items_are_the_live_cells() -> None:
    """They are in ascending order, all or all but one (R12, R13)."""
    first, second, third = (Key(0, 0), 10), (Key(2, 2), 12), (Key(3, 3), 13)
    assert items(STATE) == (first, second, third)
    assert items(STATE, but=0) == (second, third)
    assert items(STATE, but=2) == (first, third)
    assert items(STATE, but=1) == (first, second, third)


def test_free_lists_are_walked_from_their_heads() -> None:
    assert free_lists(STATE) == ((1,), (), (4, 5))
    assert list(free_list(CELLS, 5)) == [5]
    assert list(free_list(CELLS, None)) == []


@pytest.mark.parametrize("which", [Q1, Q2, H2])
def test_one_partition_is_changed(which: int) -> None:
    other = Partition(9, 9, 9, 9, 9)
    expected = [*PARTITIONS[:which], other, *PARTITIONS[which + 1 :]]
    assert list(with_partition(STATE, which, other)) == expected


def test_one_element_is_replaced() -> None:
    """Under its key, at either end and between."""
    for position in (0, 2, 3):
        cells = replaced(CELLS, Key(position, 7), 99)
        assert cells == (*CELLS[:position], Has(99, 7), *CELLS[position + 1 :])


def test_costs_begin_at_nothing() -> None:
    """Whichever are not named."""
    assert Cost() == (0, 0, 0, 0, 0)
    assert run("").history.state.cost == Cost()
