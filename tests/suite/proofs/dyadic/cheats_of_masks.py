"""Edits of the proofs about masks of a dyadic list, and of what its growth moves; each fails a check."""

from __future__ import annotations

from typing import Final

from suite.proofs.cheats import Cheat

__all__ = ["OF_MASKS"]

MASKS: Final = "systems.dyadic.masks"
GROWTH: Final = "core.growth"
READ: Final = {
    (MASKS, "named", "bits of the base may have any value"): ("block >= 0", "block >= 1"),
    (MASKS, "named", "a block has room unless it is empty"): (
        "no(state.record(b).full)",
        "state.record(b).live > 0",
    ),
    (MASKS, "emptied", "the first of the dropped blocks may have elements"): (
        "within(state.blocks, b, subject.blocks)",
        "within(state.blocks + 1, b, subject.blocks)",
    ),
    ("systems.dyadic.at_once", "_unset", "bits of the base need not be clear"): (
        "within(low, b, high)",
        "within(low + 1, b, high)",
    ),
    ("systems.dyadic.at_once", "_after_highest", "two blocks may be left though all are empty"): (
        "equal(number, 1)",
        "any_of(equal(number, 1), equal(number, 2))",
    ),
    ("systems.dyadic.at_once", "_masks_but", "the bits of the base may change with any other"): (
        "within(0, at, after.state.blocks)",
        "within(1, at, after.state.blocks)",
    ),
    ("systems.dyadic.at_once", "_truncates", "nothing is said if only the base is left"): (
        "within(1, LEFT, before.state.blocks)",
        "within(2, LEFT, before.state.blocks)",
    ),
    ("systems.dyadic.at_once", "_cells_and_records", "nothing is said of records"): (
        "RECORDS",
        "()",
    ),
    ("systems.dyadic.words", "_fits", "a mask may need one bit more"): (
        "number < most",
        "number <= most",
    ),
    ("systems.dyadic.words", "_counted", "reserve may find a block more"): (
        "choose(enough > state.blocks, enough, state.blocks)",
        "choose(enough > state.blocks, enough + 1, state.blocks)",
    ),
    (
        "systems.dyadic.untouched",
        "_empty",
        "a block with an opened cell may be taken for an empty one",
    ): (
        "state.opened <= border(b)",
        "state.opened <= border(b) + 1",
    ),
    ("systems.dyadic.untouched", "_as_emptied", "nothing is said of the record of the base"): (
        "within(0, b, after.blocks)",
        "within(1, b, after.blocks)",
    ),
    (GROWTH, "_concludes", "an insertion may move three cells"): (
        "query(2 * added)",
        "query(3 * added)",
    ),
    (GROWTH, "paid_for", "memory need not have grown"): (
        "subject.grown + subject.initial <= state.allocated",
        "subject.grown <= state.allocated",
    ),
}
"""Statements that say something else than their readings."""
FALSE: Final = {
    (MASKS, "named", "a block with one element is taken for an empty one"): (
        "state.record(b).live > 0",
        "state.record(b).live > 1",
    ),
    (MASKS, "emptied", "a cell was dropped without a trace"): (
        "subject.dropped + before",
        "subject.dropped + before + 1",
    ),
    (GROWTH, "paid_for", "lists begin with five cells"): (
        "subject.initial >= 4",
        "subject.initial >= 5",
    ),
}
"""Hypotheses that are false of some list."""
MISCOUNTED: Final = {
    (GROWTH, "_grown", "what reserve moves counts as growth"): (
        "Growth(after, reserved=RESERVED + moved)",
        "Growth(after, grown=GROWN + moved)",
    ),
    (MASKS, "with_masks", "a block more was there when dropping began"): (
        "replace(subject, blocks=after.blocks, opened=after.opened, dropped=after.dropped)",
        "replace(subject, blocks=after.blocks + 1, opened=after.opened, dropped=after.dropped)",
    ),
}
"""Counts that are others than those of the lists."""
OF_MASKS: Final = tuple(
    Cheat(what, module, function, *edit, kind)
    for kind, edits in (("read", READ), ("held", FALSE), ("extent", MISCOUNTED))
    for (module, function, what), edit in edits.items()
)
"""All of them."""
