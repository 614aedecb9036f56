"""Edits of the proofs, the statements, what they mean, and the port: each is noticed, and what was edited is named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from stablelist_proofs.kernel.rocq import compile_all
from stablelist_proofs.kernel.run import kernel
from stablelist_proofs.kernel.statements import ROCQ, Unproved

pytestmark = pytest.mark.rocq

ROOT: Final = ROCQ.parents[1]
PROOFS: Final = "proofs/rocq"
STATED: Final = f"{PROOFS}/StableList/Statements.v"
PROVED: Final = f"{PROOFS}/StableList/Proved.v"
COUNTS: Final = "Proof. exact Theorems.counts_agree. Qed."
COUNTED: Final = "Theorem counts_agree : Statements.counts_agree E."
VISITS: Final = "visits (spent s) <= removals (spent s)"
RESERVED: Final = "a = Done \\/ a = Full"
NO_PROOF: Final = r"StableList/Proved.v, line \d+: counts_agree is not proved: "

EDITS: Final = {
    "a weaker statement": (
        *(STATED, VISITS, f"{VISITS} + 1"),
        "definition Statements.visits_never_exceed_removals is not as recorded; it is now:\n.*xH",
    ),
    "a notation for what a statement uses": (
        *(STATED, "\nSection ", "\nLocal Notation removals x := (Container.removals x + 1).\nSection "),
        "definition Statements.visits_never_exceed_removals is not as recorded",
    ),
    "a weaker definition": (
        *(f"{PROOFS}/Contract.v", f"| Reserve _ => {RESERVED}\n", f"| Reserve _ => {RESERVED} \\/ a = Unable\n"),
        "definition Contract.allowed is not as recorded",
    ),
    "what a statement calls a free list": (
        *(STATED, ":= free_list (contents s) p.", ":= walk (Z.to_nat (opened p)) (contents s) (head p)."),
        "definition StableList.Statements.free_lists_are_acyclic is not as recorded",
    ),
    "nothing proved": (PROVED, COUNTS, "Proof. Admitted.", "counts_agree is not proved. It rests on Axioms: "),
    "an axiom": (
        *(PROVED, f"{COUNTED}\n{COUNTS}", f"Axiom cheat : forall P, P.\n{COUNTED}\nProof. apply cheat. Qed."),
        r"StableList/Proved.v: counts_agree is not proved. It rests on Axioms: .*cheat : forall P",
    ),
    "no proof": (PROVED, COUNTS, "", NO_PROOF),
    "a wrong proof": (PROVED, COUNTS, "Proof. exact I. Qed.", NO_PROOF),
    "no theorem": (
        *(PROVED, f"{COUNTED}\n{COUNTS}", ""),
        "StableList/Statements.v states counts_agree, and no theorem there proves it",
    ),
    "a theorem for another statement": (
        *(PROVED, f"{COUNTED}\n{COUNTS}", "Theorem counts_agree : True.\nProof. exact I. Qed."),
        "Rocq refuses Definition proved_.* Lists.StableList.Statements.counts_agree ",
    ),
    "neither theorem nor statement": (
        *(f"{PROOFS}/StableList/Further.v", "Theorem ids_count_insertions", "Lemma ids_count_insertions"),
        "theorem StableList.ids_count_insertions is recorded, and is not there",
    ),
    "another program extracted": (
        *(f"{PROOFS}/StableList/Extract.v", ":= stable_list.", ":= stable_list (E := E)."),
        "file proofs/rocq/StableList/Extract.v is not as recorded",
    ),
    "a port that does not ask the model": (
        *("tests/ports/rocq-stablelist/port.ml", '| Truth yes -> if yes then "yes" else "no"', '| Truth _ -> "yes"'),
        "file tests/ports/rocq-stablelist/port.ml is not as recorded",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def compiled() -> None:
    """The proofs as they are, so that an edit compiles no more than it has to."""
    compile_all(ROCQ, 2, print)


@pytest.fixture
def copy(compiled: None, tmp_path: Path) -> Path:
    """A copy of all that `kernel` reads."""
    for folder in (PROOFS, "tests/ports/rocq-stablelist", "tests/ports/rocq-dyadic"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_noticed(edit: str, copy: Path) -> None:
    """The message names the theorem, the definition or the file."""
    file, before, after, said = EDITS[edit]
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (copy / file).write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(Unproved) as raised:
        kernel(copy / PROOFS, 2, print)
    assert re.search(said, str(raised.value), re.DOTALL), raised.value


def test_without_an_edit_everything_is_proved(copy: Path) -> None:
    """So each edit is noticed for its own sake."""
    kernel(copy / PROOFS, 2, print)
