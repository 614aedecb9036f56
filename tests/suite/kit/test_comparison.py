"""A port compared with the exact model of another system."""

import sys

import pytest

from stablelist_conformance.running.comparison import compare
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import UsageError
from suite.docs.pages import ROOT
from suite.kit.ports import tiny

SLOTS = f"{sys.executable} {ROOT / 'tests/starters/python/port.py'}"
"""A slot map, last in, first out, that lacks many operations."""
OPTIONS = Options(operations=500, shrink_seconds=10.0, jobs=1)


@pytest.mark.slow
def test_port_compared_with_its_own_system_agrees() -> None:
    """Every answer is the same; what the port does not have is not asked for."""
    compared = compare(SLOTS, "stack-slotmap", OPTIONS)
    assert compared.sentence() == (
        f"compared with stack-slotmap: same in {compared.operations:,} operations"
    )
    assert compared.operations > 500


def test_difference_is_told_with_its_shortest_program() -> None:
    """It has the operation, both answers, and the program."""
    compared = compare(SLOTS, "hop-slotmap", OPTIONS)
    told = compared.sentence()
    assert told.startswith(
        "slot-map 1.0.0 differs from the model hop-slotmap: operation 1 answers 0.0"
    )
    assert compared.failure is not None
    words = compared.failure.program.words
    assert words == ("add",)
    assert told.endswith(f"program layout : {' '.join(words)}")


def test_port_that_fails_is_told_as_well() -> None:
    compared = compare(tiny(answer="os._exit(3)"), "stack-slotmap", OPTIONS)
    assert compared.sentence().startswith("tiny 1 differs from the model stack-slotmap: ")


def test_model_of_another_family_is_refused() -> None:
    with pytest.raises(UsageError, match="is a pool, and sparse-set a set; compare it with a pool"):
        compare(SLOTS, "sparse-set", OPTIONS)


@pytest.mark.parametrize(
    ("port", "model", "told"),
    [
        ("js-fixed-arena", "stack-slotmap", "operation 17 answers !full, the model 16.0"),
        ("js-stack-slotmap", "fixed-arena", "operation 17 answers 16.0, the model !full"),
    ],
)
def test_container_that_grows_differs_from_one_that_does_not(
    port: str, model: str, told: str
) -> None:
    """At the first element beyond the capacity. The port has none of the model's options."""
    compared = compare(f"node {ROOT / 'tests/ports' / port / 'port.mjs'}", model, OPTIONS)
    assert f"differs from the model {model}" in compared.sentence()
    assert told in compared.sentence()
    assert compared.failure is not None
    assert compared.failure.program.words == ("add",) * 17
