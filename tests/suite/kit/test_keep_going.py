"""Runs that go on after a failure: each distinct one is reported once, and those that are expected do not refute."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import stablelist_conformance.running.verify as verification
from stablelist_conformance.judging.expected import ExpectedFailure, entry, read_expected
from stablelist_conformance.judging.judge import Difference
from stablelist_conformance.judging.verdict import Outcome, Signature, Verdict
from stablelist_conformance.programs.cover import expand
from stablelist_conformance.report import itf
from stablelist_conformance.report.summary import describe
from stablelist_conformance.running import engines
from stablelist_conformance.running.engines import Batch, BatchResult, Failure
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.errors import FaultKind
from suite.kit.ports import ANSWER, tiny
from suite.kit.test_verify import ADD, LATE, TWO, WRONG, Scene, did, failing

Said = Callable[..., tuple[int, str, str]]

QUICK = Options(operations=4_000, jobs=1, timeout=20.0, shrink_seconds=20.0, keep_going=True)

MISCOUNTS = "if name == 'len' and len(live) == 3: said[-1] = '4'"
REVIVES = "if name == 'at' and number not in live and len(live) == 2: said[-1] = number"
DIES = f"os._exit(9) if words[1:].count('len') > 3 else {ANSWER}"
TWO_DEFECTS = f"{MISCOUNTS}\n        {REVIVES}"

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


# --- Every distinct failure, once ------------------------------------------------------------------


def test_each_distinct_defect_is_reported_once(tmp_path: Path) -> None:
    """Two wrong answers and a crash, each with a smallest program, and a trace of its own."""
    port = tiny(after_word=TWO_DEFECTS, answer=DIES)
    verdict = verify(port, replace(QUICK, report=tmp_path))
    lengths = {each: len(words) for each, _, words in found(verdict)}
    assert len(verdict.findings) == 3
    assert lengths == {MISCOUNTED: 4, REVIVED: 5, DIED: 4}
    assert sum(each.times for each in verdict.findings) > 3
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample == verdict.findings[0].counterexample
    saved = {itf.load(path).program for path in tmp_path.glob("*.itf.json")}
    assert saved == {each.counterexample.program for each in verdict.findings}
    assert len(list(tmp_path.glob("*"))) == 3 * 4


def test_budget_is_used_up() -> None:
    """All engines are run to their ends; what is met after a failure counts."""
    verdict = verify(tiny(after_word=TWO_DEFECTS), QUICK)
    done = {engine.name: engine.operations for engine in verdict.engines}
    assert done["swarm"] >= 4_000
    assert done["marathon"] >= 7_000
    assert verdict.missing == []
    assert verdict.notes == []


def test_same_seed_finds_the_same() -> None:
    """The order, the counts and the programs are the same."""
    port = tiny(after_word=TWO_DEFECTS, answer=DIES)
    one, two = verify(port, QUICK), verify(port, QUICK)
    assert found(one) == found(two)
    assert one.engines == two.engines


def test_two_processes_find_the_same_defects() -> None:
    """However their batches come out."""
    verdict = verify(tiny(after_word=TWO_DEFECTS, answer=DIES), replace(QUICK, jobs=2))
    assert {each.signature for each in verdict.findings} == {MISCOUNTED, REVIVED, DIED}


def test_one_defect_is_not_taken_for_a_smaller_one() -> None:
    """A miscount is easily had, and is no way to show the other defect."""
    often = "if name == 'len': said[-1] = '99'"
    verdict = verify(tiny(after_word=f"{often}\n        {REVIVES}"), QUICK)
    assert {each.signature for each in verdict.findings} == {
        MISCOUNTED._replace(shape="len"),
        REVIVED,
    }


def test_right_port_is_verified_as_ever() -> None:
    """There is nothing to go on after."""
    verdict = verify(tiny(), QUICK)
    assert (verdict.outcome, verdict.findings) == (Outcome.VERIFIED, [])
    assert describe(verdict) == describe(verify(tiny(), replace(QUICK, keep_going=False)))


def test_exact_model_tells_defects_apart_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A StableList with a wrong layout, and a wrong answer, each in two programs."""
    programs = [
        "extend:5 layout",
        "add clear is_empty len",
        "extend:7 layout add",
        "add clear add is_empty",
    ]
    covering = [
        expand(f"cost truncate=never id_bits=2 index_bits=0 : {program}") for program in programs
    ]
    monkeypatch.setattr(engines, "crafted", lambda _: covering)
    monkeypatch.setitem(engines.COVERING, "stablelist", tuple)
    monkeypatch.setattr(engines, "boundaries", lambda _: ())
    script = """
import sys
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import serve
model = ModelAnswerer()
right = model.answer
def answer(program, level):
    words = right(program, level)
    for at, word in enumerate(program.words):
        if word == "layout" and words[at].startswith("8|"):
            words[at] = words[at].replace("8|", "9|")
        if word == "is_empty" and "clear" in program.words[:at]:
            words[at] = "no"
    return words
model.answer = answer
serve(model, sys.stdin, sys.stdout)
"""
    port = shlex.join([sys.executable, "-c", script])
    verdict = verify(port, replace(QUICK, operations=1))
    told = {(each.signature.operation, each.signature.shape) for each in verdict.findings}
    assert {operation for operation, _ in told} == {"layout", "is_empty"}
    assert {("layout", "add layout"), ("is_empty", "clear is_empty")} <= told
    assert verdict.outcome is Outcome.REFUTED


# --- Expected failures ----------------------------------------------------------------------------


def test_expected_failures_do_not_refute(tmp_path: Path) -> None:
    """The labels that the failing operations met are met, and the verdict says what it leaves out."""
    options = replace(QUICK, keep_going=False, report=tmp_path)
    known = expecting(MISCOUNTED, REVIVED)
    verdict = verify(tiny(after_word=TWO_DEFECTS), replace(options, expected=known))
    assert verdict.outcome is Outcome.VERIFIED, (verdict.missing, verdict.notes)
    assert verdict.counterexample is None
    assert [each.reason for each in verdict.findings] == ["known", "known"]
    assert describe(verdict).splitlines()[-1] == "verified (but for 2 expected failures)"
    assert len(list(tmp_path.glob("*.itf.json"))) == 2


def test_expected_crash_does_not_refute() -> None:
    """The labels that its programs reach count as well."""
    dies = f"os._exit(9) if 'len' in words else {ANSWER}"
    verdict = verify(tiny(answer=dies), replace(QUICK, expected=expecting(DIED)))
    assert verdict.counterexample is None
    assert "len_none" in verdict.covered


def test_other_failures_refute() -> None:
    """The first failure that is not listed refutes the port."""
    port = tiny(after_word=TWO_DEFECTS)
    verdict = verify(port, replace(QUICK, expected=expecting(MISCOUNTED)))
    assert verdict.outcome is Outcome.REFUTED
    (refuting,) = verdict.refuting
    assert refuting == verdict.counterexample
    assert refuting.program.words[-1].startswith("at:")
    assert verdict.notes == []


@pytest.mark.parametrize("after", ["", MISCOUNTS])
def test_unexpected_pass_leaves_things_open(after: str) -> None:
    """The entry is named; an interrupted run does not decide it."""
    known = expecting(MISCOUNTED, REVIVED)
    verdict = verify(tiny(after_word=after), replace(QUICK, expected=known))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.notes == [each.passed for each in (known[1:] if after else known)]


# --- The command ----------------------------------------------------------------------------------

SMALL = ("--operations", "3000", "--jobs", "1")
PORT = tiny(after_word=TWO_DEFECTS)


def test_what_keep_going_prints_can_be_listed(said: Said, tmp_path: Path) -> None:
    """The entries, with reasons filled in, are a file with which the port is verified."""
    status, out, _ = said("verify", PORT, "--keep-going", *SMALL)
    assert status == 1
    assert out.count("expected 3 / answered 4") == out.count("expected none / answered ") == 1
    assert out.rstrip().endswith("refuted (2 distinct failures)")
    lines = out.splitlines()
    entries = [
        line for line in lines if line == "[[failure]]" or line.partition(" = ")[0] in
        ("property", "operation", "shape", "reason")
    ]  # fmt: skip
    assert len(entries) == 10
    file = tmp_path / "expected.toml"
    file.write_text("\n".join(entries).replace('""', '"see #12"'), encoding="utf-8")
    status, out, _ = said("verify", PORT, "--expected-failures", "expected.toml", *SMALL)
    assert status == 0
    assert out.count("because     see #12") == 2
    assert "/ answered" not in out
    file.write_text("[[failure]]\nkind = 'hung'\nreason = 'once'\n" + file.read_text("utf-8"))
    status, out, _ = said("verify", PORT, "--expected-failures", "expected.toml", *SMALL)
    assert status == 3
    assert "unexpected pass: the failure that [[failure]] 1 of expected.toml" in " ".join(
        out.split()
    )


def test_manifest_names_a_file_for_each_port(said: Said, tmp_path: Path) -> None:
    """Relative to its own folder."""
    (tmp_path / "deeper").mkdir()
    manifest = tmp_path / "deeper" / "ports.toml"
    ports = {"known": PORT, "right": tiny()}
    of_known, of_right = (
        f"[[port]]\nname = '{n}'\nstart = {json.dumps(p)}\n" for n, p in ports.items()
    )
    manifest.write_text(f"{of_known}expected-failures = 'known.toml'\n{of_right}", "utf-8")
    known = "\n".join([*entry(MISCOUNTED), *entry(REVIVED)]).replace('""', '"see #12"')
    (tmp_path / "deeper" / "known.toml").write_text(known, encoding="utf-8")
    status, out, _ = said("verify", "--manifest", str(manifest), *SMALL)
    assert status == 0
    assert "verified (but for 2 expected failures)\n" in out[-600:]
    (tmp_path / "deeper" / "known.toml").unlink()
    status, out, _ = said("verify", "--manifest", str(manifest), *SMALL)
    assert status == 2
    assert "known.toml cannot be read" in " ".join(out.split())


# --- Batches, without a process -------------------------------------------------------------------


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A run whose events are recorded."""
    return Scene(monkeypatch)


def going_on(scene: Scene, **options: object) -> Verdict:
    """The verdict of a run that goes on."""
    return scene.run(**{"keep_going": True, **options})


CRASH = Failure(ADD, None, FaultKind.DIED, "alas")


def test_batch_goes_on_after_a_crash(scene: Scene) -> None:
    """The rest of the batch is run before any other; the failing program counts."""
    results = iter([BatchResult("cover", 1, 1, failure=CRASH)])
    scene.does = lambda batch: next(results, did(batch))
    scene.programs = [TWO, ADD, TWO, ADD, TWO]
    verdict = going_on(scene)
    sent = [e.programs for e in scene.events if isinstance(e, Batch) and e.engine == "cover"]
    assert sent[:3] == [[TWO], [ADD], [TWO]]
    assert verdict.findings[0].signature == Signature("died", (), "add", "add")
    assert all(event.keep_going for event in scene.events if isinstance(event, Batch))


def test_wrong_answers_of_a_batch_are_told_apart(scene: Scene, tmp_path: Path) -> None:
    """The first failure of each kind is reported and saved at once; known ones are not saved again."""
    wrong = WRONG._replace(program=TWO)
    results = iter([BatchResult("cover", 4, 8, wrong=[wrong, wrong, wrong])])
    scene.does = lambda batch: next(results, did(batch))
    verdict = going_on(scene, report=tmp_path)
    assert [each.times for each in verdict.findings] == [3]
    assert scene.events.count(TWO) == 1
    assert [path.name for path in tmp_path.glob("*.itf.json")] == [
        "counterexample-stablelist-model-1.itf.json"
    ]
    assert verdict.engines[0].programs == 4 + 2 * (len(scene.batches("cover")) - 1)


def test_expected_failure_is_not_told_as_a_refutation(scene: Scene) -> None:
    """Before it is shrunk, it is unknown which defect it is."""
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
    """Each time costs the whole time-out."""
    scene.programs = [ADD] * 100
    late = LATE._replace(program=ADD)
    scene.does = lambda batch: BatchResult(batch.engine, 0, 0, failure=late)
    verdict = going_on(scene)
    assert verdict.notes == [verification.TOO_LATE]
    assert [each.times for each in verdict.findings] == [verification.MOST_LATE]


def test_time_that_is_up_ends_what_is_left_of_the_swarm(scene: Scene) -> None:
    """A batch that failed is not resumed then."""
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


def test_interrupt_keeps_what_was_found(scene: Scene, tmp_path: Path) -> None:
    """Failures are reported as they were found, and not shrunk; missing expected failures are not reported."""
    results = iter([BatchResult("cover", 4, 8, wrong=[WRONG], failure=CRASH)])
    scene.shrinks, scene.does = interrupted, lambda batch: next(results, did(batch))
    verdict = going_on(scene, report=tmp_path, expected=expecting(MISCOUNTED))
    assert verdict.notes == ["interrupted while the counterexample was being shrunk"]
    assert [each.counterexample.program for each in verdict.findings] == [TWO, ADD]
    assert verdict.outcome is Outcome.REFUTED
    assert len(list(tmp_path.glob("*.itf.json"))) == 2
    assert len(scene.batches("cover")) == 1


def test_interrupt_leaves_open_whether_a_failure_is_expected(scene: Scene, tmp_path: Path) -> None:
    """It is saved, so the user can examine it."""
    scene.shrinks, scene.does = interrupted, failing(CRASH)
    verdict = going_on(scene, report=tmp_path, expected=expecting(DIED))
    assert (verdict.findings, verdict.outcome) == ([], Outcome.UNDECIDED)
    assert [path.name for path in tmp_path.glob("*.itf.json")] == [
        "counterexample-stablelist-model-unshrunk-1.itf.json"
    ]


def test_machine_that_was_busy_refutes_nothing(scene: Scene) -> None:
    """A port that is late once, and not again."""
    results = [LATE, None]
    scene.does = lambda batch: replace(did(batch), failure=results.pop(0))
    scene.shrinks = lambda *_: None
    verdict = going_on(scene)
    assert (verdict.findings, verdict.counterexample) == ([], None)
    assert "Perhaps the machine was busy" in verdict.notes[0]


def test_failures_alike_are_shrunk_as_they_are(scene: Scene) -> None:
    """Shrinking must keep the operation and the broken properties; the time limit becomes smaller."""
    asked: list[tuple[float, object]] = []

    def shrinks(
        _: object, failure: Failure, seconds: float, __: object, alike: Callable[[Failure], object]
    ) -> Failure:
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


# --- JUnit ----------------------------------------------------------------------------------------


def suites(folder: Path) -> Iterator[ET.Element]:
    """The suites in a report folder."""
    yield from ET.parse(folder / "junit.xml").getroot()


def test_each_defect_has_a_case(said: Said, tmp_path: Path) -> None:
    """A failure if it is not expected, else it is skipped with the reason."""
    known = "\n".join(entry(MISCOUNTED)).replace('""', '"see #12"')
    (tmp_path / "known.toml").write_text(known, encoding="utf-8")
    assert read_expected(tmp_path / "known.toml")
    assert said("verify", PORT, "--expected-failures", "known.toml", *SMALL)[0] == 1
    (suite,) = suites(tmp_path / "stablelist-report")
    cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
    assert cases == {
        "cover": ["system-out"], "swarm": ["system-out"], "marathon": ["system-out"],
        "length_counts_the_live_elements: add len": ["skipped", "system-out"],
        "retired_key_never_resolves: add remove:live at:stale": ["failure", "system-out"],
        "label coverage": ["skipped", "system-out"],
    }  # fmt: skip
    assert [suite.get(kind) for kind in ("tests", "failures", "skipped")] == ["6", "1", "2"]
    skipped = [case.get("message") for case in suite.iter("skipped")]
    assert skipped == ["expected: see #12", "the port is refuted"]
