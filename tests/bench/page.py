"""``python -m bench.page``: writes docs/performance.md, its pictures and the README's ratios from the figures of a run.

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
from .first_page import README, filled_in
from .plots import draw
from .tables import TABLES

__all__ = [
    "DOCS",
    "FIGURES",
    "GOALS_OF_INTERPRETED",
    "INTERPRETED",
    "PAGE",
    "main",
    "refreshed",
    "render",
]

DOCS: Final = Path("docs")
PAGE: Final = DOCS / "performance.md"
FIGURES: Final = DOCS / "performance" / "figures.json"
INTERPRETED: Final = DOCS / "performance" / "interpreted.json"
"""The figures of the native build, and those of the interpreted build."""

GOALS_OF_INTERPRETED: Final = "interpreted"
"""The mark of the only table that is made from the figures of the interpreted build."""

LATEST: Final = Path("build/bench")
"""The figures that `make bench` wrote."""


def main(arguments: Sequence[str]) -> int:
    """Copy the figures of a run, and write the page."""
    folder = Path(arguments[0]) if arguments else LATEST
    save(load(folder / "figures.json"), FIGURES)
    save(load(folder / "interpreted" / "figures.json"), INTERPRETED)
    render()
    return 0


def render() -> None:
    """Write the page from the figures in docs."""
    native, interpreted = load(FIGURES), load(INTERPRETED)
    draw(native, FIGURES.parent)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), native, interpreted), "utf-8")
    README.write_text(filled_in(README.read_text("utf-8"), native, interpreted), "utf-8")


def refreshed(page: str, native: Figures, interpreted: Figures) -> str:
    """The page, with the tables of these figures at the marked places."""
    tables = {name: partial(table, native) for name, table in TABLES.items()}
    return filled(page, {**tables, GOALS_OF_INTERPRETED: partial(TABLES["goals"], interpreted)})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
