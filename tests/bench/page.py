"""``python -m bench.page``: docs/performance.md and its pictures, made of the figures of a run.

The page is prose with marked places: what stands between ``<!-- name -->`` and ``<!-- /name -->`` is
the table of that name. Nothing between the marks is written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .figures import Figures, load, save
from .plots import draw
from .tables import TABLES

__all__ = ["DOCS", "FIGURES", "PAGE", "main", "refreshed"]

DOCS: Final = Path("docs")
PAGE: Final = DOCS / "performance.md"
FIGURES: Final = DOCS / "performance" / "figures.json"

LATEST: Final = Path("build/bench/figures.json")
"""What `make bench` left."""

MARKED: Final = re.compile(r"<!-- (?P<name>\w+) -->\n.*?<!-- /(?P=name) -->", re.DOTALL)


def main(arguments: Sequence[str]) -> int:
    """Take over the figures of a run, and show them."""
    figures = load(Path(arguments[0]) if arguments else LATEST)
    save(figures, FIGURES)
    draw(figures, FIGURES.parent)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), figures), "utf-8")
    return 0


def refreshed(page: str, figures: Figures) -> str:
    """The page, with the tables of these figures in the marked places."""

    def table(place: re.Match[str]) -> str:
        name = place["name"]
        return f"<!-- {name} -->\n\n{TABLES[name](figures)}\n\n<!-- /{name} -->"

    return MARKED.sub(table, page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
