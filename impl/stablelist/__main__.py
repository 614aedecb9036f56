"""`python -m stablelist` prints which build this is."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from . import __compiled__

__all__ = ["main"]


def main() -> None:
    """Print one line."""
    try:
        number = version("stablelist")
    except PackageNotFoundError:
        number = "of unknown version"
    build = "native" if __compiled__ else "interpreted"
    python = f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}"
    print(f"stablelist {number}, {build} build, {python}")


if __name__ == "__main__":
    main()
