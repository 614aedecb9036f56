"""Runs: complete, the same however they are carried out, resumable, and not blind."""

import errno
import json
import pkgutil
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from stablelist_proofs import explore
from stablelist_proofs.explore import crew, expand, need, potential, removal, search, truncation
from stablelist_proofs.explore.expand import UNSEEN, Expansion, Question
from stablelist_proofs.explore.expression import Expression, ExpressionError
from stablelist_proofs.explore.invariants import (
    ASKED,
    OF_EVERY_BLOCK,
    OF_EVERY_NUMBER,
    VISITS,
    asked,
)
from stablelist_proofs.explore.keys import Keys
from stablelist_proofs.explore.numbering import Block
from stablelist_proofs.explore.run import Run, map_in
from stablelist_proofs.explore.scope import Keep, Scope, ScopeError
from stablelist_proofs.explore.search import searching
from stablelist_proofs.explore.system import System
from stablelist_proofs.explore.transitions import transitions
from stablelist_spec.parts.parameters import Truncate
from suite.planting import edited
from suite.proofs.explore.runs import explored, question, whole

SCOPE: Final = Scope(positions=9)
TINY: Final = Scope(positions=4)


def told(run: Run) -> tuple[Any, ...]:
    """The whole report of a run."""
    return run.tally, run.breadth, run.complete, run.levels.tobytes()


# --- However it is carried out ------------------------------------------------------------------------


def test_two_processes_find_what_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = told(whole(SCOPE))
    monkeypatch.setattr(crew, "SMALL", 0)
    assert told(explored(SCOPE, tmp_path, jobs=2)) == alone


KILLED: Final = """
import os, signal, sys
from pathlib import Path
from stablelist_proofs.explore import expand
from suite.planting import edited
from suite.proofs.explore.runs import explored
from stablelist_proofs.explore.scope import Scope

expand.PIECE = 64
real, done = expand.Expansion.do, 0

def do(work, *rest):
    global done
    tally = real(work, *rest)
    done += bool(tally.states)
    if done == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return tally

expand.Expansion.do = do
explored(Scope(positions=9), Path(sys.argv[1]))
"""


@pytest.mark.parametrize("pieces", [1, 40, 400])
def test_killed_run_goes_on(pieces: int, tmp_path: Path) -> None:
    """It was killed between two pieces of a level, and ends with the counts of an uninterrupted run."""
    arguments = [sys.executable, "-c", KILLED, str(tmp_path), str(pieces)]
    ended = subprocess.run(arguments, cwd=Path(__file__).parents[3], timeout=60)
    assert ended.returncode == -signal.SIGKILL
    record = json.loads((tmp_path / "run.json").read_text())
    assert not record["ended"]
    marked = np.count_nonzero(np.load(map_in(tmp_path)) != UNSEEN)
    assert marked > sum(record["breadth"])  # the level was left half-way
    assert told(explored(SCOPE, tmp_path)) == told(whole(SCOPE))


def test_question_that_stops_a_run_does_not_spoil_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for one or several processes, on any level; with another question, the run continues."""
    monkeypatch.setattr(crew, "SMALL", 0)
    unanswered = Question(asked(SCOPE.keep), Expression("live // (5 - live) == 9", SCOPE.keep))
    for jobs in (2, 1):
        with (
            pytest.raises(ExpressionError, match="divides by 0 in a state of this scope"),
            searching(SCOPE, unanswered, tmp_path, jobs=jobs) as search,
        ):
            search.go_on()
        assert json.loads((tmp_path / "run.json").read_text())["level"] == 5
    monkeypatch.setattr(Expression, "holds", lambda _, __, states: states.places < 0)
    with searching(SCOPE, unanswered, tmp_path) as search:
        search.go_on()
        assert told(search.run) == told(whole(SCOPE))


def test_finished_run_is_not_walked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its counts are read from the folder."""
    before = told(explored(SCOPE, tmp_path))
    monkeypatch.delattr(Expansion, "do")
    assert told(explored(SCOPE, tmp_path)) == before


def test_search_stops_when_it_has_enough(tmp_path: Path) -> None:
    """A level is done whole, and nothing is claimed to be complete."""
    with searching(SCOPE, question(SCOPE), tmp_path) as found:
        found.go_on(enough=lambda tally: tally.states > 100)
        assert not found.run.complete
        assert sum(found.run.breadth) == found.run.tally.states > 100


def test_way_is_as_long_as_its_level(tmp_path: Path) -> None:
    with searching(SCOPE, question(SCOPE), tmp_path) as found:
        found.go_on()
        last = int(np.flatnonzero(found.run.levels == found.run.diameter)[0])
        way = found.way(last)
        assert [int(found.run.levels[number]) for number in way.numbers] == [
            *range(found.run.diameter + 1)
        ]
        assert way.numbers[0] == found.system.numbering.initial


# --- What cannot be done ------------------------------------------------------------------------------


def test_scope_that_has_no_sense_is_refused() -> None:
    """The command asks for its other bounds."""
    with pytest.raises(ScopeError, match="id_bits is 4; it must be 1 to 3"):
        Scope(id_bits=4, keep=Keep.KEY)


def test_too_little_memory_is_said_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was begun."""
    monkeypatch.setattr(need, "available_memory", lambda: 300 << 20)
    with pytest.raises(
        ScopeError, match=r"needs 250 MiB of memory and 256 MiB to spare, but 300 MiB are free"
    ):
        explored(SCOPE, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_map_that_memory_has_no_room_for_is_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be allowed less than the machine has."""

    def load(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    explored(SCOPE, tmp_path)
    monkeypatch.setattr(np, "load", load)
    with pytest.raises(MemoryError):
        explored(SCOPE, tmp_path)


def test_too_small_a_disk_is_said_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was begun; a map that is there already needs no more room."""
    usage = shutil.disk_usage(tmp_path)._replace(free=100)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(ScopeError, match="MiB of room in"):
        explored(SCOPE, tmp_path)
    monkeypatch.setattr(need, "MARGIN", 0)
    need.need(SCOPE, 1).check(tmp_path, present=need.need(SCOPE, 1).disk)


def test_no_two_runs_share_a_folder(tmp_path: Path) -> None:
    """The second is refused while the first is there."""
    with (
        searching(SCOPE, question(SCOPE), tmp_path),
        pytest.raises(ScopeError, match="another run"),
    ):
        explored(SCOPE, tmp_path)


@pytest.mark.parametrize(
    ("scope", "change", "says"),
    [
        (SCOPE, str, r"has a run with scope .*4 positions.*, not .*9 positions"),
        (
            TINY,
            lambda text: text.replace('"format": 2', '"format": 1'),
            "has a run with format 1, not 2; choose another folder",
        ),
        *(
            (TINY, lambda _, damage=damage: damage, "is damaged; remove the folder")
            for damage in ("", "[]", "{}", '{"format": 2}')
        ),
    ],
)
def test_run_that_does_not_fit_is_refused(
    scope: Scope, change: Callable[[str], str], says: str, tmp_path: Path
) -> None:
    """One of another scope, of an older format, which may have found what is not so, or one that is damaged."""
    explored(TINY, tmp_path)
    record = tmp_path / "run.json"
    record.write_text(change(record.read_text()))
    with pytest.raises(ScopeError, match=says):
        explored(scope, tmp_path)


def test_levels_that_the_map_cannot_tell_apart_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than overwritten."""
    monkeypatch.setattr(search, "DEEPEST", 5)
    with pytest.raises(ScopeError, match="more than 5 steps away"):
        explored(SCOPE, tmp_path)


# --- What is broken is seen -----------------------------------------------------------------------------

KEYED: Final = Scope(positions=4, keep=Keep.KEY, id_bits=2)
EARLY: Final = (Keys._issued, "(key.next_id + 1) % self.period", "(key.next_id + 1) % 2")
BREAKERS: Final[dict[str, tuple[Scope, tuple[Callable[..., Any], str, str]]]] = {
    "cascade_leaves_h2_live": (
        SCOPE,
        (removal.truncated, "system.scope.mode is Truncate.NEVER", "True"),
    ),
    VISITS: (
        Scope(positions=8),
        (truncation.halved, "lists.sizes(now.states.q1)", "2 * lists.sizes(now.states.q1)"),
    ),
    "live_ids_are_distinct": (KEYED, EARLY),
    "retired_key_never_resolves": (KEYED, EARLY),
    "live_key_resolves": (
        KEYED,
        (
            vars(Keys)["_inserted_elsewhere"].func,
            "replace(after, namesake=key.namesake or early)",
            "replace(after, namesake=key.namesake or early, borne=False)",
        ),
    ),
}


@pytest.mark.parametrize("name", BREAKERS)
def test_broken_invariant_is_seen(name: str, tmp_path: Path) -> None:
    """The report has a state that shows it; states after it are not explored."""
    scope, defect = BREAKERS[name]
    with edited(*defect):
        run = explored(scope, tmp_path)
    assert name in run.tally.broken
    assert not run.complete


def test_list_below_its_minimum_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with four cells where the minimum is eight."""
    monkeypatch.setitem(vars(TINY.parameters), "least_space", 8)
    assert "partitions_tile_the_element_space" in explored(TINY, tmp_path).tally.broken


def test_memory_that_is_no_doubling_is_seen() -> None:
    """No operation leads there, so a block is made for it."""
    system = System(Scope(positions=8))
    block = next(block for block in system.numbering if block.extent == (8, 8, 0))
    wrong = Block(block.extent._replace(allocated=24), block.start, block.radices, block.keys)
    for each, expected in ((block, False), (wrong, True)):
        states = system.numbering.columns(each, np.array([block.start]))
        is_broken = ASKED["allocated_memory_is_the_space_doubled"](system, states)
        assert is_broken.tolist() == [expected]


def test_every_invariant_that_is_asked_has_a_defect() -> None:
    """Those of every number have none: a state that broke them could not be written down."""
    known = {*BREAKERS, *OF_EVERY_BLOCK}
    assert known == {*ASKED, VISITS}
    assert not known & {*OF_EVERY_NUMBER}


# --- The potential ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [Truncate.ITERATION, Truncate.MEMORY])
@pytest.mark.parametrize("capacity", [0, 8, 12])
def test_potential_is_no_more_than_any_way_has_paid(capacity: int, mode: Truncate) -> None:
    """The least balance of all ways to a state, by relaxation over every transition, is never below it."""
    scope = Scope(positions=12, keep=Keep.SETS, mode=mode, capacity=capacity)
    run, system = whole(scope), System(scope)
    numbers = np.flatnonzero(run.levels != UNSEEN)
    edges = [
        (states.numbers[moves.after.places], moves.after.numbers, moves.paid)
        for states in expand.on_level(system, (run.levels != UNSEEN), (0, len(run.levels)), 1)
        for moves in transitions(system, states)
    ]
    least = np.full(len(run.levels), 1 << 30, np.int64)
    least[system.numbering.initial] = 0
    while True:
        before = least.copy()
        for sources, targets, paid in edges:
            np.minimum.at(least, targets, least[sources] + paid)
        if np.array_equal(before, least):
            break
    for block in system.numbering:
        chosen = numbers[(numbers >= block.start) & (numbers < block.end)]
        owed = potential.debt(system, system.numbering.columns(block, chosen))
        assert (owed >= 0).all()
        assert (owed <= least[chosen]).all()


MODULES: Final = sorted(module.name for module in pkgutil.iter_modules(explore.__path__))


def test_reading_order_names_every_module() -> None:
    """The package says what to read, and in which order."""
    told = explore.__doc__ or ""
    assert [name for name in MODULES if f"`{name}`" not in told] == []
