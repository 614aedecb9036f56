"""The hook by which hatchling puts the compiled extension into a wheel.

What it does is decided by the environment variable `STABLELIST_EXTENSION`:

- unset: compile, and if that fails say so and make a wheel of Python alone;
- 1: compile, and fail if that fails;
- 0: do not compile.

An editable installation gets no extension in any case: it would go on running when its sources, in C
or in Python, have changed.

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
        if wanted not in ("", "0", "1"):
            self.app.abort(
                f"{VARIABLE} is {wanted!r}; set it to 1 to insist on the C extension of stablelist,"
                " to 0 to do without it, or unset it."
            )
        if version == "editable" or wanted == "0":
            return
        if self._compile():
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for module in Path(self._folder.name, "stablelist").iterdir():
                build_data["force_include"][str(module)] = f"stablelist/{module.name}"
        elif wanted == "1":
            self.app.abort(
                "The C extension of stablelist could not be compiled: install a C compiler and the"
                f" headers of Python, or unset {VARIABLE} to do without it."
            )
        else:
            self.app.display_warning(
                "The C extension of stablelist could not be compiled, so this wheel is of Python alone,"
                " which does the same more slowly; install a C compiler and the headers of Python to"
                " change that."
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget what is now in the wheel."""
        self._folder.cleanup()

    def _compile(self) -> bool:
        """Whether the folder now has the extension; if not, the compiler has said why."""
        command = [sys.executable, "-m", "stablelist_build.compilation"]
        finished = subprocess.run(
            [*command, self._folder.name, "--stripped"],
            cwd=Path(self.root, "impl"),
            check=False,
            stdout=sys.stderr,
        )
        return finished.returncode == 0
