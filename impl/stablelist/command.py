"""The command `stablelist`, which is that of the conformance kit. The kit is a distribution of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

__all__ = ["main"]

KIT = "stablelist_conformance"


def main() -> int:
    """Run the kit's command line, or say in one sentence how to install the kit; the exit status."""
    if find_spec(KIT) is None:
        sys.stderr.write(
            "stablelist: the command is that of the conformance kit, which is not installed; run in a clone "
            "of the repository: pip install . ./tests, or from a package index: pip install 'stablelist[kit]'\n"
        )
        return 2
    status: int = import_module(f"{KIT}.__main__").main()
    return status
