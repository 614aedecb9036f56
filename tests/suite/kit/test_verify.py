"""Verification end to end: a right port is verified, a wrong one refuted with the smallest program."""

import io
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

import pytest
from rich.console import Console
from rich.progress import Progress

import stablelist_conformance.running.verify as verification
from stablelist_conformance.cli.progress import PortsProgress
from stablelist_conformance.judging.coverage import reachable_labels
from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import EngineReport, Outcome, Verdict
from stablelist_conformance.port import interrupts
from stablelist_conformance.programs import target
from stablelist_conformance.programs.cover import expand
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.running import failures
from stablelist_conformance.running.batch import Batch, BatchResult, FailedProgram
from stablelist_conformance.running.failures import BatchDone, CounterexampleFound
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import SingleRun
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.widths import Widths
from suite.kit.played import TINY_SLOTS, Pool, Stage, by_model, on_stage, play, slots
from suite.kit.ports import DEFECT

TURNS = 1 << 13
QUICK = Options(operations=4_000, jobs=1, timeout=20.0, shrink_seconds=20.0, turns=TURNS)
SMALL = ("add remove:0 remove:0 at:0 add at:1 len", "len")
"""All that the tiny port can do."""


# --- From end to end ------------------------------------------------------------------------------


def forever(_: str) -> tuple[()]:
    """Programs that take too long to make."""
    time.sleep(3600)
    return ()


def test_written_programs_are_run_before_the_others_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A defect that they find is told although the others take for ever."""
    monkeypatch.setattr("stablelist_conformance.running.covering.explored_programs", forever)
    monkeypatch.setattr(verification, "contact", lambda *_: on_stage(wrong_layout))
    verdict = verify("./played", QUICK)
    assert verdict.outcome is Outcome.REFUTED
    assert [engine.name for engine in verdict.engines] == ["cover"]


# --- In this process ------------------------------------------------------------------------------


def wrong_layout(line: str) -> str:
    """A StableList that shows another layout than it has."""
    return by_model(line).replace("|2:2:", "|2:1:")


BROKEN = on_stage(slots(DEFECT), handshake=TINY_SLOTS)


def quickly(
    monkeypatch: pytest.MonkeyPatch, stage: Stage, *lines: str, **options: object
) -> Verdict:
    """The verdict on a stage, with a small budget."""
    play(monkeypatch, stage, *lines)
    return verify("./played", replace(QUICK, **{"operations": 1, **options}))  # type: ignore[arg-type]


@pytest.mark.parametrize("wraps", [True, False])
def test_port_whose_ids_never_wrap_is_undecided(
    monkeypatch: pytest.MonkeyPatch, *, wraps: bool
) -> None:
    """Although no answer is wrong; slots that retire need not wrap."""
    port = replace(TINY_SLOTS, id_bits=Widths.parse("2-3,32"), wraps=wraps)
    verdict = quickly(monkeypatch, on_stage(slots(), handshake=port), *SMALL)
    assert verdict.counterexample is None
    assert verdict.outcome is (Outcome.UNDECIDED if wraps else Outcome.VERIFIED)
    unreached = "".join(verdict.unreached)
    assert unreached.startswith("its ids of 2-3 bits were not seen to wrap" if wraps else "")


def test_port_is_not_blamed_when_container_and_model_disagree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program is in the note, and the shrinker follows the model."""
    wrong = {"minimum": 8}
    monkeypatch.setattr(target, "bundled", lambda **options: bundled(**{**options, **wrong}))
    verdict = quickly(monkeypatch, on_stage(), "add")
    assert verdict.counterexample is None
    assert verdict.outcome is Outcome.UNDECIDED
    assert any("disagree" in note and "program: cost " in note for note in verdict.notes)
    program = expand("cost truncate=never id_bits=2 index_bits=0 : add layout")
    with SingleRun(on_stage()) as alone:
        assert alone.fails(program, "answer") is None


# --- Told before it is shrunk ---------------------------------------------------------------------

LONG = "add add len len add remove:1 len at:0"


class Gone(io.StringIO):
    """A terminal that cannot be written to."""

    def write(self, _: str) -> int:
        """Refuse."""
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("terminal", [io.StringIO(), None, Gone()], ids=["there", "none", "gone"])
def test_terminal_shows_the_counterexample_before_it_is_shrunk(
    monkeypatch: pytest.MonkeyPatch, terminal: io.StringIO | None
) -> None:
    """A terminal that is gone does not end the run."""
    written = io.StringIO() if terminal is None else terminal
    bars = Progress(console=Console(file=written, width=200), disable=terminal is None)
    play(monkeypatch, BROKEN, LONG)
    shown = PortsProgress(bars, ["played"], [1])

    def tell(message: object) -> None:
        if isinstance(message, CounterexampleFound):
            shown.found(*message)

    assert verify("./played", QUICK, tell).outcome is Outcome.REFUTED
    told = written.getvalue().splitlines()[:2]
    if terminal is None or isinstance(terminal, Gone):
        assert told == []
    else:
        assert told[0].startswith("refuted: operation ")
        assert told[1] == "making it smaller ..."


# --- Batches, without a process -------------------------------------------------------------------

Did = Callable[[Batch], BatchResult]
Waited = tuple[set[Future[BatchResult]], set[Future[BatchResult]]]
ADD = parse_program("cost truncate=never id_bits=2 index_bits=0 : add")[1]
TWO = ADD._replace(words=("add", "add"))
WRONG = FailedProgram(TWO, Difference(1, "1.1", "7.7"), answers="0.0 7.7")
LATE = FailedProgram(TWO, None, FaultKind.HUNG, "it did not answer within 3 s", late=True)


def did(batch: Batch) -> BatchResult:
    """A batch in which all is well."""
    return BatchResult(batch.engine, 2, batch.operations or 1000)


def failing(failure: FailedProgram, at: int = 0) -> Did:
    """All is well, but for one batch."""
    number = count()
    return lambda batch: replace(did(batch), failure=failure if next(number) == at else None)


class Scene:
    """A run whose batches are told what becomes of them.

    Attributes:
        events: what happened, in order, and what the run told.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[object] = []
        self.does: Did = did
        self.programs = [ADD] * 10
        self.exact: list[Program] = []
        self.shrinks: Callable[..., FailedProgram | None] = lambda _, failure, *__: failure
        for name in ("written", "made", "workers", "run_batch"):
            monkeypatch.setattr(verification, name, getattr(self, name))
        for name in ("smallest", "run_batch"):
            monkeypatch.setattr(failures, name, getattr(self, name))
        monkeypatch.setattr(verification, "contact", lambda *_: on_stage())
        monkeypatch.setattr(verification, "sized", lambda *_: self.exact)
        self.monkeypatch = monkeypatch

    def run(self, **options: object) -> Verdict:
        """The verdict, with small budgets."""
        usual = {"operations": 1, "jobs": 1, **options}
        return verify("./played", Options(**usual), self.hear)  # type: ignore[arg-type]

    def batches(self, engine: str) -> list[tuple[int, int, int]]:
        """The batches of an engine: their programs, and the operations that end them."""
        ran = [event for event in self.events if isinstance(event, Batch)]
        return [(b.first, b.last, b.operations) for b in ran if b.engine == engine]

    def written(self, _: Target) -> list[Program]:
        """No covering program is there at once."""
        return []

    def made(self, _: Target) -> list[Program]:
        """The covering programs."""
        self.events.append("made")
        return self.programs

    @contextmanager
    def workers(self, jobs: int) -> Iterator[Pool]:
        """A pool that works at once."""
        self.events.append(f"{jobs} workers")
        yield Pool()

    def run_batch(self, _: Target, batch: Batch) -> BatchResult:
        """Note it, and do as told."""
        self.events.append(batch)
        return self.does(batch)

    def smallest(self, *arguments: object) -> FailedProgram | None:
        """Shrink as told."""
        return self.shrinks(*arguments)

    def hear(self, message: object) -> None:
        """Note what the run tells."""
        match message:
            case BatchDone(verdict, operations):
                assert verdict is not None
                self.events.append((verdict.programs, operations))
            case CounterexampleFound(counterexample):
                self.events.append(counterexample.program)
            case _:
                self.events.append(message)


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
def test_swarm_ends_when_its_operations_are_used_up(
    scene: Scene, options: dict[str, int], sizes: list[int]
) -> None:
    """Operations of covering programs and of the marathon do not count."""
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


def test_programs_of_exact_sizes_are_taken_from_the_budget_of_the_swarm(scene: Scene) -> None:
    """So a run takes as long with them as without."""
    scene.exact = [TWO] * 5
    scene.run(operations=60, batch=30)
    assert [size for *_, size in scene.batches("swarm")] == [30, 20]


@pytest.mark.parametrize("fails", [None, 2], ids=["verified", "refuted"])
def test_several_seeds_say_what_one_alone_would_have_missed(
    scene: Scene, fails: int | None
) -> None:
    """Each has the whole budget; the first failure is shrunk, and the other seeds go on."""
    number = count(-1)

    def done(batch: Batch) -> BatchResult:
        at = next(number)
        failure = WRONG if at == fails and batch.engine == "swarm" else None
        return replace(
            did(batch), failure=failure, reach=Reach(live={3: 7, 4: 2}.get(batch.seed, 1))
        )

    scene.programs = [ADD]
    scene.does = done
    verdict = scene.run(seed=3, seeds=3, operations=8, batch=8)
    swarm = [e.seed for e in scene.events if isinstance(e, Batch) and e.engine == "swarm"]
    assert (swarm, verdict.seeds) == ([3, 4, 5], "3 to 5")
    if fails is None:
        rare = "elements 2^2 (met with 1 of 3), elements 2^1 (met with 2 of 3)"
        assert verdict.luck.endswith(f"0 labels and 2 steps of reach: {rare}")
        assert verdict.reach.live == 7
    else:
        found = "1 of 3 seeds find a failure (4), and one of the others would have missed it"
        assert verdict.luck == found
        assert verdict.counterexample is not None
        assert verdict.counterexample.detail.endswith(found)


@pytest.mark.parametrize(("seconds", "batches"), [(5.0, 3), (4.9, 2), (0.5, 1), (None, 6)])
def test_swarm_ends_when_its_seconds_are_used_up(
    scene: Scene, seconds: float | None, batches: int
) -> None:
    ticks = iter([100.0, 100.5, 103.0, 105.0, 105.1, 105.2, 106.0, 107.0])
    scene.monkeypatch.setattr(verification, "monotonic", lambda: next(ticks))
    scene.run(operations=60, batch=10, seconds=seconds)
    assert len(scene.batches("swarm")) == batches


def test_verify_keeps_as_many_batches_running_as_jobs(scene: Scene) -> None:
    """The covering programs are made before the workers are forked; each advance is reported."""
    scene.programs = [ADD] * 8
    scene.run(jobs=2, operations=2, batch=1)
    cover = [Batch("cover", at, at + 1, programs=[ADD]) for at in range(8)]
    beside = [
        Batch("marathon", 0, 60, operations=4),
        Batch("swarm", 0, 1 << 20, operations=1),
        Batch("swarm", 1 << 20, 2 << 20, operations=1),
    ]
    told = [
        *("2 workers", ("cover", 0), "made", "made", ("cover", 8)),
        *(*cover[0:2], (2, 1000), (4, 1000), *cover[2:4], (6, 1000), (8, 1000)),
        *(*cover[4:6], (10, 1000), (12, 1000), *cover[6:8], (14, 1000), (16, 1000)),
        *(("swarm", 6), *beside[:2], (18, 4), (20, 1), *beside[2:], (22, 1)),
    ]
    assert scene.events == told


def test_verdict_has_the_labels_and_escaped_processes_of_all_batches(scene: Scene) -> None:
    """Only reachable labels count."""
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
    assert verdict.reachable == reachable_labels(ModelAnswerer().handshake, Level.COST).labels


def test_verdict_says_why_a_port_is_asked_no_loops(scene: Scene) -> None:
    slow = replace(on_stage(), slow="loops: they take too long")
    scene.monkeypatch.setattr(verification, "contact", lambda *_: slow)
    assert "loops: they take too long" in scene.run().not_asked


def test_doubt_about_the_judges_ends_the_run(scene: Scene) -> None:
    scene.does = lambda batch: replace(did(batch), doubt="who knows")
    verdict = scene.run(jobs=2)
    assert verdict.notes == ["who knows"] * 2
    assert (len(scene.batches("cover")), scene.batches("swarm")) == (2, [])


def test_interrupt_that_python_swallowed_ends_the_run(scene: Scene) -> None:
    assert 0 < verification.GLANCE <= 1
    scene.monkeypatch.setattr(interrupts._State, "came", True)
    verdict = scene.run()
    assert verdict.notes == ["interrupted before its budget was used up"]
    assert (verdict.outcome, scene.batches("swarm")) == (Outcome.UNDECIDED, [])


def test_killed_worker_ends_the_run(scene: Scene) -> None:
    """With what is known; any other error in a worker is a defect and is raised."""

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


def test_failure_ends_the_run_and_is_shrunk(scene: Scene) -> None:
    seen: list[object] = []

    def shrinks(
        target: Target, failure: FailedProgram, seconds: float, *_: object
    ) -> FailedProgram:
        seen.extend([target.port, failure, seconds])
        return failure._replace(program=ADD, difference=Difference(0, "0.0", "9.9"), stopped=True)

    scene.shrinks, scene.does = shrinks, failing(WRONG, at=1)
    verdict = scene.run(shrink_seconds=7.0)
    assert seen == ["./played", WRONG, 7.0]
    found = verdict.counterexample
    assert found is not None
    assert (found.program, found.answered, found.original_length) == (ADD, "9.9", 2)
    assert found.stopped
    assert (len(scene.batches("cover")), scene.batches("swarm")) == (2, [])
    assert scene.events[-2:] == [TWO, ("shrink", 0)]
    assert (verdict.outcome, verdict.programs) == (Outcome.REFUTED, 4)


def test_marathon_is_left_out_if_that_is_asked_for(scene: Scene) -> None:
    """The swarm has its own budget."""
    scene.run(excluded_class=verification.PROCESS)
    assert scene.batches("marathon") == []
    assert ("swarm", 1) in scene.events


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
    fails: set[tuple[str, int]],
    wanted: tuple[str, int],
    waiting: Callable[..., Waited],
    jobs: int,
) -> None:
    """Whatever the number of workers, and whichever answers first; only it is told, and shrunk."""

    def does(batch: Batch) -> BatchResult:
        place = batch.engine, batch.first
        failure = WRONG._replace(answers=f"{place}") if place in fails else None
        return replace(did(batch), failure=failure)

    scene.does, shrunk = does, list[str]()
    scene.shrinks = lambda _, failure, *__: shrunk.append(failure.answers)
    scene.monkeypatch.setattr(verification, "wait", waiting)
    scene.run(jobs=jobs, operations=8, batch=1)
    assert shrunk == [str(wanted)]
    assert scene.events.count(WRONG.program) == 1


def test_late_answer_is_taken_only_if_nothing_else_failed(scene: Scene) -> None:
    results = iter(
        [
            BatchResult("cover", 1, failure=LATE),
            BatchResult("cover", 0),
            BatchResult("cover", 5, failure=WRONG._replace(answers="near")),
            BatchResult("cover", 3, failure=WRONG._replace(answers="far")),
        ]
    )
    scene.does = lambda _: next(results)
    shrunk: list[FailedProgram] = []
    scene.shrinks = lambda _, failure, *__: shrunk.append(failure)
    verdict = scene.run(jobs=4)
    assert [failure.answers for failure in shrunk] == ["near"]
    assert verdict.programs == 9


def test_failure_that_passes_alone_is_unsteady(scene: Scene) -> None:
    scene.shrinks, scene.does = (lambda *_: None), failing(WRONG)
    found = scene.run().counterexample
    assert found is not None
    assert found.kind == FaultKind.UNSTEADY
    assert "the same program passes (duty 5)" in found.detail


@pytest.mark.parametrize("again", [None, LATE, WRONG])
def test_late_port_is_asked_again_with_the_same_batch(
    scene: Scene, again: FailedProgram | None
) -> None:
    results = [LATE, again]
    scene.does = lambda batch: replace(did(batch), failure=results.pop(0))
    scene.shrinks = lambda *_: None
    verdict = scene.run()
    assert scene.batches("cover") == [(0, 2, 0)] * 2
    if again is None:
        assert verdict.counterexample is None
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
def test_verdict_notes_why_a_failure_was_not_shrunk(
    scene: Scene, kept: tuple[FailedProgram, ...], error: BaseException, note: str
) -> None:
    """The smallest that was found until then is reported."""

    def shrinks(
        _: Target,
        __: FailedProgram,
        ___: float,
        keep: Callable[[FailedProgram], None],
        *____: object,
    ) -> None:
        for failure in kept:
            keep(failure)
        raise error

    scene.shrinks, scene.does = shrinks, failing(WRONG)
    verdict = scene.run()
    assert verdict.notes == [note]
    assert verdict.counterexample is not None
    assert verdict.counterexample.answered == ("9.9" if kept else "7.7")
    scene.does = failing(LATE)
    if isinstance(error, KeyError):
        with pytest.raises(KeyError, match="alas"):
            scene.run()
