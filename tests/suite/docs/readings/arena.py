"""Other readings of the arena that grows."""

from __future__ import annotations

from typing import Final

from .reading import (
    ARENA,
    BY_INDEX_ALONE,
    CELLS,
    FROM_THE_LAST,
    MODEL,
    OLDEST_FIRST,
    OWN_KEYS_ONLY,
    RELATIVE,
    SLOTS,
    STAMPING,
    VACANCIES,
    Reading,
)

__all__ = ["OF_ARENA"]

ADVANCED: Final = "PER_CONTAINER.retired(state.stamps, 0, bits) if state.live else state.stamps"

OF_ARENA: Final = (
    Reading(
        "lifo-arena", "layout : add add",
        STAMPING, "PerContainer.issued", "(stamps[0], stamps)", "(stamps[0], (stamps[0] + 1,))",
    ),
    Reading(
        "lifo-arena", "layout id_bits=1 : add remove:0 add remove:1 add at:0",
        STAMPING, "following", "(number + 1) % (1 << bits)", "min(number + 1, (1 << bits) - 1)",
    ),
    Reading("lifo-arena", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading("lifo-arena", "layout : add at:#0.1 at:#9.0", *BY_INDEX_ALONE),
    Reading("lifo-arena", "layout capacity=2 : add add remove:0 remove:1 add", *OLDEST_FIRST),
    Reading(
        "lifo-arena", "layout capacity=2 : add add add add",
        VACANCIES, "opened_in_a_chain",
        "range(state.space, end)", "reversed(range(state.space, end))",
    ),
    Reading(
        "lifo-arena", "layout : add remove:0 reserve:1 add",
        VACANCIES, "opened_in_a_chain",
        "[*range(state.space, end), *free_list(state.cells, state.head)]",
        "[*free_list(state.cells, state.head), *range(state.space, end)]",
    ),
    Reading(
        "lifo-arena", "cost capacity=2 : reserve:1 each cost",
        MODEL, "Model.reserve",
        "self.with_room(state, additional)",
        "state if state.live + additional <= state.space else self.with_room(state, additional)",
    ),
    Reading(
        "lifo-arena", "cost capacity=0 : each cost",
        ARENA, "initial", "max(1, configuration.capacity)", "configuration.capacity",
    ),
    Reading(
        "lifo-arena", "cost capacity=1 : add add add add cost",
        VACANCIES, "Prelinked.taken", "max(1, state.space)", "1",
    ),
    Reading(
        "lifo-arena", "layout capacity=3 index_bits=2 : add add add add",
        SLOTS, "has_room",
        "taken + additional <= most",
        "taken + additional <= most and (state.head is not None or 2 * state.space <= most)",
    ),
    Reading(
        "lifo-arena", "layout capacity=3 index_bits=2 : reserve:4 reserve:5",
        SLOTS, "has_room", "state.live if state.vacancies.reuses else state.opened", "state.space",
    ),
    Reading("lifo-arena", "layout : add clear add at:0", ARENA, "emptied", ADVANCED, "PER_CONTAINER.initial"),
    Reading(
        "lifo-arena", "layout : add add drain add",
        ARENA, "emptied", ADVANCED, "(state.stamps[0] + state.live,)",
    ),
    Reading(
        "lifo-arena", "layout : clear add",
        ARENA, "emptied", ADVANCED, "PER_CONTAINER.retired(state.stamps, 0, bits)",
    ),
    Reading(
        "lifo-arena", "layout capacity=2 : add add clear add",
        ARENA, "emptied",
        "return bare._replace(head=0 if order else None, cells=linked(bare.cells, order))",
        "return bare._replace(head=order[-1] if order else None, cells=linked(bare.cells, order[::-1]))",
    ),
    Reading(
        "lifo-arena", "cost capacity=2 : add drain each cost",
        ARENA, "Arena.drain",
        """
        dropped = state.cost.dropped + state.space
        cost = state.cost._replace(cells=state.cost.cells + state.space, dropped=dropped)
        return StepOf(emptied(state, 0)._replace(cost=cost), shown)
        """,
        """
        cost = state.cost._replace(cells=state.cost.cells + state.space)
        return StepOf(emptied(state, state.space)._replace(cost=cost), shown)
        """,
    ),
    Reading(
        "lifo-arena", "cost capacity=2 : add drain clear each cost",
        ARENA, "Arena.drain",
        "emptied(state, 0)._replace(cost=cost)", "emptied(state, 0)._replace(cost=cost, allocated=0)",
    ),
    Reading(
        "lifo-arena", "layout : add add drain",
        SLOTS, "InPlace.drained", "live_slots(state)", "live_slots(state)[::-1]",
    ),
    Reading("lifo-arena", "layout : add add add retain:3:1", *FROM_THE_LAST),
    Reading(
        "lifo-arena", "layout : add add add retain:3:1 add",
        RELATIVE, "Relative.retain",
        "StepOf(after, tuple(element_at(state, slot) for slot in order))",
        """StepOf(
            after._replace(stamps=(state.stamps[0] + 1,)), tuple(element_at(state, slot) for slot in order),
        )""",
    ),
    Reading(
        "lifo-arena", "layout : add add remove:0 add each",
        CELLS, "items", "visited(state)",
        "sorted(visited(state), key=lambda position: getattr(state.cells[position], 'element', 0))",
    ),
    Reading(
        "lifo-arena", "cost : add each cost",
        SLOTS, "InPlace.visited", "range(state.sentinels, len(state.cells))", "live_slots(state)",
    ),
)  # fmt: skip
