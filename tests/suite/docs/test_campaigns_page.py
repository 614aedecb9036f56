"""docs/campaigns.md: its program runs, and the lines that it shows are those of a campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.progress import Progress

from stablelist_conformance.campaign.progress import CampaignProgress
from suite.covering import few_covering
from suite.docs.pages import ROOT, blocks

__all__ = ["few_covering"]

PAGE = (ROOT / "docs/campaigns.md").read_text(encoding="utf-8")
(PROGRAM,) = (block.text for block in blocks(PAGE) if block.language == "python")
(LINES,) = (block.text for block in blocks(PAGE) if block.language == "text")


@pytest.mark.slow
def test_program_begins_a_store_and_goes_on_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second run has the shards of both, and each prints the verdict and writes the page."""
    monkeypatch.chdir(tmp_path)
    for done in (
        "4, with seeds from 0 to 2",
        "8, with seeds from 0 to 6",
    ):
        exec(compile(PROGRAM, "campaign.py", "exec"), {"__name__": "__main__"})
        out = capsys.readouterr().out
        assert f"shards      {done}" in out
        assert re.search(r"^(verified|undecided)$", out, re.MULTILINE)
        assert "page mine/report.html" in out
    assert (tmp_path / "mine" / "report.html").is_file()


def test_lines_are_those_of_a_campaign() -> None:
    """But for the numbers."""
    shown = CampaignProgress(Progress(disable=True))
    assert words("\n".join(shown.lines())) == words(LINES.strip())


def words(text: str) -> str:
    """A text without its numbers."""
    return re.sub(r"[\d,.]+", "0", text)
