"""Every further system answers as the table of examples says, and no step breaks what is said of all of them."""

import pytest

from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import highest
from stablelist_spec.core.system import System
from suite.spec.programs import Checked, random_programs
from suite.spec.systems.examples import EXAMPLES, FURTHER, Example, removals


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda each: f"{each.system.name} {each.line[:80]}"
)
def test_model_answers_as_table_says(example: Example) -> None:
    """Word by word, with layouts, costs and labels; nothing is wrong with any step."""
    program, system = example.program, example.system
    answers = ModelAnswerer(system.name).answer(program, highest(system))
    assert answers == example.answers.split()
    came = Checked(system, program.parameters).run(program.operations)
    assert came.wrong == []
    assert removals(came.state) == example.removals
    assert " ".join(map("+".join, came.told)) == example.labels


@pytest.mark.no_cover
@pytest.mark.parametrize("system", FURTHER, ids=lambda system: system.name)
def test_random_programs_keep_invariants_and_contract(system: System) -> None:
    """Some hundred operations in each of several configurations."""
    for program in random_programs(system, 1, 4):
        assert Checked(system, program.parameters).run(program.operations).wrong == []
