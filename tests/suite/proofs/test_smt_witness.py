"""Witnesses of refuted properties: there is one where the model is at fault, and none is shorter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from stablelist_conformance.wire.protocol import parse_program
from stablelist_proofs.systems.stable_list import witness
from stablelist_proofs.systems.stable_list.witness import (
    SCOPES,
    VISITS,
    shortest,
    told,
    way_into_debt,
)
from stablelist_spec.core.explore import Action, Edge, explore
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.invariants import broken
from suite.spec.defects import Defect, named
from suite.spec.programs import run

PLAIN: Final = [Operation(name) for name in ("add", "clear", "drain", "shrink_to_fit")]


def programs(parameters: Parameters, length: int) -> Iterator[list[Operation]]:
    """Every program of so many operations that change something."""
    if length == 0:
        yield []
        return
    for program in programs(parameters, length - 1):
        state = run(program, parameters).history.state
        room = Operation("reserve", count=state.space - state.live + 1)
        gone = [
            Operation("remove", key=cell.element) for cell in state.cells if isinstance(cell, Has)
        ]
        yield from ([*program, step] for step in (*PLAIN, room, *gone))


def breaks(sentence: str, program: list[Operation], parameters: Parameters) -> bool:
    """Whether a property is broken at the end of a program."""
    history: History = run(program, parameters).history
    return sentence in broken(history.state, history.fresh())


NOT_COUNTED: Final = named("removal_not_counted")
SOONER: Final = "live - (state.live < (3 if parameters.truncate is Truncate.NEVER else 2))"
SOONER_WHERE_IT_TRUNCATES: Final = NOT_COUNTED._replace(
    name="sooner_where_it_truncates", edit=replace(NOT_COUNTED.edit, after=SOONER)
)
"""A count that goes wrong with two elements, but with three where nothing is truncated."""


@pytest.mark.parametrize(
    ("defect", "length"),
    [
        (named("h2_one_cell_short"), 0),
        (NOT_COUNTED, 2),
        (named("id_reset_by_clear"), 3),
        (SOONER_WHERE_IT_TRUNCATES, 3),
        (named("growth_that_leaves_q2_short"), 5),
        (named("every_opened_cell_visited"), 6),
        (named("list_of_q2_lost_on_truncation"), 7),
    ],
    ids=str,
)
def test_a_witness_is_shortest(
    defect: Defect, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model breaks the property by it, and by no program of fewer operations, as far as these are tried."""
    monkeypatch.setattr(witness, "LIMIT", 2_000)
    with defect.in_force():
        _, program = parse_program(shortest(defect.breaks))
        assert len(program.words) == length
        assert breaks(defect.breaks, program.operations, program.parameters)
        for parameters in SCOPES:
            for fewer in range(min(length, 4)):
                shorter = programs(parameters, fewer)
                assert not any(breaks(defect.breaks, each, parameters) for each in shorter)


class Toll:
    """A graph with two ways into debt: one of two steps, and one of three that is met before it."""

    PAID: Final = {
        "S": {"A": 0, "B": 2, "D": 0},
        "A": {"B": 1},
        "B": {"C": -2},
        "C": {},
        "D": {"E": -1},
        "E": {},
    }

    def __init__(self, _: object = None, *, follow: bool = False) -> None:
        assert not follow, "no key is followed where costs are weighed"

    def initial(self, _: Parameters) -> str:
        """Where all ways begin."""
        return "S"

    def edges(self, node: str) -> list[Edge[str]]:
        """An action has the name of where it leads."""
        return [Edge(Action(to), to, (), paid) for to, paid in self.PAID[node].items()]

    def broken(self, _: str) -> list[str]:
        """Nothing else is."""
        return []


def test_a_way_into_debt_is_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model's explorer claims no such thing of costs, and shows a longer one."""
    cheapest = explore(SCOPES[0], Toll()).violations[VISITS]
    assert [action.name for action in cheapest] == ["A", "B", "C"]
    monkeypatch.setattr(witness, "TrackedKey", Toll)
    assert way_into_debt(SCOPES[0]) == (Action("D"), Action("E"))


def test_nothing_in_the_model_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a failed proof is distinguished from an error in the model, and the output says what was searched."""
    monkeypatch.setattr(witness, "LIMIT", 300)
    for sentence in ("counts_agree", "visits_never_exceed_removals"):
        assert shortest(sentence) == ""
        (line,) = told(sentence)
        assert line.startswith("no program breaks it (among 20,000 states of each mode, of up to 8")


def test_what_the_model_is_not_asked_is_not_searched() -> None:
    """Nothing found would say nothing."""
    (line,) = told("every_loop_ends")
    assert line.startswith("no program is searched for")
