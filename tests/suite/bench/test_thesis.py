"""docs/thesis-benchmarks.md shows the figures of `make bench-thesis`, and its verdicts are true of them."""

import shutil
from pathlib import Path

import pytest

from bench.parts import load, save
from bench.thesis import page
from bench.thesis.__main__ import main
from bench.thesis.measured import FULL, Plan, measure
from bench.thesis.page import FIGURES, PAGE, PICTURE, refreshed
from bench.thesis.said import COMPARED, PEAKS, SAID
from bench.thesis.verdicts import VERDICTS, Verdict, holds, told, values
from suite.docs.pages import ROOT

TEXT = (ROOT / PAGE).read_text("utf-8")
FOUND = load(ROOT / FIGURES)


# --- The page -------------------------------------------------------------------------------------


def test_the_page_is_made_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command copies the figures, and fills in the tables."""
    monkeypatch.chdir(tmp_path)
    save(FOUND, page.LATEST)
    PAGE.parent.mkdir()
    PAGE.write_text("<!-- cross -->\nold\n<!-- /cross -->\n", "utf-8")
    assert page.main() == 0
    assert load(FIGURES) == FOUND
    assert "old" not in PAGE.read_text("utf-8")
    assert "| StableVec | - | - |" in PAGE.read_text("utf-8")
    assert PICTURE.read_bytes() == (ROOT / PICTURE).read_bytes()


def test_figures_are_of_the_whole_plan() -> None:
    assert (FOUND["setting"]["rounds"], FOUND["setting"]["elements"]) == (FULL.rounds, FULL.size)


# --- The verdicts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: verdict.sentence)
def test_verdict_is_true_of_the_figures(verdict: Verdict) -> None:
    """If other figures make it untrue, its text in verdicts.toml has to change."""
    untrue = [each for each in verdict.conditions if not holds(FOUND, each)]
    assert untrue == [], [values(FOUND, path) for each in untrue for path in each.split(" < ")]


def test_kinds_of_paths_give_their_verdicts() -> None:
    """What each kind of path stands for."""
    of = {
        "StableList": {"before": 10.0, "burst": 100.0, "spike": 3.0},
        "Slab": {"before": 20.0, "burst": 50.0, "spike": 1.0},
    }
    figures = {
        "times": {
            "insert": {"StableList": [8.0, 10.0, 30.0], "Slab": [2.0, 4.0, 5.0]},
            "remove": {"StableList": [16.0, 20.0, 20.0], "Slab": [3.0, 4.0, 7.0]},
        },
        "phases": {"particles": of},
    }
    expected = {
        "0.75": [0.75],
        "insert/Slab": [0.25],
        "insert/StableList:Slab": [4.0],
        "remove:insert/Slab": [1.5],
        "particles/burst/Slab,StableList": [0.5, 1.0],
        "particles/burst:before/Slab": [2.5],
        "spike/StableList": [3.0],
        "late:insert,remove/StableList": [3.0],
    }
    assert {path: values(figures, path) for path in expected} == expected
    assert holds(figures, "0.2 < insert/Slab < particles/burst/Slab,StableList < 1.1")
    assert not holds(figures, "particles/burst/Slab,StableList < 1")
    text = "one {insert/Slab}, a range {particles/burst/StableList,Slab}"
    assert told(figures, text) == "one 0.25, a range 0.50 to 1.00"


def test_containers_of_the_thesis_are_measured() -> None:
    """Each figure of the thesis stands beside one that was measured."""
    for scenario, medians in SAID.items():
        assert medians.keys() <= {*COMPARED} <= FOUND["times"][scenario].keys()
    assert PEAKS.keys() <= FOUND["times"]["particles"].keys()


# --- The program ----------------------------------------------------------------------------------


def test_cargo_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it is missing, one sentence says so, and nothing is measured."""
    monkeypatch.setenv("PATH", "")
    assert main([]) == 2
    assert "install cargo" in capsys.readouterr().err


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")
def test_every_figure_of_the_page_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the whole program, with few elements; its package has tests of its own."""
    monkeypatch.chdir(ROOT)
    plan = Plan(rounds=2, seconds=0.003, size=100)
    found = measure(plan)
    assert found["setting"].keys() == FOUND["setting"].keys()
    assert (found["setting"]["rounds"], found["setting"]["elements"]) == (2, 100)
    for part in ("times", "ratios", "phases", "courses"):
        assert found[part].keys() == FOUND[part].keys()
        for scenario, containers in found[part].items():
            assert containers.keys() == FOUND[part][scenario].keys()
    assert all(0 < low <= high for of in found["ratios"].values() for low, _, high in of.values())
    assert refreshed(TEXT, found) != TEXT
