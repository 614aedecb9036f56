"""Each defect in tests/ports/zoo.toml is a finding with a short program and wrong answers; no package is needed."""

import re

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.manifest import read_manifest
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from suite.docs.pages import ROOT
from zoo.rows import ZOO, Defect, defects

PORTS = {port.name: port for port in read_manifest(ZOO)}
SECTIONS = re.split(r"^## ", (ROOT / "docs/findings.md").read_text("utf-8"), flags=re.MULTILINE)
PINNING = (
    *("package.json", "[0-9]*/Cargo.toml", "Cargo.toml", "*.mod", "[0-9]*/pom.xml", "pom.xml"),
    *("Makefile", "requirements.txt"),
)
"""The files of a port's folder that name the releases of its packages."""
MOST_OPERATIONS = 12

every_defect = pytest.mark.parametrize("defect", defects(), ids=lambda each: each.port)


@every_defect
def test_program_is_short_and_answered_wrongly(defect: Defect) -> None:
    """The judge accepts what the row calls right, and nothing else in its place."""
    level, program = parse_program(defect.program, defect.system)
    offer = Handshake("release", defect.version, defect.system, Level.CONTRACT)
    judge = contract_judge(parse_handshake(f"{offer.line()} {defect.declares}".rstrip()))
    assert level is Level.CONTRACT
    assert len(program.operations) < MOST_OPERATIONS
    assert judge.judge(program, defect.right) is None
    assert judge.judge(program, defect.answers) is not None


@every_defect
def test_defect_is_a_finding(defect: Defect) -> None:
    """The section names the release, and has a conversation with the port."""
    (section,) = (each for each in SECTIONS if each.startswith(f"{defect.finding} "))
    assert f"{defect.package} {defect.version}" in section.splitlines()[0]
    start = PORTS[defect.port].start
    assert f"$ {start}\n{defect.program}\n{defect.answers}\n" in section
    assert f"`{defect.right}`" in section


@every_defect
def test_release_is_pinned_and_stands_beside_the_one_that_fixed_it(defect: Defect) -> None:
    """The name of each port ends with its version, which a file of its folder has."""
    named = [defect.port, *filter(None, [defect.fixed])]
    for name in named:
        folder = ROOT / "/".join(re.findall(r"tests/ports/[\w-]+", PORTS[name].start)[:1])
        files = (path for file in PINNING for path in folder.glob(file))
        texts = [path.read_text("utf-8") for path in files]
        assert re.search(rf"\b{re.escape(name.split()[-1])}\b", "\n".join(texts)), name
    assert defect.port.startswith(f"{defect.package} ")
    assert defect.port.endswith(f" {defect.version}")
    assert PORTS[defect.port].expect is Outcome.REFUTED


def test_every_refuted_port_has_its_defect() -> None:
    found = defects()
    refuted = [name for name, port in PORTS.items() if port.expect is Outcome.REFUTED]
    assert sorted(refuted) == sorted({defect.port for defect in found})
    assert {*PORTS} == {name for each in found for name in (each.port, each.fixed) if name}
