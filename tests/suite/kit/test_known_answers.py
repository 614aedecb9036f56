"""Known answers: a batch that was answered rightly is compared, not judged; anything else is judged as ever."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from stablelist_conformance.cli.main import main
from stablelist_conformance.programs.cover import crafted
from stablelist_conformance.running import known_answers
from stablelist_conformance.running.batch import Batch, BatchResult
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.known_answers import place
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.files import sealed
from stablelist_conformance.wire.protocol import Level

from .played import Stage, by_model, fault, on_stage

PROGRAMS = crafted()[:60]
COVERING = Batch("cover", 0, 60, programs=PROGRAMS, cached=True)
FEW = COVERING._replace(programs=PROGRAMS[:4])
SWARM = Batch("swarm", 0, 1 << 20, seed=3, operations=2_000, cached=True)
MARATHON = Batch("marathon", 0, 4, seed=3, operations=4_000, cached=True)
RIGHT = on_stage()
LOOSE = on_stage(level=Level.CONTRACT)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, that is not there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "stablelist" / "answers"


def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be judged."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("it was judged")

    monkeypatch.setattr(Stage, "judge", fail)


def saying(say: Callable[[str, int], str]) -> Stage:
    """A StableList that says something else about some of the answers, which are numbered."""
    number = count()
    return on_stage(lambda line: say(by_model(line), next(number)))


@pytest.mark.parametrize(
    ("stage", "batch"),
    [(RIGHT, COVERING), (RIGHT, SWARM), (RIGHT, MARATHON), (LOOSE, SWARM)],
    ids=["covering", "swarm", "marathon", "contract"],
)
def test_batch_that_is_known_is_not_judged(
    stage: Stage, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes to the same as when it was judged, and as without a cache."""
    first = run_batch(stage, batch)
    assert first == run_batch(stage, batch._replace(cached=False))
    assert first.programs > 20
    unjudged(monkeypatch)
    assert run_batch(stage, batch) == first


def test_other_answer_is_judged() -> None:
    """The failure is the one that a port without known answers has."""
    run_batch(RIGHT, SWARM)
    wrong = saying(lambda line, _: line.replace("2.0", "2.1"))
    without, known = (run_batch(wrong, SWARM._replace(cached=cached)) for cached in (False, True))
    assert without.failure is not None
    assert known == without


def test_failed_batch_is_not_kept(folder: Path) -> None:
    wrong = saying(lambda line, _: line.replace("2.0", "2.1"))
    for batch in (SWARM, SWARM._replace(keep_going=True)):
        result = run_batch(wrong, batch)
        assert result.failure or result.wrong
    assert not folder.exists()


def answered_once(answer: str) -> BatchResult:
    """The result of a port that answers its first question otherwise, and everything rightly when asked again."""
    run_batch(RIGHT, FEW)
    return run_batch(saying(lambda line, number: line if number else answer), FEW)


def test_answer_that_was_wrong_once_is_a_failure() -> None:
    """Though the batch passes when it is run again."""
    result = answered_once("nonsense")
    assert result.failure is not None
    assert result.failure.difference is not None
    assert (result.failure.difference.at, result.failure.answers) == (0, "nonsense")
    assert result.failure.program == PROGRAMS[0]


@pytest.mark.parametrize("late", [False, True])
def test_fault_that_occurred_once_is_a_failure_unless_it_was_late(late: bool) -> None:
    run_batch(RIGHT, FEW)
    number = count()

    def fails_once(line: str) -> str:
        if next(number) == 0:
            raise fault(FaultKind.DIED, late=late)
        return by_model(line)

    failure = run_batch(on_stage(fails_once), FEW).failure
    assert failure is None if late else failure is not None and failure.fault is FaultKind.DIED


def test_port_that_does_not_start_is_told_as_ever() -> None:
    run_batch(RIGHT, FEW)
    result = run_batch(on_stage(faults={"start": fault()}), FEW)
    assert result.failure is not None
    assert result.failure.kind == FaultKind.DIED


# --- On disk --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b"\n",
        lambda content: sealed(b"what is this"),
        lambda content: sealed(zlib.compress(b"\x80")),
    ],
    ids=["emptied", "cut", "prolonged", "not packed", "no record"],
)
def test_damaged_file_is_left_aside(damage: Callable[[bytes], bytes], folder: Path) -> None:
    """In one sentence; the batch is judged and kept again."""
    first = run_batch(RIGHT, FEW)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    again = run_batch(RIGHT, FEW)
    assert again.cache.startswith("known answers are left aside, and judged again: ")
    assert replace(again, cache="") == first
    assert file.read_bytes() == whole


def test_full_disk_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(known_answers, "replaced", fail)
    result = run_batch(RIGHT, FEW)
    assert result.failure is None
    assert result.cache == (
        f"right answers cannot be kept in {folder} (No space left on device); "
        "give another XDG_CACHE_HOME, or --no-cache"
    )


def test_files_that_were_not_used_for_longest_make_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = [FEW._replace(seed=seed) for seed in range(4)]
    places = [place(RIGHT, batch) for batch in batches]
    for age, (batch, path) in enumerate(zip(batches[:3], places, strict=False)):
        run_batch(RIGHT, batch)
        assert path is not None
        os.utime(path, (age, age))
    run_batch(RIGHT, batches[0])  # is used again
    sizes = sum(each.stat().st_size for each in folder.iterdir())
    monkeypatch.setattr(known_answers, "MOST_BYTES", sizes)
    run_batch(RIGHT, batches[3])
    assert {*folder.iterdir()} == {places[0], places[2], places[3]}


def test_cache_is_cleared_by_a_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_batch(RIGHT, FEW)
    (file,) = folder.iterdir()
    size = file.stat().st_size
    for told in (f"removed 1 file, {size / 1e6:.1f} MB\n", "removed 0 files, 0.0 MB\n"):
        assert main(["cache", "clear"]) == 0
        assert capsys.readouterr().out == told


# --- What a batch is known by ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        lambda stage, batch: (stage, batch._replace(seed=4)),
        lambda stage, batch: (stage, batch._replace(first=1)),
        lambda stage, batch: (stage, batch._replace(operations=1)),
        lambda stage, batch: (stage, batch._replace(sampled=True)),
        lambda stage, batch: (stage, batch._replace(programs=PROGRAMS[:1])),
        lambda stage, batch: (replace(stage, level=Level.LAYOUT), batch),
        lambda stage, batch: (replace(stage, by_model=True), batch),
        lambda stage, batch: (replace(stage, compared=True), batch),
        lambda stage, batch: (replace(stage, excluded_class="size"), batch),
        lambda stage, batch: (replace(stage, turns=8), batch),
        lambda stage, batch: (without(stage, "pop"), batch),
    ],
)
def test_batches_with_other_answers_are_known_apart(
    other: Callable[[Stage, Batch], tuple[Stage, Batch]],
) -> None:
    assert place(RIGHT, SWARM) == place(RIGHT, SWARM._replace(keep_going=True))
    assert place(*other(RIGHT, SWARM)) != place(RIGHT, SWARM)


def without(stage: Stage, word: str) -> Stage:
    """The same port without a word."""
    return replace(stage, handshake=replace(stage.handshake, without=frozenset({word})))


def named(stage: Stage, name: str) -> Stage:
    """The same port with another name."""
    return replace(stage, handshake=replace(stage.handshake, name=name))


def test_ports_share_what_their_model_determines() -> None:
    """What a contract leaves open is each port's own."""
    assert place(named(RIGHT, "b"), SWARM) == place(RIGHT, SWARM)
    assert place(named(LOOSE, "b"), SWARM) != place(LOOSE, SWARM)
    assert place(replace(LOOSE, port="b"), SWARM) != place(LOOSE, SWARM)


def test_answers_of_ones_own_system_are_not_kept() -> None:
    """Its sources are not among those that are hashed."""
    own = replace(RIGHT.handshake, system_name="suite.toy.ring:RING")
    assert place(replace(RIGHT, handshake=own), SWARM) is None
