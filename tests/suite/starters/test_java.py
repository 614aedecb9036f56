"""The starter for Java: its tests are run by JUnit, through Maven."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2] / "starters/java"


@pytest.mark.skipif(shutil.which("mvn") is None, reason="needs Maven")
def test_starter_passes_its_tests() -> None:
    """All tests pass, and there is at least one."""
    ran = subprocess.run(["mvn", "-B", "test"], cwd=TESTS, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "Tests run: 12, Failures: 0, Errors: 0, Skipped: 0" in ran.stdout
