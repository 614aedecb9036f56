"""The executable specification of StableList: what is true.

Pure, small, without dependencies; nothing here is imported from the implementation that it judges.
Read in this order:

1. `parameters` - what the user chooses, and rounding
2. `stable_list` - the layout and cost levels: every operation as a function on states
3. `contract`, `stamps` - the contract level of the whole family
4. `refinement` - what a layout means to a user
5. `invariants` - what always holds, one named predicate each
6. `labels` - the closed vocabulary of transitions
7. `operation`, `history` - operations as data, and the model carrying them out
8. `explore` - every state within a scope, up to what nothing depends on: `tracked_key`, `shape`
"""

from __future__ import annotations

from . import stable_list
from .parameters import Parameters, Truncate

__all__ = ["Parameters", "Truncate", "stable_list"]
