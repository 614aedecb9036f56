"""Other readings of slot maps, handle maps, and arenas of fixed capacity."""

from __future__ import annotations

from typing import Final

from .reading import (
    ARRANGING,
    BY_INDEX,
    BY_INDEX_ALONE,
    CELLS,
    EXACTLY_ENOUGH,
    MODEL,
    OLDEST_FIRST,
    OWN_KEYS_ONLY,
    READ,
    SLOTS,
    VACANCIES,
    Reading,
)

__all__ = ["OF_HANDLE_MAPS", "OF_SLOT_MAPS"]

OF_SLOT_MAPS: Final = (
    Reading("lifo-slotmap", "layout : add add add remove:0 remove:1 add", *OLDEST_FIRST),
    Reading(
        "hop-slotmap", "layout : add add add add add remove:1 remove:3 add",
        VACANCIES, "with_vacancy",
        "[*ends[:at], slot, slot, *ends[at:]]", "[slot, slot, *ends]",
    ),
    Reading("dense-slotmap", "layout : add add add remove:0 each", *BY_INDEX),
    Reading(
        "dense-slotmap", "layout : add add drain",
        ARRANGING, "Dense.drained", "state.order[::-1]", "state.order",
    ),
)  # fmt: skip

OF_HANDLE_MAPS: Final = (
    Reading("handle-map", "layout : add add add remove:0 remove:1 add", *OLDEST_FIRST),
    Reading(
        "handle-map", "layout id_bits=1 : add remove:0 add remove:1 add at:0",
        SLOTS, "vacate",
        "rearranged.vacancies.given(rearranged, slot)",
        """(
            rearranged._replace(cells=with_cell(rearranged.cells, slot, Not(None)))
            if state.stamping.wrapped(stamps, slot) else rearranged.vacancies.given(rearranged, slot)
        )""",
    ),
    Reading("handle-map", "layout : add add add remove:0 each", *BY_INDEX),
    Reading(
        "handle-map", "cost : add add add add add cost",
        SLOTS, "Lifo.taken",
        "return len(state.cells), opening(state, 1)",
        """
        from stablelist_spec.parts.vacancies import allocating
        return len(state.cells), opening(allocating(state, state.space + 1), 1)
        """,
    ),
    Reading(
        "fixed-arena", "layout capacity=1 : add add",
        MODEL, "Model.add", "StepOf(state, PoolError.FULL)", "int('')",
    ),
    Reading("fixed-arena", "layout : add remove:0 add remove:0 at:1", *BY_INDEX_ALONE),
    Reading(
        "fixed-arena", "layout : add at:#1.0",
        CELLS, "found",
        """
        if resolve(state, key) is not Resolution.HIT:
            return None
        """,
        """
        if resolve(state, key) is Resolution.UNTOUCHED:
            return 0
        """,
    ),
    Reading("fixed-arena", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading(
        "fixed-arena", "cost capacity=4 : add each cost",
        READ, "iterated", "len(visited(state))", "state.space",
    ),
    Reading(
        "stack-slotmap", "layout index_bits=1 : add add remove:0 add add",
        SLOTS, "has_room", "taken + additional <= most", "True",
    ),
    Reading("stack-slotmap", "cost : add add add add add cost", *EXACTLY_ENOUGH),
)  # fmt: skip
