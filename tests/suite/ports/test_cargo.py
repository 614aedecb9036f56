"""The Rust packages pass their own tests."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]
PACKAGES = sorted([*TOP.glob("tests/ports/*/Cargo.toml"), *TOP.glob("tests/ports/*/*/Cargo.toml")])

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")


@needs_cargo
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.parent.name)
def test_package_passes_its_own_tests(package: Path) -> None:
    """``cargo test`` succeeds."""
    command = ["cargo", "test", "--quiet", "--manifest-path", str(package)]
    tested = subprocess.run(command, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr
