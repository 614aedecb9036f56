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
LONG = "tests/bench"
"""Packages that take a minute to compile."""


def has_tests(package: Path) -> bool:
    """Whether a package has tests."""
    sources = [*package.parent.glob("src/**/*.rs"), *package.parent.glob("tests/**/*.rs")]
    return any("#[test]" in source.read_text(encoding="utf-8") for source in sources)


PACKAGES = [
    pytest.param(path, marks=[pytest.mark.soak] * (LONG in str(path)), id=str(path.parent.relative_to(TOP)))
    for path in sorted(path for glob in GLOBS for path in TOP.glob(glob))
    if has_tests(path)
]  # fmt: skip

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")


@needs_cargo
@pytest.mark.parametrize("package", PACKAGES)
def test_package_passes_its_own_tests(package: Path) -> None:
    command = ["cargo", "test", "--quiet", "--manifest-path", str(package)]
    ran = captured(command)
    assert ran.returncode == 0, ran.stdout + ran.stderr
