"""The starter for JavaScript: its tests are run by node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2] / "starters/javascript"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_starter_passes_its_tests() -> None:
    ran = subprocess.run(["node", "--test", str(TESTS)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "# fail 0" in ran.stdout
    assert "# pass 0" not in ran.stdout
