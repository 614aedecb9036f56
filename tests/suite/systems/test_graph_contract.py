"""The contract of graphs: every choice of indices is right, and the unknown is followed; see `answers.tsv`, too."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

from stablelist_conformance.judging.coverage import reachable_labels
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.running.covering import covering
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.systems import SYSTEMS

TABLE = Path(__file__).with_name("graphs.tsv").read_text("ascii").splitlines()
CHOSEN = [row.split("\t") for row in TABLE]
"""How a graph chose its indices, a program, and its answers, which a graph in Python gave."""
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
