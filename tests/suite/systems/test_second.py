"""Two containers: what concerns both, what a clone shares with the original, and every pair of small ones."""

import pytest

from stablelist_conformance.wire.protocol import parse_program
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.states import Pairs
from stablelist_spec.systems import SYSTEMS

PAIRS = [(name, scope) for name, system in SYSTEMS.items() for scope in system.pairs]

PROGRAMS = [
    (
        "ring",
        (
            "capacity=3 full=refuses : push_back:1 copy equal 2.push_back:2 equal append each 2.each "
            "2.pop_back 2.pop_back 2.push_back:2 append each 2.len swap_containers each 2.each"
        ),
        "None None True None False None (1, 1, 2) () None None None full (1, 1, 2) 1 None (2,) (1, 1, 2)",
    ),
    (
        "sequence",
        "capacity=3 : push:1 copy push:2 equal append each 2.copy 2.equal push:1 2.extend:3:7 append each",
        "None None None False None (1, 2, 1) None True None None full (1,)",
    ),
    (
        "map",
        "order=insertion capacity=2 : put:1:1 2.put:2:2 equal append len 2.len 2.put:3:3 append 2.len",
        "None None False None 2 0 None full 1",
    ),
    (
        "set",
        (
            "order=insertion universe=9 : insert:5 insert:3 mark copy equal 2.insert:7 2.remove:5 2.undo "
            "union each_in_order undo subtract each_in_order 2.intersect 2.len swap_containers each_in_order"
        ),
        "True True None None True True True unmarked 3 (5, 3, 7) unmarked 1 (5,) 0 0 None ()",
    ),
]


@pytest.mark.parametrize(("name", "text", "answers"), PROGRAMS, ids=lambda each: each[:8])
def test_second_container_is_one_of_its_own(name: str, text: str, answers: str) -> None:
    """A clone keeps its elements when the original changes; what has no room changes neither."""
    _, program = parse_program(f"contract {text}", name)
    history = History(SYSTEMS[name], program.parameters)
    said = [str(history.perform(each).answer) for each in program.operations]
    assert " ".join(said) == answers


@pytest.mark.parametrize(("name", "scope"), PAIRS)
def test_pairs_keep_the_invariants(name: str, scope: Configuration) -> None:
    found = explore(scope, Pairs(SYSTEMS[name]))
    assert (found.complete, found.violations) == (True, {})
    assert {*found.labels} <= {*SYSTEMS[name].labels}
