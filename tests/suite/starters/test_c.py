"""The starter for C: its tests are run by CTest, as they are and with what finds wrong memory accesses."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2] / "starters/c"


@pytest.mark.skipif(shutil.which("ctest") is None, reason="needs CMake")
@pytest.mark.parametrize("sanitize", ["OFF", pytest.param("ON", marks=pytest.mark.slow)])
def test_starter_passes_its_tests(sanitize: str, tmp_path: Path) -> None:
    """All of them, and more than none."""
    for command in (
        ["cmake", "-S", TESTS, "-B", tmp_path, f"-DSANITIZE={sanitize}"],
        ["cmake", "--build", tmp_path],
    ):
        subprocess.run(command, check=True, capture_output=True)
    ran = subprocess.run(
        ["ctest", "--output-on-failure"], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout
    assert "100% tests passed, 0 tests failed out of 9" in ran.stdout
