"""docs/performance.md shows the figures of the last run."""

import re
from pathlib import Path

import pytest

from bench.figures import load, save
from bench.first_page import README
from bench.names import INTERPRETED as BUILD
from bench.page import FIGURES, INTERPRETED, PAGE, main
from bench.plots import PICTURES
from suite.bench.samples import made_up
from suite.docs.pages import ROOT, links

TEXT = (ROOT / PAGE).read_text("utf-8")


def test_every_picture_is_there_and_shown() -> None:
    """Each picture has an alternative text."""
    shown = re.findall(r"!\[([^\]]+)\]\(performance/(\w+)\.svg\)", TEXT)
    assert [name for _, name in shown] == [*PICTURES]
    assert all(len(words.split()) >= 8 for words, _ in shown)
    there = {path.stem for path in (ROOT / FIGURES).parent.glob("*.svg")}
    assert there == set(PICTURES)
    assert {link for link in links(TEXT) if link.endswith(".svg")} == {
        f"performance/{name}.svg" for name in PICTURES
    }


def test_the_page_is_made_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command copies the figures, draws the pictures, and fills in the tables."""
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    PAGE.write_text("# Performance\n\n<!-- summary -->\nold\n<!-- /summary -->\n", "utf-8")
    README.write_text("<!-- ratios -->\nold\n<!-- /ratios -->\n", "utf-8")
    save(made_up(), Path("run/figures.json"))
    save(made_up(3.0, BUILD), Path("run/interpreted/figures.json"))
    assert main(["run"]) == 0
    assert (load(FIGURES), load(INTERPRETED)) == (made_up(), made_up(3.0, BUILD))
    assert {path.stem for path in FIGURES.parent.glob("*.svg")} == set(PICTURES)
    assert "| remove | 1.00 | 2.00" in PAGE.read_text("utf-8")
    assert "old" not in PAGE.read_text("utf-8")
    assert "| `remove` | 2.00 to 2.00 | 3.00 to 3.00 |" in README.read_text("utf-8")
