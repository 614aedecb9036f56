"""Graphs that decide otherwise than release 0.8.3 of petgraph where its documentation is silent: not refuted."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from defects import defects
from defects.selfcheck import planted, sources
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.comparison import compare
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.protocol import Level
from suite.docs.pages import ROOT

OPTIONS = Options(
    operations=5_000, batch=5_000, jobs=1, timeout=5.0, shrink_seconds=0.0, turns=1 << 13
)
PORT = "js-stable-graph"
INSIDE = (
    *("incoming-edges-first", "node-before-its-edges", "vacancies-first-in-first-out"),
    *("cleared-edges-are-vacancies", "walk-counts-one-less", "iteration-visits-the-live"),
    *("incident-incoming-first", "room-is-asked-for-last"),
)
"""What is a defect in the eyes of the model, and none in those of a user who knows only the documentation."""
DEFECTS = {each.name.removeprefix(f"{PORT}-"): each for each in defects() if each.port == PORT}


def often(names: Iterator[str]) -> list[object]:
    """One of them; `make nightly` takes the others, too."""
    return [next(names), *[pytest.param(each, marks=pytest.mark.soak) for each in names]]


@pytest.mark.parametrize("name", often(iter(INSIDE)))
def test_what_is_not_documented_is_verified_by_the_contract(name: str) -> None:
    """With everything covered; the model refutes it."""
    with planted(sources()[PORT], DEFECTS[name]) as port:
        verdict = verify(port, replace(OPTIONS, level=Level.CONTRACT))
        assert (verdict.outcome, verdict.covered) == (Outcome.VERIFIED, verdict.reachable)
        assert verify(port, OPTIONS).outcome is Outcome.REFUTED


@pytest.mark.parametrize("name", often(iter(sorted(DEFECTS.keys() - {*INSIDE}))))
def test_what_is_documented_is_refuted_by_the_contract(name: str) -> None:
    """So at contract level, a graph can still be wrong in all these ways; exact sizes take the usual budget."""
    usual = Options().operations if DEFECTS[name].reach == "exact" else OPTIONS.operations
    with planted(sources()[PORT], DEFECTS[name]) as port:
        verdict = verify(port, replace(OPTIONS, level=Level.CONTRACT, operations=usual))
    assert verdict.outcome is Outcome.REFUTED


def test_queue_differs_from_the_model_of_the_release() -> None:
    compared = compare(
        f"node {ROOT / 'tests/ports/js-queue-graph/port.mjs'}", "stable-graph", OPTIONS
    )
    assert compared.failure is not None
    assert compared.sentence().startswith(
        "js-queue-graph 0.1.0 differs from the model stable-graph: "
    )
