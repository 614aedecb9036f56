"""``python -m bench.thesis``: measure chapter 6, print every table, and write the figures to a file."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.parts import save

from .measured import FULL, QUICK, measure
from .tables import TABLES

__all__ = ["LATEST", "main"]

LATEST: Final = Path("build/bench/thesis.json")
"""The figures of the last run."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; nothing is asserted about times."""
    parser = argparse.ArgumentParser(prog="bench.thesis", description="chapter 6 of the thesis")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, in two minutes")
    options = parser.parse_args(arguments)
    if shutil.which("cargo") is None:
        print("bench.thesis builds a program in Rust: install cargo", file=sys.stderr)
        return 2
    figures = measure(QUICK if options.quick else FULL)
    save(figures, LATEST)
    for title, make in TABLES.items():
        print(f"\n{title}\n\n{make(figures)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
