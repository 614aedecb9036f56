"""The contract of graphs: every choice of indices is right, and the unknown is followed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

import pytest

from stablelist_conformance.judging.coverage import reachable_labels
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.names_of_tests import names_of_tests
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.words import explain
from stablelist_conformance.running.covering import covering
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import LEVELS, Level, Program, parse_program
from stablelist_spec.families.knowledge import LIVE, REFINEMENT
from stablelist_spec.systems import SYSTEMS
from suite.systems.graph_cases import ANSWERED, CHOSEN, written

GRAPH = SYSTEMS["stable-graph"]
MODEL = ModelAnswerer(GRAPH.name)
PORT = MODEL.handshake
JUDGE = contract_judge(PORT)


def random_programs(seed: int) -> Iterator[Program]:
    """Programs as a port is sent them."""
    swarm = Target("", PORT, Level.CONTRACT, 1.0).swarm(seed, far=False)
    yield from map(swarm.program, count())


@pytest.mark.parametrize("choice", sorted({choice for choice, *_ in CHOSEN}))
def test_every_choice_of_indices_is_right(choice: str) -> None:
    met: set[str] = set()
    for _, line, answers in (row for row in CHOSEN if row[0] == choice):
        difference, labels = JUDGE.follow(parse_program(line, GRAPH.name)[1], answers)
        assert difference is None
        met |= labels
    assert reachable_labels(PORT, Level.CONTRACT).labels <= met


@pytest.mark.parametrize(("text", "right", "wrong"), ANSWERED)
def test_what_is_open_and_what_is_not(text: str, right: str, wrong: str) -> None:
    program = written(text)
    assert JUDGE.judge(program, right) is None
    difference = JUDGE.judge(program, wrong)
    assert difference is not None
    words = right.split()
    assert difference.at >= next(at for at, word in enumerate(wrong.split()) if word != words[at])


@pytest.mark.parametrize(
    ("declared", "text", "right", "wrong"),
    [
        ("order=none", "add_node*2 add_edge:0:0 add_edge:0:1 outgoing:0", "ok ok ok ok [2,3]", "ok ok ok ok [3,2]"),
        ("order=none", "add_node add_edge:0:0 add_edge:0:0 incoming:0", "ok ok ok [1,2]", "ok ok ok [2]"),
        ("order=none", "add_node add_edge:0:0 add_edge:0:0 neighbours:0", "ok ok ok [0]", "ok ok ok [0,0]"),
        ("order=none", "add_node remove_node:0 neighbours:0", "ok [0] []", "ok [0] none"),
        ("order=none", "add_node add_edge:0:0 remove_node:0", "ok ok [0,1]", "ok ok [0]"),
        ("remove_node=silent", "add_node add_edge:0:0 remove_node:0 edges", "ok ok [0] []", "ok ok [0,1] []"),
        ("remove_node=silent", "add_node add_edge:0:0 remove_node:0 edges", "ok ok [0] []", "ok ok [0] [1]"),
        ("remove_node=silent", "add_node add_edge:0:0 clear_edges", "ok ok [1]", "ok ok []"),
        ("remove_node=silent", "add_node remove_node:0 remove_node:0", "ok [0] []", "ok [0] [0]"),
    ],
)  # fmt: skip
def test_declared_difference_is_what_is_right(
    declared: str, text: str, right: str, wrong: str
) -> None:
    told = f"port protocol=6 name=a version=1 system=stable-graph level=contract {declared}"
    port = parse_handshake(told)
    assert declared in port.line()
    judge = contract_judge(port)
    assert judge.judge(written(text), right) is None
    assert judge.judge(written(text), wrong) is not None


def test_graph_without_bounds_is_never_full() -> None:
    """If it declares that."""
    told = replace(PORT, options=(("nodes", (0,)), ("edges", (0, 3))))
    every = reachable_labels(PORT, Level.CONTRACT).labels
    assert every - reachable_labels(told, Level.CONTRACT).labels == {"add_node_full"}


def test_any_graph_is_asked_the_programs_of_a_stable_graph() -> None:
    """Without what shows the inside; each of them is what a stable graph is asked at contract level."""
    asked, of_model = (
        {target.fitted(program).words for program in covering(target)}
        for name in ("graph", GRAPH.name)
        for target in [Target("", replace(PORT, system_name=name), Level.CONTRACT, 1.0)]
    )
    words = {word for each in asked for word in each}
    assert of_model <= asked
    assert words >= {"copy", "swap_containers", "equal"}
    assert words.isdisjoint({"layout", "cost"})


@pytest.mark.no_cover
def test_random_programs_are_followed_to_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Insertions of edges are preceded by look-ups of their keys; without these, some would be lost."""
    assert not any(map(is_lost, islice(random_programs(3), 20)))
    monkeypatch.setattr(Abilities, "follows", False)
    assert any(map(is_lost, islice(random_programs(3), 20)))


def is_lost(program: Program) -> bool:
    """Whether there are too many possibilities in the end, so that anything is accepted."""
    run = JUDGE.following(program.parameters)
    words = MODEL.answer(program, Level.CONTRACT)
    for at, operation in enumerate(program.operations):
        assert run.step(at, operation, words[at]) is None
    return not run.states


@pytest.mark.parametrize(
    ("name", "level", "follows"),
    [
        ("stable-graph", Level.CONTRACT, True),
        ("stable-graph", Level.LAYOUT, False),
        ("sparse-set", Level.CONTRACT, False),
    ],
)
def test_look_ups_are_drawn_where_something_is_open(name: str, level: Level, follows: bool) -> None:
    """Not above contract level, and for no system whose contract is its model."""
    assert Abilities(ModelAnswerer(name).handshake, level).follows is follows


def test_forged_keys_are_not_required_of_a_port_without_them() -> None:
    """All other labels are."""
    every = reachable_labels(PORT, Level.CONTRACT).labels
    able = reachable_labels(
        replace(PORT, without=frozenset({"forge", "edges"})), Level.CONTRACT
    ).labels
    assert every - able == {
        label for label in every if label.endswith("_forged") or label.startswith("edges_")
    }


@pytest.mark.parametrize(
    ("level", "text", "line", "wrong", "broken"),
    [
        ("contract", "add_node node:0", "ok 0", "none", LIVE),
        ("contract", "add_node add_edge:0:0 remove_edge:1", "ok ok 1", "none", LIVE),
        ("contract", "add_node*2 add_edge:0:1 endpoints:2", "ok ok ok 0/1", "1/1", REFINEMENT),
        ("contract", "add_node*2 add_edge:0:1 find_edge:0:1", "ok ok ok 2", "none", REFINEMENT),
        ("contract", "add_node remove_node:0 node:0", "ok [0] none", "0", REFINEMENT),
        ("layout", "add_node node:0", "0.0 0", "none", LIVE),
        ("layout", "add_node*2 add_edge:0:1 endpoints:2", "0.0 1.0 0.1 0/1", "1/1", REFINEMENT),
    ],
)
def test_wrong_answer_is_explained(
    level: str, text: str, line: str, wrong: str, broken: str
) -> None:
    """Only what a node or edge itself is found as says something about its key."""
    program, (*before, right) = written(text), line.split()
    found = Counterexample(
        port="a port", handshake=PORT, level=LEVELS[level], kind="answer", program=program,
        at=len(before), expected=right, answered=wrong, detail="", answers=(*before, wrong),
    )  # fmt: skip
    assert broken_by(found) == (broken,)
    assert f"expected {right} / answered {wrong}" in explain(record_trace(found))
    assert broken in names_of_tests(GRAPH.name, level)
