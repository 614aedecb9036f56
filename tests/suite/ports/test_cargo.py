"""The Rust packages pass their own tests."""

import shutil
from pathlib import Path

import pytest

from suite.captured import captured

TOP = Path(__file__).parents[3]
GLOBS = (
    "tests/ports/*/Cargo.toml",
    "tests/ports/*/*/Cargo.toml",
    "tests/bench/thesis/*/Cargo.toml",
)
PACKAGES = sorted(path for glob in GLOBS for path in TOP.glob(glob))

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")


@needs_cargo
@pytest.mark.parametrize(
    "package", PACKAGES, ids=lambda package: str(package.parent.relative_to(TOP))
)
def test_package_passes_its_own_tests(package: Path) -> None:
    command = ["cargo", "test", "--quiet", "--manifest-path", str(package)]
    tested = captured(command)
    assert tested.returncode == 0, tested.stdout + tested.stderr
