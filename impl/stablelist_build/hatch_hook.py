"""The hook by which hatchling puts compiled modules into a wheel, beside their sources.

hatchling loads this file by itself, so it imports nothing of the package. The compiler is run in a
process of its own: setuptools changes a good deal in the one it runs in.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

__all__ = ["CompiledModules"]


class CompiledModules(BuildHookInterface[BuilderConfig]):
    """Compiles before the wheel is packed, and cleans up afterwards."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what goes where in the wheel."""
        if version == "editable":
            return  # A compiled module in the sources' folder would go on hiding what is edited.
        self._folder = TemporaryDirectory()
        command = [sys.executable, "-m", "stablelist_build.compilation", self._folder.name]
        subprocess.run(command, cwd=Path(self.root, "impl"), check=True, stdout=sys.stderr)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for module in Path(self._folder.name, "stablelist").iterdir():
            build_data["force_include"][str(module)] = f"stablelist/{module.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget what is now in the wheel."""
        if version != "editable":
            self._folder.cleanup()
