"""What is judged, and by which tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["PACKAGES", "Package"]


class Package(NamedTuple):
    """A package and the tests that judge it.

    Attributes:
        suites: the folders of its tests.
    """

    name: str
    source: Path
    suites: tuple[Path, ...]

    @property
    def modules(self) -> list[str]:
        """Its modules, in alphabetical order."""
        return sorted(path.stem for path in self.source.glob("*.py"))

    @property
    def files(self) -> list[str]:
        """The files of its tests."""
        return sorted(str(path) for suite in self.suites for path in suite.glob("test_*.py"))

    def path(self, module: str) -> Path:
        """Where a module lies."""
        return self.source / f"{module}.py"

    def qualified(self, module: str) -> str:
        """What it is imported as."""
        return self.source.name if module == "__init__" else f"{self.source.name}.{module}"

    def own(self, module: str) -> list[str]:
        """The files of the tests that bear its name; there need not be one."""
        return [file for file in self.files if Path(file).stem == f"test_{module}"]


SUITE: Final = Path("tests/suite")

PACKAGES: Final = {
    "spec": Package("spec", Path("spec/stablelist_spec"), (SUITE / "spec",)),
    "impl": Package("impl", Path("impl/stablelist"), (SUITE / "impl",)),
}
