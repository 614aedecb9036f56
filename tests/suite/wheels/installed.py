"""An environment in which a wheel is installed."""

import json
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

__all__ = ["BUILDS", "Installed"]

BUILDS: Final = ("pure", "native")

OURS: Final = ("PYTHON", "STABLELIST_")
"""Prefixes of environment variables that must not reach an installation."""

BEHAVIOUR: Final = Path(__file__).with_name("behaviour.py")


class Installed:
    """The environment in *folder*; it does not see the checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"

    def pip(self, *arguments: str) -> None:
        """Run our pip on the environment."""
        command = [sys.executable, "-m", "pip", "--python", str(self.python), *arguments]
        subprocess.run(command, check=True)

    def run(self, *arguments: str, **variables: str) -> str:
        """The output of the environment's Python."""
        finished = self.try_to_run(*arguments, **variables)
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    def try_to_run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """The result of running the environment's Python with some environment variables."""
        # Not -I, which would ignore PYTHONMALLOC: the debugging allocator notices who writes behind
        # the end of an object, or uses a dead one.
        inherited = {name: os.environ[name] for name in os.environ if not name.startswith(OURS)}
        return subprocess.run(
            [str(self.python), "-sP", *arguments],
            cwd=self.folder,
            env={**inherited, "PYTHONMALLOC": "debug", **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    def observe(self, what: str, *arguments: str) -> Any:
        """The result of a function of `behaviour` in that environment."""
        return json.loads(self.run(str(BEHAVIOUR), what, *arguments))

    def site_packages(self) -> Path:
        """The folder of the installed packages."""
        (folder,) = self.folder.glob("lib/python*/site-packages")
        return folder

    def extension(self) -> Path:
        return self.site_packages() / f"stablelist/_native{EXTENSION_SUFFIXES[0]}"
