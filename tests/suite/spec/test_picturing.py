"""The picture of a StableList, and the state variables of a trace."""

from typing import Final

from stablelist_spec.core.picture import VACANT, Cell, Chain, Group, Picture, Row
from stablelist_spec.parts.cells import Has
from stablelist_spec.systems.stable_list.picturing import FreeLists, Partitions, picture, variables
from suite.spec.programs import run

STATE: Final = run("add*5 remove:1 remove:0").history.state


def test_a_picture_shows_cells_partitions_and_free_lists() -> None:
    """Ids are words, because they are no amounts."""
    assert picture(STATE) == Picture(
        {"space": 8, "opened": 5, "live": 3, "next id": "5"},
        {"visits": 0, "moved": 4, "dropped": 0, "cells iterated": 0},
        (
            Row(
                8,
                [VACANT, VACANT, Cell(True, "2", "2"), Cell(True, "3", "3"), Cell(True, "4", "4")],
                [Group("q1", 0, 2), Group("q2", 2, 4), Group("h2", 4, 8)],
                [Chain("q1", (0, 1)), Chain("q2", ()), Chain("h2", ())],
                second="id",
            ),
        ),
    )


def test_a_vacancy_is_followed_by_the_next_of_its_chain() -> None:
    """The last one by none; a live cell is in no chain."""
    assert picture(STATE).rows[0].following == {0: 1, 1: None}


def test_variables_name_what_the_state_numbers() -> None:
    """Partitions and free lists by name, live cells by position."""
    shown = variables(STATE)
    assert shown.live == {2: Has(2, 2), 3: Has(3, 3), 4: Has(4, 4)}
    assert shown.free_lists == FreeLists((0, 1), (), ())
    assert shown.partitions == Partitions(*STATE.partitions)
    assert (shown.space, shown.allocated, shown.opened, shown.next_id) == (8, 8, 5, 5)
    assert shown.cost == STATE.cost
