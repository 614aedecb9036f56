"""StableList at layout and cost level: where elements live, and what that costs.

A state is a value; an operation is a function from a state to a `Step`: the state after it, the answer, and the
labels of what happened. Every operation has the same skeleton, in this order:

    WHERE   which cell or partition is concerned
    UNLESS  when the operation is refused or has nothing to do (the state is returned as it was)
    CHANGE  the cells, the partitions, the whole
    ANSWER  what the caller sees

This module is their index; each concept has a module of its own, to be read in this order: `state`, `reading`,
`insertion`, `truncation`, `removal`, `memory`, `replacing`, `lending`.
"""

from __future__ import annotations

from .insertion import add, extend, insert_with
from .lending import Exchanged, Pivot, apply, exchange, inspect, lend, traverse
from .memory import reserve, shrink_to_fit
from .reading import at, contains, each, is_empty, keys, length, reload, repack
from .removal import clear, drain, remove, retain
from .replacing import at_mut, each_mut, replace
from .state import (
    H2,
    NAMES,
    Q1,
    Q2,
    Cell,
    Cost,
    Failure,
    Has,
    Key,
    Not,
    Partition,
    State,
    Step,
    found,
    free_list,
    free_lists,
    initial,
    items,
    partition_of,
    replaced,
    resolve,
    with_partition,
)

__all__ = [
    "H2",
    "NAMES",
    "Q1",
    "Q2",
    "Cell",
    "Cost",
    "Exchanged",
    "Failure",
    "Has",
    "Key",
    "Not",
    "Partition",
    "Pivot",
    "State",
    "Step",
    "add",
    "apply",
    "at",
    "at_mut",
    "clear",
    "contains",
    "drain",
    "each",
    "each_mut",
    "exchange",
    "extend",
    "found",
    "free_list",
    "free_lists",
    "initial",
    "insert_with",
    "inspect",
    "is_empty",
    "items",
    "keys",
    "lend",
    "length",
    "partition_of",
    "reload",
    "remove",
    "repack",
    "replace",
    "replaced",
    "reserve",
    "resolve",
    "retain",
    "shrink_to_fit",
    "traverse",
    "with_partition",
]
