"""Fixtures for several tests of the kit."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stablelist_conformance.cli import main as cli
from suite.covering import few_covering

__all__ = ["few_covering", "golden", "said"]

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Said:
    """Run the command in a folder of its own; exit status, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(list(arguments))
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


Golden = Callable[[str, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a report with its file in `reports` beside the test, or with ``--update`` write the file."""

    def compare(name: str, report: str) -> None:
        path = request.path.with_name("reports") / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(report, encoding="utf-8", newline="")
        assert report == path.read_bytes().decode()

    return compare
