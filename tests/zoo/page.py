"""``python -m zoo.page [FILE]``: writes docs/zoo.md and its picture from the recorded results; nothing is measured.

With a file of `make zoo`, its results are recorded first, as far as every release was hunted with the same seeds.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from . import tables
from .paragraphs import described
from .picture import draw
from .results import RECORDED, add, begin, read
from .tables import of_defects

__all__ = ["PAGE", "PICTURE", "main", "record", "refreshed"]

PAGE: Final = Path("docs/zoo.md")
PICTURE: Final = Path("docs/zoo.svg")
FINDINGS: Final = Path("docs/findings.md")


def main(arguments: Sequence[str]) -> int:
    """Record the results of a run, if one is given, and write the page and its picture."""
    if arguments:
        record(Path(arguments[0]), RECORDED)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")
    draw(*read(RECORDED), PICTURE)
    return 0


def record(run: Path, file: Path) -> None:
    """Write the results of a run to another file, without seeds that not all releases had by all ways."""
    budget, hunts = read(run)
    seeds = min(Counter(each[:2] for each in of_defects(hunts)).values(), default=0)
    file.unlink(missing_ok=True)
    begin(file, budget)
    for each in hunts:
        if each.seed < max(1, seeds):
            add(file, each)


def refreshed(page: str) -> str:
    """The page, with the tables of the recorded results at the marked places."""
    budget, hunts = read(RECORDED)
    findings = FINDINGS.read_text("utf-8")
    contents = {
        "measured": partial(tables.measured, budget, hunts),
        "overall": partial(tables.overall, hunts),
        "vain": partial(tables.vain, hunts),
        "by_defect": partial(tables.by_defect, hunts),
        "seconds": partial(tables.seconds, hunts),
        "described": partial(described, findings),
        "sound": partial(tables.sound, hunts),
    }
    return filled(page, contents)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
