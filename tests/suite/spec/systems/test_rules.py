"""Every system keeps its rules, in examples made by hand: `rules.tsv`.

A row has the rule, the system, the configuration as far as it is not the default, a program, the answer to each
operation, and the labels of each step that is no question about the inside, joined by a plus. Programs may use the
repetitions of `suite.spec.programs`.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from stablelist_conformance.wire.answers import encode_answer
from stablelist_conformance.wire.protocol import highest, parse_program
from stablelist_spec.systems import SYSTEMS
from suite.spec.programs import Checked, operations


class Rule(NamedTuple):
    """A row of the table."""

    sentence: str
    system: str
    configuration: str
    program: str
    answers: str
    labels: str


FILE = Path(__file__).with_name("rules.tsv")
RULES = [Rule(*row.split("\t")) for row in FILE.read_text("ascii").splitlines()]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system} {rule.program[:80]}")
def test_model_keeps_rule(rule: Rule) -> None:
    system = SYSTEMS[rule.system]
    level = highest(system)
    chosen = parse_program(f"{level.word} {rule.configuration} :", system.name)[1].parameters
    came = Checked(system, chosen).run(rule.program)
    answers = (
        str(answer)
        if operation.name in system.shown
        else encode_answer(operation, answer, level, system.family)
        for operation, answer in zip(
            operations(rule.program, system.family), came.answers, strict=True
        )
    )
    assert (" ".join(answers), came.wrong) == (rule.answers, []), rule.sentence
    assert " ".join(map("+".join, came.told)) == rule.labels, rule.sentence
