"""Edits of the proofs, the statements, what they mean, and the port: each is noticed, and what was edited is named."""

import os
import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from stablelist_proofs.kernel import run
from stablelist_proofs.kernel.rocq import compile_all
from stablelist_proofs.kernel.run import kernel
from stablelist_proofs.kernel.statements import ROCQ, Unproved

pytestmark = pytest.mark.rocq

ROOT: Final = ROCQ.parents[1]
PROOFS: Final = "proofs/rocq"
STATED: Final = f"{PROOFS}/StableList/Statements.v"
FURTHER: Final = f"{PROOFS}/Further.v"
RECORDED: Final = f"{PROOFS}/recorded.txt"
PROVED: Final = f"{PROOFS}/Theorems.v"
GIVEN: Final = "Proof. apply always_known. intros s ks S _ _. apply S. Qed."
DOUBLED: Final = "Theorem allocated_memory_is_the_space_doubled : Statements.allocated_memory_is_the_space_doubled d."
VISITS: Final = "visits (spent s) <= removals (spent s)"
LIBRARY: Final = "From Coq Require Import Sorted."
HIDES: Final = (
    "From Coq Require Export Sorting.Sorted.\nDefinition StronglySorted {A} := @StronglySorted A."
)
REPLACES: Final = 'From Coq Require Extraction.\nExtract Constant Cells.full => "(fun _ -> false)".'
ENTRY: Final = "=== definition Statements.visits_never_exceed_removals\n"
RESERVED: Final = "a = Done \\/ a = Full"
FALSE: Final = "Theorem forged : False.\nProof. exact I. Qed.\n"
NO_PROOF: Final = r"Theorems.v, line \d+: allocated_memory_is_the_space_doubled is not proved: "

EDITS: Final = {
    "a weaker statement": (
        *(STATED, VISITS, f"{VISITS} + 1"),
        "definition Statements.visits_never_exceed_removals is not as recorded; it is now:\n(?:.(?!===|is not as))*xH",
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
    "nothing proved": (
        *(PROVED, "exact (stamps T). Qed.", "Admitted."),
        "StableList/Further.v: ids_count_insertions is not proved. It rests on Axioms: ",
    ),
    "an axiom": (
        *(PROVED, GIVEN, "Proof. apply cheat. Qed."),
        *(PROVED, "\nModule Main ", "\nAxiom cheat : forall P, P.\nModule Main "),
        r"StableList/Proved.v: allocated_memory_is_the_space_doubled is not proved. It rests on .*cheat : forall P",
    ),
    "no proof": (PROVED, GIVEN, "", NO_PROOF),
    "a wrong proof": (PROVED, GIVEN, "Proof. exact I. Qed.", NO_PROOF),
    "no theorem": (
        *(PROVED, f"{DOUBLED}\n{GIVEN}", ""),
        "StableList/Statements.v states allocated_memory_is_the_space_doubled, and no theorem there proves it",
    ),
    "a theorem for another statement": (
        *(PROVED, f"{DOUBLED}\n{GIVEN}", "Theorem allocated_memory_is_the_space_doubled : True.\nProof. exact I. Qed."),
        "Rocq refuses Definition proved_.* Lists.StableList.Statements.allocated_memory_is_the_space_doubled ",
    ),
    "what every list has, included by none": (
        *(f"{PROOFS}/StableList/Further.v", "Include Theorems.More Proved.Sound.", ""),
        "theorem StableList.every_step_refines_the_contract is recorded, and is not there",
    ),
    "neither theorem nor statement": (
        *(PROVED, "Theorem ids_count_insertions", "Lemma ids_count_insertions"),
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
    "a definition that hides one of the library": (
        *(FURTHER, LIBRARY, LIBRARY.replace("Coq", "Lists")),
        *(f"{PROOFS}/Sorted.v", "", HIDES),
        "Sorted.v is not listed in _CoqProject",
    ),
    "a definition with a letter of another language": (
        *(STATED, "\nSection ", "\nDefinition été (p : partition) := stop p.\nSection "),
        *(STATED, "start p <= i < stop p", "start p <= i < été p"),
        "definition (StableList.)?Statements.été is not recorded",
    ),
    "a definition replaced by code in OCaml": (
        *(FURTHER, "\nSection ", f"\n{REPLACES}\nSection "),
        "plugins is not as recorded; it is now:\n.*extraction",
    ),
    "an entry of the record twice": (
        *(RECORDED, ENTRY, f"{ENTRY}what nobody says\n\n{ENTRY}"),
        "recorded.txt has an entry twice",
    ),
    "another makefile of the proofs": (
        *(f"{PROOFS}/GNUmakefile", "", "include Makefile"),
        "file proofs/rocq/GNUmakefile is not recorded",
    ),
    "another makefile of a port": (
        *("tests/ports/rocq-dyadic/GNUmakefile", "", "target/port:\n\techo 'exit 0' >$@"),
        "file tests/ports/rocq-dyadic/GNUmakefile is not recorded",
    ),
}  # fmt: skip
"""The changes of each edit, and what is said of them; a change of nothing makes a file."""
RECORDED_OTHERWISE: Final = (
    *("a weaker statement", "a weaker definition", "what a statement calls a free list"),
    *("neither theorem nor statement", "another program extracted"),
    *("a port that does not ask the model", "a definition with a letter of another language"),
    *("a definition replaced by code in OCaml", "another makefile of the proofs"),
    "another makefile of a port",
)
RESTING_ON_SOMETHING: Final = ("nothing proved", "an axiom")
TOGETHER: Final = (RECORDED_OTHERWISE, RESTING_ON_SOMETHING)
"""Edits that are made in one copy, which takes minutes to compile: each is named for itself."""
ALONE: Final = tuple((edit,) for edit in EDITS if not any(edit in edits for edits in TOGETHER))


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


@pytest.mark.parametrize("edits", TOGETHER + ALONE, ids=", ".join)
def test_edits_are_noticed(edits: tuple[str, ...], copy: Path) -> None:
    """The message names the theorem, the definition or the file, for each edit."""
    expected = list[str]()
    for edit in edits:
        *changes, said = EDITS[edit]
        expected.append(said)
        for file, before, after in zip(changes[::3], changes[1::3], changes[2::3], strict=True):
            text = (copy / file).read_text(encoding="utf-8") if before else ""
            assert text.count(before) == 1
            (copy / file).write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(Unproved) as raised:
        kernel(copy / PROOFS, 2, print)
    for said in expected:
        assert re.search(said, str(raised.value), re.DOTALL), raised.value


def test_what_was_compiled_before_stands_for_nothing(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A compiled file or a port, forged or not, is deleted: what is judged is made of the sources."""
    file, port = copy / PROOFS / "Parameters.v", copy / "tests/ports/rocq-stablelist/target/port"
    file.write_text(f"{file.read_text(encoding='utf-8')}{FALSE}", encoding="utf-8")
    os.utime(file, (1e9, 1e9))  # so that make would leave it as it is; it takes 0 for no file
    port.parent.mkdir(exist_ok=True)
    port.write_text("#!/bin/sh\n", encoding="utf-8")
    monkeypatch.setattr(run, "ROCQ", copy / PROOFS)
    assert run.main([]) == 1
    assert re.search(r"Parameters.v, line \d+: forged is not proved", capsys.readouterr().err)
    assert not port.exists()


def test_without_an_edit_everything_is_proved(copy: Path) -> None:
    """So each edit is noticed for its own sake."""
    kernel(copy / PROOFS, 2, print)
