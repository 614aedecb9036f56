"""Witnesses are as short as the model's own and true of it, and programs in the words of the port protocol."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from stablelist_proofs.explore.expand import Question
from stablelist_proofs.explore.expression import Expression
from stablelist_proofs.explore.program import performed, program_line
from stablelist_proofs.explore.scope import Keep, Scope
from stablelist_proofs.explore.search import Search, Way, searching
from stablelist_proofs.explore.tie import node, ours, quotient
from stablelist_proofs.explore.witness import carried_out, step_with_label
from stablelist_spec.core.explore import Action, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.refinement import abstraction
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from suite.proofs.explore.runs import question

KEYED: Final = Scope(positions=4, keep=Keep.KEY, id_bits=1)
MEMORY: Final = Scope(positions=7, mode=Truncate.MEMORY)


def labelled(search: Search, label: str) -> Way:
    """A path whose last step has a label."""
    number = search.run.tally.bearers[label]
    step, way = step_with_label(search.system, number, label), search.way(number)
    return Way((*way.actions, step.action), (*way.numbers, step.target))


@pytest.mark.parametrize("scope", [KEYED, MEMORY], ids=str)
def test_witness_of_every_label_is_as_short_as_the_models(scope: Scope, tmp_path: Path) -> None:
    """Carried out on the model, its last step has the label, and nothing is broken."""
    with searching(scope, question(scope), tmp_path) as search:
        search.go_on()
        found: Any = explore(scope.parameters, quotient(search.system))
        assert found.labels.keys() == search.run.tally.bearers.keys()
        for label, way in found.labels.items():
            witness = carried_out(search, labelled(search, label))
            assert witness is not None
            assert label in witness.labels
            assert len(witness.actions) == len(way)
            assert witness.broken == ()


WANTED: Final[dict[str, Callable[[Node], bool]]] = {
    "opened == 0": lambda node: node.state.opened == 0,
    "h2.live == 1 and space == 8": lambda node: (
        node.state.partitions[2].live == 1 and node.state.space == 8
    ),
    "q1.head == 1": lambda node: node.state.partitions[0].head == 1,
    "space == 4 and allocated == 8 and live == 2": lambda node: (
        node.state.allocated == 8 == node.state.space * 2 == node.state.live * 4
    ),
}


@pytest.mark.parametrize("text", WANTED)
def test_witness_of_an_expression_is_as_short_as_the_models(text: str, tmp_path: Path) -> None:
    """The model reaches the state that was searched for."""
    scope = Scope(positions=8)
    theirs = explore(scope.parameters, TrackedKey(STABLE_LIST, follow=False))
    nearest = next(node for node in theirs.reached if WANTED[text](node))
    with searching(scope, Question((), Expression(text, scope.keep)), tmp_path) as search:
        search.go_on(enough=lambda tally: tally.found is not None)
        assert search.run.tally.found is not None
        witness = carried_out(search, search.way(search.run.tally.found))
        assert witness is not None
        assert WANTED[text](Node(witness.state))
        assert len(witness.actions) == len(theirs.way(nearest))


def test_witness_with_order_forgotten_is_put_in_order(tmp_path: Path) -> None:
    """A reuse of what is not the head is made one by removing in another order."""
    scope = Scope(positions=8, keep=Keep.SETS)
    add, removals = [Action("add")] * 8, [Action("remove", 0), Action("remove", 1)]
    with searching(scope, question(scope), tmp_path) as search:
        search.go_on()
        shapes = [search.system.numbering.initial]
        for action in (*add, *removals):
            shapes.append(next(target for target in targets(search, shapes[-1], action)))
        kept = next(
            t for t in targets(search, shapes[-1], Action("add")) if live(search, t) & 3 == 1
        )
        way = Way((*add, *removals, Action("add")), (*shapes, kept))
        witness = carried_out(search, way)
    assert witness is not None
    assert witness.actions == (*add, removals[1], removals[0], Action("add"))


def test_way_that_the_model_does_not_take_is_no_witness(tmp_path: Path) -> None:
    """It says so, rather than show a program that does something else."""
    with searching(MEMORY, question(MEMORY), tmp_path) as search:
        search.go_on()
        way = search.way(search.run.tally.bearers["remove_from_h2"])
        assert carried_out(search, way) is not None
        assert carried_out(search, Way(way.actions[:-1], way.numbers)) is None


def targets(search: Search, number: int, action: Action) -> list[int]:
    """Where an action leads from a state."""
    return [s.target for s in ours(search.system, np.array([number])) if s.action == action]


def live(search: Search, number: int) -> int:
    """The live positions of a state, as a mask."""
    return sum(1 << key.index for key in abstraction(node(search.system, number).state))


@pytest.mark.parametrize(
    ("way", "line"),
    [
        ([Action("add"), Action("add"), Action("remove", 1)], "add add remove:1"),
        ([Action("add"), Action("clear"), Action("add"), Action("remove", 0)], "add clear add remove:1"),
        ([Action("add", followed=True), Action("add"), Action("at", followed=True)], "add add at:0"),
        (
            [Action("reserve", operands=(("count", 5),)), Action("shrink_to_fit"), Action("drain")],
            "reserve:5 shrink_to_fit drain",
        ),
    ],
)  # fmt: skip
def test_a_way_names_elements_by_their_insertion(way: list[Action], line: str) -> None:
    done = performed(Parameters(), way)
    assert done is not None
    assert program_line(Parameters(), done.operations) == f"layout : {line}"


def test_a_way_without_its_element_is_none() -> None:
    """The model would be asked to remove nothing."""
    assert performed(Parameters(), [Action("remove", 0)]) is None
    vacant = [Action("add"), Action("remove", 0), Action("remove", 0)]
    assert performed(Parameters(), vacant) is None
