"""A process that is waited for, with its output as text."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["captured"]


def captured(
    command: Sequence[str | Path] | str, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command; its output and its errors are kept as text."""
    return subprocess.run(command, capture_output=True, text=True, **options)
