"""A complete but small run: a worker measures, and its suite becomes figures."""

from pathlib import Path

import pyperf
import pytest

from bench import companions, particles, worker
from bench.__main__ import collect
from bench.forms import FORMS
from bench.methods import METHODS
from bench.names import (
    AFTERWARDS,
    BESIDE,
    COLLIDERS,
    CROSSED,
    DICT,
    INTERPRETED,
    LOOP,
    NATIVE,
    OPERATIONS,
    STEP,
)
from bench.peers.every import CYCLED, PEERS
from bench.plan import Plan
from bench.tables import TABLES

TINY = Plan(rounds=1, cycles={10: 2, 100: 3}, crossings=2, bursts=2)


@pytest.mark.soak
def test_run_measures_every_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every peer has every measurement, as often as planned, and all of them can be shown."""
    monkeypatch.setattr(worker, "PLANS", {"tiny": TINY})
    monkeypatch.setattr(worker, "NUMBER", 20)
    monkeypatch.setattr(companions, "NUMBER", 20)
    monkeypatch.setattr(particles, "BURST", 50)
    monkeypatch.setattr(particles, "CROSSED_BURST", 5)
    file = tmp_path / "suite.json"
    assert worker.main(["tiny", "1", str(file)]) == 0
    suite = pyperf.BenchmarkSuite.load(str(file))
    assert suite.get_benchmark(f"add | 100 | {DICT}").get_nvalue() == 3
    assert suite.get_benchmark(f"{STEP} | 10000 | {DICT}").get_nvalue() == 2 * 255
    found = collect(suite, TINY)
    peers = {kind.name for kind in PEERS}
    methods = {method.name for method in METHODS}
    measured = {*OPERATIONS, *BESIDE, *methods, COLLIDERS, STEP, AFTERWARDS, CROSSED}
    assert set(found.times) == measured
    assert set(found.times["add"]["10"]) == {kind.name for kind in CYCLED} | {LOOP}
    assert set(found.steps[AFTERWARDS]) == peers
    assert set(found.steps[CROSSED]) == {form.name for form in FORMS}
    assert found.plan == {
        "processes": 1,
        "cycles of 10": 2,
        "cycles of 100": 3,
        "cross-iterations": 2,
        "bursts": 2,
    }
    assert set(found.setting) == {"machine", "system", "Python", "stablelist"}
    assert found.setting["stablelist"] in {NATIVE, INTERPRETED}
    assert set(found.versions) == {kind.package for kind in PEERS} - {"", "stablelist"}
    assert all(make(found) for make in TABLES.values())
