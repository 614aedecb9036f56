"""Programs of the tables: what listings and models answer, what refutes a listing, what compiles in Rust and C++."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from stablelist_conformance.programs.cover import expand
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import LEVELS
from stablelist_spec.systems import SYSTEMS
from suite.claims.ledger import CLAIMS, KEY, Claim
from suite.claims.listings import loaded, refutation

RUSTC: Final = ["rustc", "--crate-type=lib", "--emit=metadata", "--error-format=json", "-Awarnings"]


def having(field: str) -> list[Claim]:
    """The claims with a field."""
    return [each for each in CLAIMS.values() if getattr(each, field)]


def answers(who: str, program: str) -> list[str]:
    """What a system's model answers, or a port in tests/listings; at level contract unless the program says another."""
    written = program if " : " in program else f": {program}"
    levelled = written if written.split()[0] in LEVELS else f"contract {written}"
    name, *kind = who.split()
    if name not in SYSTEMS:
        port = loaded(name).port_of(*kind) if kind else loaded(name).port
        return str(port.answer(levelled)).split()
    return ModelAnswerer(name).answer(expand(levelled, name), LEVELS[levelled.split()[0]])


@pytest.mark.parametrize("claim", having("asked"), ids=lambda claim: claim.name)
def test_programs_end_with_the_answers_of_the_claim(claim: Claim) -> None:
    for who, program, ends in claim.asked:
        words = ends.split()
        assert answers(who, program)[-len(words) :] == words, program


@pytest.mark.parametrize("claim", having("refuted"), ids=lambda claim: claim.name)
def test_kit_refutes_the_listing_of_the_claim(claim: Claim) -> None:
    """By this program, which is the shortest, and with this last answer."""
    listing, program, answer = claim.refuted
    assert refutation(listing) == (program, answer)


@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc not found")
@pytest.mark.parametrize("claim", having("rust"), ids=lambda claim: claim.name)
def test_compiler_of_rust_says_what_the_claim_says(claim: Claim) -> None:
    """A code of an error in each source, or part of a message that has no code; or that there is none."""
    for said, source in claim.rust:
        edition, _, rest = source.partition(" ") if source[:2] == "20" else ("2021", "", source)
        found = complaints(rest.replace("KEY", KEY), edition)
        assert said in found, source
        assert bool(said) is bool(found), source


@pytest.mark.skipif(shutil.which("c++") is None, reason="c++ not found")
@pytest.mark.parametrize("claim", having("cpp"), ids=lambda claim: claim.name)
def test_compiler_of_cpp_accepts_what_the_claim_says(claim: Claim) -> None:
    command = ["c++", "-fsyntax-only", "-x", "c++", "-"]
    for right, source in claim.cpp:
        ran = subprocess.run(command, input=source, capture_output=True, text=True)
        assert (ran.returncode == 0) is right, (source, ran.stderr)


def complaints(source: str, edition: str) -> str:
    """The codes of all errors in a library; an error without a code is its message."""
    command = [*RUSTC, f"--edition={edition}", "-"]
    # Not to /dev/null: rustc would put a file in the place of the device.
    with TemporaryDirectory() as folder:
        run = subprocess.run(
            command, input=source, cwd=Path(folder), capture_output=True, text=True
        )
    told = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
    errors = [each for each in told if each["level"] == "error" and each["spans"]]
    found = {(each["code"] or {}).get("code") or each["message"] for each in errors}
    assert bool(found) is (run.returncode != 0), run.stderr
    return " ".join(sorted(found))
