"""An environment in which a wheel is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

__all__ = ["BUILDS", "Installed"]

BUILDS: Final = ("pure", "compiled")

BEHAVIOUR: Final = Path(__file__).with_name("behaviour.py")


class Installed:
    """The environment in *folder*; nothing of the checkout can be seen from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"

    def pip(self, *arguments: str) -> None:
        """Run our pip on the environment."""
        command = [sys.executable, "-m", "pip", "--python", str(self.python), *arguments]
        subprocess.run(command, check=True)

    def run(self, *arguments: str) -> str:
        """What a run of the environment's Python prints."""
        # The debugging allocator notices who writes behind the end of an object, or uses a dead one.
        command = ["env", "PYTHONMALLOC=debug", str(self.python), "-I", *arguments]
        finished = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    def observe(self, what: str, *arguments: str) -> Any:
        """What a function of `behaviour` returns there."""
        return json.loads(self.run(str(BEHAVIOUR), what, *arguments))

    def site_packages(self) -> Path:
        """Where packages are installed."""
        (folder,) = self.folder.glob("lib/python*/site-packages")
        return folder
