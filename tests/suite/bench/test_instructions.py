"""Instructions are counted, and a dearer operation is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

import stablelist
from bench import instructions, program
from bench.instructions import (
    TOLERANCE,
    Cost,
    UncountableError,
    expected,
    main,
    of_stages,
    record,
    verdict,
)
from bench.names import DICT
from bench.peers.peer import Peer
from bench.program import PEERS, STAGES, Pools

COSTS = [Cost("add", 200.0, 100.0), Cost("remove", 100.0, 50.0)]


def test_the_record_is_of_all_stages() -> None:
    """For every version of Python that it knows."""
    assert set(expected()) == {stage.name for stage in STAGES}


def test_nothing_worse_no_complaint() -> None:
    """Within the tolerance, or better."""
    assert verdict(COSTS, {"add": 2.0, "remove": 3.0}) is None
    assert verdict(COSTS, {"add": 2.0 / (1 + TOLERANCE) + 0.001, "remove": 2.0}) is None


def test_a_dearer_operation_is_named() -> None:
    """In one sentence, with both ratios; only that one."""
    complaint = verdict(COSTS, {"add": 2.0, "remove": 1.9})
    assert complaint == "worse by more than 5%: remove takes 2.000 times dict's instead of 1.900"


def test_what_is_recorded_is_expected(tmp_path: Path) -> None:
    """Beside what was recorded for another Python."""
    file = tmp_path / "instructions.json"
    file.write_text('{"2.7": {"add": 1.0}}', "utf-8")
    with pytest.raises(UncountableError, match=r"only for 2\.7"):
        expected(file)
    record(COSTS, file)
    assert expected(file) == {"add": 2.0, "remove": 2.0}
    assert '"2.7"' in file.read_text("utf-8")


def test_without_valgrind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and the status of what cannot be done."""
    monkeypatch.setenv("PATH", "")
    assert main([]) == 2
    assert capsys.readouterr() == (
        "",
        "instructions: valgrind is not installed; it is what counts\n",
    )


@pytest.mark.parametrize(("ratio", "status"), [(1.0, 0), (2.0, 1)])
def test_exit_status(
    ratio: float,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """1 if something got worse, and the table in any case."""
    costs = [Cost(stage, ratio * known, 1.0) for stage, known in expected().items()]
    monkeypatch.setattr(instructions, "count", lambda: costs)
    assert main([]) == status
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == len(STAGES) + 2
    assert said.err.startswith("instructions: worse") is bool(status)
    assert len(said.err.splitlines()) == status


@pytest.mark.parametrize("kind", PEERS.values(), ids=str)
def test_every_stage_does_something(kind: type[Peer]) -> None:
    """What is added is there, what is removed is gone, stale keys are stale, colliders meet."""
    pools = Pools(kind, 500)
    for stage in STAGES:
        stage.run(pools)
    assert len(pools.empty.keys()) == len(pools.full.keys()) == 500
    assert pools.doomed.keys() == []
    assert len(pools.sparse.keys()) == 5
    assert pools.full.at(pools.hits) is not None
    assert all(pools.refilled.at([key]) is None for key in pools.stale)
    assert [*program.values.__annotations__] == ["peer", "return"]


def test_stages_are_counted() -> None:
    """Each costs something, for each time that it is done; looking up costs less than removing."""
    found = zip(STAGES, of_stages(DICT), strict=True)
    costs = {stage.name: count / stage.times for stage, count in found}
    assert 20 < costs["values"] < costs["[] hit"] < costs["at hit"] < costs["remove"] < 2_000


def test_a_program_that_fails_is_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what was run, and what it said."""
    with pytest.raises(UncountableError, match="KeyError: 'nobody'"):
        of_stages("nobody")
    monkeypatch.setattr(stablelist, "__compiled__", False)
    with pytest.raises(UncountableError, match="of the compiled list"):
        instructions.count()
