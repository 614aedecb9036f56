"""StableList at layout and cost level: the positions of elements, and the costs of operations.

A state is a value; an operation is a function from a state to a `Step`: the state after it, the answer, and the labels.
Every operation has the same skeleton, in this order:

    WHERE   which cell or partition is concerned
    UNLESS  when the operation is refused or has nothing to do (the state is returned as it was)
    CHANGE  the cells, the partitions, the whole
    ANSWER  what the caller sees

This module is their index. Parts that several containers share come from `stablelist_spec.parts`; combined operations
(`extend`, `insert_with`, `drain`, `retain`) are in `stablelist_spec.parts.model`.
"""

from __future__ import annotations

from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import Exchanged, Failure, Pivot
from stablelist_spec.parts.cells import (
    Cell,
    Cost,
    Has,
    Not,
    Partition,
    found,
    free_list,
    free_lists,
    items,
    replaced,
    resolve,
)
from stablelist_spec.parts.lending import apply, exchange, inspect, lend, traverse
from stablelist_spec.parts.memory import reserve
from stablelist_spec.parts.reading import (
    at,
    contains,
    each,
    is_empty,
    key_at,
    keys,
    length,
    reload,
    repack,
)
from stablelist_spec.parts.replacing import at_mut, each_mut, replace

from .insertion import add
from .memory import shrink_to_fit
from .removal import clear, remove
from .state import (
    H2,
    NAMES,
    Q1,
    Q2,
    State,
    Step,
    initial,
    partition_of,
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
    "each",
    "each_mut",
    "exchange",
    "found",
    "free_list",
    "free_lists",
    "initial",
    "inspect",
    "is_empty",
    "items",
    "key_at",
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
    "shrink_to_fit",
    "traverse",
    "with_partition",
]
