"""What can be said of the proofs without Rocq: the table of theorems, and what is said where Rocq is missing."""

import re
from pathlib import Path

import pytest

from stablelist_proofs.kernel import run
from stablelist_proofs.kernel.record import RECORD
from stablelist_proofs.kernel.run import WIDTH, main, table
from stablelist_proofs.kernel.statements import LISTS, ROCQ, TABLE, rows, statements


def test_the_table_has_every_theorem_with_a_sentence_and_fits_a_terminal() -> None:
    """It ends with their number."""
    stated = statements()
    lines = "\n".join(table(stated)).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert [line.split()[0] for line in lines if line.endswith("yes")] == [
        each.name for each in stated
    ]
    assert lines[-1].startswith(f"{len(stated)} theorems")


def test_every_row_is_about_a_recorded_theorem() -> None:
    """Each has one, which is in `rows`; a row of one list is not one that both have."""
    recorded = re.findall(
        r"^=== theorem (\w+)\.(\w+)$", (ROCQ / RECORD).read_text("utf-8"), re.MULTILINE
    )
    assert sorted(recorded) == sorted((each.folder, each.name) for each in statements())
    listed = {f"{LISTS[folder]}{name}": name for folder, name in recorded}
    used = {whole if whole in rows() else name for whole, name in listed.items()}
    assert sorted(rows()) == sorted(used), TABLE


def test_without_rocq_one_sentence_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main([]) == 2
    assert capsys.readouterr().err == (
        "coqc, coqchk, ocamlopt, make are not installed; make prove needs Debian's packages coq, ocaml and make, which "
        ".ci/packages installs\n"
    )


def test_without_a_clone_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An installed package has no proofs beside it."""
    monkeypatch.setattr(run, "ROCQ", tmp_path / "rocq")
    assert main([]) == 2
    said = (
        f"there are no proofs in {tmp_path / 'rocq'}; make prove needs a clone of the repository\n"
    )
    assert capsys.readouterr().err == said
