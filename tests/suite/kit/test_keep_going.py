"""Runs that go on after a failure: each distinct one is reported once, and those that are expected do not refute."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import stablelist_conformance.running.verify as verification
from stablelist_conformance.judging.expected import ExpectedFailure
from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.verdict import Outcome, Signature, Verdict
from stablelist_conformance.report.summary import describe
from stablelist_conformance.running.batch import Batch, BatchResult, FailedProgram
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind
from suite.kit.conftest import Said
from suite.kit.played import TINY_SLOTS, on_stage, play, slots
from suite.kit.ports import ANSWER
from suite.kit.test_verify import ADD, LATE, TWO, WRONG, Scene, did, failing

Verify = Callable[..., Verdict]

MISCOUNTS = "if name == 'len' and len(live) == 3: said[-1] = '4'"
REVIVES = "if name == 'at' and number not in live and len(live) == 2: said[-1] = number"
DIES = f"os._exit(9) if words[1:].count('len') > 3 else {ANSWER}"
COUNTS_NO_MORE = "if name == 'len': os._exit(9)"
"""Defects of the tiny port of `ports`."""

MISCOUNTED = Signature("answer", ("length_counts_the_live_elements",), "len", "add len")
REVIVED = Signature("answer", ("retired_key_never_resolves",), "at", "add remove:live at:stale")
DIED = Signature("died", (), "len", "len")


def expecting(*signatures: Signature) -> tuple[ExpectedFailure, ...]:
    """Options that expect these defects."""
    return tuple(
        ExpectedFailure(
            breaks=each.breaks, kind="" if each.breaks else each.kind, operation=each.operation,
            shape=each.shape, reason="known", place=f"[[failure]] {number}",
        )
        for number, each in enumerate(signatures, 1)
    )  # fmt: skip


def found(verdict: Verdict) -> list[tuple[Signature, int, tuple[str, ...]]]:
    """Every finding, how often it came up, and the words of its program."""
    return [
        (each.signature, each.times, each.counterexample.program.words) for each in verdict.findings
    ]


PROGRAMS = (
    *("add add add len", "add remove:0 add add at:0 at:1", "add add remove:1 len at:1 remove:1"),
    *(
        "add add add len add add remove:0 remove:1 len",
        "add remove:0 remove:0",
        "add at:0 remove:0 len at:0",
    ),
)
"""All that the tiny port can do; two of them show each defect."""


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> Verify:
    """The verdict on the tiny port with some defects, in this process."""

    def run(*defects: str, programs: Sequence[str] = PROGRAMS, **options: object) -> Verdict:
        stage = on_stage(slots("\n        ".join(defects)), handshake=TINY_SLOTS)
        play(monkeypatch, stage, *programs)
        usual = {"operations": 1, "jobs": 1, "shrink_seconds": 20.0, "keep_going": True}
        return verify("./played", Options(**{**usual, **options}))  # type: ignore[arg-type]

    return run


# --- Every distinct failure, once ------------------------------------------------------------------


def test_one_mistake_is_one_failure(verified: Verify) -> None:
    """Stale keys resolve, which two operations show, each in programs of several shapes."""
    confuses = (
        "if name in ('at', 'remove') and said[-1] == 'none' and live: said[-1] = next(iter(live))"
    )
    verdict = verified(
        confuses,
        programs=(*PROGRAMS, "add add remove:0 remove:0", "add add remove:1 at:1 remove:1"),
    )
    assert len({each.signature.operation for each in verdict.findings}) == 2
    told = describe(verdict)
    assert "refuted (1 distinct failure)" in told.splitlines()
    assert told.count("[[failure]]") == 1
    assert "operations  at, remove" in told or "operations  remove, at" in told


def test_run_uses_up_its_budget_after_a_crash(verified: Verify) -> None:
    """What is met after the failure counts."""
    verdict = verified(COUNTS_NO_MORE, operations=400)
    assert [(each, words) for each, _, words in found(verdict)] == [(DIED, ("len",))]
    done = {engine.name: engine.operations for engine in verdict.engines}
    assert done["swarm"] >= 400
    assert done["marathon"] >= 800
    assert verdict.missing == ["len_none", "len_some"]
    assert verdict.notes == []


def test_shrinker_does_not_turn_one_defect_into_another(verified: Verify) -> None:
    verdict = verified("if name == 'len': said[-1] = '99'", REVIVES)
    assert {each.signature for each in verdict.findings} == {
        MISCOUNTED._replace(shape="len"),
        REVIVED,
    }


# --- Expected failures ----------------------------------------------------------------------------


def test_expected_failures_do_not_refute(verified: Verify) -> None:
    """The labels that the failing operations met are met, and the verdict says what it leaves out."""
    known = expecting(MISCOUNTED, REVIVED)
    verdict = verified(MISCOUNTS, REVIVES, keep_going=False, expected=known)
    assert verdict.outcome is Outcome.VERIFIED, (verdict.missing, verdict.notes)
    assert verdict.counterexample is None
    assert [each.reason for each in verdict.findings] == ["known", "known"]
    assert "verified (but for 2 expected failures)" in describe(verdict).splitlines()


def test_expected_crash_does_not_refute(verified: Verify) -> None:
    """What its programs reached counts."""
    verdict = verified(COUNTS_NO_MORE, expected=expecting(DIED))
    assert verdict.counterexample is None
    assert "len_none" in verdict.covered


def test_unexpected_failure_refutes(verified: Verify) -> None:
    verdict = verified(MISCOUNTS, REVIVES, expected=expecting(MISCOUNTED))
    assert verdict.outcome is Outcome.REFUTED
    (refuting,) = verdict.refuting
    assert refuting == verdict.counterexample
    assert refuting.program.words[-1].startswith("at:")
    assert verdict.notes == []


@pytest.mark.slow
@pytest.mark.parametrize("defects", [(), (MISCOUNTS,)])
def test_expected_failure_that_does_not_occur_leaves_the_verdict_undecided(
    verified: Verify, defects: tuple[str, ...]
) -> None:
    """The note names the entry."""
    known = expecting(MISCOUNTED, REVIVED)
    verdict = verified(*defects, expected=known)
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.notes == [each.passed for each in (known[1:] if defects else known)]


@pytest.mark.slow
def test_output_of_keep_going_is_a_list_of_expected_failures(
    said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(
        monkeypatch,
        on_stage(slots(f"{MISCOUNTS}\n        {REVIVES}"), handshake=TINY_SLOTS),
        *PROGRAMS,
    )
    status, out, _ = said("verify", "./played", "--keep-going", "--operations", "1", "--jobs", "1")
    assert status == 1
    assert out.count("expected 3 / answered 4") == out.count("expected none / answered ") == 1
    assert "refuted (2 distinct failures)" in out.splitlines()
    entries = [
        line for line in out.splitlines() if line == "[[failure]]" or line.partition(" = ")[0] in
        ("property", "operation", "shape", "reason")
    ]  # fmt: skip
    assert len(entries) == 10
    file = tmp_path / "expected.toml"
    file.write_text("\n".join(entries).replace('""', '"see #12"'), encoding="utf-8")
    expects = ("--expected-failures", "expected.toml", "--operations", "1", "--jobs", "1")
    status, out, _ = said("verify", "./played", *expects)
    assert status == 0
    assert out.count("because     see #12") == 2
    assert "/ answered" not in out
    file.write_text("[[failure]]\nkind = 'hung'\nreason = 'once'\n" + file.read_text("utf-8"))
    status, out, _ = said("verify", "./played", *expects)
    assert status == 3
    passed = 'the failure that [[failure]] 1 of expected.toml expects did not occur (kind = "hung"); if it is fixed'
    assert f"unexpected pass: {passed}, remove it from the file" in " ".join(out.split())


# --- Batches, without a process -------------------------------------------------------------------


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A run whose events are recorded."""
    return Scene(monkeypatch)


def going_on(scene: Scene, **options: object) -> Verdict:
    """The verdict of a run that goes on."""
    return scene.run(**{"keep_going": True, **options})


CRASH = FailedProgram(ADD, None, FaultKind.DIED, "alas")


def test_rest_of_a_batch_runs_first_after_a_crash(scene: Scene) -> None:
    """The failing program counts."""
    results = iter([BatchResult("cover", 1, 1, failure=CRASH)])
    scene.does = lambda batch: next(results, did(batch))
    scene.programs = [TWO, ADD, TWO, ADD, TWO]
    verdict = going_on(scene)
    sent = [e.programs for e in scene.events if isinstance(e, Batch) and e.engine == "cover"]
    assert sent[:3] == [[TWO], [ADD], [TWO]]
    assert verdict.findings[0].signature == Signature("died", (), "add", "add")
    assert all(event.keep_going for event in scene.events if isinstance(event, Batch))


def test_first_failure_of_each_kind_is_told(scene: Scene) -> None:
    wrong = WRONG._replace(program=TWO)
    results = iter([BatchResult("cover", 4, 8, wrong=[wrong, wrong, wrong])])
    scene.does = lambda batch: next(results, did(batch))
    verdict = going_on(scene)
    assert [each.times for each in verdict.findings] == [3]
    assert scene.events.count(TWO) == 1
    assert verdict.engines[0].programs == 4 + 2 * (len(scene.batches("cover")) - 1)


def test_nobody_is_told_of_a_failure_that_may_be_expected(scene: Scene) -> None:
    scene.does = failing(CRASH)
    verdict = going_on(scene, expected=expecting(Signature("died", (), "add", "add")))
    assert ADD not in scene.events
    assert verdict.counterexample is None


def test_port_that_does_not_start_any_more_ends_the_run(scene: Scene) -> None:
    """Otherwise the run would never end."""
    silent = CRASH._replace(program=ADD._replace(words=()))
    scene.does = lambda batch: replace(did(batch), programs=0, operations=0, failure=silent)
    verdict = going_on(scene)
    assert verdict.notes == [verification.NOT_STARTED]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.findings[0].signature == Signature("died")
    assert len(scene.batches("cover")) == 1


def test_port_that_is_late_too_often_ends_the_run(scene: Scene) -> None:
    scene.programs = [ADD] * 100
    late = LATE._replace(program=ADD)
    scene.does = lambda batch: BatchResult(batch.engine, 0, 0, failure=late)
    verdict = going_on(scene)
    assert verdict.notes == [verification.TOO_LATE]
    assert [each.times for each in verdict.findings] == [verification.MOST_LATE]


def test_batch_is_not_resumed_when_the_time_is_up(scene: Scene) -> None:
    now = iter([100.0, 101.0, 106.0, 107.0, 108.0])
    scene.monkeypatch.setattr(verification, "monotonic", lambda: next(now))
    scene.does = lambda batch: (
        BatchResult("swarm", 1, 10, failure=CRASH) if batch.engine == "swarm" else did(batch)
    )
    verdict = going_on(scene, operations=1000, seconds=5.0)
    assert len(scene.batches("swarm")) == 1
    assert [each.times for each in verdict.findings] == [1]


def interrupted(*_: object) -> None:
    """The user interrupts while a program is shrunk."""
    raise KeyboardInterrupt


def test_interrupt_keeps_failures_as_they_were_found(scene: Scene) -> None:
    """They are not shrunk; missing expected failures are not reported."""
    results = iter([BatchResult("cover", 4, 8, wrong=[WRONG], failure=CRASH)])
    scene.shrinks, scene.does = interrupted, lambda batch: next(results, did(batch))
    verdict = going_on(scene, expected=expecting(MISCOUNTED))
    assert verdict.notes == ["interrupted while the counterexample was being shrunk"]
    assert [each.counterexample.program for each in verdict.findings] == [TWO, ADD]
    assert verdict.outcome is Outcome.REFUTED
    assert len(scene.batches("cover")) == 1


def test_interrupt_leaves_open_whether_a_failure_is_expected(scene: Scene) -> None:
    """A note has its program, so the user can examine it."""
    scene.shrinks, scene.does = interrupted, failing(CRASH)
    verdict = going_on(scene, expected=expecting(DIED))
    assert (verdict.findings, verdict.outcome) == ([], Outcome.UNDECIDED)
    assert verdict.notes[-1].startswith("it is unknown whether this failure is an expected one: ")
    assert verdict.notes[-1].endswith(": program cost truncate=never id_bits=2 index_bits=0 : add")


def test_port_that_is_late_once_is_not_refuted(scene: Scene) -> None:
    results = [LATE, None]
    scene.does = lambda batch: replace(did(batch), failure=results.pop(0))
    scene.shrinks = lambda *_: None
    verdict = going_on(scene)
    assert (verdict.findings, verdict.counterexample) == ([], None)
    assert "Perhaps the machine was busy" in verdict.notes[0]


def test_shrinker_keeps_operation_and_broken_properties(scene: Scene) -> None:
    """The time limit becomes smaller for each failure that is alike."""
    asked: list[tuple[float, object]] = []

    def shrinks(
        _: object,
        failure: FailedProgram,
        seconds: float,
        __: object,
        alike: Callable[[FailedProgram], object],
    ) -> FailedProgram:
        asked.append((seconds, alike(failure)))
        return failure

    wrong = WRONG._replace(difference=Difference(1, "1.1", "7.7"))
    results = iter([BatchResult("cover", 4, 8, wrong=[wrong] * 2)])
    scene.shrinks, scene.does = shrinks, lambda batch: next(results, did(batch))
    going_on(scene, shrink_seconds=7.0)
    (first, alike), (second, _) = asked
    assert isinstance(alike, Signature)
    assert (alike.kind, alike.operation, alike.shape) == ("answer", "add", "")
    assert 0 < second < first == 7.0
