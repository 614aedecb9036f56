"""The packages that are judged, and their tests."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["PACKAGES", "Package"]


class Package(NamedTuple):
    """A package and the tests that judge it.

    Attributes:
        suites: the folders of its tests.
        chosen: the modules that are changed; all, if there are none.
        elsewhere: test files that are left out.
        deep: whether its sub-folders belong to it, and those of its tests.
        whole: test files that are about every module.
    """

    name: str
    source: Path
    suites: tuple[Path, ...]
    chosen: tuple[str, ...] = ()
    elsewhere: frozenset[str] = frozenset()
    deep: bool = False
    whole: frozenset[str] = frozenset()

    @property
    def modules(self) -> list[str]:
        """Its modules, in alphabetical order; those of a sub-folder with a dot, as in ``dyadic.steps``."""
        found = (path.relative_to(self.source) for path in self.source.glob(self._sought("*.py")))
        return sorted(self.chosen or (".".join(path.with_suffix("").parts) for path in found))

    @property
    def files(self) -> list[str]:
        """The files of its tests."""
        sought = self._sought("test_*.py")
        found = {path for suite in self.suites for path in suite.glob(sought)}
        return sorted(str(path) for path in found if path.stem not in self.elsewhere)

    def _sought(self, names: str) -> str:
        """A pattern of file names."""
        return f"**/{names}" if self.deep else names

    def path(self, module: str) -> Path:
        """The path of a module."""
        return self.source.joinpath(*module.split(".")).with_suffix(".py")

    def qualified(self, module: str) -> str:
        """The name under which a module is imported."""
        outer = takewhile(lambda folder: (folder / "__init__.py").exists(), self.source.parents)
        names = [*reversed([folder.name for folder in outer]), self.source.name]
        return ".".join([*names, *module.split(".")]).removesuffix(".__init__")

    def own(self, module: str) -> list[str]:
        """The test files named after the module, those in a folder named after its folder, and the whole ones."""
        name, *folders = reversed(module.split("."))
        return [
            file
            for file in self.files
            if Path(file).stem in {f"test_{name}", *self.whole}
            or Path(file).parent.name in folders[:1]
        ]


JUDGING: Final = (
    *("judging.judge", "running.engines", "running.rerun", "judging.coverage", "judging.verdict"),
    *("wire.handshake", "wire.widths", "programs.target", "running.handshaking", "port.process"),
    *("cli.run", "running.listed", "running.side_by_side", "running.verify", "running.failures"),
)
"""The modules of the kit that judge ports, and the modules that run ports."""

ELSEWHERE: Final = frozenset(
    f"test_{name}" for name in ("cli", "explore_cli", "interrupts", "manifest", "workers")
)
"""Test files that start commands of the kit. These import the module from disk, and so not the mutant."""

SUITE: Final = Path("tests/suite")

PACKAGES: Final = {
    "spec": Package(
        "spec", Path("spec/stablelist_spec"), (SUITE / "spec", SUITE / "systems"), deep=True
    ),
    "impl": Package(
        "impl",
        Path("impl/stablelist"),
        (SUITE / "impl",),
        whole=frozenset({"test_machine", "test_every_edge"}),
    ),
    "kit": Package(
        "kit",
        Path("tests/stablelist_conformance"),
        suites=(SUITE / "kit",),
        chosen=JUDGING,
        elsewhere=ELSEWHERE,
    ),
    "explore": Package(
        "explore",
        Path("proofs/stablelist_proofs/explore"),
        suites=(SUITE / "proofs" / "explore",),
        chosen=("invariants", "potential"),
    ),
}
