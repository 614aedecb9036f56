"""Contracts that are one function: which answers are acceptable, and which are not."""

from dataclasses import replace

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.core.history import contract_of
from stablelist_spec.core.second import CLONING
from stablelist_spec.core.system import ContradictionError
from stablelist_spec.systems import HEAP

PROGRAMS = [
    (
        "heap",
        (
            "put:0:5 put:1:3 put:2:3 put:0:4 peek change:1:9 change:7:1 contains:1 contains:7 pop entries remove:0 "
            "remove:0 len pop pop peek clear len"
        ),
        "none none none 5 2/3 3 none yes no 2/3 [0/4,1/9] 4 none 1 1/9 none none ok 0",
    ),
    (
        "forest",
        (
            "node:1 node:1 node:2 node:3 append:2:1 prepend:3:1 children:1 before:2:3 after:2:3 before:2:1 append:1:3 "
            "append:9:1 parent:3 parent:1 descendants:1 descendants:9 contains:2 roots len remove:1 remove:9 roots "
            "remove_subtree:3 node:4 len clear len"
        ),
        (
            "yes no yes yes ok ok [3,2] ok ok !root !cycle !missing 1 none [3,2] none yes [1] 3 yes no [2,3] "
            "yes yes 2 ok 0"
        ),
    ),
]


@pytest.mark.parametrize(("system", "words", "answers"), PROGRAMS)
def test_answers_are_those_of_the_contract(system: str, words: str, answers: str) -> None:
    """Each answer is acceptable, and a wrong one in its place is not."""
    _, program = parse_program(f"contract : {words}", system)
    handshake = Handshake("a port", "1", system, Level.CONTRACT)
    assert contract_judge(handshake).judge(program, answers) is None
    right = answers.split()
    for at in range(len(right)):
        wrong = [*right[:at], "77", *right[at + 1 :]]
        found = contract_judge(handshake).judge(program, " ".join(wrong))
        assert found is not None
        assert found.at == at


def test_contract_must_say_what_two_containers_mean_to_each_other() -> None:
    """The sentence comes when a port offers such an operation."""
    kinds = {**HEAP.family.kinds, **CLONING}
    two = replace(HEAP, family=replace(HEAP.family, kinds=kinds), operations=frozenset(kinds))
    said = Handshake("a port", "1", "slotmap", Level.CONTRACT)
    with pytest.raises(
        ContradictionError, match="the system heap offers copy, swap_containers, but its"
    ):
        contract_of(two, said, two.configuration())
