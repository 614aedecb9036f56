"""``python -m bench.thesis.page``: write docs/thesis-benchmarks.md and its picture from the figures of the last run.

The page is prose with marked places, each of which takes the table of its name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from bench.parts import Figures, load, save
from stablelist_proofs.marked import filled

from .__main__ import LATEST
from .plots import draw
from .tables import TABLES
from .verdicts import VERDICTS, table

__all__ = ["FIGURES", "LATEST", "PAGE", "PICTURE", "PLACES", "main", "refreshed", "render"]

PAGE: Final = Path("docs/thesis-benchmarks.md")
FIGURES: Final = Path("docs/thesis/figures.json")
PICTURE: Final = FIGURES.with_name("particles.svg")

PLACES: Final[Mapping[str, Callable[[Figures], str]]] = {
    **TABLES,
    **{f"verdicts_{each.section[2:]}": partial(table, each.section) for each in VERDICTS},
}
"""Every table of the page, by the name of its place."""


def main() -> int:
    """Copy the figures of the last run, draw the picture, and write the page."""
    save(load(LATEST), FIGURES)
    render()
    return 0


def render() -> None:
    """Write the page from the figures in docs."""
    figures = load(FIGURES)
    draw(figures, PICTURE)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), figures), "utf-8")


def refreshed(page: str, figures: Figures) -> str:
    """The page, with the tables of these figures at the marked places."""
    return filled(page, {name: partial(make, figures) for name, make in PLACES.items()})


if __name__ == "__main__":
    sys.exit(main())
