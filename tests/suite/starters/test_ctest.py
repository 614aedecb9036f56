"""The starters for C and C++: CTest runs their tests, also with AddressSanitizer and UndefinedBehaviorSanitizer."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "starters"
VECTORS = Path(__file__).parents[2] / "vectors"
TAKEN = ("basic-*.in", "only-replace-*.in")
"""The vectors that both examples take, each as a test of its own."""


@pytest.mark.skipif(shutil.which("ctest") is None, reason="needs CMake")
@pytest.mark.parametrize("sanitize", ["OFF", pytest.param("ON", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("language", "tests"), [("c", 10), ("cpp", 11)])
def test_starter_passes_its_tests(language: str, tests: int, sanitize: str, tmp_path: Path) -> None:
    vectors = [file for name in TAKEN for file in VECTORS.glob(f"*/slotmap/contract/*/{name}")]
    assert len(vectors) > 5
    for command in (
        ["cmake", "-S", str(FOLDER / language), "-B", str(tmp_path), f"-DSANITIZE={sanitize}"],
        ["cmake", "--build", str(tmp_path)],
    ):
        subprocess.run(command, check=True, capture_output=True)
    ran = subprocess.run(
        ["ctest", "--output-on-failure"], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout
    assert f"100% tests passed, 0 tests failed out of {tests + len(vectors)}" in ran.stdout
