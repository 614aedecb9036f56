"""Systems whose contract is their model: judged by it at every level, also where they hand out keys."""

from __future__ import annotations

import pytest

from stablelist_conformance.judging.coverage import reachable_labels
from stablelist_conformance.judging.judge import Difference, contract_judge
from stablelist_conformance.judging.names_of_tests import names_of_tests
from stablelist_conformance.judging.properties import LISTED, broken_by
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.words import explain
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.families.contract import LIVE, REFINEMENT
from stablelist_spec.systems import SYSTEMS

DETERMINED = [name for name, system in SYSTEMS.items() if system.determined]
KEYED = [name for name in DETERMINED if SYSTEMS[name].family.keyed]


def judged(system: str, program: str, line: str) -> Difference | None:
    """What the contract says about an answer."""
    judge = contract_judge(ModelAnswerer(system).handshake)
    return judge.judge(parse_program(f"contract {program}", system)[1], line)


def test_vectors_hand_out_keys() -> None:
    """Sets do not; what keeps the contract of pools or of graphs is not determined."""
    assert set(DETERMINED) >= {"sparse-set", "vec"}
    assert set(KEYED) == {"vec"}
    assert not {"shared-vec", "stable-graph"} & set(DETERMINED)


@pytest.mark.parametrize(
    ("system", "program", "line", "at", "wrong"),
    [
        # a key finds what has moved under it
        ("vec", "removal=shift : extend:3 remove:0 at:1 at:0", "[ok,ok,ok] 0 2 1", 2, "1"),
        ("vec", "removal=swap : extend:3 remove:0 at:1 at:0", "[ok,ok,ok] 0 1 2", 3, "none"),
    ],
)  # fmt: skip
def test_contract_is_the_model(system: str, program: str, line: str, at: int, wrong: str) -> None:
    """Every other answer is refuted, and explained by the model."""
    assert judged(system, program, line) is None
    words = line.split()
    answers = (*words[:at], wrong, *words[at + 1 :])
    assert judged(system, program, " ".join(answers)) == Difference(at, words[at], wrong)
    found = Counterexample(
        port="a port", handshake=ModelAnswerer(system).handshake, level=Level.CONTRACT, kind="answer",
        program=parse_program(f"contract {program}", system)[1], at=at,
        expected=words[at], answered=wrong, detail="", answers=answers,
    )  # fmt: skip
    assert broken_by(found) in {(REFINEMENT,), (LISTED,), ()}
    assert f"expected {words[at]} / answered {wrong}" in explain(record_trace(found))


@pytest.mark.parametrize("name", KEYED)
def test_live_key_may_not_find_its_element(name: str) -> None:
    """So this test does not exist. At contract level, all labels except those of the inside must be reached."""
    assert LIVE not in names_of_tests(name)
    assert reachable_labels(ModelAnswerer(name).handshake, Level.CONTRACT).labels == set(
        SYSTEMS[name].labels
    )
