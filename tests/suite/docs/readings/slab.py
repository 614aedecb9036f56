"""Other readings of the slab."""

from __future__ import annotations

from typing import Final

from .reading import (
    BY_INDEX_ALONE,
    FROM_THE_LAST,
    GROWTH_MOVES,
    KEYS_KEPT_BACK,
    MODEL,
    OWN_KEYS_ONLY,
    READ,
    SLAB,
    SLOTS,
    THOSE_THAT_FIT,
    Reading,
)

__all__ = ["OF_SLAB"]

OF_SLAB: Final = (
    Reading(
        "lifo-slab", "layout : add remove:0 remove:0",
        MODEL, "Model.remove", "element = found(state, key)",
        "element = found(state, key)\nif element is None:\n    raise ValueError",
    ),
    Reading("lifo-slab", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading("lifo-slab", "layout : add at:#0.1", *BY_INDEX_ALONE),
    Reading("lifo-slab", "layout : extend:2", *KEYS_KEPT_BACK),
    Reading("lifo-slab", "layout capacity=2 : add extend:2 len", *THOSE_THAT_FIT),
    Reading(
        "lifo-slab", "layout capacity=1 : add reserve:1 add",
        SLOTS, "has_room", "most is None or taken + additional <= most", "True",
    ),
    Reading(
        "lifo-slab", "layout : add add clear add",
        SLAB, "clear",
        "state._replace(live=0, head=None, cells=(), cost=cost)",
        "state._replace(live=0, head=1, cells=(Not(None), Not(0)), cost=cost)",
    ),
    Reading(
        "lifo-slab", "layout : extend:4 remove:0 remove:1 remove:3 shrink_to_fit add",
        SLAB, "shrink_to_fit",
        "stay = [i for i, cell in enumerate(state.cells[:end]) if isinstance(cell, Not)]",
        """
        from stablelist_spec.parts.cells import free_list
        stay = [i for i in free_list(state.cells, state.head) if i < end]
        """,
    ),
    Reading(
        "lifo-slab", "layout : extend:4 remove:0 remove:1 shrink_to_fit add",
        SLAB, "shrink_to_fit", "end == state.opened", "False",
    ),
    Reading("lifo-slab", "layout : extend:3 retain:3:1", *FROM_THE_LAST),
    Reading(
        "lifo-slab", "cost : extend:3 remove:1 each cost",
        READ, "iterated", "len(visited(state))", "state.live",
    ),
    Reading(
        "lifo-slab", "cost : add add add add add cost",
        SLOTS, "Lifo.taken", *GROWTH_MOVES,
    ),
)  # fmt: skip
