"""The vectors in the repository: they are those that the models write, and they show every label."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stablelist_conformance.judging.coverage import contract_labels, labelled_answer
from stablelist_conformance.vectors.manifest import MANIFEST, VERSION, read_manifest
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.core.system import System
from stablelist_spec.systems import SYSTEMS
from vector_files.answers import enough, with_answers
from vector_files.writing import files, parts

FOLDER = Path(__file__).parents[2] / "vectors" / VERSION
WITH_FILES = {name: each for name, each in SYSTEMS.items() if not each.covered_by}
SYSTEM = pytest.mark.parametrize("system", WITH_FILES.values(), ids=WITH_FILES)


def asked(system: System, level: Level) -> Iterator[tuple[Program, str]]:
    """The programs of a level, with their answers."""
    for entry in read_manifest(FOLDER):
        if (entry.system, entry.level) == (system.name, level):
            files = [
                (FOLDER / f"{entry.path}{end}").read_text("ascii").splitlines()
                for end in (".in", ".out")
            ]
            for line, answer in zip(*files, strict=True):
                yield parse_program(line, system.name)[1], answer


def labels(system: System, program: Program) -> set[str]:
    """The labels that a program shows, whatever its widths."""
    if system.exact:
        found = labelled_answer(system, program, Level.CONTRACT)[1]
        return {label.partition("/")[0] for label in found}
    return {label for some in with_answers(system, program).labels for label in some}


def test_every_system_has_vectors() -> None:
    assert {entry.system for entry in read_manifest(FOLDER)} == {*WITH_FILES}


def test_every_file_is_in_the_manifest() -> None:
    """What an earlier version of the kit wrote does not stay."""
    files = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.*") if file.is_file()}
    named = {f"{entry.path}{end}" for entry in read_manifest(FOLDER) for end in (".in", ".out")}
    assert files - {MANIFEST} == named


@SYSTEM
def test_every_label_is_shown(system: System) -> None:
    """This holds at level contract, where every port takes the files; they are about one container."""
    of_one = {n for n in system.labels if system.offered_on_both.isdisjoint(system.needed(n))}
    missing = of_one if system.labels else contract_labels(enough(system))
    for program, _ in asked(system, Level.CONTRACT):
        missing -= labels(system, program)
        if not missing:
            return
    assert missing == set()


@pytest.mark.parametrize(
    "name", ["sparse-set", "lifo-slab", pytest.param("slab", marks=pytest.mark.soak)]
)
def test_they_are_what_the_models_write(name: str) -> None:
    """Files of a system are compared byte for byte, except drawn programs, which change with the generator."""
    entries = [each for each in read_manifest(FOLDER) if each.system == name and not each.reach]
    for expected, (entry, texts) in zip(entries, files(parts(name)[0]), strict=True):
        assert entry == expected
        for suffix, content in zip((".in", ".out"), texts, strict=True):
            assert (FOLDER / f"{entry.path}{suffix}").read_bytes() == content
