"""The observer of a StableList: its labels, and what they are told by.

The vocabulary is closed. A key operation's label is ``<operation>_<resolution>``; everything else has a name of its
own. The labels of a run are its coverage.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import Partition, Resolution, free_list, resolve
from stablelist_spec.parts.labels import LIMITS, SHARED, insertion_labels
from stablelist_spec.parts.observer import (
    PARAMETRISED,
    Rules,
    Step,
    inserted,
    observer,
    released,
    removed,
    reused,
    shrunk,
    times,
)
from stablelist_spec.parts.parameters import Truncate

from .model import halved, vacated
from .state import H2, NAMES, Q1, Q2, State, partition_of

__all__ = ["LABELS", "RESTORED", "RULES", "classify", "left_behind"]


def placed(before: State, after: State, key: Key) -> Iterator[Label]:
    """Which partition a new element is in, unless the list grew for it."""
    if after.space == before.space:
        way = "reuse" if reused(before, key) else "append"
        yield f"add_{way}_{NAMES[partition_of(before, key.index)]}"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """What a removal left behind, and what each halving of its cascade did."""
    yield from left_behind(before, after, position)
    if after.space < before.space:
        state, happened = vacated(before, H2, position), set[Label]()
        while state.space > after.space:
            happened.update(halving(state))
            state = halved(state)
        yield from sorted(happened)
        yield from released(before)


def left_behind(before: State, after: State, position: int) -> Iterator[Label]:
    """Where a removal left a vacancy; if it emptied h2, how often the space was halved and why not once more."""
    which = partition_of(before, position)
    others = before.partitions[H2].live - (which == H2)
    if which != H2 or others:
        yield f"remove_from_{NAMES[which]}"
        if not others:
            yield "remove_while_h2_empty"
    elif before.parameters.truncate is Truncate.NEVER:
        yield "remove_empties_h2_never"
    elif after.space == before.space:
        yield "remove_empties_h2_minimum"
    else:
        yield f"truncate_{times(before, after)}"
        yield f"truncate_stops_at_{'live_h2' if after.partitions[H2].live else 'minimum'}"


def halving(state: State) -> Iterator[Label]:
    """What a halving does with the free lists of q2 and q1."""
    border = state.space // 8
    walked = [*free_list(state.cells, state.partitions[Q1].head)]
    pushed = sum(position >= border for position in walked)
    if state.partitions[Q2].head is not None:
        yield "truncate_hands_over_q2_list"
    if 0 < pushed < len(walked):
        yield "truncate_splits_q1_list"
    if pushed > 1:
        yield "truncate_reverses"


def fitted(before: State, _: Operation, step: Step) -> tuple[Label, ...]:
    """The halvings by `shrink_to_fit`: if h2 was never used, q1 may be opened in part (R5)."""
    state, quarters = before, list[Partition]()
    while state.space > step.state.space:
        quarters.append(state.partitions[Q1])
        state = halved(state)
    return shrunk(
        before,
        step.state,
        halves=bool(quarters),
        halves_unopened=any(q1.opened < q1.size for q1 in quarters),
        deals_out=any(q1.head is not None for q1 in quarters),
    )


def restored(before: State, operation: Operation, step: Step) -> Iterator[Label]:
    """Why a restoration was refused; or where its cell was, and whether the list grew for it."""
    key = operation["key"]
    if step.answer is False:
        yield f"restore_{refused(before, key)}"
        return
    if step.state.space > before.space:
        yield "restore_grows"
    if key.index >= before.opened:
        yield "restore_opens"
    else:
        head = before.partitions[partition_of(before, key.index)].head
        yield "restore_head" if key.index == head else "restore_inside"


def refused(before: State, key: Key) -> str:
    """Why a key cannot be restored."""
    found = resolve(before, key)
    if found in {Resolution.HIT, Resolution.OTHER_ID}:
        return "live" if found is Resolution.HIT else "taken"
    if not 0 <= key.id < before.next_id:
        return "id_to_come"
    return "beyond"


RULES: Final[Rules] = {
    **PARAMETRISED,
    "add": inserted(placed),
    "remove": removed(left),
    "shrink_to_fit": fitted,
    "restore": restored,
}
"""What labels are told by, for each operation."""
classify: Final = observer(RULES)
"""The labels of a step."""

RESTORED: Final[dict[Label, str]] = {
    "restore_head": "a retired key is live again; its cell is the head of a free list",
    "restore_inside": "a retired key is live again; its cell is further down in a free list",
    "restore_opens": "a retired key is live again; its cell is opened, and those before it",
    "restore_grows": "the element space doubles for a restored key, within memory kept or reserved",
    "restore_live": "refused: the key is live, nothing changes",
    "restore_taken": "refused: the cell holds another element, nothing changes",
    "restore_id_to_come": "refused: the id is still to be given out, nothing changes",
    "restore_beyond": "refused: there is no memory or no index for the cell, or no element is allowed, nothing changes",
}
"""The labels of restorations, which StableList alone has."""

LABELS: Final[dict[Label, str]] = (
    insertion_labels(
        {
            "append_q1": "the next untouched cell of q1",
            "append_q2": "the next untouched cell of q2",
            "append_h2": "the next untouched cell of h2, without growth",
            "reuse_q1": "the head of q1's free list",
            "reuse_q2": "the head of q2's free list",
            "reuse_h2": "the head of h2's free list",
            "grow_moving": "the list was full: the element space doubles and its cells move",
            "grow_in_place": "the list was full: the element space doubles within memory kept or reserved earlier",
            **LIMITS,
        }
    )
    | {
        "remove_from_q1": "a vacancy for q1's free list",
        "remove_from_q2": "a vacancy for q2's free list",
        "remove_from_h2": "a vacancy for h2's free list; h2 is not empty",
        "remove_empties_h2_never": "h2 is empty, but the mode is NEVER",
        "remove_empties_h2_minimum": "h2 is empty, but R1 forbids another halving",
        "remove_while_h2_empty": "a removal outside an empty h2 does not truncate (R4)",
        "truncate_1": "a cascade of one step",
        "truncate_2": "a cascade of two steps",
        "truncate_3_or_more": "a cascade of three steps or more",
        "truncate_hands_over_q2_list": "the old q2's free list, not empty, becomes h2's",
        "truncate_splits_q1_list": "the old q1's free list is divided between q1 and q2",
        "truncate_reverses": "two or more entries reach the new q2, in reversed order",
        "truncate_stops_at_live_h2": "the cascade ends because h2 is not empty",
        "truncate_stops_at_minimum": "the cascade ends because R1 forbids another halving",
        "shrink_to_fit_nothing": "there is nothing to halve and nothing to give back",
        "shrink_to_fit_halves": "h2 is empty: the element space is halved, perhaps repeatedly",
        "shrink_to_fit_halves_unopened": "a halving while q1 is not opened to its end (R5)",
        "shrink_to_fit_deals_out": "a halving that walks q1's free list, without a visit (R6)",
    }
    | RESTORED
    | SHARED
)
"""Every label with its meaning. The set is closed: the model returns no other word."""
