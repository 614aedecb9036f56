"""The starter for Go: its tests are run by `go test`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2] / "starters/go"


@pytest.mark.skipif(shutil.which("go") is None, reason="needs go")
def test_starter_passes_its_tests() -> None:
    ran = subprocess.run(["go", "test", "-v", "./..."], cwd=TESTS, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("--- PASS") == 12
