"""The scenarios of a game engine: what models count and drivers measure is on the page, and all of them agree."""

import shutil

import pytest

from bench.engine.counted import bytes_of_blocks, memory
from bench.engine.measured import OWN, SCENARIOS, build, run
from bench.engine.page import FIGURES, MEASURED, PAGE, main, refreshed
from bench.engine.scenarios import ALLOCATORS
from bench.parts import load
from suite.docs.pages import ROOT

TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
FOUND = load(ROOT / FIGURES)


def test_memory_of_allocators_is_on_the_page() -> None:
    assert memory() in TEXT


@pytest.mark.parametrize("place", MEASURED)
def test_figures_are_on_the_page(place: str) -> None:
    assert MEASURED[place](FOUND) in TEXT


@pytest.mark.soak
def test_every_scenario_is_on_the_page() -> None:
    """Ten thousand removals by a model take a minute."""
    assert refreshed(TEXT, FOUND) == TEXT


@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")
def test_drivers_agree_with_each_other_and_with_models() -> None:
    """All containers come to one sum; ours take as many bytes in both languages, and blocks as many as in a model."""
    build()
    found = [run(language, 0) for language in ("C", "Rust")]
    for scenario, *outcomes in zip(SCENARIOS, *found, strict=True):
        sums = {outcome.sum for each in outcomes for outcome in each.values()}
        assert len(sums) == 1, (scenario, outcomes)
        sizes = {each[OWN].bytes for each in outcomes}
        if scenario in ALLOCATORS:
            sizes.add(bytes_of_blocks(scenario.state())["together"])
        assert len(sizes) == 1, (scenario, sizes)


def test_missing_compiler_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence says what is missing, and nothing is measured."""
    monkeypatch.setenv("PATH", "")
    assert main([]) == 2
    assert "built with cc: install it" in capsys.readouterr().err
