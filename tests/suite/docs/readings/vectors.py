"""Other readings of the vectors."""

from __future__ import annotations

from typing import Final

from .reading import (
    ARRANGING,
    BY_INDEX,
    BY_INDEX_ALONE,
    ELEMENTS_BOUNDED,
    EXACTLY_ENOUGH,
    FROM_THE_LAST,
    GROWTH_MOVES,
    KEYS_KEPT_BACK,
    LAST_MOVES,
    MODEL,
    OWN_KEYS_ONLY,
    SHARED_VEC,
    SLOTS,
    STABLE_VEC,
    THOSE_THAT_FIT,
    VACANCIES,
    VEC,
    Reading,
)

__all__ = ["OF_SHARED_VEC", "OF_STABLE_VEC", "OF_VEC"]

OF_STABLE_VEC: Final = (
    Reading(
        "stable-vec", "layout : add clear add at:0",
        STABLE_VEC, "clear",
        "return StepOf(state._replace(live=0, cells=(), cost=cost), None)",
        """
        from stablelist_spec.parts.slots import opening
        return StepOf(opening(state._replace(live=0, cells=(), cost=cost), state.space), None)
        """,
    ),
    Reading(
        "stable-vec", "layout : extend:3 clear shrink_to_fit remove:2",
        MODEL, "Model.remove", "element = found(state, key)",
        "element = found(state, key)\nif key.index >= state.allocated:\n    raise ValueError",
    ),
    Reading("stable-vec", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading("stable-vec", "layout : add at:#0.1", *BY_INDEX_ALONE),
    Reading("stable-vec", "layout : extend:2", *KEYS_KEPT_BACK),
    Reading(
        "stable-vec", "layout index_bits=2 : add extend:4 len",
        STABLE_VEC, "StableVector.extend",
        "super().extend(self.reserve(state, len(elements)).state, elements)",
        "super().extend(state, elements[: state.configuration.most_slots - state.opened])",
    ),
    Reading("stable-vec", "layout index_bits=1 : extend:2 remove:0 add", *ELEMENTS_BOUNDED),
    Reading("stable-vec", "layout : extend:3 retain:3:1", *FROM_THE_LAST),
    Reading(
        "stable-vec", "cost : extend:3 remove:2 each cost",
        ARRANGING, "UpToTheLast.visited",
        "last > state.sentinels and not isinstance(state.cells[last - 1], Has)", "False",
    ),
    Reading("stable-vec", "cost capacity=1 : add add add add cost", *EXACTLY_ENOUGH),
    Reading(
        "stable-vec", "cost : extend:3 cost",
        STABLE_VEC, "StableVector.extend", "self.reserve(state, len(elements)).state", "state",
    ),
    Reading(
        "stable-vec", "cost index_bits=2 : extend:3 add shrink_to_fit cost",
        VACANCIES, "allocating",
        "max(slots, 2 * state.allocated)",
        "max(slots, min(2 * state.allocated, state.configuration.most_slots))",
    ),
    Reading(
        "stable-vec", "cost : extend:2 remove:0 add cost",
        VACANCIES, "allocating", "state.cost.moved + state.space", "state.cost.moved + state.live",
    ),
    Reading(
        "stable-vec", "cost capacity=3 : add shrink_to_fit cost",
        STABLE_VEC, "shrink_to_fit", "state.cost.moved + state.space", "state.cost.moved",
    ),
)  # fmt: skip

OF_VEC: Final = (
    Reading(
        "vec", "layout removal=pop : add add remove:0 layout",
        VEC, "Vector.remove",
        "super().remove(state, key) if allowed else StepOf(state, None)",
        "super().remove(state, key if allowed else Key(state.live - 1, 0))",
    ),
    Reading(
        "vec", "layout : add remove:0 remove:0",
        MODEL, "Model.remove", "element = found(state, key)",
        "element = found(state, key)\nif element is None:\n    raise ValueError",
    ),
    Reading("vec", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading("vec", "layout : add at:#0.1", *BY_INDEX_ALONE),
    Reading("vec", "layout : extend:2", *KEYS_KEPT_BACK),
    Reading("vec", "layout capacity=2 : add extend:2 len", *THOSE_THAT_FIT),
    Reading(
        "vec", "layout capacity=1 : add reserve:1 add",
        SLOTS, "has_room", "most is None or taken + additional <= most", "True",
    ),
    Reading(
        "vec", "layout removal=swap : extend:4 retain:2:1 layout",
        VEC, "Vector.retain",
        "rest = tuple(cell for cell, kept in zip(state.cells, stays, strict=True) if kept)",
        """
        rest, at = state.cells, 0
        while at < len(rest):
            if rest[at].element % modulus == residue:
                at += 1
            else:
                rest = without(rest, at, Removal.SWAP).rest
        """,
    ),
    Reading(
        "vec", "layout : extend:3 drain",
        SLOTS, "InPlace.drained", "live_slots(state)", "live_slots(state)[::-1]",
    ),
    Reading("vec", "cost removal=swap : add add remove:1 cost", *LAST_MOVES),
    Reading(
        "vec", "cost : extend:4 retain:2:1 cost",
        VEC, "Vector.retain",
        "len(rest) - first", "sum(len(stays) - at - 1 for at, kept in enumerate(stays) if not kept)",
    ),
    Reading(
        "vec", "cost : add add add add add cost",
        SLOTS, "Lifo.taken", *GROWTH_MOVES,
    ),
)  # fmt: skip

OF_SHARED_VEC: Final = (
    Reading("shared-vec", "layout : add remove:0 at:0", VACANCIES, "Never.given", "Not(None)", "state.cells[slot]"),
    Reading(
        "shared-vec", "layout : add remove:0 add at:0",
        SHARED_VEC, "Heap.taken",
        "return state.space, opening(state, 1)",
        """
        for slot, cell in enumerate(state.cells):
            if isinstance(cell, Not):
                return slot, state
        return state.space, opening(state, 1)
        """,
    ),
    Reading("shared-vec", "layout : add at:#0.0", *OWN_KEYS_ONLY),
    Reading("shared-vec", "layout capacity=1 : add remove:0 add", *ELEMENTS_BOUNDED),
    Reading("shared-vec", "layout removal=swap : add add add remove:0 each", *BY_INDEX),
    Reading(
        "shared-vec", "layout removal=swap : add add add remove:0 drain",
        SHARED_VEC, "Vector.drained", "state.order", "state.order[::-1]",
    ),
    Reading(
        "shared-vec", "layout removal=swap : add add add add retain:2:1 layout",
        SHARED_VEC, "gone",
        "order = tuple(slot for slot in state.order if slot not in removed)",
        """
        order = state.order
        for slot in removed:
            order = without(order, order.index(slot), Removal.SWAP).rest
        """,
    ),
    Reading(
        "shared-vec", "cost : add add add remove:2 cost",
        SHARED_VEC, "Vector.displaced",
        "spent.visits + place + 1", "spent.visits + len(state.order) - place",
    ),
    Reading(
        "shared-vec", "cost : add add retain:2:1 cost",
        SHARED_VEC, "gone",
        "(len(removed), state.cost)",
        "(len(removed), state.cost._replace(visits=sum(state.order.index(slot) + 1 for slot in removed)))",
    ),
    Reading("shared-vec", "cost removal=swap : add add remove:1 cost", *LAST_MOVES),
)  # fmt: skip
