"""What is judged, and by which tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["PACKAGES", "Package"]


class Package(NamedTuple):
    """A package and the tests that judge it.

    Attributes:
        suites: the folders of its tests.
        chosen: the modules that are changed; all, if there are none.
        elsewhere: files of tests that are not asked.
    """

    name: str
    source: Path
    suites: tuple[Path, ...]
    chosen: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()

    @property
    def modules(self) -> list[str]:
        """Its modules, in alphabetical order."""
        return sorted(self.chosen or (path.stem for path in self.source.glob("*.py")))

    @property
    def files(self) -> list[str]:
        """The files of its tests."""
        found = {path for suite in self.suites for path in suite.glob("test_*.py")}
        return sorted(str(path) for path in found if path.stem not in self.elsewhere)

    def path(self, module: str) -> Path:
        """Where a module lies."""
        return self.source / f"{module}.py"

    def qualified(self, module: str) -> str:
        """What it is imported as."""
        return self.source.name if module == "__init__" else f"{self.source.name}.{module}"

    def own(self, module: str) -> list[str]:
        """The files of the tests that bear its name; there need not be one."""
        return [file for file in self.files if Path(file).stem == f"test_{module}"]


JUDGING: Final = (
    *("judge", "engines", "alone", "coverage", "verdict"),
    *("handshake", "meeting", "port", "run", "verify"),
)
"""The modules of the kit that judge ports, and those that run them."""

ELSEWHERE: Final = frozenset(
    f"test_{name}"
    for name in (
        *("cli", "explore_cli", "interrupts", "manifest"),
        *("selfcheck_mechanics", "under_attack", "workers"),
    )
)
"""Files whose tests start commands of the kit, which import what the disk has: no mutant."""

SUITE: Final = Path("tests/suite")

PACKAGES: Final = {
    "spec": Package("spec", Path("spec/stablelist_spec"), (SUITE / "spec",)),
    "impl": Package("impl", Path("impl/stablelist"), (SUITE / "impl",)),
    "kit": Package(
        "kit",
        Path("tests/stablelist_conformance"),
        suites=(SUITE / "kit", SUITE / "judges"),
        chosen=JUDGING,
        elsewhere=ELSEWHERE,
    ),
}
