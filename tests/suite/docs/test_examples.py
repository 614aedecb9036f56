"""docs/examples: the programs print what the pages show, and the statements on the pages are true."""

import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from suite.docs.pages import ROOT, blocks

EXAMPLES = sorted((ROOT / "docs/examples").glob("*.py"))


def name(example: Path) -> str:
    """The name of an example in the names of tests."""
    return example.stem


def test_docs_have_three_examples() -> None:
    """Without examples, the other tests would pass as well."""
    assert list(map(name, EXAMPLES)) == ["connection_pool", "game_loop", "undo"]


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_example_prints_what_its_page_shows(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output is compared exactly; regenerate it with `python NAME.py > NAME.txt`."""
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out == example.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_its_page_shows_program_and_output(example: Path) -> None:
    """Both files are included as a whole, so they cannot be out of date."""
    page = example.with_suffix(".md").read_text(encoding="utf-8")
    included = [f"{example.stem}.py", f"{example.stem}.txt"]
    inclusions = [line for line in page.splitlines() if line.startswith("```{literalinclude}")]
    assert inclusions == [f"```{{literalinclude}} {file}" for file in included]
    assert [block.language for block in blocks(page)].count("{literalinclude}") == 2


def test_examples_are_type_checked() -> None:
    """Mypy checks them strictly, with everything else."""
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert mypy["strict"] is True
    assert "examples" in mypy["packages"]
    assert "docs" in mypy["mypy_path"].split(":")


class TestGameLoop:
    """The statements on its page about the run."""

    page = " ".join((ROOT / "docs/examples/game_loop.md").read_text(encoding="utf-8").split())

    @pytest.fixture
    def steps(self) -> list[tuple[int, int, int]]:
        """After each step: opened cells, element space, cells moved so far."""
        module: dict[str, Any] = runpy.run_path(str(ROOT / "docs/examples/game_loop.py"))
        game = module["Game"](module["SEED"])
        seen = []
        for number in range(1, module["STEPS"] + 1):
            game.step(number)
            layout, stats = game.particles.layout(), game.particles.stats()
            game.particles.check()
            seen.append((layout.opened, layout.space, stats.moved))
        return seen

    def test_space_shrinks_in_step_23(self, steps: list[tuple[int, int, int]]) -> None:
        assert "in step 23" in self.page
        assert "visits four cells instead of 57" in self.page
        assert steps[21][:2] == (57, 64)
        assert {step[:2] for step in steps[22:]} == {(4, 4)}

    def test_second_burst_moves_nothing(self, steps: list[tuple[int, int, int]]) -> None:
        """It comes in step 13 and finds the memory of the first, in step 4."""
        assert "`moved` counts the cells of the first burst alone" in self.page
        assert [moved for *_, moved in steps[2:5]] == [0, 60, 60]
        assert {moved for *_, moved in steps[4:]} == {60}

    def test_costs_are_those_shown(self) -> None:
        shown = (ROOT / "docs/examples/game_loop.txt").read_text(encoding="utf-8").splitlines()[-1]
        assert "visits=19" in shown
        assert "truncations=4" in shown
        assert "the four truncations, from 64 cells to 4, walked 19 free-list entries" in self.page
