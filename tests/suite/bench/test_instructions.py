"""Instructions are counted, and a more expensive operation is noticed."""

import sys
from pathlib import Path

import pytest

import stablelist
from bench import instructions, judging, program
from bench.instructions import (
    CONTAINER,
    KIT,
    TOLERANCE,
    WATCHED,
    Cost,
    UncountableError,
    expected,
    main,
    of_stages,
    path,
    record,
    verdict,
)
from bench.judging import Dict, Judge
from bench.names import DICT
from bench.operations import survivors
from bench.peers.peer import Peer
from bench.program import PEERS, STAGES, Pools

CHECKS = {stage.name for stage in judging.stages(judging.drawn(1))}
COSTS = [Cost("add", 200.0, 100.0), Cost("remove", 100.0, 50.0)]


def test_the_record_is_of_all_stages() -> None:
    """The record has every stage, for every version of Python in it."""
    assert set(expected()) == {stage.name for stage in STAGES} | CHECKS


@pytest.mark.parametrize(
    ("recorded", "complaint"),
    [
        ({"add": 2.0, "remove": 3.0}, None),
        ({"add": 2.0 / (1 + TOLERANCE) + 0.001, "remove": 2.0}, None),
        (
            {"add": 2.0, "remove": 1.9},
            "worse by more than 5%: remove takes 2.000 times dict's instead of 1.900",
        ),
    ],
)
def test_only_a_dearer_operation_is_named(
    recorded: dict[str, float], complaint: str | None
) -> None:
    """There is no complaint within the tolerance, or if a ratio improved."""
    assert verdict(COSTS, recorded) == complaint


def test_what_is_recorded_is_expected(tmp_path: Path) -> None:
    """The record for another version of Python is kept."""
    file = tmp_path / "instructions.json"
    file.write_text('{"2.7": {"add": 1.0}}', "utf-8")
    with pytest.raises(UncountableError, match=r"only for 2\.7"):
        expected(file)
    record(COSTS, file)
    assert expected(file) == {"add": 2.0, "remove": 2.0}
    assert '"2.7"' in file.read_text("utf-8")


def test_missing_valgrind_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main([]) == 2
    assert capsys.readouterr() == (
        "",
        "instructions: valgrind is not installed; it is what counts\n",
    )


@pytest.mark.parametrize(("ratio", "status"), [(1.0, 0), (2.0, 1)])
def test_worse_count_ends_with_status_1(
    ratio: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 1 if a ratio got worse; the table is printed in any case."""
    costs = [Cost(stage, ratio * known, 1.0) for stage, known in expected().items()]
    halves = {CONTAINER: costs[: len(STAGES)], KIT: costs[len(STAGES) :]}
    monkeypatch.setattr(instructions, "count", halves.__getitem__)
    assert main([]) == status
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == len(STAGES) + 2 + 1 + len(CHECKS) + 2
    assert said.err.startswith("instructions: worse") is bool(status)
    assert len(said.err.splitlines()) == status


@pytest.mark.parametrize("kind", PEERS.values(), ids=str)
def test_every_stage_does_something(kind: type[Peer]) -> None:
    """Added elements are there, removed elements are gone, stale keys are stale, and some colliders meet."""
    pools = Pools(kind, 500)
    for stage in STAGES:
        stage.run(pools)
    assert len(pools.empty.keys()) == len(pools.full.keys()) == 500
    assert pools.doomed.keys() == []
    assert len(pools.sparse.keys()) == survivors(500) == 1
    assert pools.full.at(pools.hits) is not None
    assert all(pools.refilled.at([key]) is None for key in pools.stale)
    assert [*program.values.__annotations__] == ["peer", "return"]


def test_stages_are_counted() -> None:
    """The count of each stage grows with its repetitions; looking up costs less than removing."""
    costs = of_stages(CONTAINER, DICT)
    assert 20 < costs["values"] < costs["[] hit"] < costs["at hit"] < costs["remove"] < 2_000


def test_a_program_that_fails_is_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message shows the command and its output."""
    with pytest.raises(UncountableError, match="KeyError: 'nobody'"):
        of_stages(CONTAINER, "nobody")
    monkeypatch.setattr(stablelist, "__compiled__", False)
    with pytest.raises(UncountableError, match="of the native list"):
        instructions.count(CONTAINER)


def test_the_kit_is_watched_with_the_container_that_it_brings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is the interpreted container, even if the native one comes first on the path."""
    compiled = str(Path(stablelist.__file__).parents[1])
    monkeypatch.setattr(stablelist, "__compiled__", True)
    assert path(KIT) == [entry for entry in sys.path if entry != compiled]
    assert path(CONTAINER) == sys.path
    assert [watched.compiled for watched in WATCHED] == [True, False]


def test_everything_that_is_watched_of_the_kit_is_done() -> None:
    """The judge draws, answers and checks the counted programs; the yardstick follows them."""
    programs = judging.drawn(24)
    every = sum(len(program.words) for program in programs)
    judge, least = Judge(programs), Dict(programs)
    assert judge.check() == every
    assert judge.draw() == programs
    assert [len(str(line).split(" ")) for line in judge.answer()] == [
        len(program.words) for program in programs
    ]
    assert {stage.name: stage.times for stage in judging.stages(programs)} == {
        **dict.fromkeys(CHECKS, every),
        "answer by model": len(programs[0].words),
        "follow": sum(len(program.words) for program in judging.slots()),
    }
    assert str(least.label()).count(" ") + 1 == len(programs[0].words)


def test_what_the_port_answers_is_judged() -> None:
    """If the port answers a wrong line, the count is refused."""
    judge = Judge(judging.drawn(2))
    assert judge.prepared.answers is not None
    judge.prepared.answers.update(dict.fromkeys(judge.prepared.answers, b"!other"))
    with pytest.raises(AssertionError, match="!other"):
        judge.check()
    with pytest.raises(AssertionError):
        judge.compare()
