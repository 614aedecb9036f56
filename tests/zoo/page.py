"""``python -m zoo.page [FILE]``: writes docs/zoo.md and its picture from the recorded results; nothing is measured.

With a file of `make zoo`, its results are recorded first.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from . import tables
from .paragraphs import described
from .picture import draw
from .results import RECORDED, read

__all__ = ["PAGE", "PICTURE", "main", "refreshed"]

PAGE: Final = Path("docs/zoo.md")
PICTURE: Final = Path("docs/zoo.svg")
FINDINGS: Final = Path("docs/findings.md")


def main(arguments: Sequence[str]) -> int:
    """Record the results of a run, if one is given, and write the page and its picture."""
    if arguments:
        shutil.copyfile(arguments[0], RECORDED)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")
    draw(*read(RECORDED), PICTURE)
    return 0


def refreshed(page: str) -> str:
    """The page, with the tables of the recorded results at the marked places."""
    budget, hunts = read(RECORDED)
    findings = FINDINGS.read_text("utf-8")
    contents = {
        "measured": partial(tables.measured, budget, hunts),
        "overall": partial(tables.overall, hunts),
        "by_defect": partial(tables.by_defect, hunts),
        "described": partial(described, findings),
        "sound": partial(tables.sound, hunts),
    }
    return filled(page, contents)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
