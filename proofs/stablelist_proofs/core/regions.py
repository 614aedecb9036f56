"""The regions of all lists, in which each goal must say something: modes, and bounded or unbounded indices."""

from __future__ import annotations

from typing import Final

from .functions import ITERATION, MEMORY, NEVER
from .terms import Sort, equal, no, symbol

__all__ = ["BOUNDED", "REGIONS"]

MODE, BOUNDED = symbol("mode"), symbol("bounded", Sort.BOOL)

REGIONS: Final = {
    "in mode never": equal(MODE, NEVER),
    "in mode iteration": equal(MODE, ITERATION),
    "in mode memory": equal(MODE, MEMORY),
    "with bounded indices": BOUNDED,
    "with unbounded indices": no(BOUNDED),
}
