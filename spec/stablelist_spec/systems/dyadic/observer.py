"""The observer of a dyadic list: its labels, and what they are told by. Labels shared with StableList mean the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label
from stablelist_spec.parts.labels import LIMITS, SHARED, insertion_labels
from stablelist_spec.parts.observer import (
    PARAMETRISED,
    Step,
    at_most_three,
    inserted,
    observer,
    released,
    removed,
    reused,
    shrunk,
)
from stablelist_spec.parts.parameters import Truncate

from .state import State, block_of, kind

__all__ = ["LABELS", "classify"]


def placed(before: State, after: State, key: Key) -> Iterator[Label]:
    """Which block a new element is in, unless the list grew for it, and whether that is full."""
    which = block_of(after, key.index)
    if after.space == before.space:
        way = "reuse" if reused(before, key) else "append"
        yield f"add_{way}_{kind(after, which)}"
    if after.partitions[which].full:
        yield f"add_fills_{kind(after, which)}"


def left(before: State, after: State, position: int) -> Iterator[Label]:
    """Where a removal left a vacancy; if it emptied the top block, what was dropped."""
    which, top = block_of(before, position), len(before.partitions) - 1
    live = [block.live - (i == which) for i, block in enumerate(before.partitions)]
    if which == top and live[top] == 0:
        yield from emptied_top(before, after)
        return
    yield f"remove_from_{kind(before, which)}"
    if live[top] == 0:
        yield "remove_while_top_empty"
    elif live[which] == 0:
        yield "remove_empties_below_top"


def emptied_top(before: State, after: State) -> Iterator[Label]:
    """How many blocks were dropped, and why not one more."""
    dropped = len(before.partitions) - len(after.partitions)
    if before.parameters.truncate is Truncate.NEVER:
        yield "remove_empties_top_never"
    elif dropped == 0:
        yield "remove_empties_top_minimum"
    else:
        yield f"truncate_{at_most_three(dropped)}"
        yield f"truncate_stops_at_{'live_block' if after.partitions[-1].live else 'minimum'}"
        yield from released(before)


def fitted(before: State, _: Operation, step: Step) -> tuple[Label, ...]:
    """What `shrink_to_fit` dropped."""
    after = step.state
    drops, opened = after.space < before.space, after.opened < before.opened
    return shrunk(before, after, drops=drops, drops_opened=opened)


classify: Final = observer(
    {**PARAMETRISED, "add": inserted(placed), "remove": removed(left), "shrink_to_fit": fitted}
)
"""The labels of a step."""

_BLOCKS: Final = {
    "base": "the base block",
    "middle": "a block between base and top",
    "top": "the top block, which is not the base",
}

_INSERTIONS: Final = (
    {f"append_{kind}": f"the next untouched cell of {block}" for kind, block in _BLOCKS.items()}
    | {f"reuse_{kind}": f"the head of the free list of {block}" for kind, block in _BLOCKS.items()}
    | {f"fills_{kind}": f"after this insertion {block} is full" for kind, block in _BLOCKS.items()}
    | {
        "grow_moving": "the list was full: a block is appended and the opened cells move",
        "grow_in_place": "the list was full: a block is appended within memory kept or reserved earlier",
        **LIMITS,
    }
)

_OWN: Final = {
    "extend_grows": "an extension that appends one block",
    "extend_grows_repeatedly": "an extension that appends two blocks or more",
    "remove_empties_top_never": "the top block is empty, but the mode is NEVER",
    "remove_empties_top_minimum": "the top block is empty, but it is the base",
    "remove_while_top_empty": "a removal outside an empty top block does not truncate",
    "remove_empties_below_top": "a block below the top becomes empty, and stays",
    "truncate_1": "one block is dropped",
    "truncate_2": "two blocks are dropped",
    "truncate_3_or_more": "three blocks or more are dropped",
    "truncate_stops_at_live_block": "the next block has an element",
    "truncate_stops_at_minimum": "only the base is left",
    "shrink_to_fit_nothing": "there is nothing to drop and nothing to give back",
    "shrink_to_fit_drops": "an empty top block is dropped, perhaps several",
    "shrink_to_fit_drops_opened": "cells that were opened are dropped with their block",
}

LABELS: Final[dict[Label, str]] = (
    insertion_labels(_INSERTIONS)
    | {f"remove_from_{kind}": f"a vacancy for {block}" for kind, block in _BLOCKS.items()}
    | SHARED
    | _OWN
)
"""Every label with its meaning. The set is closed: the model returns no other word."""
