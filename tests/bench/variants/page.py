"""``python -m bench.variants``: the figures of all loads, the pictures, and the tables of docs/variants.md.

With ``--page``, the figures stay as they are; only pictures and tables are made again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench.parts import Figures, load, save
from stablelist_proofs.marked import filled

from .figures import FIGURES, made
from .plots import draw
from .tables import TABLES

__all__ = ["PAGE", "main", "refreshed"]

PAGE: Final = Path("docs/variants.md")


def main(arguments: Sequence[str]) -> int:
    """Compute the requested figures, and write the page with all figures."""
    figures = load(FIGURES) if "--page" in arguments else made(os.cpu_count() or 1)
    save(figures, FIGURES)
    draw(figures, FIGURES.parent)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), figures), "utf-8")
    return 0


def refreshed(page: str, figures: Figures) -> str:
    """The page, with the tables of these figures at the marked places."""
    return filled(page, {name: partial(table, figures) for name, table in TABLES.items()})
