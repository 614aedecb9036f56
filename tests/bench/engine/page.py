"""``python -m bench.engine.page``: measure the scenarios in C and in Rust, count them, and write docs/scenarios.md.

With ``--counted``, the figures of the last measurement are kept.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bench.parts import Figures, load, save
from bench.tables import markdown, times
from stablelist_proofs.marked import filled

from .counted import COUNTED, number
from .measured import OWN, SCENARIOS, measure

__all__ = ["FIGURES", "PAGE", "main", "refreshed"]

PAGE: Final = Path("docs/scenarios.md")
FIGURES: Final = Path("docs/scenarios.json")
ROUNDS: Final = 7
MILLISECONDS: Final = 60
NONE: Final = "-"


def ranged(ratio: Sequence[float] | None) -> str:
    """The median of a ratio, and its range.

    >>> ranged([0.5, 0.75, 2])
    '0.75 (0.50 to 2.00)'
    """
    if ratio is None:
        return NONE
    low, middle, high = map(times, ratio)
    return f"{middle} ({low} to {high})"


def ratios(figures: Figures) -> str:
    """The times, as ratios."""
    names = {"C": "C: to the C library", "Rust": "Rust: to its library", "Rust to C": "Rust to C"}
    return table(figures["ratios"], names, ranged)


def sizes(figures: Figures) -> str:
    """The bytes beside those of the standard libraries."""
    names = {OWN: "here", "C": "C library", "Rust": "Rust's library"}
    return table(figures["bytes"], names, lambda of: NONE if of is None else number(of))


def table(rows: Figures, names: Mapping[str, str], show: Callable[..., str]) -> str:
    """A row for each scenario, and a column for each name."""
    found = zip(SCENARIOS, rows.values(), strict=True)
    return markdown(
        ["scenario", "model", *names.values()],
        ([each.name, each.model, *(show(of.get(name)) for name in names)] for each, of in found),
    )


def setting(figures: Figures) -> str:
    """The machine, the compilers, and how long was measured."""
    return markdown(["what", "which"], [[name, f"{of}"] for name, of in figures["setting"].items()])


MEASURED: Final = {"setting": setting, "ratios": ratios, "sizes": sizes}
"""The tables of figures, by the names of their places."""


def refreshed(page: str, figures: Figures) -> str:
    """The page with its tables."""
    return filled(
        page, {**COUNTED, **{name: partial(of, figures) for name, of in MEASURED.items()}}
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(prog="bench.engine.page", description="scenarios of an engine")
    parser.add_argument(
        "--counted", action="store_true", help="keep the figures that were measured"
    )
    if not parser.parse_args(arguments).counted:
        for program in ("cc", "cargo"):
            if shutil.which(program) is None:
                print(f"the scenarios are built with {program}: install it", file=sys.stderr)
                return 2
        save(measure(ROUNDS, MILLISECONDS), FIGURES)
    PAGE.write_text(refreshed(PAGE.read_text("utf-8"), load(FIGURES)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
