"""Verification end to end: a right port is verified, a wrong one refuted with the smallest program."""

from __future__ import annotations

import io
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

import stablelist_conformance.running.verify as verification
from stablelist_conformance.cli import main as cli
from stablelist_conformance.cli.run import Shown
from stablelist_conformance.judging.coverage import reach
from stablelist_conformance.judging.judge import Difference, ExactJudge
from stablelist_conformance.judging.verdict import Counterexample, EngineReport, Outcome, Verdict
from stablelist_conformance.port import interrupts
from stablelist_conformance.programs import target
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.classes import boundaries
from stablelist_conformance.programs.cover import expand
from stablelist_conformance.programs.large import crowded
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import folder, itf
from stablelist_conformance.running import engines, failures
from stablelist_conformance.running.engines import Batch, BatchResult, Failure
from stablelist_conformance.running.handshaking import meet
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import Alone
from stablelist_conformance.running.verify import Silent, verify
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.families.pool import KEY_OPERATIONS
from suite.covering import few_programs
from suite.kit.played import on_stage
from suite.kit.ports import ANSWER, DEFECT, HANDSHAKE, command, tiny

QUICK = Options(operations=4_000, jobs=1, timeout=20.0, shrink_seconds=20.0)
MODEL = shlex.join([sys.executable, "-m", "stablelist_conformance", "serve", "--model"])

NARROWED = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.widths import Widths
from stablelist_conformance.judging.judge import ExactJudge
from stablelist_conformance.python.serve import serve
from dataclasses import replace
model = ModelAnswerer()
model.handshake = replace(model.handshake, CHANGES)
serve(model, sys.stdin, sys.stdout)
"""


def model_with(changes: str) -> str:
    """The model as a port that says something else of itself."""
    return shlex.join([sys.executable, "-c", NARROWED.replace("CHANGES", changes)])


def quickly(port: str, **changes: object) -> Verdict:
    """A verdict with small budgets."""
    return verify(port, replace(QUICK, **changes))  # type: ignore[arg-type]


# --- Verified -------------------------------------------------------------------------------------


def test_served_model_is_verified_in_full() -> None:
    """Through a process, at cost level: every label, every program that covers it, by its own judge."""
    verdict = quickly(MODEL, jobs=2)
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert (verdict.missing, verdict.unreachable, verdict.notes) == ([], {}, [])
    assert len(verdict.reachable) > 80
    assert [engine.name for engine in verdict.engines] == ["cover", "marathon", "swarm"]
    abilities = Abilities(verdict.handshake, Level.COST)
    far = [*boundaries(abilities), *crowded(abilities)]
    assert verdict.engines[0].programs == len(few_programs()) + len(far)
    assert verdict.engines[1].operations >= 4_000


def test_tiny_port_is_verified() -> None:
    """Forty lines of Python, few operations, at contract level."""
    verdict = quickly(tiny())
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert verdict.covered == {
        "add", "remove_live", "remove_stale", "at_live", "at_stale", "len_some", "len_none",
    }  # fmt: skip


@pytest.mark.parametrize("level", [Level.CONTRACT, Level.LAYOUT])
def test_level_can_be_lowered(level: Level) -> None:
    """A right StableList is right at each level, also where less is seen of it."""
    verdict = quickly(MODEL, level=level)
    assert verdict.counterexample is None, verdict.counterexample
    assert verdict.level is level
    assert verdict.outcome is Outcome.VERIFIED, verdict.missing


def test_wide_port_is_verified_within_its_reach() -> None:
    """Ids and indices of 32 bits: what needs narrow ones is named with its reason, and nothing is missing."""
    verdict = quickly(model_with("id_bits=Widths.parse('32'), index_bits=Widths.parse('32')"))
    assert verdict.outcome is Outcome.VERIFIED, (verdict.counterexample, verdict.missing)
    assert set(verdict.unreachable) == {
        "add_id_wraps", "add_index_range_full", "insert_with_id_wraps", "insert_with_index_range_full", "extend_full",
        "reserve_full", *(f"{name}_revived" for name in KEY_OPERATIONS),
    }  # fmt: skip
    assert "id_bits above 16" in verdict.unreachable["add_id_wraps"]
    assert not verdict.covered & set(verdict.unreachable)


def test_port_of_narrow_indices_is_run_with_what_fits() -> None:
    """Eight cells are too few for some labels, and for the capacities of some covering programs."""
    verdict = quickly(model_with("index_bits=Widths.parse('3')"))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.counterexample is None, verdict.counterexample
    assert "drain_to_minimum" in verdict.missing


def test_port_that_leaves_abilities_out_is_verified_within_its_reach() -> None:
    """No lending, no negative indices; the verdict says so."""
    verdict = quickly(model_with("without=frozenset({'lend', 'negative', 'drain', 'retain'})"))
    assert verdict.outcome is Outcome.VERIFIED, (verdict.counterexample, verdict.missing)
    assert verdict.unreachable["lend_refuses_add"] == "the port leaves lend out"
    assert verdict.unreachable["at_forged_negative"] == "the port leaves negative indices out"


# --- Undecided ------------------------------------------------------------------------------------


def one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A StableList is covered by a single short program."""
    monkeypatch.setattr(
        engines, "crafted", lambda _: [expand("cost truncate=never id_bits=2 index_bits=0 : add")]
    )
    monkeypatch.setitem(engines.COVERING, "stablelist", tuple)


def test_label_that_was_not_covered_keeps_a_verdict_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """One short program, and a swarm of one: nothing is wrong, but nothing is verified."""
    one_program(monkeypatch)
    verdict = quickly(MODEL, operations=1)
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.counterexample is None
    assert "truncate_3_or_more" in verdict.missing


def test_port_that_ignores_the_width_of_its_ids_is_not_verified() -> None:
    """No answer is wrong, but its ids never wrap; only slots that retire need not."""
    narrow = HANDSHAKE.replace("id_bits=0", "id_bits=2-3,32")
    verdict = quickly(tiny(handshake=narrow))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.counterexample is None
    assert verdict.unreached[0].startswith("its ids of 2-3 bits were not seen to wrap")
    retiring = quickly(tiny(handshake=f"{narrow} wrap=retire"))
    assert (retiring.outcome, retiring.unreached) == (Outcome.VERIFIED, [])


def test_judges_that_disagree_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the container and the model differ the port is not blamed; the program is in the note."""
    from stablelist_conformance.python.serve import bundled

    def wrong(**options: object) -> object:
        return bundled(**{**options, "minimum": 8})  # type: ignore[arg-type]

    monkeypatch.setattr(target, "bundled", wrong)
    one_program(monkeypatch)
    verdict = quickly(MODEL)
    assert verdict.counterexample is None
    assert verdict.outcome is Outcome.UNDECIDED
    assert any("disagree" in note and "program: cost " in note for note in verdict.notes)


def test_model_has_the_last_word_on_what_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The container is asked first, because it is quicker; where only it disagrees, nothing fails."""
    from stablelist_conformance.python.serve import bundled

    monkeypatch.setattr(target, "bundled", lambda **options: bundled(**{**options, "minimum": 8}))
    program = expand("cost truncate=never id_bits=2 index_bits=0 : add layout")
    with Alone(meet(MODEL, QUICK)) as alone:
        assert alone.fails(program, "answer") is None


def test_what_is_built_on_the_container_is_judged_by_the_model() -> None:
    """Every Python factory may be; of a program in any language, whoever starts the run says so."""
    for port, by_model in (
        ("python:stablelist_conformance.python.serve:bundled", True),
        ("python:stablelist:StableList", True),
        (model_with("name='x'"), False),
    ):
        judge = meet(port, QUICK).judge()
        assert isinstance(judge, ExactJudge)
        assert isinstance(judge.reference, ModelAnswerer) is by_model
    asked = meet(model_with("name='x'"), replace(QUICK, by_model=True)).judge()
    assert isinstance(asked, ExactJudge)
    assert isinstance(asked.reference, ModelAnswerer)


# --- Refuted --------------------------------------------------------------------------------------


def test_broken_tiny_port_is_refuted_by_the_smallest_program(tmp_path: Path) -> None:
    """Two insertions, the fatal removal, and whatever shows it: four operations."""
    verdict = quickly(tiny(after_word=DEFECT), report=tmp_path)
    assert verdict.outcome is Outcome.REFUTED
    found = verdict.counterexample
    assert found is not None
    assert found.kind == "answer"
    assert len(found.program.words) == 4
    assert found.program.words[:3] == ("add", "add", "remove:1")
    assert found.at == 3
    assert found.expected != found.answered
    assert found.original_length >= 4
    assert [itf.load(path) for path in tmp_path.glob("*.itf.json")] == [found]


def test_wrong_layout_is_refuted_although_every_answer_is_right() -> None:
    """A port that shows another partition than it has: only the layout tells."""
    script = NARROWED.replace("replace(model.handshake, CHANGES)", "model.handshake").replace(
        "serve(model, sys.stdin, sys.stdout)",
        "from stablelist_spec.systems import STABLE_LIST\n"
        "right = STABLE_LIST.shown['layout']\n"
        "STABLE_LIST.shown['layout'] = lambda state: right(state).replace('|2:2:', '|2:1:')\n"
        "serve(model, sys.stdin, sys.stdout)",
    )
    verdict = quickly(shlex.join([sys.executable, "-c", script]))
    assert verdict.counterexample is not None
    assert verdict.counterexample.program.words[-1] == "layout"
    assert len(verdict.counterexample.program.words) == 1


@pytest.mark.parametrize(
    ("port", "kind", "words"),
    [
        (tiny(answer=f"os._exit(9) if 'remove:1' in words else {ANSWER}"), FaultKind.DIED, 3),
        (tiny(answer=f"time.sleep(600) if 'remove:1' in words else {ANSWER}"), FaultKind.HUNG, 3),
        (
            tiny(answer=f"{ANSWER}; 'remove:1' in words and print('DEBUG', flush=True)"),
            FaultKind.FLOODED,
            3,
        ),
        (
            tiny(answer=f"os.write(1, b'\\xff\\n') if 'remove:1' in words else {ANSWER}"),
            FaultKind.GARBLED,
            3,
        ),
        (tiny(answer=f"alas = 'remove:1' in words or globals().get('alas'); {ANSWER}",
              at_end="sys.exit(bool(globals().get('alas')))"), FaultKind.BAD_EXIT, 3),
    ],
    ids=["died", "hung", "flooded", "garbled", "bad-exit"],
)  # fmt: skip
def test_fault_is_a_finding_with_the_smallest_program(
    port: str, kind: FaultKind, words: int
) -> None:
    """Whatever a port does when the second key is removed, it is refuted for that, by two insertions and it."""
    patience = 6.0 if kind is FaultKind.HUNG else 60.0  # every run that hangs costs the time-out
    verdict = quickly(port, timeout=0.7, shrink_seconds=patience)
    assert verdict.outcome is Outcome.REFUTED
    found = verdict.counterexample
    assert found is not None
    assert found.kind == kind
    if kind is not FaultKind.HUNG:
        assert len(found.program.words) == words
    assert "remove:1" in found.program.words


def test_port_that_remembers_is_unsteady() -> None:
    """Right alone, wrong after other programs: the finding says so, and blames duty 5."""
    leaking = tiny(
        after_word="if name == 'len' and globals().setdefault('seen', 0) > 20: said[-1] = '99'",
        answer=f"seen = globals().get('seen', 0) + 1; {ANSWER}",
    )
    verdict = quickly(leaking)
    found = verdict.counterexample
    assert found is not None
    assert found.kind == FaultKind.UNSTEADY
    assert "(duty 5)" in found.detail


def test_port_that_shakes_hands_only_once_is_refuted(tmp_path: Path) -> None:
    """It is started again for every batch; what happens then is a finding as well, not a traceback."""
    note = tmp_path / "greeted"
    script = (
        f"import os, sys; first = not os.path.exists({str(note)!r}); open({str(note)!r}, 'w').close()\n"
        f"sys.stdin.readline() and print({HANDSHAKE!r} if first else 'you again?', flush=True); sys.stdin.read()"
    )
    verdict = quickly(command(script))
    assert verdict.counterexample is not None
    assert verdict.counterexample.kind == FaultKind.UNSTEADY
    assert "you again?" in verdict.counterexample.detail


# --- Told before it is shrunk ---------------------------------------------------------------------


@dataclass
class Onlooker(Silent):
    """Whoever watches, with all that was told."""

    told: list[str] = field(default_factory=list)
    counterexamples: list[Counterexample] = field(default_factory=list)
    there: bool = False

    def engine(self, name: str, total: int) -> None:
        """An engine begins."""
        self.told.append(name)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """A counterexample that is not shrunk yet."""
        self.told.append("found")
        self.counterexamples.append(counterexample)
        self.there = saved is not None and saved.is_file()


def test_counterexample_is_told_before_it_is_shrunk(tmp_path: Path) -> None:
    """As it was found, once, when it is on disk."""
    watching = Onlooker()
    verdict = verify(tiny(after_word=DEFECT), replace(QUICK, report=tmp_path), watching)
    assert watching.told[-2:] == ["found", "shrink"]
    assert watching.told.count("found") == 1
    assert watching.there
    (found,) = watching.counterexamples
    assert verdict.counterexample is not None
    assert len(found.program.words) > len(verdict.counterexample.program.words)


@pytest.mark.parametrize("terminal", [True, False])
def test_counterexample_is_told_on_a_terminal_only(terminal: bool, tmp_path: Path) -> None:
    """Beside the bar that shows that something is going on; what is written to a file has no such bars either."""
    written = io.StringIO()
    bars = Progress(console=Console(file=written, width=200), disable=not terminal)
    verify(
        tiny(after_word=DEFECT), replace(QUICK, report=tmp_path), Shown(bars, "", lambda _: None)
    )
    told = written.getvalue().splitlines()[:2]
    if terminal:
        saved = tmp_path / "counterexample-tiny-unshrunk-1.itf.json"
        assert told[0].startswith("refuted: operation ")
        assert told[1] == f"making it smaller, saved as {saved} ..."
        assert not saved.exists()
    else:
        assert told == []


def test_terminal_that_is_gone_ends_no_run(tmp_path: Path) -> None:
    """Whoever watched has left."""

    class Gone(io.StringIO):
        """A terminal that cannot be written to."""

        def write(self, _: str) -> int:
            """Refuse."""
            raise OSError(5, "Input/output error")

    bars = Progress(console=Console(file=Gone(), width=200))
    verdict = verify(tiny(after_word=DEFECT), QUICK, Shown(bars, "", lambda _: None))
    assert verdict.outcome is Outcome.REFUTED


def test_right_port_is_told_of_at_the_end_only() -> None:
    """Both parts of the covering programs, then the swarm."""
    watching = Onlooker()
    verify(MODEL, QUICK, watching)
    assert watching.told == ["cover", "cover", "swarm"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_written_programs_are_run_before_the_others_are_made(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect that they find is told although the others take for ever."""
    monkeypatch.setitem(engines.COVERING, "stablelist", forever)
    script = NARROWED.replace("replace(model.handshake, CHANGES)", "model.handshake").replace(
        "serve(model, sys.stdin, sys.stdout)",
        "from stablelist_spec.systems import STABLE_LIST\n"
        "STABLE_LIST.shown['layout'] = lambda state: 'wrong'\n"
        "serve(model, sys.stdin, sys.stdout)",
    )
    verdict = quickly(shlex.join([sys.executable, "-c", script]), jobs=jobs)
    assert verdict.outcome is Outcome.REFUTED
    assert [engine.name for engine in verdict.engines] == ["cover"]


def forever() -> tuple[()]:
    """Programs that take too long to make."""
    time.sleep(3600)
    return ()


# --- Told -----------------------------------------------------------------------------------------


class Watching(io.StringIO):
    """Standard output that notes what is in the folder when it is first written to."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.found: list[str] | None = None

    def write(self, text: str) -> int:
        """Note, and write."""
        if self.found is None:
            self.found = sorted(path.name for path in self.folder.glob("counterexample*"))
        return super().write(text)


def test_counterexample_is_on_disk_before_anything_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trace, text, picture and page, at the first character of output."""
    watching = Watching(tmp_path)
    monkeypatch.setattr(sys, "stdout", watching)
    arguments = ["--operations", "4000", "--jobs", "1", "--report", str(tmp_path)]
    status = cli.main(["verify", tiny(after_word=DEFECT), *arguments])
    assert status == 1
    name = "counterexample-tiny-1"
    assert watching.found == [
        f"{name}{ending}" for ending in (".html", ".itf.json", ".svg", ".txt")
    ]
    assert "refuted" in watching.getvalue()
    assert HANDSHAKE not in watching.getvalue()


# --- Batches, without a process -------------------------------------------------------------------

Did = Callable[[Batch], BatchResult]
Waited = tuple[set[Future[BatchResult]], set[Future[BatchResult]]]
ADD = parse_program("cost truncate=never id_bits=2 index_bits=0 : add")[1]
TWO = ADD._replace(words=("add", "add"))
WRONG = Failure(TWO, Difference(1, "1.1", "7.7"), answers="0.0 7.7")
LATE = Failure(TWO, None, FaultKind.HUNG, "it did not answer within 3 s", late=True)


def did(batch: Batch) -> BatchResult:
    """A batch in which all is well."""
    return BatchResult(batch.engine, 2, batch.operations or 1000)


def failing(failure: Failure, at: int = 0) -> Did:
    """All is well, but for one batch."""
    number = count()
    return lambda batch: replace(did(batch), failure=failure if next(number) == at else None)


class Scene:
    """A run whose batches are told what becomes of them.

    Attributes:
        events: what happened, in order; the observer's part of it is in its own words.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[object] = []
        self.does: Did = did
        self.programs = [ADD] * 10
        self.shrinks: Callable[..., Failure | None] = lambda _, failure, *__: failure
        for name in ("written", "made", "workers", "run_batch"):
            monkeypatch.setattr(verification, name, getattr(self, name))
        for name in ("smallest", "run_batch"):
            monkeypatch.setattr(failures, name, getattr(self, name))
        monkeypatch.setattr(verification, "meet", lambda *_: on_stage())
        self.monkeypatch = monkeypatch

    def run(self, **options: object) -> Verdict:
        """The verdict, with small budgets."""
        usual = {"operations": 1, "jobs": 1, **options}
        return verify("./played", Options(**usual), self)  # type: ignore[arg-type]

    def batches(self, engine: str) -> list[tuple[int, int, int]]:
        """The batches of an engine: their programs, and the operations that end them."""
        ran = [event for event in self.events if isinstance(event, Batch)]
        return [(b.first, b.last, b.operations) for b in ran if b.engine == engine]

    def written(self, _: Subject) -> list[Program]:
        """No covering program is there at once."""
        return []

    def made(self, _: Subject) -> list[Program]:
        """The covering programs."""
        self.events.append("made")
        return self.programs

    @contextmanager
    def workers(self, jobs: int) -> Iterator[Scene]:
        """A pool that works at once."""
        self.events.append(f"{jobs} workers")
        yield self

    def submit(self, run: Callable[..., BatchResult], *arguments: object) -> Future[BatchResult]:
        """What becomes of a batch."""
        future: Future[BatchResult] = Future()
        try:
            future.set_result(run(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def run_batch(self, _: Subject, batch: Batch) -> BatchResult:
        """Note it, and do as told."""
        self.events.append(batch)
        return self.does(batch)

    def smallest(self, *arguments: object) -> Failure | None:
        """Shrink as told."""
        return self.shrinks(*arguments)

    def engine(self, name: str, total: int) -> None:
        """An engine begins."""
        self.events.append((name, total))

    def advance(self, verdict: Verdict | None, operations: int) -> None:
        """A batch is done."""
        assert verdict is not None
        self.events.append((verdict.programs, operations))

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """The port failed."""
        self.events.append(counterexample.program)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A run to be told what becomes of it."""
    return Scene(monkeypatch)


@pytest.mark.parametrize(
    ("programs", "jobs", "size"), [(100, 1, 13), (100, 2, 13), (1000, 3, 125), (3, 1, 1)]
)
def test_covering_programs_are_split_evenly(
    scene: Scene, programs: int, jobs: int, size: int
) -> None:
    """Eight batches, or nearly, however many processes there are."""
    scene.programs = [TWO] * programs
    scene.run(jobs=jobs)
    assert scene.batches("cover") == [(at, at + size, 0) for at in range(0, programs, size)]
    assert ("cover", 2 * programs) in scene.events


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"operations": 60, "batch": 30}, [30, 30]),
        ({"operations": 61, "batch": 30}, [30, 30, 1]),
        ({"operations": 100, "batch": 1000, "jobs": 3}, [100]),
        ({"operations": 1, "jobs": 2}, [1]),
        ({"operations": 0}, []),
    ],
)
def test_swarm_ends_with_its_budget(
    scene: Scene, options: dict[str, int], sizes: list[int]
) -> None:
    """Nothing else is part of it: neither the covering programs, nor the process that lives for long beside it."""
    verdict = scene.run(seed=9, **options)
    starts = [number << 20 for number in range(len(sizes))]
    wanted = [(at, at + (1 << 20), size) for at, size in zip(starts, sizes, strict=True)]
    assert scene.batches("swarm") == wanted
    assert {event.seed for event in scene.events if isinstance(event, Batch)} <= {0, 9}
    assert all(e.seed == 9 for e in scene.events if isinstance(e, Batch) and e.engine != "cover")
    budget = options["operations"]
    assert ("swarm", 3 * budget) in scene.events
    assert scene.batches("marathon") == [(0, 60, 2 * budget)] * (budget > 0)
    reports = {report.name: report for report in verdict.engines}
    cover, swarm = reports["cover"], reports.get("swarm", EngineReport("swarm"))
    assert (cover.programs, cover.operations) == (
        2 * len(scene.batches("cover")),
        1000 * len(scene.batches("cover")),
    )
    assert (swarm.programs, swarm.operations) == (2 * len(sizes), sum(sizes))


@pytest.mark.parametrize(("seconds", "batches"), [(5.0, 3), (4.9, 2), (0.5, 1), (None, 6)])
def test_swarm_ends_with_its_time(scene: Scene, seconds: float | None, batches: int) -> None:
    """Whichever is used up first."""
    ticks = iter([100.0, 100.5, 103.0, 105.0, 105.1, 105.2, 106.0, 107.0])
    scene.monkeypatch.setattr(verification, "monotonic", lambda: next(ticks))
    scene.run(operations=60, batch=10, seconds=seconds)
    assert len(scene.batches("swarm")) == batches


def test_all_processes_are_kept_busy(scene: Scene) -> None:
    """The covering programs are there before they are forked; each advance is told."""
    scene.programs = [ADD] * 8
    scene.run(jobs=2, operations=2, batch=1)
    cover = [Batch("cover", at, at + 1, programs=[ADD]) for at in range(8)]
    beside = [
        Batch("marathon", 0, 60, operations=4),
        Batch("swarm", 0, 1 << 20, operations=1),
        Batch("swarm", 1 << 20, 2 << 20, operations=1),
    ]
    told = [
        *("2 workers", ("cover", 0), "made", ("cover", 8)),
        *(*cover[0:2], (2, 1000), (4, 1000), *cover[2:4], (6, 1000), (8, 1000)),
        *(*cover[4:6], (10, 1000), (12, 1000), *cover[6:8], (14, 1000), (16, 1000)),
        *(("swarm", 6), *beside[:2], (18, 4), (20, 1), *beside[2:], (22, 1)),
    ]
    assert scene.events == told


def test_what_batches_met_is_in_the_verdict(scene: Scene) -> None:
    """Labels as far as they are reachable; processes that had escaped."""
    labels = [{"at_live", "at_full_moon"}, {"add_append_q1", "at_live"}]
    names = [{"sleep"}, {"cat"}]
    number = count()

    def met(batch: Batch) -> BatchResult:
        at = next(number) % 2
        return replace(did(batch), labels=labels[at], escaped=names[at])

    scene.does = met
    verdict = scene.run()
    assert verdict.covered == {"at_live", "add_append_q1"}
    assert verdict.escaped == {"sleep", "cat"}
    assert (verdict.outcome, verdict.notes) == (Outcome.UNDECIDED, [])
    assert (verdict.seed, verdict.port) == (0, "./played")
    assert verdict.widths == "ids unbounded, 1-64 bits, indices unbounded, 2-64 bits"
    assert verdict.reachable == reach(ModelAnswerer().handshake, Level.COST).labels


def test_doubt_ends_a_run(scene: Scene) -> None:
    """Nothing more is asked of judges that are not to be believed."""
    scene.does = lambda batch: replace(did(batch), doubt="who knows")
    verdict = scene.run(jobs=2)
    assert verdict.notes == ["who knows"] * 2
    assert (len(scene.batches("cover")), scene.batches("swarm")) == (2, [])


def test_unheard_interrupt_ends_a_run(scene: Scene) -> None:
    """Within a second; what is known is told."""
    assert 0 < verification.GLANCE <= 1
    scene.monkeypatch.setattr(interrupts._State, "came", True)
    verdict = scene.run()
    assert verdict.notes == ["interrupted before its budget was used up"]
    assert (verdict.outcome, scene.batches("swarm")) == (Outcome.UNDECIDED, [])


def test_killed_process_ends_a_run(scene: Scene) -> None:
    """What is known is told; whatever else goes wrong in a process is a defect."""

    def killed(_: Batch) -> BatchResult:
        raise BrokenProcessPool

    def defective(batch: Batch) -> BatchResult:
        if batch.first == 0:
            return did(batch)
        raise KeyError("nobody foresaw this")

    scene.does = killed
    assert "a judging process was killed" in scene.run().notes[0]
    scene.does = defective
    with pytest.raises(KeyError, match="nobody foresaw this"):
        scene.run(jobs=2)


# --- A failure, and what becomes of it ------------------------------------------------------------


def names(report: Path) -> list[str]:
    """The counterexamples in a report folder."""
    return sorted(path.name for path in report.glob("*.itf.json"))


def test_failure_ends_a_run_and_is_shrunk(scene: Scene, tmp_path: Path) -> None:
    """It is on disk before, and in its smallest form afterwards."""
    seen: list[object] = []

    def shrinks(subject: Subject, failure: Failure, seconds: float, *_: object) -> Failure:
        seen.extend([subject.port, failure, seconds, names(tmp_path)])
        return failure._replace(program=ADD, difference=Difference(0, "0.0", "9.9"))

    scene.shrinks, scene.does = shrinks, failing(WRONG, at=1)
    verdict = scene.run(report=tmp_path, shrink_seconds=7.0)
    assert seen == ["./played", WRONG, 7.0, ["counterexample-stablelist-model-unshrunk-1.itf.json"]]
    found = verdict.counterexample
    assert found is not None
    assert (found.program, found.answered, found.original_length) == (ADD, "9.9", 2)
    assert names(tmp_path) == ["counterexample-stablelist-model-1.itf.json"]
    assert (len(scene.batches("cover")), scene.batches("swarm")) == (2, [])
    assert scene.events[-1] == ("shrink", 0)
    assert (verdict.outcome, verdict.programs) == (Outcome.REFUTED, 4)


def test_failure_of_the_swarm_counts_as_well(scene: Scene) -> None:
    """Without a report folder nothing is saved."""
    scene.does = failing(WRONG, at=6)
    verdict = scene.run()
    assert verdict.counterexample is not None
    assert len(scene.batches("swarm")) == 1


def latest_first(running: dict[Future[BatchResult], Batch], *_: object, **__: object) -> Waited:
    """Workers of which the one that began last answers first."""
    return {next(reversed(running))}, set()


@pytest.mark.parametrize("jobs", [1, 2, 4])
@pytest.mark.parametrize("waiting", [wait, latest_first])
@pytest.mark.parametrize(
    ("fails", "wanted"),
    [
        ({("cover", 2), ("cover", 4), ("cover", 8)}, ("cover", 2)),
        ({("swarm", at << 20) for at in (1, 2, 5)}, ("swarm", 1 << 20)),
        ({("marathon", 0), ("swarm", 5 << 20)}, ("swarm", 5 << 20)),
        ({("marathon", 0)}, ("marathon", 0)),
    ],
    ids=["cover", "swarm", "both", "marathon"],
)
def test_failure_with_the_lowest_number_is_taken(
    scene: Scene,
    tmp_path: Path,
    fails: set[tuple[str, int]],
    wanted: tuple[str, int],
    waiting: Callable[..., Waited],
    jobs: int,
) -> None:
    """Whatever the number of workers, and whichever answers first; only it is told, shrunk, and left on disk."""

    def does(batch: Batch) -> BatchResult:
        place = batch.engine, batch.first
        failure = WRONG._replace(answers=f"{place}") if place in fails else None
        return replace(did(batch), failure=failure)

    scene.does, shrunk = does, list[str]()
    scene.shrinks = lambda _, failure, *__: shrunk.append(failure.answers)
    scene.monkeypatch.setattr(verification, "wait", waiting)
    scene.run(jobs=jobs, operations=8, batch=1, report=tmp_path)
    assert shrunk == [str(wanted)]
    assert scene.events.count(WRONG.program) == 1
    assert names(tmp_path) == ["counterexample-stablelist-model-1.itf.json"]


def test_failure_that_is_a_matter_of_time_comes_last(scene: Scene) -> None:
    """Another one is taken, even if its number is higher."""
    results = iter(
        [
            BatchResult("cover", 1, failure=LATE),
            BatchResult("cover", 0),
            BatchResult("cover", 5, failure=WRONG._replace(answers="near")),
            BatchResult("cover", 3, failure=WRONG._replace(answers="far")),
        ]
    )
    scene.does = lambda _: next(results)
    shrunk: list[Failure] = []
    scene.shrinks = lambda _, failure, *__: shrunk.append(failure)
    verdict = scene.run(jobs=4)
    assert [failure.answers for failure in shrunk] == ["near"]
    assert verdict.programs == 9


def test_failure_that_passes_alone_is_told_as_it_is(scene: Scene, tmp_path: Path) -> None:
    """The port is unsteady."""
    scene.shrinks, scene.does = (lambda *_: None), failing(WRONG)
    found = scene.run(report=tmp_path).counterexample
    assert found is not None
    assert found.kind == FaultKind.UNSTEADY
    assert "the same program passes (duty 5)" in found.detail
    assert len(names(tmp_path)) == 1


@pytest.mark.parametrize("again", [None, LATE, WRONG])
def test_port_that_was_late_is_asked_again(
    scene: Scene, tmp_path: Path, again: Failure | None
) -> None:
    """With the same programs before it; perhaps the machine was busy. Nothing is kept before that."""
    results = [LATE, again]
    scene.does = lambda batch: replace(did(batch), failure=results.pop(0))

    def shrinks(*_: object) -> None:
        assert names(tmp_path) == []

    scene.shrinks = shrinks
    verdict = scene.run(report=tmp_path)
    assert scene.batches("cover") == [(0, 2, 0)] * 2
    if again is None:
        assert (verdict.counterexample, names(tmp_path)) == (None, [])
        assert verdict.notes == [
            (
                f"{LATE.detail}; alone, and with the same programs before it, it did. Perhaps the machine was busy: "
                "raise --timeout, or lower --jobs"
            )
        ]
    else:
        assert verdict.counterexample is not None
        assert "alone, on a fresh port, the same program passes" in verdict.counterexample.detail
        assert verdict.notes == []
        assert names(tmp_path) == ["counterexample-stablelist-model-1.itf.json"]


SMALLER = WRONG._replace(program=ADD, difference=Difference(0, "0.0", "9.9"))


@pytest.mark.parametrize("kept", [(), (WRONG, SMALLER), (WRONG, WRONG, SMALLER)])
@pytest.mark.parametrize(
    ("error", "note"),
    [
        (KeyboardInterrupt(), "interrupted while the counterexample was being shrunk"),
        (UsageError("no more processes"), "it could not be shrunk: no more processes"),
        (KeyError("alas"), "it could not be shrunk: KeyError('alas')"),
    ],
    ids=["interrupt", "usage", "defect"],
)
def test_what_keeps_a_failure_from_being_shrunk_is_noted(
    scene: Scene, tmp_path: Path, kept: tuple[Failure, ...], error: BaseException, note: str
) -> None:
    """The smallest that was found until then is reported, or what there was before."""

    def shrinks(
        _: Subject, __: Failure, ___: float, keep: Callable[[Failure], None], *____: object
    ) -> None:
        for failure in kept:
            keep(failure)
        raise error

    scene.shrinks, scene.does = shrinks, failing(WRONG)
    verdict = scene.run(report=tmp_path)
    assert verdict.notes == [note]
    assert verdict.counterexample is not None
    assert verdict.counterexample.answered == ("9.9" if kept else "7.7")
    assert names(tmp_path) == [
        f"counterexample-stablelist-model-{'' if kept else 'unshrunk-'}1.itf.json"
    ]
    scene.does = failing(LATE)
    if isinstance(error, KeyError):
        with pytest.raises(KeyError, match="alas"):
            scene.run(report=tmp_path)


def test_disk_that_fails_loses_no_counterexample(scene: Scene, tmp_path: Path) -> None:
    """What could not be saved at first may be later; nothing is discarded for what is not there."""
    fails = [True, False]

    def save(found: Counterexample, report: Path, *, shrunk: bool) -> Path:
        if fails.pop(0):
            raise OSError("no space left")
        return folder.save(found, report, shrunk=shrunk)

    scene.monkeypatch.setattr(failures, "save", save)
    scene.does = failing(WRONG)
    assert scene.run(report=tmp_path).counterexample is not None
    assert names(tmp_path) == ["counterexample-stablelist-model-1.itf.json"]
    other = tmp_path / "other"
    other.mkdir()
    fails[:], scene.does = [False, True], failing(WRONG)
    assert scene.run(report=other).counterexample is not None
    assert names(other) == ["counterexample-stablelist-model-unshrunk-1.itf.json"]


def test_nobody_has_to_watch(scene: Scene) -> None:
    """A run says nothing then."""
    assert verify("./played", Options(operations=1, jobs=1)).programs == 14
    assert scene.batches("swarm") == [(0, 1 << 20, 1)]
