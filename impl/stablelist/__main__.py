"""`python -m stablelist` prints which build this is."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence

from . import __compiled__
from .compiled import installed_version

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one line; an argument is an error of usage, with exit status 2."""
    argparse.ArgumentParser(
        prog="python -m stablelist",
        description="Print the version of stablelist, which build it is, and the Python that runs it.",
    ).parse_args(arguments)
    build = "native" if __compiled__ else "interpreted"
    python = f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}"
    print(f"stablelist {installed_version()}, {build} build, {python}")


if __name__ == "__main__":
    main()
