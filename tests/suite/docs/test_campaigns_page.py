"""docs/campaigns.md: its program runs, and the lines that it shows are those of a campaign."""

import re
from pathlib import Path

import pytest
from rich.progress import Progress

from stablelist_conformance.campaign.progress import CampaignProgress
from stablelist_conformance.campaign.summary import shards_in_words
from stablelist_conformance.wire.text import field
from suite.campaign.conftest import REACH, done
from suite.covering import few_covering
from suite.docs.pages import ROOT, blocks

__all__ = ["few_covering"]

PAGE = (ROOT / "docs/campaigns.md").read_text(encoding="utf-8")
(PROGRAM,) = (block.text for block in blocks(PAGE) if block.language == "python")
LINES, SHARDS = (block.text for block in blocks(PAGE) if block.language == "text")


@pytest.mark.slow
def test_program_begins_a_store_and_goes_on_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second run has the shards of both, and each prints the verdict and writes it."""
    monkeypatch.chdir(tmp_path)
    for shards in ("4, with seeds from 0 to 2", "8, with seeds from 0 to 6"):
        exec(compile(PROGRAM, "campaign.py", "exec"), {"__name__": "__main__"})
        out = capsys.readouterr().out
        assert f"shards      {shards}" in out
        assert re.search(
            r"^(verified(, .+ used 2\^\d+ times.*|, ids .+)?|undecided)$", out, re.MULTILINE
        )
        assert (tmp_path / "mine" / "verdict.txt").read_text(encoding="utf-8") + "\n" == out
    assert (tmp_path / "mine" / "junit.xml").is_file()


def test_lines_are_those_of_a_campaign() -> None:
    shown = CampaignProgress(Progress(disable=True))
    assert words("\n".join(shown.lines())) == words(LINES.strip())


def test_work_is_told_as_in_a_verdict() -> None:
    told = shards_in_words([done(0, labels=("add_one",), reach=REACH), done(1)])
    assert words(" ".join(field("shards", told))) == words(SHARDS.strip().replace("\n", " "))


def words(text: str) -> str:
    """A text without its numbers."""
    return re.sub(r"\s+", " ", re.sub(r"[\d,.:]+", "0", text))
