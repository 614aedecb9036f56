"""The command: what it says, what it returns, and what it does when something is amiss."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stablelist_conformance.cli import main as cli
from stablelist_proofs import prove
from stablelist_proofs.core import discharge, solvers
from stablelist_proofs.core.discharge import Discharged
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Query, premise
from stablelist_proofs.core.solvers import Answer, ask
from stablelist_proofs.core.terms import FALSE, TRUE, Sort, symbol
from stablelist_proofs.record import digest, load
from stablelist_proofs.systems.stable_list.instance import INSTANCES
from stablelist_proofs.systems.stable_list.obligations import obligations

pytestmark = pytest.mark.slow

DISJOINT = ["--only", "free_lists_are_disjoint/q", "--jobs", "1"]

Said = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Prove; exit status, lines, errors."""

    def run(*arguments: str) -> tuple[int, list[str], str]:
        status = cli.main(["prove", *arguments])
        shown = capsys.readouterr()
        return status, shown.out.splitlines(), shown.err

    return run


def test_a_proof_ends_with_the_count(said: Said) -> None:
    """The last line is the one that scripts read."""
    status, lines, _ = said(*DISJOINT)
    assert status == 0
    assert lines[-1] == "proved 3 of 3 by z3 and cvc5; 3 of 3 planted defects refuted"
    assert lines[0].startswith("proved  free_lists_are_disjoint/q1_and_q2")


def test_what_is_left_out_is_said(said: Said) -> None:
    """A part that is proved says nothing of the model."""
    assert any(
        "left out" in line and "the comparison with the model" in line
        for line in said(*DISJOINT)[1]
    )


def test_every_obligation_is_written_for_other_solvers(said: Said, tmp_path: Path) -> None:
    """Each says what it is, and what to expect."""
    folder = tmp_path / "new" / "folder"
    assert said(*DISJOINT, "--export", str(folder))[0] == 0
    texts = [path.read_text() for path in sorted(folder.iterdir())]
    assert len(texts) == 3
    assert all(
        "; expected: unsat" in text and ask("cvc5", text).answer == "unsat" for text in texts
    )


def test_the_record_has_a_line_for_each_property(said: Said, tmp_path: Path) -> None:
    """Each line has the sums over its obligations; the digest contains their texts."""
    file = tmp_path / "new" / "record.json"
    assert said(*DISJOINT, "--record", str(file))[0] == 0
    (entry,) = load(file).properties.values()
    assert (entry.obligations, entry.defects, set(entry.seconds)) == (3, 3, {"z3", "cvc5"})
    assert file.read_text().count('\n  "free_lists_are_disjoint": { ') == 1
    asked = [each for each in obligations() if each.sentence == "free_lists_are_disjoint"]
    assert load(file).digest == digest(asked) == digest(reversed(asked))
    changed = replace(asked[0], query=replace(asked[0].query, goal=asked[1].query.goal))
    assert digest([changed, *asked[1:]]) != digest(asked) != digest(asked[1:])


def test_a_run_that_fails_leaves_no_record(
    said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no page claims something that was not shown."""
    file = tmp_path / "record.json"
    file.write_text("of an earlier run")
    monkeypatch.setattr(prove, "taken", lambda *_: pytest.fail("a record was made"))
    monkeypatch.setattr(prove, "_told", partial(failing, prove._told))
    status, lines, _ = said(*DISJOINT, "--record", str(file))
    assert status == 3
    assert lines[-1] == f"{file} is left as it was, because not everything was proved"
    assert any(line.endswith("; those of 1 hold in no small list") for line in lines)
    assert file.read_text() == "of an earlier run"


def failing(told: Callable[..., Iterator[Discharged]], *given: Any) -> Iterator[Discharged]:
    """The results, as if no list satisfied the hypotheses of the first obligation."""
    first, *others = told(*given)
    yield from (replace(first, consistent=False), *others)


def obligation(query: Query) -> Obligation:
    """One of the model's properties, with another query in its place."""
    return Obligation("free_lists_are_acyclic", "planted", "planted", query, ())


def test_hypotheses_that_contradict_each_other_prove_nothing() -> None:
    """Everything follows from them, and so nothing does."""
    found = discharge.discharge(obligation(Query(premise(never=FALSE), FALSE)), INSTANCES)
    assert all(verdict.answer is Answer.UNSAT for verdict in found.verdicts.values())
    assert not found.proved
    assert "do not" not in next(prove.lines(found))
    assert any("satisfies all of its hypotheses" in line for line in prove.lines(found))


def test_a_refuted_obligation_is_shown_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output also has the model's answer about the property."""
    found = discharge.discharge(
        obligation(Query(premise(always=TRUE), symbol("unknown", Sort.BOOL))), INSTANCES
    )
    assert not found.proved
    monkeypatch.setattr(prove, "told", lambda sentence: [f"told of {sentence}"])
    lines = list(prove.lines(found))
    assert lines[0].startswith("FAILED")
    assert "refuted by a list of at most 8 cells" in lines[1]
    assert lines[2].strip() == "told of free_lists_are_acyclic"


def test_unknown_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up fails the run."""
    monkeypatch.setitem(solvers.SOLVERS, "cvc5", lambda *_: ("unknown", 1))
    found = discharge.discharge(obligations()[0], INSTANCES)
    assert found.verdicts["cvc5"].answer is Answer.UNKNOWN
    assert not found.proved


@pytest.mark.soak
def test_prove_without_names_proves_everything(said: Said) -> None:
    """Every obligation, every defect, every comparison."""
    status, lines, _ = said()
    assert status == 0
    total = len(obligations())
    assert lines[-1].startswith(f"proved {total} of {total} by z3 and cvc5; ")


# --- What cannot be done --------------------------------------------------------------------------


def refused(result: tuple[int, list[str], str], *words: str) -> None:
    """It is one sentence, and nothing was proved."""
    status, lines, err = result
    assert (status, lines) == (2, [])
    assert err.startswith("stablelist: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_a_missing_solver_is_named(
    solver: str, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message has the command that installs it."""
    monkeypatch.setitem(sys.modules, solver, None)
    refused(
        said(*DISJOINT),
        f"{solver} is not installed; in a clone of the repository, run: pip install './tests[prove]'",
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--jobs", "0"], ["'--jobs'", "0 is not in the range"]),
        (["--jobs", "many"], ["'many'"]),
        (["--jobs", "1000000"], ["'--jobs'", "1000000 is not in the range"]),
        (["--transitions", "0"], ["'--transitions'"]),
        (["--only", "retired_keys"], ["no obligation has 'retired_keys' in its name"]),
        (["--export", "/dev/null/folder"], ["/dev/null", "cannot be written", "choose another"]),
        (["--record", "/dev/null/file"], ["/dev/null/file cannot be written", "choose another"]),
        (["--everything"], ["--everything"]),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_sentence(arguments: list[str], words: list[str], said: Said) -> None:
    """A misspelt name must not look like success."""
    refused(said(*arguments), *words)


def test_amount_of_0_is_refused() -> None:
    """Direct calls of the function are refused as well."""
    with pytest.raises(prove.CannotProveError, match="jobs is 0; it must be at least 1"):
        prove.Options(jobs=0)
    with pytest.raises(prove.CannotProveError, match="transitions is -1; it must be at least 1"):
        prove.Options(transitions=-1)


def test_too_little_memory_is_said_before(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process is too much."""
    monkeypatch.setattr(prove, "available_memory", lambda: 100 << 20)
    refused(
        said(*DISJOINT),
        "needs 200 MiB of memory with --jobs 1, but 100 MiB are free; lower --jobs",
    )


def test_full_disk_is_one_sentence(said: Said, tmp_path: Path) -> None:
    """The folder is not changed, and nothing is proved."""
    (tmp_path / "mine").write_text("mine")
    for case in ("q1_and_q2", "q1_and_h2", "q2_and_h2"):
        (tmp_path / f"free_lists_are_disjoint.{case}.smt2").symlink_to("/dev/full")
    refused(said(*DISJOINT, "--export", str(tmp_path)), "No space left on device; make room")
    assert (tmp_path / "mine").read_text() == "mine"


def test_full_disk_at_the_end_leaves_what_was_said(said: Said) -> None:
    """The record is lost, the proof is not."""
    status, lines, err = said(*DISJOINT, "--record", "/dev/full")
    assert status == 2
    assert lines[-1].startswith("proved 3 of 3 by z3 and cvc5")
    assert err.startswith("stablelist: /dev/full cannot be written: No space left on device")


def test_killed_process_is_one_sentence(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """This happens when memory runs out after all."""

    def killed(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(ProcessPoolExecutor, "map", killed)
    refused(said(*DISJOINT), "a process of the run was killed, perhaps because memory ran out")


class Found:
    """A pool of processes in which one was killed."""

    def __init__(self, proof: discharge.Discharged) -> None:
        self.proof = proof

    def map(self, _: object, names: list[object]) -> list[object]:
        """The proof, and no checks."""
        return [self.proof] if names else []


@pytest.mark.parametrize(
    ("answer", "counterexample", "status"),
    [(Answer.UNSAT, 0, 0), (Answer.UNKNOWN, 0, 3), (Answer.SAT, 0, 3), (Answer.SAT, 4, 1)],
    ids=["proved", "unknown", "sat", "refuted"],
)
def test_status_1_is_that_of_a_counterexample(
    answer: Answer, counterexample: int, status: int, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An obligation that is only not proved is undecided; only a list that was printed refutes it."""
    verdicts = {name: solvers.Verdict(answer, 0.0) for name in ("z3", "cvc5")}
    proof = discharge.Discharged(
        "free_lists_are_disjoint",
        "free_lists_are_disjoint/x",
        "",
        verdicts,
        (),
        True,
        {},
        counterexample=counterexample,
    )

    @contextmanager
    def working(*_: object) -> Iterator[Found]:
        yield Found(proof)

    monkeypatch.setattr(prove, "working", working)
    assert said(*DISJOINT)[0] == status
