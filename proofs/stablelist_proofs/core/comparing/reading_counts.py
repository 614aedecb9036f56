"""The reading of *every live cell is counted*, as far as all lists of cells share it."""

from __future__ import annotations

from typing import Final

from .drawing import Values
from .reading import Reading

__all__ = ["OF_COUNTS", "is_opened"]


def is_opened(v: Values, cell: int) -> bool:
    """Whether a position is one of an opened cell."""
    return bool(0 <= cell < v["opened"])


def counted(v: Values) -> bool:
    """The count before the next cell is one more, if this one is live."""
    cell = v["high"]
    return bool(v["below"](cell + 1) == v["below"](cell) + int(v["has"](cell)))


OF_COUNTS: Final[dict[str, Reading]] = {
    "base": lambda _: True,
    "cell": lambda v: not is_opened(v, v["high"]) or counted(v),
}
"""Lemmas, by case."""
