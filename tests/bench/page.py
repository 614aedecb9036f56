"""``python -m bench.page``: docs/performance.md and its pictures, made of the figures of a run.

The page is prose with marked places, each of which takes the table of its name.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from .figures import Figures, load, save
from .plots import draw
from .tables import TABLES

__all__ = ["DOCS", "FIGURES", "PAGE", "main", "refreshed"]

DOCS: Final = Path("docs")
PAGE: Final = DOCS / "performance.md"
FIGURES: Final = DOCS / "performance" / "figures.json"

LATEST: Final = Path("build/bench/figures.json")
"""What `make bench` left."""


def main(arguments: Sequence[str]) -> int:
    """Take over the figures of a run, and show them."""
    figures = load(Path(arguments[0]) if arguments else LATEST)
    save(figures, FIGURES)
    draw(figures, FIGURES.parent)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), figures), "utf-8")
    return 0


def refreshed(page: str, figures: Figures) -> str:
    """The page, with the tables of these figures in the marked places."""
    return filled(page, {name: partial(table, figures) for name, table in TABLES.items()})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
