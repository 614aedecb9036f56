"""Fixtures for several tests of the kit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stablelist_conformance.cli import main as cli
from suite.covering import few_covering

__all__ = ["few_covering", "said"]

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
