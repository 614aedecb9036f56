"""The hook by which hatchling puts the compiled extension into a wheel.

What it does is decided by the environment variable `STABLELIST_EXTENSION`:

- unset: compile, and if that fails say so and make a wheel of Python alone;
- 1: compile, and fail if that fails;
- 0: do not compile.

hatchling loads this file by itself, so it imports nothing of the package. The compiler is run in a
process of its own: setuptools changes a good deal in the one it runs in.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

__all__ = ["CompiledExtension"]

VARIABLE = "STABLELIST_EXTENSION"


class CompiledExtension(BuildHookInterface[BuilderConfig]):
    """Compiles before the wheel is packed, and cleans up afterwards."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what goes where in the wheel."""
        self._folder = TemporaryDirectory()
        wanted = os.environ.get(VARIABLE, "")
        # In the sources' folder the extension would go on running when its sources have changed.
        if version == "editable" or wanted == "0":
            return
        command = [sys.executable, "-m", "stablelist_build.compilation", self._folder.name]
        finished = subprocess.run(
            command, cwd=Path(self.root, "impl"), check=False, stdout=sys.stderr
        )
        if finished.returncode != 0:
            if wanted == "1":
                raise RuntimeError(
                    f"the extension could not be compiled; unset {VARIABLE} to do without it"
                )
            self.app.display_warning(
                "The C extension of stablelist could not be compiled, so the wheel has only Python in it:"
                " it does the same, more slowly. Install a C compiler and the headers of Python to change that."
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for module in Path(self._folder.name, "stablelist").iterdir():
            build_data["force_include"][str(module)] = f"stablelist/{module.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget what is now in the wheel."""
        self._folder.cleanup()
