"""Other readings of the sources, by page.

The points are in the tables of `docs/systems`, each with a program and two answers: that of the model, and that of the
other reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .arena import OF_ARENA
from .maps import OF_HANDLE_MAPS, OF_SLOT_MAPS
from .reading import Reading
from .slab import OF_SLAB
from .vectors import OF_SHARED_VEC, OF_STABLE_VEC, OF_VEC

__all__ = ["READINGS", "Reading"]

READINGS: Final[Mapping[str, tuple[Reading, ...]]] = {
    "slot-maps": OF_SLOT_MAPS,
    "handle-maps": OF_HANDLE_MAPS,
    "lifo-slab": OF_SLAB,
    "stable-vec": OF_STABLE_VEC,
    "lifo-arena": OF_ARENA,
    "vec": OF_VEC,
    "shared-vec": OF_SHARED_VEC,
}
"""By page."""
