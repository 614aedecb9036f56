"""The command: what it says, what it returns, and what it does when something is amiss."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from stablelist_conformance.cli import stablelist
from stablelist_proofs import prove
from stablelist_proofs.smt import discharge, solvers
from stablelist_proofs.smt.obligation import Obligation
from stablelist_proofs.smt.obligations import obligations
from stablelist_proofs.smt.query import Query
from stablelist_proofs.smt.solvers import Answer, MissingSolverError, ask, check_installed
from stablelist_proofs.smt.terms import FALSE, TRUE, Sort, symbol

DISJOINT = ["--only", "free_lists_are_disjoint", "--jobs", "1"]


def test_a_proof_ends_with_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is the one that scripts read."""
    assert prove.main(DISJOINT) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "proved 3 of 3 by z3 and cvc5; 3 of 3 planted defects refuted"
    assert said[0].startswith("proved  free_lists_are_disjoint/q1_and_q2")


def test_every_obligation_is_written_for_other_solvers(tmp_path: Path) -> None:
    """Each says what it is, and what to expect."""
    assert prove.main([*DISJOINT, "--export", str(tmp_path)]) == 0
    texts = [path.read_text() for path in sorted(tmp_path.iterdir())]
    assert len(texts) == 3
    assert all(
        "; expected: unsat" in text and ask("cvc5", text).answer == "unsat" for text in texts
    )


def obligation(query: Query) -> Obligation:
    """One of the model's properties, with another query in its place."""
    return Obligation("free_lists_are_acyclic", "planted", "planted", query, ())


def test_hypotheses_that_contradict_each_other_prove_nothing() -> None:
    """Everything follows from them, and so nothing does."""
    found = discharge.discharge(obligation(Query({"never": FALSE}, FALSE)))
    assert all(verdict.answer is Answer.UNSAT for verdict in found.verdicts.values())
    assert not found.proved
    assert "do not" not in next(prove.lines(found))
    assert any("hold together" in line for line in prove.lines(found))


def test_a_refuted_obligation_is_shown_small() -> None:
    """With the program that breaks the property, or that there is none."""
    found = discharge.discharge(obligation(Query({"always": TRUE}, symbol("unknown", Sort.BOOL))))
    assert not found.proved
    said = list(prove.lines(found))
    assert said[0].startswith("FAILED")
    assert "refuted by a list of at most 8 cells" in said[1]
    assert "no program of up to 8 cells" in said[2]


def test_unknown_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up fails the run."""
    monkeypatch.setitem(solvers.SOLVERS, "cvc5", lambda _: "unknown")
    found = discharge.discharge(obligations()[0])
    assert found.verdicts["cvc5"].answer is Answer.UNKNOWN
    assert not found.proved


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_a_missing_solver_is_named(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, with the command that mends it."""
    monkeypatch.setitem(sys.modules, solver, None)
    with pytest.raises(MissingSolverError, match=rf"^{solver} is not installed; run: pip install"):
        check_installed()
    assert prove.main(DISJOINT) == 2


@pytest.mark.parametrize("option", ["--jobs", "--transitions"])
def test_nothing_is_not_an_amount(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence."""
    assert prove.main([option, "0"]) == 2
    assert capsys.readouterr().err == "--jobs and --transitions must be at least 1\n"


def test_nothing_to_prove_is_no_proof(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt name must not look like success."""
    assert prove.main(["--only", "retired_keys"]) == 2
    assert capsys.readouterr().err == "no obligation has 'retired_keys' in its name\n"


@pytest.mark.soak
def test_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Every obligation, every defect, every comparison."""
    assert prove.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    total = len(obligations())
    assert last.startswith(f"proved {total} of {total} by z3 and cvc5; ")


def test_the_command_is_part_of_stablelist() -> None:
    """It proves what it is asked to, and hands the exit status on."""
    proved = CliRunner().invoke(
        stablelist, ["prove", "--only", "free_lists_are_disjoint/q1_and_q2"]
    )
    assert proved.exit_code == 0
    assert proved.output.splitlines()[-1] == (
        "proved 1 of 1 by z3 and cvc5; 1 of 1 planted defects refuted"
    )
    unknown = CliRunner().invoke(stablelist, ["prove", "--only", "no_such_property"])
    assert unknown.exit_code == 2
