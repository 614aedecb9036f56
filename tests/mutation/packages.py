"""What is judged, and by which tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["PACKAGES", "Package"]


class Package(NamedTuple):
    """A package and the tests that judge it."""

    name: str
    source: Path
    suite: Path

    @property
    def modules(self) -> list[str]:
        """Its modules, in alphabetical order."""
        return sorted(path.stem for path in self.source.glob("*.py"))

    @property
    def files(self) -> list[str]:
        """The files of its tests."""
        return sorted(str(path) for path in self.suite.glob("test_*.py"))

    def path(self, module: str) -> Path:
        """Where a module lies."""
        return self.source / f"{module}.py"

    def qualified(self, module: str) -> str:
        """What it is imported as."""
        return self.source.name if module == "__init__" else f"{self.source.name}.{module}"

    def own(self, module: str) -> str:
        """The file of the tests that bears its name; there need not be one."""
        return str(self.suite / f"test_{module}.py")


PACKAGES: Final = {
    "spec": Package("spec", Path("spec/stablelist_spec"), Path("tests/suite/spec")),
    "impl": Package("impl", Path("impl/stablelist"), Path("tests/suite/impl")),
}
