"""The starter for Rust: its tests are run by cargo."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

MANIFEST = Path(__file__).parents[2] / "starters/rust/Cargo.toml"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_starter_passes_its_tests() -> None:
    command = ["cargo", "test", "--quiet", "--manifest-path", str(MANIFEST)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "running 15 tests" in ran.stdout
