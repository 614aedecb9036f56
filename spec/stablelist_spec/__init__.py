"""The executable specification of StableList and its relatives: what is true.

Pure, small, without dependencies; nothing here is imported from the implementation that it judges.
Read in this order:

1. `parameters` - what the user chooses, and rounding
2. `state` - the layout level: cells, partitions, costs, and how a key meets them
3. `stable_list` - every operation as a function on states, by concept: `reading`, `insertion`, `truncation`,
   `removal`, `memory`, `replacing`, `lending`; `packing` makes one integer of a key
4. `contract`, `stamps` - the contract level of the whole family
5. `refinement` - what a layout means to a user
6. `invariants` - what always holds, one named predicate each
7. `labels` - the closed vocabulary of transitions
8. `key`, `operation`, `family` - operations as data; `pool`, `sets` - the tables of those that pools and sets have
9. `system`, `history` - what a kind of container is, and a model carrying operations out
10. `systems` - the list of them, each with a module or a folder of its own; `systems.model` is what those share whose
   elements live in cells
11. `picture` - a container drawn as data; `picturing` - a StableList drawn so
12. `explore` - every state within a scope, up to what nothing depends on: `states` for any system,
   for StableList `tracked_key` (with `opaque` ids) and `shape`
"""

from __future__ import annotations

from . import stable_list
from .parameters import Parameters, Truncate

__all__ = ["Parameters", "Truncate", "stable_list"]
